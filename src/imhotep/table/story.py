"""How a finished game went: the points after each round or turn, and what is worth another look. No bot judges here;
these are facts of the ledger."""

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from imhotep.table.game import MOVE, UNDO, UNDO_BY_CONSENT, Game, grouped
from imhotep.table.moves import Event, Move


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """The points of all seats at one time."""

    when: Literal["start", "round", "turn", "count", "end"]  # after that; `count`: of a source, when the game is over
    number: int  # of the round or turn, from 1; 0 at the start
    source: str | None = None  # that was counted
    scores: list[int]  # by seat; where points only count at the end, what everything was worth then


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """Something to look at again."""

    kind: Literal["turn", "lead", "count"]  # a seat's best turn; who won goes ahead for good; most that one source paid
    entries: int  # of the record: the replay after so many of them shows it
    number: int  # of the round or turn, from 1
    seat: int
    points: int  # that it brought
    move: Move | None  # with which the turn began; None in the final count
    source: str | None  # that paid, in the final count
    scores: list[int]  # of all seats, afterwards


class Story(msgspec.Struct, frozen=True, kw_only=True):
    standings: list[Standing]
    moments: list[Moment]  # as they happened


class _Turn(msgspec.Struct, kw_only=True):
    seat: int
    entries: int
    move: Move
    number: int
    before: list[int]
    scores: list[int]
    gains: list[int]
    rounds: list[tuple[int, list[int]]]  # that ended with it, and the points then
    counts: list[tuple[str, list[int], list[int]]]  # source, what it paid, the points then


def story_of(game: Game) -> Story:
    """Slow, since the game is gone through again: not in an event loop."""
    turns = list(_turns(game))
    return Story(standings=_standings(game, turns), moments=_moments(game, turns))


def _turns(game: Game) -> Iterator[_Turn]:
    """Those that were not taken back."""
    again = Game(game.rules, game.setup, game.deal)
    rounds = again.round is not None
    steps: list[tuple[int, int, Move, int, int, list[int]]] = []
    for at, entry, shuffles in grouped(game.entries):
        if entry.kind == MOVE:
            move, number, before = again.parse(entry.text), again.round or 0, again.event_count
            seat = entry.seat if entry.seat is not None else again.decider or 0
            again.follow(entry, shuffles)
            steps.append((seat, at + 1 + len(shuffles), move, number, before, again.scores()))
            continue
        again.follow(entry, shuffles)
        if entry.kind in (UNDO, UNDO_BY_CONSENT):
            steps.pop()
    events = again.events
    scores = list(Game(game.rules, game.setup, game.deal).scores())
    turn: _Turn | None = None
    ends = [*(step[4] for step in steps), len(events)][1:]
    for (seat, entries, move, number, first, after), end in zip(steps, ends, strict=True):
        if turn is None:
            turn = _Turn(
                seat=seat,
                entries=entries,
                move=move,
                number=number,
                before=list(scores),
                scores=list(scores),
                gains=[0] * game.players,
                rounds=[],
                counts=[],
            )
        told = events[first:end]
        if rounds:
            _pay(turn, told)
        else:
            turn.gains = [late - early for late, early in zip(after, turn.before, strict=True)]
            turn.scores = after
            turn.counts += _counted(told, after)
        if any(event.kind == "turn_began" for event in told) or end == len(events):
            scores = turn.scores
            yield turn
            turn = None


def _pay(turn: _Turn, events: Sequence[Event]) -> None:
    """What each event of a step paid: the turn itself, the end of its round, or the final count."""
    ended = next((at for at, event in enumerate(events) if event.kind == "round_ended"), len(events))
    income = ended  # what a site pays as the round ends is told just before
    while income and ended < len(events) and events[income - 1].kind == "points":
        income -= 1
    over = any(event.kind == "game_ended" for event in events)
    for at, event in enumerate(events):
        if event.kind == "round_ended":
            turn.rounds.append((event.round or 0, list(turn.scores)))
        if event.kind != "points" or event.seat is None or event.points is None:
            continue
        turn.scores[event.seat] += event.points
        if at < income:
            turn.gains[event.seat] += event.points
        elif at > ended and over:
            source = event.source or ""
            if not any(counted == source for counted, _, _ in turn.counts):
                turn.counts.append((source, [0] * len(turn.scores), []))
            for counted, paid, _ in turn.counts:
                if counted == source:
                    paid[event.seat] += event.points
    sums = list(turn.rounds[-1][1]) if turn.rounds else list(turn.scores)
    for index, (source, paid, _) in enumerate(turn.counts):
        sums = [score + more for score, more in zip(sums, paid, strict=True)]
        turn.counts[index] = (source, paid, sums)


def _counted(events: Sequence[Event], scores: list[int]) -> list[tuple[str, list[int], list[int]]]:
    """Where points only count at the end, the count changes nothing any more: it says what came from where."""
    paid: dict[str, list[int]] = {}
    for event in events:
        if event.kind == "points" and event.seat is not None and event.points is not None:
            paid.setdefault(event.source or "", [0] * len(scores))[event.seat] += event.points
    return [(source, points, scores) for source, points in paid.items()]


def _standings(game: Game, turns: Sequence[_Turn]) -> list[Standing]:
    start = Game(game.rules, game.setup, game.deal)
    found = [Standing(when="start", number=0, scores=start.scores())]
    if start.round is None:
        found += [Standing(when="turn", number=at, scores=turn.scores) for at, turn in enumerate(turns, 1)]
        return found
    for turn in turns:
        found += [Standing(when="round", number=number, scores=scores) for number, scores in turn.rounds]
        for source, _, scores in turn.counts:
            found.append(Standing(when="count", number=turn.number, source=source, scores=scores))
    if turns and found[-1].scores != game.scores():  # somebody left in the middle of a round
        found.append(Standing(when="end", number=turns[-1].number, scores=game.scores()))
    return found


def _moments(game: Game, turns: Sequence[_Turn]) -> list[Moment]:
    numbers = {id(turn): turn.number or at for at, turn in enumerate(turns, 1)}
    found = []
    for seat in range(game.players):
        own = [turn for turn in turns if turn.seat == seat and turn.gains[seat] > 0]
        if own:
            best = max(own, key=lambda turn: (_ahead(turn.gains, seat), turn.gains[seat]))
            found.append(_moment("turn", best, numbers[id(best)], seat, best.gains[seat]))
    paid = [
        (points, seat, turn, source, scores)
        for turn in turns
        for source, gains, scores in turn.counts
        for seat, points in enumerate(gains)
    ]
    if paid:
        points, seat, turn, source, scores = max(paid, key=lambda one: one[0])
        if points > 0:
            moment = _moment("count", turn, numbers[id(turn)], seat, points)
            found.append(msgspec.structs.replace(moment, entries=_last(game), move=None, source=source, scores=scores))
    lead = _lead(game, turns, numbers)
    if lead is not None:
        found.append(lead)
    return sorted(found, key=lambda moment: (moment.entries, moment.kind == "count"))


def _moment(kind: Literal["turn", "lead", "count"], turn: _Turn, number: int, seat: int, points: int) -> Moment:
    return Moment(
        kind=kind,
        entries=turn.entries,
        number=number,
        seat=seat,
        points=points,
        move=turn.move,
        source=None,
        scores=turn.rounds[-1][1] if turn.rounds else turn.scores,  # before the final count
    )


def _lead(game: Game, turns: Sequence[_Turn], numbers: dict[int, int]) -> Moment | None:
    """Since when the winner was ahead of everybody; None if several won, or somebody by something else than points."""
    winners = game.winners()
    if len(winners) != 1 or game.out:
        return None
    seat = winners[0]
    times: list[tuple[_Turn, str | None, list[int], int]] = []
    for turn in turns:
        if turn.counts and turn.rounds:
            times.append((turn, None, turn.rounds[-1][1], turn.gains[seat]))
            times += [(turn, source, scores, paid[seat]) for source, paid, scores in turn.counts]
        else:
            times.append((turn, None, turn.scores, turn.gains[seat]))
    since = len(times)
    while since and _ahead(times[since - 1][2], seat) > 0:
        since -= 1
    if since in (0, len(times)):
        return None
    turn, source, scores, points = times[since]
    moment = _moment("lead", turn, numbers[id(turn)], seat, points)
    move, entries = (None, _last(game)) if source else (turn.move, turn.entries)
    return msgspec.structs.replace(moment, move=move, entries=entries, source=source, scores=list(scores))


def _ahead(scores: Sequence[int], seat: int) -> int:
    """Of the best of the others; below 0 behind them."""
    return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)


def _last(game: Game) -> int:
    return len(game.entries)
