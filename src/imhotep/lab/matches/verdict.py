"""The statistics of a setup at a glance: a sentence for each question, and whether the games are enough to be sure."""

from collections.abc import Sequence

import msgspec

from imhotep.lab.matches.distribution import Estimate
from imhotep.lab.matches.intervals import CONFIDENCE, win_rate_interval
from imhotep.lab.matches.statistics import CardResult, Games, SeatResult, Statistics, lead_each

PLACES = ("whoever starts", "whoever plays second", "whoever plays third", "whoever plays fourth")
FEW = 100  # games
NAMED = 3  # cards, at most


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    about: str  # turn order, points, winning, cards, closeness, number of games
    sure: bool | None  # whether something differs by more than chance explains; None where nothing is compared
    text: str


def verdict(found: Statistics, games: Games) -> list[Finding]:
    findings = [_turn_order(found.places, games), _points(found), _winning(found), _cards(found.cards, games)]
    findings.append(_closeness(found))
    if len(games) < FEW:
        text = f"{many(len(games), 'game')} can only show large effects: play a few hundred."
        findings.insert(0, Finding(about="number of games", sure=None, text=text))
    return [finding for finding in findings if finding is not None]


def percent(share: float) -> str:
    return f"{share:.1%}".replace("-", "−")


def percents(interval: tuple[float, float]) -> str:
    return f"{interval[0] * 100:.1f}–{interval[1]:.1%}"


def signed(value: float) -> str:
    return f"{value:+.1f}".replace("-", "−") if abs(value) >= 0.05 else "0.0"


def many(count: int, what: str) -> str:
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"


def _turn_order(places: Sequence[SeatResult], games: Games) -> Finding:
    """Several places are several chances to be wrong, so each must be surer; of two, one says it all."""
    fair, looks = 1 / len(places), 1 if len(places) == 2 else len(places)
    surely = [place for place in places[:looks] if not _holds(fair, _wins(place, games), 1 - (1 - CONFIDENCE) / looks)]
    if not surely:
        start = f"whoever starts wins {percent(places[0].win_rate)} ({percents(places[0].interval)})"
        text = f"Turn order is balanced within the noise of {many(len(games), 'game')}: {start}, a fair share is"
        return Finding(about="turn order", sure=False, text=f"{text} {percent(fair)}.")
    parts = [
        f"{PLACES[place.number - 1]} wins {percent(place.win_rate)} ({percents(place.interval)}): "
        + ("an advantage" if place.win_rate > fair else "a disadvantage")
        for place in surely
    ]
    text = "; ".join(parts)
    return Finding(about="turn order", sure=True, text=f"{text[0].upper()}{text[1:]}. A fair share is {percent(fair)}.")


def _wins(place: SeatResult, games: Games) -> list[float]:
    return [game.outcome.shares[game.seat_at(place.number)] for game in games]


def _holds(value: float, wins: list[float], confidence: float) -> bool:
    low, high = win_rate_interval(wins, [1] * len(wins), confidence)
    return low <= value <= high


def _points(found: Statistics) -> Finding | None:
    ordered = sorted(found.sources, key=lambda source: -source.share)
    if not ordered:
        return None
    most = ", ".join(f"{source.name} {percent(source.share)}" for source in ordered[:NAMED])
    text = f"A player ends with {found.scores.mean:.1f} points. Most of them come from: {most}."
    return Finding(about="points", sure=None, text=text)


def _winning(found: Statistics) -> Finding | None:
    """That winners have more is no wonder: of what they have more is the question."""
    excesses = [(source.excess.value, source.name) for source in found.sources if source.excess is not None]
    if not excesses:
        return None
    lead = sum(excess for excess, _ in excesses)
    most = ", ".join(f"{name} {signed(excess)}" for excess, name in sorted(excesses, reverse=True)[:NAMED])
    text = f"Winners are {lead:.1f} points ahead of the others' mean, most at: {most}."
    return Finding(about="winning", sure=None, text=text)


def _cards(cards: Sequence[CardResult], games: Games) -> Finding | None:
    """Many cards are many chances to be wrong, so each must be surer."""
    compared = [card for card in cards if card.lead_each is not None]
    if not compared:
        return None
    strict = {card.id: lead_each(card.id, games, 1 - (1 - CONFIDENCE) / len(compared)) for card in compared}
    surely = [card for card in compared if (estimate := strict[card.id]) is not None and estimate.is_sure]
    if not surely:
        text = f"Nothing that can be taken stands out within the noise of {many(len(games), 'game')}."
        return Finding(about="cards", sure=False, text=text)
    surely.sort(key=lambda card: -abs(_value(card.lead_each)))
    named = [f"{card.name} {signed(_value(card.lead_each))}" for card in surely[:NAMED]]
    text = f"One more taken goes with the largest change of lead at: {', '.join(named)} points."
    return Finding(about="cards", sure=True, text=text)


def _value(estimate: Estimate | None) -> float:
    return 0.0 if estimate is None else estimate.value


def _closeness(found: Statistics) -> Finding:
    close = found.closeness
    half = f"Half of the games are decided by {many(close.margin.median, 'point')} or less"
    shared = f"; {percent(close.shared_wins)} of wins are shared" if close.shared_wins else ""
    return Finding(about="closeness", sure=None, text=f"{half}, {percent(close.within[1])} by at most 1{shared}.")
