"""The obelisks: towers of each player's own stones."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from imhotep.engine.builder.scoring import place_points
from imhotep.engine.builder.state import Board, State
from imhotep.engine.builder.values import Values
from imhotep.engine.builder.vocabulary import (
    ALLEY_SPACES,
    COLUMNS,
    EMPTY,
    TURNINGS,
    Action,
    Event,
    Refusal,
    Site,
    Step,
)
from imhotep.engine.kernel import LEGAL, NOT_ASKED, Actions, add_numbers, copy_first, copy_items

MORE_THAN_ROWS: Final[i64] = 1000  # weighs complete rows against incomplete ones


@final
@mypyc_attr(acyclic=True)
class ObelisksA(Board):
    """One obelisk a player; at the end they are ranked by height."""

    def deliver(self, state: State, owner: i64) -> None:
        state.note(Event.STONE_BUILT, owner, Site.OBELISKS, self.built[owner])
        self.place(owner, 0)

    def prospect(self, state: State, seat: i64) -> float:
        """A part of what the highest obelisk scores."""
        return 0.16 * float(self.values.obelisks[0])

    def end_game(self, state: State) -> None:
        for seat in range(self.values.players):
            if self.built[seat] > 0:
                state.gain_points(seat, Site.OBELISKS, place_points(self.built, seat, self.values.obelisks))


@final
@mypyc_attr(acyclic=True)
class ObelisksB(Board):
    """Every third stone of a player makes a tower, which scores at once on the best free space (B17)."""

    def __init__(self, values: Values) -> None:
        super().__init__(values)
        self.singles = vec[i64]([0] * values.players)
        self.towers: i64 = 0
        self.owners = vec[i64]([EMPTY] * len(values.tower_points))  # of the towers, as far as they are built

    def reset(self) -> None:
        super().reset()
        self.towers = 0
        for seat in range(self.values.players):
            self.singles[seat] = 0

    def copy_from(self, other: Board) -> None:
        assert isinstance(other, ObelisksB)
        copy_items(other.built, self.built)
        copy_items(other.singles, self.singles)
        self.towers = other.towers
        copy_first(other.towers, other.owners, self.owners)

    def add_numbers(self, numbers: list[int]) -> None:
        super().add_numbers(numbers)
        add_numbers(self.singles, numbers)
        for tower in range(self.towers):
            numbers.append(int(self.owners[tower]))

    def place(self, owner: i64, at: i64) -> None:
        """A single stone; the last one of a tower if the owner has enough and a space is free."""
        self.built[owner] += 1
        self.singles[owner] += 1
        if self.singles[owner] >= self.values.tower_stones and self.towers < len(self.owners):
            self.singles[owner] -= self.values.tower_stones
            self.owners[self.towers] = owner
            self.towers += 1

    def deliver(self, state: State, owner: i64) -> None:
        state.note(Event.STONE_BUILT, owner, Site.OBELISKS, self.singles[owner])
        space = self.towers
        self.place(owner, 0)
        if self.towers > space:
            state.note(Event.TOWER_BUILT, owner, Site.OBELISKS, space)
            state.gain_points(owner, Site.OBELISKS, self.values.tower_points[space], space)

    def prospect(self, state: State, seat: i64) -> float:
        """A stone's share of the next tower."""
        if self.towers == len(self.owners):
            return float(self.values.single_stone)
        return float(self.values.tower_points[self.towers]) / float(self.values.tower_stones)

    def promise(self, state: State, seat: i64) -> float:
        share = self.prospect(state, seat) - float(self.values.single_stone)
        return 0.8 * share * float(self.singles[seat]) if state.rounds_left() > 0 else 0.4 * share

    def end_game(self, state: State) -> None:
        for seat in range(self.values.players):
            if self.singles[seat] > 0:
                state.gain_points(seat, Site.OBELISKS, self.singles[seat] * self.values.single_stone)


@final
@mypyc_attr(acyclic=True)
class ObelisksC(Board):
    """The great obelisk: each stone on the path brings a token for one's own obelisk, laid without gaps (N7).

    A token lies in one of several ways (turned and flipped, those that look the same counted once) from a left column
    on; how low it comes to lie follows from the columns under it.
    """

    def __init__(self, values: Values) -> None:
        super().__init__(values)
        path: i64 = len(values.path)
        self.count: i64 = 0  # stones, those at the edge too
        self.owners = vec[i64]([EMPTY] * path)  # by space of the path, as far as stones lie there
        self.ways = vec[i64]([EMPTY] * path)  # turning * COLUMNS + left column of each token; EMPTY in the box
        self.rows = vec[i64]([0] * path)  # on which its lowest square lies
        self.heights = vec[i64]([0] * (values.players * COLUMNS))  # by seat and column

    def reset(self) -> None:
        super().reset()
        self.count = 0
        for i in range(i64(len(self.heights))):
            self.heights[i] = 0

    def copy_from(self, other: Board) -> None:
        assert isinstance(other, ObelisksC)
        copy_items(other.built, self.built)
        self.count = other.count
        copy_first(self.on_path(), other.owners, self.owners)
        copy_first(self.on_path(), other.ways, self.ways)
        copy_first(self.on_path(), other.rows, self.rows)
        copy_items(other.heights, self.heights)

    def add_numbers(self, numbers: list[int]) -> None:
        super().add_numbers(numbers)
        for space in range(self.on_path()):
            numbers.extend([int(self.owners[space]), int(self.ways[space]), int(self.rows[space])])
        add_numbers(self.heights, numbers)

    def on_path(self) -> i64:
        """Stones on the path."""
        return min(self.count, i64(len(self.owners)))

    def place(self, owner: i64, at: i64) -> None:
        """Onto the path; its token is in the box until it is added."""
        if self.count < len(self.owners):
            self.owners[self.count] = owner
            self.ways[self.count] = EMPTY
            self.rows[self.count] = 0
        self.count += 1
        self.built[owner] += 1

    def deliver(self, state: State, owner: i64) -> None:
        space = self.count
        state.note(Event.STONE_BUILT, owner, Site.OBELISKS, space)
        self.place(owner, 0)
        if space < len(self.owners):
            state.push(Step.CHOOSE, owner, Site.OBELISKS, space)
        else:
            state.gain_points(owner, Site.OBELISKS, self.values.obelisk_overflow, space)

    def base(self, seat: i64, shape: i64, way: i64) -> i64:
        """The row its lowest square comes to lie on, or EMPTY if it would stick out or leave a gap."""
        values = self.values
        turning, left = way // COLUMNS, way % COLUMNS
        form = shape * TURNINGS + turning
        if turning >= values.shape_turnings[shape] or left + values.turning_widths[form] > values.columns:
            return EMPTY
        first = seat * COLUMNS + left
        base = self.heights[first] - values.turning_lows[form * COLUMNS]
        if base < 0:
            return EMPTY
        for column in range(1, values.turning_widths[form]):
            if self.heights[first + column] - values.turning_lows[form * COLUMNS + column] != base:
                return EMPTY
        return base

    def no_fit(self, seat: i64, space: i64, way: i64) -> i64:
        if self.base(seat, self.values.path[space], way) == EMPTY:
            return Refusal.DOES_NOT_FIT
        return LEGAL

    def legal(self, state: State, seat: i64, what: i64, actions: Actions) -> None:
        for turning in range(self.values.shape_turnings[self.values.path[what]]):
            for left in range(self.values.columns):
                if self.no_fit(seat, what, turning * COLUMNS + left) == LEGAL:
                    actions.add(Action.ADD_TOKEN + turning * COLUMNS + left)
        actions.add(Action.DECLINE)

    def refusal(self, state: State, seat: i64, what: i64, code: i64) -> i64:
        if code == Action.DECLINE:
            return LEGAL
        if code < Action.ADD_TOKEN or code >= Action.TAKE_POINTS:
            return NOT_ASKED
        return self.no_fit(seat, what, code - Action.ADD_TOKEN)

    def choose(self, state: State, seat: i64, what: i64, code: i64) -> None:
        if code == Action.DECLINE:
            state.note(Event.TOKEN_PUT_BACK, seat, what)
        else:
            way = code - Action.ADD_TOKEN
            self.add_token(seat, what, way)
            state.note(Event.TOKEN_ADDED, seat, what, way, self.rows[what])

    def add_token(self, seat: i64, space: i64, way: i64) -> None:
        """The token of a space of the path, lying in a way that fits."""
        values = self.values
        form = values.path[space] * TURNINGS + way // COLUMNS
        self.rows[space] = self.base(seat, values.path[space], way)
        self.ways[space] = way
        for column in range(values.turning_widths[form]):
            self.heights[seat * COLUMNS + way % COLUMNS + column] += values.turning_heights[form * COLUMNS + column]

    def complete_rows(self, seat: i64) -> i64:
        rows = self.heights[seat * COLUMNS]
        for column in range(1, self.values.columns):
            rows = min(rows, self.heights[seat * COLUMNS + column])
        return rows

    def incomplete_rows(self, seat: i64) -> i64:
        rows: i64 = 0
        for column in range(self.values.columns):
            rows = max(rows, self.heights[seat * COLUMNS + column])
        return rows - self.complete_rows(seat)

    def prospect(self, state: State, seat: i64) -> float:
        if self.count >= len(self.owners):
            return float(self.values.obelisk_overflow)
        return 0.8 * float(self.values.row_complete)

    def promise(self, state: State, seat: i64) -> float:
        """Squares that may become part of complete rows."""
        squares: i64 = 0
        for column in range(self.values.columns):
            squares += self.heights[seat * COLUMNS + column]
        above = squares - self.complete_rows(seat) * self.values.columns
        return 0.7 * float(self.values.row_complete * above) / float(self.values.columns)

    def end_game(self, state: State) -> None:
        values = self.values
        standings = vec[i64]([0] * values.players)
        for seat in range(values.players):
            rows = self.complete_rows(seat)
            state.gain_points(seat, Site.OBELISKS, rows * values.row_complete)
            if rows > 0:  # at least one is needed to take a place
                standings[seat] = rows * MORE_THAN_ROWS + self.incomplete_rows(seat)
        for seat in range(values.players):
            points = place_points(standings, seat, values.most_rows, values.nearest_shares)
            state.gain_points(seat, Site.OBELISKS, points)


@final
@mypyc_attr(acyclic=True)
class ObelisksD(Board):
    """The alley: an obelisk once begun is built to its height before the next (N12)."""

    def __init__(self, values: Values) -> None:
        super().__init__(values)
        spaces: i64 = len(values.alley_heights)
        self.owners = vec[i64]([EMPTY] * spaces)
        self.heights = vec[i64]([0] * spaces)
        self.edge: i64 = 0  # stones there
        self.free: i64 = spaces

    def reset(self) -> None:
        super().reset()
        self.edge = 0
        self.free = len(self.owners)
        for space in range(i64(len(self.owners))):
            self.owners[space] = EMPTY
            self.heights[space] = 0

    def copy_from(self, other: Board) -> None:
        assert isinstance(other, ObelisksD)
        copy_items(other.built, self.built)
        copy_items(other.owners, self.owners)
        copy_items(other.heights, self.heights)
        self.edge = other.edge
        self.free = other.free

    def add_numbers(self, numbers: list[int]) -> None:
        super().add_numbers(numbers)
        add_numbers(self.owners, numbers)
        add_numbers(self.heights, numbers)

    def unfinished(self, seat: i64) -> i64:
        """The obelisk that `seat` has to go on with, or EMPTY."""
        for space in range(i64(len(self.owners))):
            if self.owners[space] == seat and self.heights[space] < self.values.alley_heights[space]:
                return space
        return EMPTY

    def no_space(self, space: i64) -> i64:
        if space >= len(self.owners) or self.owners[space] != EMPTY:
            return Refusal.NO_ALLEY_SPACE
        return LEGAL

    def place(self, owner: i64, at: i64) -> None:
        """Onto obelisk `at`, or to the edge if there is none of that number."""
        if at < len(self.owners):
            if self.owners[at] == EMPTY:
                self.owners[at] = owner
                self.free -= 1
            self.heights[at] += 1
        else:
            self.edge += 1
        self.built[owner] += 1

    def deliver(self, state: State, owner: i64) -> None:
        space = self.unfinished(owner)
        if space != EMPTY:
            self.build(state, owner, space)
        elif self.free > 0:
            state.push(Step.CHOOSE, owner, Site.OBELISKS)
        else:
            place: i64 = len(self.owners) + self.edge
            state.note(Event.STONE_BUILT, owner, Site.OBELISKS, place)
            self.place(owner, place)
            state.gain_points(owner, Site.OBELISKS, self.values.obelisk_overflow, place)

    def build(self, state: State, owner: i64, space: i64) -> None:
        state.note(Event.STONE_BUILT, owner, Site.OBELISKS, space)
        self.place(owner, space)
        if self.heights[space] == self.values.alley_heights[space]:
            state.note(Event.TOWER_BUILT, owner, Site.OBELISKS, space)

    def legal(self, state: State, seat: i64, what: i64, actions: Actions) -> None:
        for space in range(i64(len(self.owners))):
            if self.no_space(space) == LEGAL:
                actions.add(Action.ALLEY + space)

    def refusal(self, state: State, seat: i64, what: i64, code: i64) -> i64:
        if code < Action.ALLEY or code >= Action.ALLEY + ALLEY_SPACES:
            return NOT_ASKED
        return self.no_space(code - Action.ALLEY)

    def choose(self, state: State, seat: i64, what: i64, code: i64) -> None:
        self.build(state, seat, code - Action.ALLEY)

    def prospect(self, state: State, seat: i64) -> float:
        """A stone's share of the obelisk it would be part of."""
        values, space = self.values, self.unfinished(seat)
        if space != EMPTY:
            return float(values.alley_points[space]) / float(values.alley_heights[space])
        best = float(values.obelisk_overflow) if self.free == 0 else 0.0
        for other in range(i64(len(self.owners))):
            if self.owners[other] == EMPTY:
                share = float(values.alley_points[other]) / float(values.alley_heights[other])
                if share > best:
                    best = share
        return best

    def promise(self, state: State, seat: i64) -> float:
        space = self.unfinished(seat)
        if space == EMPTY:
            return 0.0
        share = float(self.values.alley_points[space]) / float(self.values.alley_heights[space])
        likely = 0.8 if state.rounds_left() > 0 else 0.4
        return likely * (share - float(self.values.alley_unfinished)) * float(self.heights[space])

    def end_game(self, state: State) -> None:
        values = self.values
        for space in range(i64(len(self.owners))):
            if self.owners[space] != EMPTY:
                points = self.heights[space] * values.alley_unfinished
                if self.heights[space] == values.alley_heights[space]:
                    points = values.alley_points[space]
                state.gain_points(self.owners[space], Site.OBELISKS, points, space)
