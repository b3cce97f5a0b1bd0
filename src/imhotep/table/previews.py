"""What each answer would bring at once, as far as whoever is asked can know: to be shown before it is given."""

import msgspec

from imhotep.engine.kernel import Journal
from imhotep.table.happened import Happened
from imhotep.table.moves import Event
from imhotep.table.question import Question


class Preview(msgspec.Struct, frozen=True, kw_only=True):
    text: str  # the move
    events: list[Event]  # what would happen, up to the next decision or the first thing that nobody can know
    scores: list[int] | None  # after it; None if something hidden comes first
    decider: int | None  # who would be asked next; None then, or at the end of the game


def previews(question: Question) -> list[Preview]:
    """Of every legal answer. They are carried out in a position that looks to the seat as the true one does, and end
    where something hidden would be shown: so they tell nothing that the seat does not know."""
    return [_preview(question, move.text) for move in question.moves]


def _preview(question: Question, text: str) -> Preview:
    position, journal, happened = question.position(), Journal(), Happened()
    position.journal = journal
    position.apply(question.code(text))
    happened.take(journal)
    events = happened.since(0)
    unknown = next((number for number, event in enumerate(events) if question.kind.reveals(event)), None)
    hidden = unknown is not None
    return Preview(
        text=text,
        events=[question.event(event) for event in events[:unknown]],
        scores=None if hidden else [int(position.score(seat)) for seat in range(question.players)],
        decider=None if hidden or position.is_over() else int(position.decider()),
    )
