"""What the terminal has to know about The Duel."""

from collections.abc import Sequence

from rich.console import RenderableType

from imhotep.table.duel.view import DuelView
from imhotep.table.duel.words import ACTION_IDS
from imhotep.table.moves import Event
from imhotep.terminal.artist import Artist, Examples, Note
from imhotep.terminal.duel.log import log_lines
from imhotep.terminal.duel.payment import payment
from imhotep.terminal.duel.pieces import words
from imhotep.terminal.duel.table import table
from imhotep.terminal.pieces import Drawing
from imhotep.terminal.scores import score_table


class DuelArtist(Artist):
    id = "duel"
    examples = Examples(
        moves="place 2 3 (row 2, column 3), unload row 1, u c 2 (unload column 2), play take",
        why="unload row 1",
        rules="rules tomb, rules R135",
        word="meeple",
    )

    def draw(
        self, view: DuelView, events: Sequence[Event], reasons: Sequence[str] = (), hint: str | None = None
    ) -> RenderableType:
        return table(view, events, reasons, hint)

    def log_lines(self, view: DuelView, events: Sequence[Event]) -> Drawing:
        return log_lines(view, events)

    def scores(self, view: DuelView, winners: Sequence[int]) -> RenderableType:
        ties = ["loses" if seat.starts else "wins" for seat in view.seats]
        return score_table(view, words(), winners, "If the game ended now", {"In a tie": ties})

    def in_play(self, view: DuelView) -> list[Note]:
        """What sites pay if that isn't printed on them, and what action tokens do."""
        names = {id: f"{words().sites[id].name} {site.side} at this table" for id, site in view.sites.items()}
        notes = [Note(names[id], payment(view, id)) for id, site in view.sites.items() if not site.printed]
        return notes + [Note(token.title, token.text) for token in (words().tokens[id] for id in ACTION_IDS)]

    def missed(self, view: DuelView) -> list[str]:
        """Own action tokens that can't be played in this turn."""
        if view.question != "turn" or view.decider is None:
            return []
        can_be_played = {move.token for move in view.moves if move.verb == "play"}
        own = dict.fromkeys(view.seats[view.decider].actions)
        return [f"play {id.replace('_', ' ')}" for id in own if id not in can_be_played]
