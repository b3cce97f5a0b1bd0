"""What a strong player would do now, and why."""

from collections.abc import Callable

import msgspec

from imhotep.lab.analysis.decisions import ALTERNATIVES, SearchSettings
from imhotep.lab.analysis.expectations import Choice, Explanation, explain
from imhotep.lab.analysis.search import DEFAULT_SIMS, check_budget
from imhotep.table.errors import ImhotepError
from imhotep.table.game import Game
from imhotep.table.rules import Progress


class Hint(msgspec.Struct, frozen=True, kw_only=True):
    """What a strong player would do now, and why."""

    game: str
    seat: int
    names: list[str]
    colors: list[str]
    progress: Progress
    question: str  # the catalogue's id
    options: int  # really different moves
    sims: int
    seed: int
    all_knowing: bool
    best: Choice
    alternatives: list[Choice]  # the best first, by what each is worth at least
    asked: Choice | None  # the move that was asked about
    why: Explanation | None  # the best move against that one, or against the next best


def hint(
    game: Game,
    *,
    move: str | None = None,
    sims: int = DEFAULT_SIMS,
    seed: int = 0,
    all_knowing: bool = False,
    stopped: Callable[[], bool] = lambda: False,
) -> Hint:
    """What the decider should do now; and what `move` would cost, if it is asked about.

    The same as `analyze` says about this decision once it is made.
    """
    settings = SearchSettings(budget=check_budget(sims, seed), all_knowing=all_knowing)
    seat = game.decider
    if seat is None:
        raise ImhotepError("the game is over: there is nothing to decide")
    refusal = None if move is None else game.why_not(move)
    if refusal is not None:
        raise refusal
    search = settings.search(game, seat, 2 * game.ply, stopped)
    asked = None if move is None else search.canonical(game.code(move))
    best, other = search.judge(asked)
    ranking = list(dict.fromkeys((best, *search.ranking())))[:ALTERNATIVES]
    choices = {code: search.choice(code) for code in (*ranking, other)}
    if move is not None:
        choices[other] = search.choice(other, game.code(move))
    return Hint(
        game=game.rules.id,
        seat=seat,
        names=list(game.names),
        colors=list(game.setup.colors),
        progress=game.progress,
        question=game.question or "",
        options=search.options,
        sims=sims,
        seed=seed,
        all_knowing=all_knowing,
        best=choices[best],
        alternatives=[choices[code] for code in ranking],
        asked=None if asked is None else choices[asked],
        why=None if other == best else explain(seat, choices[best], choices[other]),
    )
