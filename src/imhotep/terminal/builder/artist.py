"""What the terminal has to know about Builder of Egypt."""

from collections import Counter
from collections.abc import Sequence

from rich.console import RenderableType

from imhotep.table.builder.view import BuilderView
from imhotep.table.moves import Event
from imhotep.terminal.artist import Artist, Examples, Note
from imhotep.terminal.builder.log import log_lines
from imhotep.terminal.builder.pieces import words
from imhotep.terminal.builder.table import table
from imhotep.terminal.pieces import Drawing
from imhotep.terminal.scores import score_table

LOADING = ("ship", "space", "on", "onto")


class BuilderArtist(Artist):
    id = "builder"
    examples = Examples(
        moves="get, load 2 1 (ship 2, space 1), sail 3 temple, play lever",
        why="sail 1 temple",
        rules="rules temple, rules R15",
        word="sled",
    )
    private = ("market", "seats", "groups")

    def draw(
        self, view: BuilderView, events: Sequence[Event], reasons: Sequence[str] = (), hint: str | None = None
    ) -> RenderableType:
        return table(view, events, hint)

    def log_lines(self, view: BuilderView, events: Sequence[Event]) -> Drawing:
        return log_lines(view, events)

    def scores(self, view: BuilderView, winners: Sequence[int]) -> RenderableType:
        more: dict[str, list[object]] = {}
        if not view.is_over:
            more["If the game ended now"] = [seat.score_if_ended for seat in view.seats]
        more["Stones on the sled"] = [seat.sled for seat in view.seats]
        if any(seat.remembered for seat in view.seats):  # N18: only for whoever asks
            more["Seen being taken"] = [_named(seat.remembered) for seat in view.seats]
        return score_table(view, words(), winners, "Points so far", more)

    def in_play(self, view: BuilderView) -> list[Note]:
        notes: list[Note] = []
        for one in view.prophecies:
            known = words().prophecies.get(one.id)
            task = words().task(most=one.most, at_least=one.at_least, stones=one.stones, cards=one.cards)
            notes.append(Note(words().prophecy_name(one.id), task, known))
        return notes

    def is_move(self, line: str) -> bool:
        """load 2 1 is a stone, load evening.imh is a game."""
        verb, *rest = line.lower().replace(",", " ").split()
        return verb == "load" and bool(rest) and all(word.isdecimal() or word in LOADING for word in rest)


def _named(cards: Sequence[str]) -> str:
    counted = Counter(words().cards[id].name for id in cards)
    return ", ".join(f"{name} ×{count}" if count > 1 else name for name, count in counted.items()) or "–"
