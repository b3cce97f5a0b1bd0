"""The smallest things that only The Duel has: its cargo tokens and meeples."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from rich.text import Text

from imhotep.table.catalogue import Catalogue, catalogue
from imhotep.table.duel.view import SiteView
from imhotep.table.duel.words import ACTION_IDS
from imhotep.terminal.pieces import DECK_INK, SEAT_LOOKS, Drawing, Seat, centered, faint, flow, said

SUN = "#f4c65c"  # what may be chosen, on water
SAND = "#c8ab74"  # the harbour's ground
SYMBOL = "◉"
SEAM = "▁"  # between two blocks
NAME = 9  # columns of a name on two lines
MOST_SYMBOLS = 5  # drawn one by one


class TokenLook(NamedTuple):
    face: str
    ink: str


OBELISK = TokenLook("#a8452f", "#fff4e6")
LIGHT = TokenLook("#ead9a4", "#4a2d0c")
DARK = TokenLook("#5b3a22", "#f6dfb0")
TEMPLE = TokenLook("#2c5cb4", "#ffffff")
TOMB = TokenLook("#33294a", "#f4c65c")
ACTION = TokenLook("#2b7a57", "#ffffff")
TOKENS = {"obelisk": OBELISK, "light_pyramid": LIGHT, "dark_pyramid": DARK, "temple": TEMPLE, "tomb": TOMB}
SHORT = {  # where a line has to do
    "light_pyramid": "Light ◢◣",
    "dark_pyramid": "Dark ◢◣",
    "place_and_unload": "Place+Un",
    "swap_and_unload": "Swap+Un",
}


def words() -> Catalogue:
    return catalogue("duel")


# --- tokens


def kind_and_number(id: str) -> tuple[str, int]:
    """temple_3 is a temple with 3 symbols; those without a number have 0."""
    kind, _, number = id.rpartition("_")
    return (kind, int(number)) if number.isdecimal() else (id, 0)


def token_name(id: str) -> str:
    kind, number = kind_and_number(id)
    return words().tokens[kind].name.format(number=number)


def short_name(id: str) -> str:
    return SHORT.get(id, token_name(id))


def symbols(number: int) -> str:
    return SYMBOL * number if number <= MOST_SYMBOLS else f"{SYMBOL}×{number}"


def style_of(id: str) -> str:
    look = TOKENS.get(kind_and_number(id)[0], ACTION)
    return f"bold {look.ink} on {look.face}"


def token(id: str, count: int = 1, short: bool = False) -> Text:
    """A token with its name."""
    name = short_name(id) if short else token_name(id)
    return Text(f" {name} " + (f"×{count} " if count > 1 else ""), style_of(id))


def tokens(ids: Iterable[str], short: bool = False) -> list[Text]:
    """Each kind once, with how many there are."""
    return [token(id, count, short) for id, count in Counter(ids).items()]


def plaque(id: str, width: int, height: int, number: int | None = None) -> Drawing:
    """A token as it lies on a boat, of exactly this size; if there are two lines, with the number of a move."""
    lines = [short_name(id)] if height == 1 or number is not None else _in_lines(id, width)
    lines = [line[:width].center(width) for line in lines[:height]]
    lines += [" " * width] * (height - len(lines))
    drawn = [Text(line, style_of(id)) for line in lines]
    if number is not None and height > 1:
        drawn[-1] = _on(
            centered(Text(f"[{number}]", f"bold {DECK_INK} on {SUN}"), width),
            TOKENS.get(kind_and_number(id)[0], ACTION).face,
        )
    return drawn


def _in_lines(id: str, width: int) -> list[str]:
    kind, number = kind_and_number(id)
    if kind == "temple":
        return [token_name(id).rpartition(" ")[0], symbols(number)]
    if number:
        return token_name(id).rsplit(" ", 1)
    return [line.plain for line in flow(said(token_name(id).replace(" and ", " + ")), min(width, NAME))]


def tally(counts: Mapping[str, int]) -> list[Text]:
    """Many tokens in short form: each kind with how many there are, tomb tokens with their numbers."""
    parts: list[Text] = []
    numbered: dict[str, list[str]] = {}
    for id in sorted(counts, key=_order):
        (kind, number), count = kind_and_number(id), counts[id]
        if kind == id:
            parts.append(_counted(short_name(id), count))
        else:
            numbered.setdefault(kind, []).append(str(number) if kind == "tomb" else f"{number} ×{count}")
    for kind, found in numbered.items():
        name = words().tokens[kind].title
        parts.append(Text.assemble(f"{name} ", ((" " if kind == "tomb" else ", ").join(found), "bold")))
    return parts


def tally_of_kinds(counts: Mapping[str, int]) -> list[Text]:
    """The same, shorter still: how many there are for each site, and of action tokens."""
    kinds: dict[str, int] = {}
    for id in sorted(counts, key=_order):
        kind = kind_and_number(id)[0]
        name = "Action" if kind in ACTION_IDS else "Pyramid" if kind.endswith("pyramid") else words().tokens[kind].title
        kinds[name] = kinds.get(name, 0) + counts[id]
    return [_counted(name, count) for name, count in kinds.items()]


def _counted(name: str, count: int) -> Text:
    return Text.assemble(f"{name} ", (f"×{count}", "bold"))


def _order(id: str) -> tuple[int, int]:
    """As in the catalogue, then by number."""
    kind, number = kind_and_number(id)
    return list(words().tokens).index(kind), number


def block(look: TokenLook, width: int = 3, sign: str = SEAM) -> Text:
    """A token as a part of a building, with a seam below it."""
    inside = sign.center(width - 2, SEAM if sign == SEAM else " ")[: width - 2]
    return Text.assemble(("▐", look.face), (inside, f"{look.ink} on {look.face}"), ("▌", look.face))


# --- meeples


def meeple(seat: Seat, width: int, height: int, ground: str) -> Drawing:
    """Head and body, or the body alone."""
    look = SEAT_LOOKS[seat.color]
    face, inside = f"{look.face} on {ground}", f"bold {look.ink} on {look.face}"
    body = Text.assemble(("▐", face), (f" {look.mark} ", inside), ("▌", face))
    drawing = [Text("▗▆▖", face), body][-height:]
    return [_on(centered(line, width), ground) for line in drawing]


def _on(line: Text, ground: str) -> Text:
    return Text(style=f"on {ground}").append_text(line)


def meeples(seat: Seat, hand: int) -> Text:
    """Those that can be placed."""
    look = SEAT_LOOKS[seat.color]
    figures = (f" {look.mark * hand} ", f"bold {look.ink} on {look.face}")
    return Text.assemble(figures, faint(" in hand")) if hand else faint("none in hand")


# --- printed values


def number_of(site: SiteView, name: str) -> int:
    value = site.values[name]
    assert isinstance(value, int)
    return value


def numbers_of(site: SiteView, name: str) -> list[int]:
    value = site.values[name]
    assert isinstance(value, list)
    return value
