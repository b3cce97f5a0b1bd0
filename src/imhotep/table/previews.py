"""What each answer would bring at once, as far as whoever is asked can know: to be shown before it is given."""

import msgspec

from imhotep.engine.kernel import Journal
from imhotep.table.event_log import EventLog
from imhotep.table.moves import Event
from imhotep.table.question import Question

DEALT = frozenset(
    (
        *("round_began", "ship_ready", "card_dealt", "card_dealt_down", "pile_shuffled", "turn_began"),
        *("token_loaded", "reserve_loaded"),
    )
)


class Preview(msgspec.Struct, frozen=True, kw_only=True):
    """What a move would bring at once, as far as anybody can know."""

    text: str  # the move
    events: list[Event]  # what would happen, up to the next decision or the first thing that nobody can know
    scores: list[int] | None  # after it; None if something hidden comes first
    points: list[dict[str, int]] | None  # of each seat by source, if the game ended then; None if that may depend on it
    decider: int | None  # who would be asked next; None then, or at the end of the game


def previews(question: Question) -> list[Preview]:
    """Of every legal answer. They are carried out in a position that looks to the seat as the true one does, and end
    where something hidden would be shown: so they tell nothing that the seat does not know."""
    return [_preview(question, move.text) for move in question.moves]


def _preview(question: Question, text: str) -> Preview:
    position, journal, log = question.position(), Journal(), EventLog()
    position.journal = journal
    position.apply(question.code(text))
    log.take(journal)
    events = log.since(0)
    unknown = next((number for number, event in enumerate(events) if question.rules.reveals(event)), None)
    hidden = unknown is not None
    told = [question.event(event) for event in events]
    counts = hidden and not all(_is_nobodys(event) for event in told[unknown:])
    return Preview(
        text=text,
        events=told[:unknown],
        scores=None if hidden else [int(position.score(seat)) for seat in range(question.players)],
        points=None if counts else question.worth(position),
        decider=None if hidden or position.is_over() else int(position.decider()),
    )


def _is_nobodys(event: Event) -> bool:
    """Whether it only deals or clears away what belongs to nobody: whatever that is, the points are the same."""
    return event.kind in DEALT or (event.kind == "card_discarded" and event.space is not None)  # from the market
