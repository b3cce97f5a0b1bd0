"""What a table chooses before a game, checked."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from imhotep.table.chance import LARGEST_SEED
from imhotep.table.editions import Edition
from imhotep.table.errors import SetupError, shown

LONGEST_NAME = 40
LONGEST_SALT = 128
UNDO = ("fair", "free")

Option = bool | int | str


class OptionSpec(msgspec.Struct, frozen=True):
    """A variant or house rule that a game offers."""

    default: Option
    players: tuple[int, ...] = (2, 3, 4)
    choices: tuple[str, ...] = ()  # of a text


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is agreed before the first deal. Seats count from 0."""

    game: str
    rules_version: int  # by which it is played from its first deal to its end
    players: int
    sides: str
    first: int
    names: tuple[str, ...]
    colors: tuple[str, ...]
    variants: dict[str, Option]
    house_rules: dict[str, Option]  # those that differ from their default or not
    undo: str  # "fair": own last decision if nothing hidden was revealed; "free": any, without limit
    editions: dict[str, Edition[Any]]  # by box
    seed: int
    promise: str = ""  # hash of seed and salt, shown before the game; empty if nothing was promised
    salt: str = ""  # shown after it
    position: dict[str, Any] | None = None  # set up by hand, instead of the start


def check_seed(seed: object) -> int:
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise SetupError(f"a seed is a whole number, not {shown(seed)}")
    if not 0 <= seed <= LARGEST_SEED:
        raise SetupError("a seed is a number from 0 to 2**128 - 1")
    return seed


def check_promise(promise: object) -> str:
    if not isinstance(promise, str) or not re.fullmatch("[0-9a-f]{64}", promise):
        raise SetupError(f"a promise is 64 digits, each 0 to 9 or a to f, not {shown(promise)}")
    return promise


def check_salt(salt: object) -> str:
    if not isinstance(salt, str) or not re.fullmatch(f"[0-9a-f]{{1,{LONGEST_SALT}}}", salt):
        raise SetupError(f"a salt is 1 to {LONGEST_SALT} digits, each 0 to 9 or a to f, not {shown(salt)}")
    return salt


def check_players(players: object, allowed: Sequence[int], game: str) -> int:
    if isinstance(players, bool) or not isinstance(players, int) or players not in allowed:
        several = f"{allowed[0]} to {allowed[-1]}" if len(allowed) > 1 else f"{allowed[0]}"
        raise SetupError(f"{game} is for {several} players, not {shown(players)}")
    return players


def check_version(version: object, known: Sequence[int], game: str) -> int:
    if isinstance(version, bool) or not isinstance(version, int) or version not in known:
        raise SetupError(f"{game} has rules version {' and '.join(map(str, known))}, not {shown(version)}")
    return version


def check_sides(sides: object, sites: Sequence[str], letters: str) -> str:
    if not isinstance(sides, str):
        raise SetupError(f"sides are a text such as {letters[0] * len(sites)}, not {shown(sides)}")
    checked = sides.upper()
    if len(checked) != len(sites) or any(side not in letters for side in checked):
        places = ", ".join(sites)
        choices = " or ".join(letters)
        raise SetupError(f"sides are {len(sites)} letters, each {choices} ({places}), not {shown(sides)}")
    return checked


def check_first(first: object, players: int) -> int:
    if isinstance(first, bool) or not isinstance(first, int) or not 0 <= first < players:
        raise SetupError(f"first is a seat from 0 to {players - 1}, not {shown(first)}")
    return first


def check_seat(seat: object, players: int) -> int:
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < players:
        raise SetupError(f"a seat is a number from 0 to {players - 1}, not {shown(seat)}")
    return seat


def check_names(names: object, players: int) -> tuple[str, ...]:
    checked = _texts(names, "names", players)
    for name in checked:
        if not name or name != name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
            raise SetupError(
                f"a name is one line of 1 to {LONGEST_NAME} characters without spaces around it, not {shown(name)}"
            )
    if len({name.casefold() for name in checked}) < players:
        raise SetupError("each player needs a name of their own")
    return checked


def check_colors(colors: object, players: int, allowed: Sequence[str]) -> tuple[str, ...]:
    checked = _texts(colors, "colors", players)
    for color in checked:
        if color not in allowed:
            raise SetupError(f"a colour is one of {', '.join(allowed)}, not {shown(color)}")
    if len(set(checked)) < players:
        raise SetupError("each player needs a colour of their own")
    return checked


def _texts(values: object, what: str, players: int) -> tuple[str, ...]:
    if isinstance(values, str) or not isinstance(values, Sequence):
        raise SetupError(f"{what} are a list of texts, one for each player")
    texts = tuple(text for text in values if isinstance(text, str))
    if len(texts) != len(values) or len(texts) != players:
        raise SetupError(f"{players} {what} are needed, one for each player, not {len(values)}")
    return texts


def check_options(given: object, specs: Mapping[str, OptionSpec], players: int, what: str) -> dict[str, Option]:
    """Every option of the game with its value."""
    if not isinstance(given, Mapping):
        raise SetupError(f"{what}s are a mapping of names to values, not {shown(given)}")
    for name in given:
        if not isinstance(name, str) or name not in specs:
            known = f"choose from {', '.join(specs)}" if specs else f"this game has no {what}s"
            raise SetupError(f"no {what} is called {shown(name)}; {known}")
    checked: dict[str, Option] = {}
    for name, spec in specs.items():
        value = given.get(name, spec.default)
        if type(value) is not type(spec.default):
            expected = {bool: "yes or no", int: "a whole number", str: "a text"}[type(spec.default)]
            raise SetupError(f"{what} {name} takes {expected}, not {shown(value)}")
        assert isinstance(value, (bool, int, str))
        if spec.choices and value not in spec.choices:
            raise SetupError(f"{what} {name} is {' or '.join(spec.choices)}, not {shown(value)}")
        if value != spec.default and players not in spec.players:
            raise SetupError(f"{what} {name} is for {' or '.join(map(str, spec.players))} players")
        checked[name] = value
    return checked


def check_undo(undo: object) -> str:
    if undo not in UNDO:
        raise SetupError(f"undo is {' or '.join(UNDO)}, not {shown(undo)}")
    return str(undo)
