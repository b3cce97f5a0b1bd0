"""What networks have learned, as files: read, checked, and handed to the engine, which does no input or output.

A file begins with a line of text, then comes a hash of the rest, which is MessagePack: arrays as bytes, least
significant byte first, and how they were made.
"""

import hashlib
import sys
from array import array
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from imhotep.engine.kernel import Position
from imhotep.engine.observer import Observer
from imhotep.engine.search.network import LANES, OUTPUTS, UNIT, Network, Weights, packed
from imhotep.table.editions import Edition
from imhotep.table.errors import ImhotepError
from imhotep.table.games import rules_of

FORMAT = 1
MAGIC = b"imhotep network\n"
HASH = 32  # bytes
SUFFIX = ".network"
MOST_HIDDEN = 1024


class WeightsError(ImhotepError):
    """A file that is not a network, or not for this game or version."""


class NetworkFile(msgspec.Struct, frozen=True, kw_only=True):
    """A network as it is kept. Numbers of the first layer are whole: times `UNIT` of the engine."""

    format: int = FORMAT
    game: str
    editions: dict[str, int]  # versions of the values that it has learned, by box
    columns: int  # of an observation
    codes: int
    layout: str  # of the observation: a hash
    hidden: int
    inner: int
    scale: float  # points of margin that count as much
    first: bytes  # 16 bits, by column
    first_bias: bytes  # 16 bits
    second: bytes  # these and all that follow: floats of 32 bits
    second_bias: bytes
    outputs: bytes
    output_bias: bytes
    policy: bytes  # by code
    policy_bias: bytes
    card: dict[str, Any]  # how it was made, and what it reached

    def fits(self, editions: Iterable[Edition[Any]]) -> bool:
        """Whether these are the values it has learned."""
        return all(one.built_in and self.editions.get(one.box) == one.version for one in editions)


def layout_of(observer: Observer) -> str:
    """Changes with what the numbers of an observation mean."""
    text = f"{observer.version} {observer.size} {observer.codes}"
    return hashlib.sha256(text.encode()).hexdigest()[:16]


# --- files


def to_bytes(network: NetworkFile) -> bytes:
    content = msgspec.msgpack.encode(network)
    return MAGIC + hashlib.sha256(content).digest() + content


def from_bytes(data: bytes, origin: str) -> NetworkFile:
    if not data.startswith(MAGIC):
        raise WeightsError(f"{origin}: this is not a network of imhotep")
    content = data[len(MAGIC) + HASH :]
    if hashlib.sha256(content).digest() != data[len(MAGIC) : len(MAGIC) + HASH]:
        raise WeightsError(f"{origin}: this network is damaged or cut off")
    try:
        head = msgspec.msgpack.decode(content, type=dict[str, Any])
        if head.get("format") != FORMAT:
            raise WeightsError(
                f"{origin}: this network has format {head.get('format')}, and this version reads {FORMAT}"
            )
        found = msgspec.convert(head, NetworkFile)
    except msgspec.MsgspecError as error:
        raise WeightsError(f"{origin}: {error}") from None
    _check(found, origin)
    return found


def read(path: str | Path) -> NetworkFile:
    try:
        return from_bytes(Path(path).read_bytes(), str(path))
    except OSError as error:
        raise WeightsError(f"{path}: {error.strerror or error}") from None


def _check(network: NetworkFile, origin: str) -> None:
    observer = rules_of(network.game).observer()
    if network.layout != layout_of(observer) or (network.columns, network.codes) != (observer.size, observer.codes):
        raise WeightsError(f"{origin}: this network was made for other observations of {network.game}: train it anew")
    hidden, inner = network.hidden, network.inner
    if hidden % LANES or inner % LANES or not 0 < hidden <= MOST_HIDDEN or not 0 < inner <= MOST_HIDDEN:
        raise WeightsError(f"{origin}: a network of {hidden} and {inner} units can't be used")
    lengths = {
        "first": 2 * network.columns * hidden,
        "first_bias": 2 * hidden,
        "second": 4 * hidden * inner,
        "second_bias": 4 * inner,
        "outputs": 4 * inner * OUTPUTS,
        "output_bias": 4 * OUTPUTS,
        "policy": 4 * network.codes * hidden,
        "policy_bias": 4 * network.codes,
    }
    for name, length in lengths.items():
        if len(getattr(network, name)) != length:
            raise WeightsError(f"{origin}: {name} has {len(getattr(network, name))} bytes instead of {length}")


# --- the engine's form


def weights_of(network: NetworkFile) -> Weights:
    unit = float(UNIT)
    return Weights(
        network.hidden,
        network.inner,
        packed(_numbers("h", network.first)),
        packed(_numbers("h", network.first_bias)),
        [weight / unit for weight in _numbers("f", network.second)],
        _numbers("f", network.second_bias),
        _numbers("f", network.outputs),
        _numbers("f", network.output_bias),
        [weight / unit for weight in _numbers("f", network.policy)],
        _numbers("f", network.policy_bias),
    )


def _numbers(kind: str, data: bytes) -> list[Any]:
    numbers = array(kind, data)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tolist()


def network_for(
    network: NetworkFile, weights: Weights, observer: Observer, position: Position, win: float, redraws: int, steps: int
) -> Network:
    """The network as it judges one table."""
    return Network(weights, observer, position, network.scale, win, redraws, steps)


# --- those that come with imhotep


@cache
def built_in(game: str) -> tuple[NetworkFile, Weights] | None:
    """None if there is none: then `learned` searches as `mcts` does."""
    file = resources.files("imhotep.bots").joinpath("networks", f"{game}{SUFFIX}")
    try:
        data = file.read_bytes()
    except OSError:
        return None
    network = from_bytes(data, f"{game}{SUFFIX}")
    return network, weights_of(network)


def what_is_built_in(games: Sequence[str]) -> list[str]:
    """A line a game, for `imhotep bots`."""
    lines = []
    for game in games:
        found = built_in(game)
        if found is None:
            lines.append(f"{game}: no network is installed, so learned searches as mcts does")
        else:
            lines.append(f"{game}: {found[0].card.get('name', 'a network')}")
    return lines
