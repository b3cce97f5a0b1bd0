"""Moves of The Duel in words, both ways: `place 2 3`, `unload row 1`, `play take` (docs/notation.md)."""

import re
from collections.abc import Sequence

from imhotep.engine.duel.vocabulary import CARGO, Action
from imhotep.table.duel.words import ACTION_IDS, BOAT_IDS
from imhotep.table.moves import Move
from imhotep.table.notation import NothingLikeThatError, Reader, words

FORMS = (
    "place ROW COLUMN, unload BOAT, play TOKEN, take BOAT SPACE TOKEN, swap BOAT SPACE SPACE, stop, pass; "
    "a boat is row 1, row 2, row 3, column 1, column 2 or column 3"
)
COLUMNS = 3
PAIRS = ((1, 2), (1, 3), (2, 3))  # of cargo spaces, as the engine numbers them


def move_of(code: int, cargo: Sequence[str] = ("",) * 18) -> Move:
    """The move that a code means; `cargo` is what lies on the boats."""
    if code < Action.UNLOAD:
        row, column = code // COLUMNS + 1, code % COLUMNS + 1
        return Move(text=f"place {row} {column}", verb="place", row=row, column=column)
    if code < Action.PLAY:
        boat = BOAT_IDS[code - Action.UNLOAD]
        return Move(text=f"unload {boat}", verb="unload", boat=boat)
    if code < Action.PASS:
        action = ACTION_IDS[code - Action.PLAY]
        return Move(text=f"play {words(action)}", verb="play", token=action)
    if code == Action.PASS:
        return Move(text="pass", verb="pass")
    if code == Action.STOP:
        return Move(text="stop", verb="stop")
    if code < Action.SWAP:
        boat, space = BOAT_IDS[int(code - Action.TAKE) // CARGO], int(code - Action.TAKE) % CARGO + 1
        token = cargo[code - Action.TAKE]
        text = f"take {boat} {space} {words(token)}".rstrip()
        return Move(text=text, verb="take", boat=boat, space=space, token=token or None)
    boat, pair = BOAT_IDS[int(code - Action.SWAP) // CARGO], int(code - Action.SWAP) % CARGO
    first, second = PAIRS[pair]
    return Move(text=f"swap {boat} {first} {second}", verb="swap", boat=boat, space=first, second_space=second)


def code_of(text: str, cargo: Sequence[str]) -> int:
    """The code that a text means; whether it is legal is another question.

    Raises NotationError, or NothingLikeThatError if another token lies there.
    """
    return _Parser(text, cargo).code()


class _Parser(Reader):
    def __init__(self, text: str, cargo: Sequence[str]) -> None:
        super().__init__(text, FORMS)
        self.cargo = cargo

    def code(self) -> int:
        match self.verb:
            case "place":
                self.drop("a", "meeple", "on", "at", "row", "column")
                row, column = self.numbers(2, "place ROW COLUMN, such as place 2 3")
                return (
                    int(Action.PLACE)
                    + self.index(row, COLUMNS, "row") * COLUMNS
                    + self.index(column, COLUMNS, "column")
                )
            case "unload":
                boat = self.boat("unload BOAT, such as unload row 1")
                if self.rest:
                    raise self.wrong("unload BOAT, such as unload row 1")
                return int(Action.UNLOAD) + boat
            case "play":
                return int(Action.PLAY) + ACTION_IDS.index(self.choice(ACTION_IDS, "action token"))
            case "take":
                return self.take()
            case "swap":
                return self.swap()
            case "stop":
                return self.alone(Action.STOP)
            case "pass":
                return self.alone(Action.PASS)
            case _:
                raise self.unknown()

    def boat(self, form: str) -> int:
        """row 1, column 2, also r1 or col 2; takes it from what is left to read."""
        self.drop("the", "boat", "of", "from", "at")
        found = re.match(r"(r|row|c|col|column) ?([0-9]{1,5})(?: |$)", " ".join(self.rest))
        if found is None:
            raise self.wrong(form)
        self.rest = " ".join(self.rest)[found.end() :].split()
        line = "row" if found[1].startswith("r") else "column"
        return BOAT_IDS.index(f"{line} {self.index(found[2], COLUMNS, line) + 1}")

    def space(self, form: str) -> int:
        """From 0; takes it from what is left to read."""
        self.drop("space", "spaces", "and")
        if not self.rest or not self.rest[0].isdecimal() or len(self.rest[0]) > 5:
            raise self.wrong(form)
        return self.index(self.rest.pop(0), int(CARGO), "cargo space")

    def take(self) -> int:
        form = "take BOAT SPACE TOKEN, such as take row 2 3 obelisk"
        boat = self.boat(form)
        at = boat * int(CARGO) + self.space(form)
        code = int(Action.TAKE) + at
        if self.rest and " ".join(self.rest) != words(self.cargo[at]):
            raise NothingLikeThatError(code, "other_token")
        return code

    def swap(self) -> int:
        form = "swap BOAT SPACE SPACE, such as swap column 1 1 3"
        boat = self.boat(form)
        first, second = self.space(form), self.space(form)
        if self.rest or first == second:
            raise self.wrong(form)
        pair = PAIRS.index((min(first, second) + 1, max(first, second) + 1))
        return int(Action.SWAP + boat * CARGO) + pair
