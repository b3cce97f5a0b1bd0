"""The burial chamber: stones that lie together, scored at the end of the game."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from imhotep.engine.builder.scoring import place_points
from imhotep.engine.builder.state import Board, State
from imhotep.engine.builder.values import Values
from imhotep.engine.builder.vocabulary import EMPTY, MOUND_SPACES, TOMB_NUMBERS, Action, Event, Refusal, Site, Step
from imhotep.engine.kernel import LEGAL, NOT_ASKED, Actions, Random, add_numbers, copy_first, copy_items
from imhotep.engine.piles import Pile
from imhotep.engine.tables import of_set


@mypyc_attr(acyclic=True)
class BurialChamber(Board):
    """What sides A and B share: columns from the left without end, each from the top."""

    def __init__(self, values: Values) -> None:
        super().__init__(values)
        self.count: i64 = 0
        self.owners = vec[i64]([EMPTY] * (values.stones * values.players))  # as many as there are stones

    def reset(self) -> None:
        super().reset()
        self.count = 0

    def copy_from(self, other: Board) -> None:
        assert isinstance(other, BurialChamber)
        copy_items(other.built, self.built)
        self.count = other.count
        copy_first(other.count, other.owners, self.owners)

    def add_numbers(self, numbers: list[int]) -> None:
        super().add_numbers(numbers)
        for i in range(self.count):
            numbers.append(int(self.owners[i]))

    def place(self, owner: i64, at: i64) -> None:
        self.owners[self.count] = owner
        self.count += 1
        self.built[owner] += 1

    def deliver(self, state: State, owner: i64) -> None:
        state.note(Event.STONE_BUILT, owner, Site.BURIAL_CHAMBER, self.count)
        self.place(owner, self.count)


@final
@mypyc_attr(acyclic=True)
class BurialChamberA(BurialChamber):
    """Connected stones of one colour score as areas; each player scores all of them."""

    def prospect(self, state: State, seat: i64) -> float:
        """More beside an own stone."""
        rows, cell = self.values.chamber_rows, self.count
        worth = 1.6
        if cell >= rows and self.owners[cell - rows] == seat:
            worth += 1.2
        if cell % rows > 0 and self.owners[cell - 1] == seat:
            worth += 1.2
        return worth

    def end_game(self, state: State) -> None:
        values = self.values
        seen = vec[bool]([False] * self.count)
        for cell in range(self.count):
            if not seen[cell]:
                owner = self.owners[cell]
                size = area(self.owners, self.count, values.chamber_rows, owner, cell, seen)
                points = of_set(values.area_points, values.area_more, size)
                state.gain_points(owner, Site.BURIAL_CHAMBER, points, cell)


@final
@mypyc_attr(acyclic=True)
class BurialChamberB(BurialChamber):
    """Each row is ranked by the number of stones in it."""

    def prospect(self, state: State, seat: i64) -> float:
        """A part of what being first in a row scores."""
        return 0.45 * float(self.values.row_points[0])

    def end_game(self, state: State) -> None:
        values = self.values
        for row in range(values.chamber_rows):
            counts = vec[i64]([0] * values.players)
            cell = row
            while cell < self.count:
                counts[self.owners[cell]] += 1
                cell += values.chamber_rows
            for seat in range(values.players):
                if counts[seat] > 0:
                    state.gain_points(seat, Site.BURIAL_CHAMBER, place_points(counts, seat, values.row_points), row)


@final
@mypyc_attr(acyclic=True)
class BurialChamberC(Board):
    """The burial mound: a stone lies on the ground or on two others; areas count stones times levels (N6).

    Spaces are numbered level by level from the ground, each from the left. A space rests on the one that has its number
    in the level below, and on the next one.
    """

    def __init__(self, values: Values) -> None:
        super().__init__(values)
        spaces: i64 = 0
        for width in values.mound_widths:
            spaces += width
        self.owners = vec[i64]([EMPTY] * spaces)
        self.levels = vec[i64]([0] * spaces)
        self.below = vec[i64]([EMPTY] * spaces)  # the left one of the two it rests on, or EMPTY on the ground
        self.free: i64 = spaces
        space: i64 = 0
        for level in range(i64(len(values.mound_widths))):
            for _ in range(values.mound_widths[level]):
                self.levels[space] = level
                if level > 0:
                    self.below[space] = space - values.mound_widths[level - 1]
                space += 1

    def reset(self) -> None:
        super().reset()
        self.free = len(self.owners)
        for space in range(i64(len(self.owners))):
            self.owners[space] = EMPTY

    def copy_from(self, other: Board) -> None:
        assert isinstance(other, BurialChamberC)
        copy_items(other.built, self.built)
        copy_items(other.owners, self.owners)
        self.free = other.free

    def add_numbers(self, numbers: list[int]) -> None:
        super().add_numbers(numbers)
        add_numbers(self.owners, numbers)

    def no_space(self, space: i64) -> i64:
        if space >= len(self.owners) or self.owners[space] != EMPTY:
            return Refusal.NO_MOUND_SPACE
        below = self.below[space]
        if below != EMPTY and (self.owners[below] == EMPTY or self.owners[below + 1] == EMPTY):
            return Refusal.NOTHING_TO_REST_ON
        return LEGAL

    def place(self, owner: i64, at: i64) -> None:
        """Onto space `at`, or to the edge if there is none of that number."""
        if at < len(self.owners):
            self.owners[at] = owner
            self.free -= 1
        self.built[owner] += 1

    def deliver(self, state: State, owner: i64) -> None:
        if self.free > 0:
            state.push(Step.CHOOSE, owner, Site.BURIAL_CHAMBER)
        else:
            build_at_edge(self, state, owner, self.stones())

    def legal(self, state: State, seat: i64, what: i64, actions: Actions) -> None:
        for space in range(i64(len(self.owners))):
            if self.no_space(space) == LEGAL:
                actions.add(Action.MOUND + space)

    def refusal(self, state: State, seat: i64, what: i64, code: i64) -> i64:
        if code < Action.MOUND or code >= Action.MOUND + MOUND_SPACES:
            return NOT_ASKED
        return self.no_space(code - Action.MOUND)

    def choose(self, state: State, seat: i64, what: i64, code: i64) -> None:
        state.note(Event.STONE_BUILT, seat, Site.BURIAL_CHAMBER, code - Action.MOUND)
        self.place(seat, code - Action.MOUND)

    def prospect(self, state: State, seat: i64) -> float:
        return 2.4 if self.free > 0 else float(self.values.chamber_overflow)

    def end_game(self, state: State) -> None:
        seen = vec[bool]([False] * len(self.owners))
        for space in range(i64(len(self.owners))):
            if self.owners[space] != EMPTY and not seen[space]:
                owner = self.owners[space]
                levels = vec[bool]([False] * len(self.values.mound_widths))
                size = self.area(owner, space, seen, levels)
                height: i64 = 0
                for level in range(i64(len(levels))):
                    if levels[level]:
                        height += 1
                points = size * min(height, self.values.mound_most_levels)
                state.gain_points(owner, Site.BURIAL_CHAMBER, points, space)

    def area(self, owner: i64, space: i64, seen: vec[bool], levels: vec[bool]) -> i64:
        """Stones of one owner that touch: left, right, and those a stone rests on."""
        if seen[space] or self.owners[space] != owner:
            return 0
        seen[space] = True
        levels[self.levels[space]] = True
        size: i64 = 1
        for other in range(i64(len(self.owners))):
            if self.touch(space, other):
                size += self.area(owner, other, seen, levels)
        return size

    def touch(self, space: i64, other: i64) -> bool:
        low, high = min(space, other), max(space, other)
        if self.levels[low] == self.levels[high]:
            return high - low == 1
        return self.below[high] != EMPTY and (low == self.below[high] or low == self.below[high] + 1)


@final
@mypyc_attr(acyclic=True)
class BurialChamberD(Board):
    """The tomb: each stone takes one of the numbers that are turned over in this round (N11)."""

    def __init__(self, values: Values) -> None:
        super().__init__(values)
        self.tokens = Pile(values.tomb_tokens)  # face down, numbers from 0
        self.open = Pile(values.tomb_turned)
        self.owners = vec[i64]([EMPTY] * values.tomb_tokens)  # row by row
        self.edge: i64 = 0  # stones there

    def reset(self) -> None:
        super().reset()
        self.edge = 0
        self.open.count = 0
        self.tokens.count = 0
        for number in range(self.values.tomb_tokens):
            self.owners[number] = EMPTY
            self.tokens.put(number)

    def copy_from(self, other: Board) -> None:
        assert isinstance(other, BurialChamberD)
        copy_items(other.built, self.built)
        copy_items(other.owners, self.owners)
        self.edge = other.edge
        self.tokens.copy_from(other.tokens)
        self.open.copy_from(other.open)

    def add_numbers(self, numbers: list[int]) -> None:
        super().add_numbers(numbers)
        add_numbers(self.owners, numbers)
        self.tokens.add_numbers(numbers)
        self.open.add_numbers(numbers)

    def shuffle(self, random: Random) -> None:
        self.tokens.shuffle(random)

    def redeal(self, random: Random) -> None:
        self.tokens.sort()
        self.tokens.shuffle(random)

    def begin_round(self, state: State) -> None:
        while self.open.count < self.values.tomb_turned and self.tokens.count > 0:
            number = self.tokens.take()
            self.open.put(number)
            state.note(Event.TOMB_TURNED, 0, number)

    def clear(self, state: State) -> None:
        """Tokens that nobody took go back to the box."""
        for i in range(self.open.count):
            state.note(Event.TOMB_REMOVED, 0, self.open.cards[i])
        self.open.count = 0

    def place(self, owner: i64, at: i64) -> None:
        """Onto the space of number `at`, or to the edge if there is none."""
        if at < len(self.owners):
            self.owners[at] = owner
        else:
            self.edge += 1
        self.built[owner] += 1

    def deliver(self, state: State, owner: i64) -> None:
        if self.open.count > 0:
            state.push(Step.CHOOSE, owner, Site.BURIAL_CHAMBER)
        else:
            build_at_edge(self, state, owner, len(self.owners) + self.edge)

    def legal(self, state: State, seat: i64, what: i64, actions: Actions) -> None:
        for i in range(self.open.count):
            actions.add(Action.TOMB + self.open.cards[i])

    def refusal(self, state: State, seat: i64, what: i64, code: i64) -> i64:
        if code < Action.TOMB or code >= Action.TOMB + TOMB_NUMBERS:
            return NOT_ASKED
        if self.open_place(code - Action.TOMB) == EMPTY:
            return Refusal.NO_SUCH_TOKEN
        return LEGAL

    def open_place(self, number: i64) -> i64:
        """Which of the open tokens has this number, or EMPTY."""
        for i in range(self.open.count):
            if self.open.cards[i] == number:
                return i
        return EMPTY

    def choose(self, state: State, seat: i64, what: i64, code: i64) -> None:
        number = code - Action.TOMB
        for i in range(self.open_place(number), self.open.count - 1):
            self.open.cards[i] = self.open.cards[i + 1]
        self.open.count -= 1
        state.note(Event.TOMB_TAKEN, seat, number)
        state.note(Event.STONE_BUILT, seat, Site.BURIAL_CHAMBER, number)
        self.place(seat, number)

    def prospect(self, state: State, seat: i64) -> float:
        return 2.2 if self.open.count > 0 else float(self.values.chamber_overflow)

    def end_game(self, state: State) -> None:
        values = self.values
        seen = vec[bool]([False] * len(self.owners))
        for cell in range(i64(len(self.owners))):
            if self.owners[cell] != EMPTY and not seen[cell]:
                owner = self.owners[cell]
                size = area(self.owners, len(self.owners), values.tomb_columns, owner, cell, seen)
                points = of_set(values.area_points, values.area_more, size)
                state.gain_points(owner, Site.BURIAL_CHAMBER, points, cell)
        for seat in range(values.players):
            if self.built[seat] == 0:
                state.gain_points(seat, Site.BURIAL_CHAMBER, values.tomb_missed)


def build_at_edge(board: Board, state: State, owner: i64, place: i64) -> None:
    """Sides C and D: points at once for a stone that has no place; those at the edge count on from the spaces."""
    state.note(Event.STONE_BUILT, owner, Site.BURIAL_CHAMBER, place)
    board.place(owner, place)
    state.gain_points(owner, Site.BURIAL_CHAMBER, board.values.chamber_overflow, place)


def area(owners: vec[i64], count: i64, width: i64, owner: i64, cell: i64, seen: vec[bool]) -> i64:
    """Stones of `owner` connected with a cell; `width` cells make a line, and `count` are in use."""
    if cell < 0 or cell >= count or seen[cell] or owners[cell] != owner:
        return 0
    seen[cell] = True
    size = 1 + area(owners, count, width, owner, cell - width, seen)
    size += area(owners, count, width, owner, cell + width, seen)
    if cell % width > 0:
        size += area(owners, count, width, owner, cell - 1, seen)
    if cell % width < width - 1:
        size += area(owners, count, width, owner, cell + 1, seen)
    return size
