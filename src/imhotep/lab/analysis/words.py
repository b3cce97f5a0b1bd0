"""Analysis in English: why a move is better, and numbers as people read them."""

from collections.abc import Iterator, Sequence

from imhotep.lab.analysis.decisions import Decision
from imhotep.lab.analysis.expectations import Explanation, Part
from imhotep.lab.analysis.game_analysis import Analysis
from imhotep.table.catalogue import Catalogue
from imhotep.table.game import RESIGNS

MOST_PARTS = 6  # that are told one by one
SMALL = 0.1  # points that nobody wants to hear of
LITTLE = 0.15  # share of the whole difference that may remain untold
MINOR = 0.4  # share of the weightiest part from which on a part is always told

SPACE = "\u00a0"  # that no line is broken at
GRADE_SIGNS = {"only": "□", "best": "✓", "equal": "≈", "good": "·", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}


def why_in_words(why: Explanation, words: Catalogue, names: Sequence[str]) -> str:
    """What the better move does that the other does not: "expects 2.1 more at the temple and takes 1.3 from White at
    the pyramids". The decider's own points come first, then what it takes from others and gives them.
    """
    told = _weighty(why)
    rest = why.lead - sum(part.counts for part in told)
    clauses = [clause for clause in (_own(told, why.seat, words), *_against(told, why.seat, words, names)) if clause]
    if not clauses:
        return f"expects {points(abs(rest))} {_more(rest)} overall" if abs(rest) >= SMALL else "expects the same points"
    text = ", ".join(clauses) if any(" and " in clause for clause in clauses) else listed(clauses)
    return f"{text}; other differences {signed(rest)}" if abs(rest) >= SMALL else text


def _weighty(why: Explanation) -> list[Part]:
    """The parts that are worth telling, the weightiest first, until what remains is small."""
    told: list[Part] = []
    rest = why.lead
    for part in why.parts[:MOST_PARTS]:
        minor = abs(part.counts) < MINOR * abs(why.parts[0].counts)
        if abs(part.counts) < SMALL or (minor and abs(rest) <= LITTLE * abs(why.lead)):
            break
        told.append(part)
        rest -= part.counts
    return told


def _own(told: Sequence[Part], seat: int, words: Catalogue) -> str:
    own = [part for part in told if part.seat == seat]
    items = [f"{points(abs(part.points))} {_more(part.points)} {words.sources[part.source].where}" for part in own]
    return f"expects {listed(items)}" if items else ""


def _against(told: Sequence[Part], seat: int, words: Catalogue, names: Sequence[str]) -> Iterator[str]:
    """A clause for each opponent that loses, and for each that gains."""
    for other, name in enumerate(names):
        parts = [part for part in told if part.seat == other != seat]
        taken = [(points(-part.points), words.sources[part.source].where) for part in parts if part.points < 0]
        given = [(points(part.points), words.sources[part.source].where) for part in parts if part.points > 0]
        if taken:
            (much, where), *more = taken
            yield "takes " + listed([f"{much} from {name} {where}", *map(" ".join, more)])
        if given:
            yield f"gives {name} {listed([*map(' '.join, given)])}"


def _more(difference: float) -> str:
    return "more" if difference > 0 else "less"


def listed(items: Sequence[str]) -> str:
    """With commas and an "and"."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"


def headline(analysis: Analysis) -> str:
    """How the game ended, or that it didn't."""
    result, players = analysis.result, analysis.players
    said = [f"{player.name} {_left(player.left)}" for player in players if player.left is not None]
    if result is None:
        return ". ".join(["The game is not over", *said])
    winners = [players[seat].name for seat in result.winners]
    verb = "wins" if len(winners) == 1 else "share first place"
    return ". ".join([f"{listed(winners)} {verb}, {' : '.join(map(str, result.score))}".replace("-", "−"), *said])


def _left(how: str) -> str:
    return "resigned" if how == RESIGNS else "ran out of time"


def costs(decision: Decision) -> str:
    return f"{signed_percent(-decision.win_cost)}, {signed(-decision.lead_cost)} points"


def by_seat(changes: Sequence[float], names: Sequence[str]) -> str:
    """Changes of chances of winning, the largest first: "White +12 %, Black −12 %"."""
    ordered = sorted(range(len(names)), key=lambda seat: -abs(changes[seat]))
    told = [seat for seat in ordered if abs(changes[seat]) >= 0.005]
    return ", ".join(f"{names[seat]} {signed_percent(changes[seat])}" for seat in told) or "no change"


def knowledge(all_knowing: bool) -> str:
    return "with everything known" if all_knowing else "with what the player could know"


def points(value: float) -> str:
    return f"{abs(value):.1f}" if abs(value) < 0.05 else _plain(f"{value:.1f}")


def signed(value: float) -> str:
    """With a plus or a true minus."""
    return "±0.0" if abs(value) < 0.05 else _plain(f"{value:+.1f}")


def percent(chance: float) -> str:
    return f"{100 * chance:.0f}{SPACE}%"


def signed_percent(change: float) -> str:
    return f"±0{SPACE}%" if abs(change) < 0.005 else _plain(f"{100 * change:+.0f}{SPACE}%")


def _plain(number: str) -> str:
    return number.replace("-", "−")
