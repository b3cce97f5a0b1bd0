"""The pyramids: points at once, by the space a stone is built on."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from imhotep.engine.builder.cards import draw_and_gain
from imhotep.engine.builder.state import Board, State
from imhotep.engine.builder.values import Values
from imhotep.engine.builder.vocabulary import EMPTY, PYRAMIDS, Action, Event, Refusal, Site, Step
from imhotep.engine.kernel import LEGAL, NOT_ASKED, Actions, add_numbers, copy_first, copy_items


@final
@mypyc_attr(acyclic=True)
class PyramidsA(Board):
    """One pyramid, built in a fixed order; stones beyond it go to the right edge."""

    def __init__(self, values: Values) -> None:
        super().__init__(values)
        self.owners = vec[i64]([EMPTY] * len(values.pyramids_a))  # by space, as far as stones lie there
        self.count: i64 = 0  # stones, those at the edge too

    def reset(self) -> None:
        super().reset()
        self.count = 0

    def copy_from(self, other: Board) -> None:
        assert isinstance(other, PyramidsA)
        copy_items(other.built, self.built)
        self.count = other.count
        copy_first(self.in_place(), other.owners, self.owners)

    def add_numbers(self, numbers: list[int]) -> None:
        super().add_numbers(numbers)
        for space in range(self.in_place()):
            numbers.append(int(self.owners[space]))

    def in_place(self) -> i64:
        """Stones on the spaces of the pyramid."""
        return min(self.count, i64(len(self.owners)))

    def place(self, owner: i64, at: i64) -> None:
        if self.count < len(self.owners):
            self.owners[self.count] = owner
        self.count += 1
        self.built[owner] += 1

    def deliver(self, state: State, owner: i64) -> None:
        space = self.count
        points = self.values.pyramid_overflow
        if space < len(self.values.pyramids_a):
            points = self.values.pyramids_a[space]
        self.place(owner, space)
        state.note(Event.STONE_BUILT, owner, Site.PYRAMIDS, space)
        state.gain_points(owner, Site.PYRAMIDS, points, space)


@final
@mypyc_attr(acyclic=True)
class PyramidsB(Board):
    """The owner chooses among several pyramids; some spaces carry a bonus, which may be declined (B9)."""

    def __init__(self, values: Values) -> None:
        super().__init__(values)
        self.owners = vec[i64]([EMPTY] * len(values.pyramids_b))  # one pyramid after the other
        self.heights = vec[i64]([0] * PYRAMIDS)  # stones in each
        self.count: i64 = 0  # stones, those at the edge too

    def reset(self) -> None:
        super().reset()
        self.count = 0
        for space in range(i64(len(self.owners))):
            self.owners[space] = EMPTY
        for pyramid in range(PYRAMIDS):
            self.heights[pyramid] = 0

    def copy_from(self, other: Board) -> None:
        assert isinstance(other, PyramidsB)
        copy_items(other.built, self.built)
        copy_items(other.owners, self.owners)
        copy_items(other.heights, self.heights)
        self.count = other.count

    def add_numbers(self, numbers: list[int]) -> None:
        super().add_numbers(numbers)
        add_numbers(self.owners, numbers)

    def next_space(self, pyramid: i64) -> i64:
        start: i64 = 0
        if pyramid > 0:
            start = self.values.pyramid_ends[pyramid - 1]
        return start + self.heights[pyramid]

    def no_place(self, pyramid: i64) -> i64:
        if pyramid >= len(self.values.pyramid_ends):
            return Refusal.NO_SUCH_PYRAMID
        if self.next_space(pyramid) >= self.values.pyramid_ends[pyramid]:
            return Refusal.PYRAMID_COMPLETE
        return LEGAL

    def place(self, owner: i64, at: i64) -> None:
        """Onto pyramid `at`, or to the edge if there is none of that number."""
        if at < len(self.values.pyramid_ends):
            self.owners[self.next_space(at)] = owner
            self.heights[at] += 1
        self.count += 1
        self.built[owner] += 1

    def deliver(self, state: State, owner: i64) -> None:
        if self.count >= len(self.owners):  # only when all are complete (B9)
            state.note(Event.STONE_BUILT, owner, Site.PYRAMIDS, self.count)
            state.gain_points(owner, Site.PYRAMIDS, self.values.pyramid_overflow, self.count)
            self.place(owner, PYRAMIDS)
        else:
            state.push(Step.CHOOSE, owner, Site.PYRAMIDS)

    def legal(self, state: State, seat: i64, what: i64, actions: Actions) -> None:
        if what == 0:
            for pyramid in range(i64(len(self.values.pyramid_ends))):
                if self.no_place(pyramid) == LEGAL:
                    actions.add(Action.PYRAMID + pyramid)
            return
        space = what - 1  # the bonus of this space
        if self.no_card_bonus(state, space) == LEGAL:
            actions.add(Action.TAKE_CARD)
        if self.no_stones_bonus(state, seat, space) == LEGAL:
            actions.add(Action.TAKE_STONES)
        if self.no_load_bonus(space) == LEGAL:
            state.add_loads(seat, actions)
        actions.add(Action.DECLINE)

    def no_card_bonus(self, state: State, space: i64) -> i64:
        if self.values.pyramid_cards[space] == 0:
            return Refusal.NOT_OFFERED
        return state.no_card_to_draw()

    def no_stones_bonus(self, state: State, seat: i64, space: i64) -> i64:
        if self.values.pyramid_stones[space] == 0:
            return Refusal.NOT_OFFERED
        return state.no_stones(seat)

    def no_load_bonus(self, space: i64) -> i64:
        if self.values.pyramid_loads[space] == 0:
            return Refusal.NOT_OFFERED
        return LEGAL

    def refusal(self, state: State, seat: i64, what: i64, code: i64) -> i64:
        if what == 0:
            if code < Action.PYRAMID or code >= Action.PYRAMID + PYRAMIDS:
                return NOT_ASKED
            return self.no_place(code - Action.PYRAMID)
        space = what - 1
        match code:
            case Action.DECLINE:
                return LEGAL
            case Action.TAKE_CARD:
                return self.no_card_bonus(state, space)
            case Action.TAKE_STONES:
                return self.no_stones_bonus(state, seat, space)
            case _:
                refusal = state.refuse_load(seat, code)
                if refusal == NOT_ASKED or self.no_load_bonus(space) == LEGAL:
                    return refusal
                return self.no_load_bonus(space)

    def choose(self, state: State, seat: i64, what: i64, code: i64) -> None:
        match code:
            case Action.DECLINE:
                state.note(Event.DECLINED, seat, Site.PYRAMIDS)
            case Action.TAKE_CARD:
                draw_and_gain(state, seat)
            case Action.TAKE_STONES:
                state.take_stones(seat, self.values.pyramid_stones[what - 1])
            case _:
                if what == 0:
                    self.build(state, seat, code - Action.PYRAMID)
                else:
                    state.load(seat, code)

    def build(self, state: State, seat: i64, pyramid: i64) -> None:
        values = self.values
        space = self.next_space(pyramid)
        self.place(seat, pyramid)
        state.note(Event.STONE_BUILT, seat, Site.PYRAMIDS, space)
        state.gain_points(seat, Site.PYRAMIDS, values.pyramids_b[space], space)
        if values.pyramid_cards[space] + values.pyramid_stones[space] + values.pyramid_loads[space] > 0:
            state.push(Step.CHOOSE, seat, Site.PYRAMIDS, space + 1)
