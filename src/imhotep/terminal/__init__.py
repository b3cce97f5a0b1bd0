"""Positions on the terminal. What games share is drawn here, what is a game's own in the folder of its name."""

from collections.abc import Sequence

from rich.console import RenderableType

from imhotep.table.moves import Event
from imhotep.terminal.artist import Artist
from imhotep.terminal.builder.artist import BuilderArtist
from imhotep.terminal.duel.artist import DuelArtist
from imhotep.terminal.pieces import View, by_name

ARTISTS: dict[str, Artist] = {artist.id: artist for artist in (BuilderArtist(), DuelArtist())}


def artist_of(game: str) -> Artist:
    return ARTISTS[game]


def draw(
    view: View, events: Sequence[Event], reasons: Sequence[str] = (), hint: str | None = None, *, to_you: bool = False
) -> RenderableType:
    """All that a view of any game shows, above the prompt; it fits itself to the console that it is printed on.

    `to_you`: the viewer is alone at the screen, and is called You.
    """
    return artist_of(view.game).draw(view if to_you else by_name(view), events, reasons, hint)
