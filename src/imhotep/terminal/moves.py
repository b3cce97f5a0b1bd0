"""The legal moves as a numbered list, and what a typed line means."""

from collections.abc import Iterable, Sequence

from rich.text import Text

from imhotep.table.moves import Move
from imhotep.terminal.pieces import Drawing

INDENT = 13  # columns for what a group of moves is called


def labelled(groups: Iterable[tuple[str, Drawing]], indent: int = INDENT) -> Drawing:
    """Groups below each other, each behind its name; one that is called like the one before goes on with it."""
    lines: Drawing = []
    last = ""
    for label, drawing in groups:
        shown = "" if label == last else label
        last = label
        for line in drawing:
            lines.append(Text.assemble((shown.ljust(indent), "bold"), line))
            shown = ""
    return lines


def matching(moves: Sequence[Move], text: str) -> list[Move]:
    """The moves that a typed text begins: word by word, each the beginning of the move's own."""
    typed = text.lower().split()
    exact = [move for move in moves if move.text.split() == typed]
    return exact or [move for move in moves if typed and _begins(move.text.split(), typed)]


def _begins(words: list[str], typed: list[str]) -> bool:
    if len(typed) > len(words):
        return False
    pairs = zip(typed, words, strict=False)
    return all(part == word or (word.startswith(part) and not word.isdecimal()) for part, word in pairs)
