"""Fits a network to examples: NumPy, one core, the same numbers from the same examples and seed.

The first layer is trained as it will be used: rounded to whole numbers at every step (its gradient goes through), and
kept away from sums that would not fit into 16 bits.
"""

from collections.abc import Callable, Iterator
from math import cos, pi
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from imhotep.bots.weights import NetworkFile, layout_of
from imhotep.engine.search.network import OUTPUTS, UNIT
from imhotep.envs.features import features
from imhotep.envs.observation import scales
from imhotep.table.errors import ImhotepError
from imhotep.table.games import rules_of
from imhotep.training.examples import SEATS, Examples
from imhotep.training.recipe import Recipe

Array = NDArray[np.floating[Any]]

LARGEST_WEIGHT = 4.0
SUM_SOFT, SUM_HARD = 10.0, 15.9  # of the first layer: from there on it costs; what fits into 16 bits
SUM_COST = 0.02
BETA1, BETA2, TINY = 0.9, 0.999, 1e-8
DECAY = 1e-2
WARM_UP = 0.05
LAST_RATE = 0.05
HELD_OUT = 20  # every so many-th game is not taught but asked
NAMES = ("first", "first_bias", "second", "second_bias", "outputs", "output_bias", "policy", "policy_bias")


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """On games that were not taught."""

    examples: int
    win_loss: float  # cross-entropy of who wins
    found_r2: float  # share of the variance of what searches found that is explained, of the viewer
    ended_r2: float  # and of how games ended, winning and margin mixed
    policy_loss: float  # cross-entropy of the visits
    uniform_loss: float  # if every move looked the same
    policy_first: float  # how often the most visited move looks best


class Batch:
    """Some examples, dense."""

    def __init__(self, examples: Examples, which: NDArray[np.int64], columns: int, codes: int, ships: "Ships") -> None:
        count = len(which)
        at, rows = _ranges(examples.starts, which)
        self.inputs = np.zeros((count, columns), np.float32)
        self.inputs[rows, ships.columns[examples.columns[at]]] = examples.values[at]
        at, rows = _ranges(examples.move_starts, which)
        self.legal = np.zeros((count, codes), bool)
        self.visits = np.zeros((count, codes), np.float32)
        moves = ships.codes[examples.codes[at]]
        self.legal[rows, moves] = True
        self.visits[rows, moves] = examples.visits[at]
        self.present = np.arange(SEATS)[None, :] < examples.seats[which][:, None]
        self.found, self.win, self.margin = examples.found[which], examples.win[which], examples.margin[which]


def _ranges(starts: NDArray[np.int64], which: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The places of all items of these examples, and the row of each."""
    begin, lengths = starts[which], starts[which + 1] - starts[which]
    rows = np.repeat(np.arange(len(which)), lengths)
    before = np.cumsum(lengths) - lengths
    return np.arange(len(rows)) - before[rows] + begin[rows], rows


class Ships:
    """Builder's ships are interchangeable: another order of them is another example, at no cost."""

    def __init__(self, game: str, order: NDArray[np.int64] | None) -> None:
        observer = rules_of(game).observer()
        self.columns = np.arange(observer.size)
        self.codes = np.arange(observer.codes)
        if order is None or game != "builder":
            return
        from imhotep.engine.builder.vocabulary import SHIPS, SITES, SPACES, Action

        for feature in features(game):
            if feature.name in ("question_ship", "ship_size", "ship_minimum", "ship_site", "ship_stones", "ship_free"):
                own = np.arange(feature.offset, feature.offset + feature.length).reshape(SHIPS, -1)
                self.columns[own] = own[order]
        for begin, each in ((Action.LOAD, SPACES), (Action.SAIL, SITES)):
            own = np.arange(begin, begin + SHIPS * each).reshape(SHIPS, -1)
            self.codes[own] = own[order]


class Model:
    """The weights while they learn, as floats."""

    def __init__(self, recipe: Recipe, weights: dict[str, Array]) -> None:
        self.recipe = recipe
        self.weights = weights
        self.step = 0
        self.scales = scales(recipe.game)
        self.unit = (np.float32(UNIT) * self.scales)[:, None]  # a weight of 1 of a scaled number, as a whole number
        self.mean = {name: np.zeros_like(array) for name, array in weights.items()}
        self.square = {name: np.zeros_like(array) for name, array in weights.items()}

    @staticmethod
    def new(recipe: Recipe, chance: np.random.Generator) -> "Model":
        observer = rules_of(recipe.game).observer()
        sizes = {
            "first": (int(observer.size), recipe.hidden, 60),
            "second": (recipe.hidden, recipe.inner, recipe.hidden),
            "outputs": (recipe.inner, int(OUTPUTS), recipe.inner),
            "policy": (recipe.hidden, int(observer.codes), 4 * recipe.hidden),
        }
        weights: dict[str, Array] = {}
        for name, (rows, columns, fan) in sizes.items():
            weights[name] = (chance.standard_normal((rows, columns)) * np.sqrt(2 / fan)).astype(np.float32)
        for name, of in (
            ("first_bias", "first"),
            ("second_bias", "second"),
            ("output_bias", "outputs"),
            ("policy_bias", "policy"),
        ):
            weights[name] = np.zeros(weights[of].shape[1], np.float32)
        return Model(recipe, weights)

    @staticmethod
    def of(recipe: Recipe, network: NetworkFile) -> "Model":
        """To go on from a network as it is kept."""
        hidden, inner, codes = network.hidden, network.inner, network.codes
        scale = (np.float32(UNIT) * scales(recipe.game))[:, None]
        first = np.frombuffer(network.first, "<i2").reshape(-1, hidden).astype(np.float32) / scale
        weights: dict[str, Array] = {}
        weights["first"] = first
        weights["first_bias"] = np.frombuffer(network.first_bias, "<i2").astype(np.float32) / np.float32(UNIT)
        shapes = {"second": (inner, hidden), "outputs": (int(OUTPUTS), inner), "policy": (codes, hidden)}
        for name, shape in shapes.items():
            weights[name] = np.ascontiguousarray(np.frombuffer(getattr(network, name), "<f4").reshape(shape).T)
        for name in ("second_bias", "output_bias", "policy_bias"):
            weights[name] = np.frombuffer(getattr(network, name), "<f4").copy()
        return Model(recipe, weights)

    # --- forwards and back

    def rounded(self) -> tuple[Array, Array]:
        unit = np.float32(UNIT)
        first: Array = np.rint(self.weights["first"] * self.unit) / self.unit
        bias: Array = np.rint(self.weights["first_bias"] * unit) / unit
        return first, bias

    def forward(self, batch: Batch) -> dict[str, Array]:
        weights = self.weights
        first, bias = self.rounded()
        inputs = batch.inputs * self.scales
        sums = inputs @ first + bias
        hidden = np.maximum(sums, 0)
        inner = np.maximum(hidden @ weights["second"] + weights["second_bias"], 0)
        outputs = inner @ weights["outputs"] + weights["output_bias"]
        win = _softmax(np.where(batch.present, outputs[:, :SEATS], -1e9))
        margin = 1 / (1 + np.exp(-np.clip(outputs[:, SEATS:], -30, 30)))
        policy = _softmax(np.where(batch.legal, hidden @ weights["policy"] + weights["policy_bias"], -1e9))
        return {
            "inputs": inputs,
            "sums": sums,
            "hidden": hidden,
            "inner": inner,
            "win": win,
            "margin": margin,
            "policy": policy,
        }

    def gradients(self, batch: Batch, seen: dict[str, Array]) -> dict[str, Array]:
        """Of half how games ended and half what searches found, and of the visits; means over the batch."""
        recipe, weights, present, count = self.recipe, self.weights, batch.present, len(batch.win)
        seats = present.sum(1, keepdims=True).astype(np.float32)
        win, margin = seen["win"], seen["margin"]
        d_win = 0.5 * (win - batch.win)
        d_margin = 0.5 * (margin - batch.margin) * present / seats
        off = recipe.search_weight * 0.5 * (0.5 * win + 0.5 * margin - batch.found) * present / seats
        d_win += win * (off - (off * win).sum(1, keepdims=True))
        d_margin += off * margin * (1 - margin)
        d_outputs = np.concatenate([d_win, d_margin], 1) / count
        d_policy = recipe.policy_weight * (seen["policy"] - batch.visits) / count
        d_inner = (d_outputs @ weights["outputs"].T) * (seen["inner"] > 0)
        d_hidden = d_inner @ weights["second"].T + d_policy @ weights["policy"].T
        d_sums = d_hidden * (seen["sums"] > 0)
        over = np.abs(seen["sums"]) - SUM_SOFT
        d_sums += SUM_COST / count * np.sign(seen["sums"]) * np.maximum(over, 0)
        return {
            "first": seen["inputs"].T @ d_sums,
            "first_bias": d_sums.sum(0),
            "second": seen["hidden"].T @ d_inner,
            "second_bias": d_inner.sum(0),
            "outputs": seen["inner"].T @ d_outputs,
            "output_bias": d_outputs.sum(0),
            "policy": seen["hidden"].T @ d_policy,
            "policy_bias": d_policy.sum(0),
        }

    def learn(self, gradients: dict[str, Array], rate: float) -> None:
        """One step of AdamW."""
        self.step += 1
        correction = np.sqrt(1 - BETA2**self.step) / (1 - BETA1**self.step)
        for name, gradient in gradients.items():
            mean, square, array = self.mean[name], self.square[name], self.weights[name]
            mean *= BETA1
            mean += (1 - BETA1) * gradient
            square *= BETA2
            square += (1 - BETA2) * gradient * gradient
            if not name.endswith("bias"):
                array *= 1 - rate * DECAY
            array -= np.float32(rate * correction) * mean / (np.sqrt(square) + TINY)
        np.clip(self.weights["first"], -LARGEST_WEIGHT, LARGEST_WEIGHT, out=self.weights["first"])

    # --- as it is kept

    def network(self, card: dict[str, Any]) -> NetworkFile:
        rules = rules_of(self.recipe.game)
        observer = rules.observer()
        first = np.clip(np.rint(self.weights["first"] * self.unit), -32000, 32000)
        bias = np.rint(self.weights["first_bias"] * UNIT)
        return NetworkFile(
            game=self.recipe.game,
            editions={box: rules.standard_edition(box).version for box in rules.boxes},
            columns=int(observer.size),
            codes=int(observer.codes),
            layout=layout_of(observer),
            hidden=self.recipe.hidden,
            inner=self.recipe.inner,
            scale=self.recipe.scale,
            first=first.astype("<i2").tobytes(),
            first_bias=bias.astype("<i2").tobytes(),
            second=_floats(self.weights["second"].T),
            second_bias=_floats(self.weights["second_bias"]),
            outputs=_floats(self.weights["outputs"].T),
            output_bias=_floats(self.weights["output_bias"]),
            policy=_floats(self.weights["policy"].T),
            policy_bias=_floats(self.weights["policy_bias"]),
            card=card,
        )


def _floats(array: Array) -> bytes:
    return np.ascontiguousarray(array).astype("<f4").tobytes()


def _softmax(logits: Array) -> Array:
    shares = np.exp(logits - logits.max(1, keepdims=True))
    found: Array = shares / shares.sum(1, keepdims=True)
    return found


def fit(
    recipe: Recipe, model: Model, examples: Examples, seed: int, progress: Callable[[float], None] = lambda done: None
) -> Figures:
    """Teach the model all games but every twentieth, and ask it about these."""
    chance = np.random.default_rng([recipe.seed, seed])
    held = examples.games % HELD_OUT == 0
    taught = np.flatnonzero(~held)
    steps = max(recipe.steps, round(recipe.epochs * len(taught) / recipe.batch))
    columns, codes = model.weights["first"].shape[0], model.weights["policy"].shape[1]
    for step, which in enumerate(_batches(taught, recipe.batch, steps, chance)):
        batch = Batch(examples, which, columns, codes, Ships(recipe.game, chance.permutation(4)))
        model.learn(model.gradients(batch, model.forward(batch)), recipe.rate * _rate(step / steps))
        if step % 50 == 0:
            progress(step / steps)
    return measure(model, examples, np.flatnonzero(held))


def _batches(
    taught: NDArray[np.int64], size: int, steps: int, chance: np.random.Generator
) -> Iterator[NDArray[np.int64]]:
    order, at = chance.permutation(taught), 0
    for _ in range(steps):
        if at + size > len(order):
            order, at = chance.permutation(taught), 0
        yield order[at : at + size]
        at += size


def _rate(done: float) -> float:
    """Up quickly, then down slowly."""
    if done < WARM_UP:
        return done / WARM_UP
    return LAST_RATE + (1 - LAST_RATE) * 0.5 * (1 + cos(pi * (done - WARM_UP) / (1 - WARM_UP)))


def measure(model: Model, examples: Examples, which: NDArray[np.int64], size: int = 2048) -> Figures:
    columns, codes = model.weights["first"].shape[0], model.weights["policy"].shape[1]
    sums = dict.fromkeys(("win", "policy", "uniform", "first"), 0.0)
    seen: list[Array] = []
    found: list[Array] = []
    ended: list[Array] = []
    largest = 0.0
    for at in range(0, len(which), size):
        batch = Batch(examples, which[at : at + size], columns, codes, Ships(model.recipe.game, None))
        out = model.forward(batch)
        largest = max(largest, float(np.abs(out["sums"]).max()))
        sums["win"] -= float((batch.win * np.log(out["win"] + 1e-9)).sum())
        sums["policy"] -= float((batch.visits * np.log(out["policy"] + 1e-9)).sum())
        sums["uniform"] += float(np.log(batch.legal.sum(1)).sum())
        sums["first"] += float((out["policy"].argmax(1) == batch.visits.argmax(1)).sum())
        seen.append(0.5 * out["win"][:, 0] + 0.5 * out["margin"][:, 0])
        found.append(batch.found[:, 0])
        ended.append(np.float32(0.5) * (batch.win[:, 0] + batch.margin[:, 0]))
    if largest > SUM_HARD:
        raise ImhotepError(f"the first layer reaches {largest:.1f}, more than 16 bits hold: a smaller rate is needed")
    count = max(1, len(which))
    return Figures(
        examples=len(which),
        win_loss=round(sums["win"] / count, 4),
        found_r2=_explained(seen, found),
        ended_r2=_explained(seen, ended),
        policy_loss=round(sums["policy"] / count, 4),
        uniform_loss=round(sums["uniform"] / count, 4),
        policy_first=round(sums["first"] / count, 4),
    )


def _explained(seen: list[Array], true: list[Array]) -> float:
    if not seen:
        return 0.0
    one, other = np.concatenate(seen), np.concatenate(true)
    return round(float(1 - ((one - other) ** 2).mean() / max(float(other.var()), 1e-9)), 4)
