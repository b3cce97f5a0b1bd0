"""The temple: what is visible from above pays at the end of each round."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from imhotep.engine.builder.cards import draw_and_gain
from imhotep.engine.builder.state import Board, State
from imhotep.engine.builder.values import Values
from imhotep.engine.builder.vocabulary import EMPTY, Action, Event, Refusal, Site, Step
from imhotep.engine.kernel import LEGAL, NOT_ASKED, Actions, add_numbers, copy_items


@mypyc_attr(acyclic=True)
class Temple(Board):
    """What the sides share: stones from left to right, then again on top, without limit."""

    def __init__(self, values: Values) -> None:
        super().__init__(values)
        self.visible = vec[i64]([EMPTY] * values.temple_spaces)  # owner by space or EMPTY
        self.count: i64 = 0  # stones, covered ones too

    def reset(self) -> None:
        super().reset()
        self.count = 0
        for space in range(self.values.temple_spaces):
            self.visible[space] = EMPTY

    def copy_from(self, other: Board) -> None:
        assert isinstance(other, Temple)
        copy_items(other.built, self.built)
        copy_items(other.visible, self.visible)
        self.count = other.count

    def add_numbers(self, numbers: list[int]) -> None:
        super().add_numbers(numbers)
        add_numbers(self.visible, numbers)

    def place(self, owner: i64, at: i64) -> None:
        self.visible[self.count % self.values.temple_spaces] = owner
        self.count += 1
        self.built[owner] += 1

    def deliver(self, state: State, owner: i64) -> None:
        state.note(Event.STONE_BUILT, owner, Site.TEMPLE, self.count)
        self.place(owner, self.count)


@final
@mypyc_attr(acyclic=True)
class TempleA(Temple):
    """Points for each visible stone."""

    def end_round(self, state: State) -> None:
        for space in range(self.values.temple_spaces):
            if self.visible[space] != EMPTY:
                state.gain_points(self.visible[space], Site.TEMPLE, self.values.visible_stone, space)


@final
@mypyc_attr(acyclic=True)
class TempleB(Temple):
    """Each space gives points, stones or a card to the owner of its visible stone, left to right (B10)."""

    def end_round(self, state: State) -> None:
        for i in range(self.values.temple_spaces):
            space = self.values.temple_spaces - 1 - i
            if self.visible[space] != EMPTY:
                state.push(Step.CHOOSE, self.visible[space], Site.TEMPLE, space)

    def no_points(self, space: i64) -> i64:
        if self.values.temple_points[space] == 0:
            return Refusal.NOT_OFFERED
        return LEGAL

    def no_stones(self, state: State, seat: i64, space: i64) -> i64:
        if self.values.temple_stones[space] == 0:
            return Refusal.NOT_OFFERED
        return state.no_stones(seat)

    def no_card(self, state: State, space: i64) -> i64:
        if self.values.temple_cards[space] == 0:
            return Refusal.NOT_OFFERED
        return state.no_card_to_draw()

    def legal(self, state: State, seat: i64, what: i64, actions: Actions) -> None:
        if self.no_points(what) == LEGAL:
            actions.add(Action.TAKE_POINTS)
        if self.no_stones(state, seat, what) == LEGAL:
            actions.add(Action.TAKE_STONES)
        if self.no_card(state, what) == LEGAL:
            actions.add(Action.TAKE_CARD)

    def refusal(self, state: State, seat: i64, what: i64, code: i64) -> i64:
        match code:
            case Action.TAKE_POINTS:
                return self.no_points(what)
            case Action.TAKE_STONES:
                return self.no_stones(state, seat, what)
            case Action.TAKE_CARD:
                return self.no_card(state, what)
            case _:
                return NOT_ASKED

    def choose(self, state: State, seat: i64, what: i64, code: i64) -> None:
        match code:
            case Action.TAKE_POINTS:
                state.gain_points(seat, Site.TEMPLE, self.values.temple_points[what], what)
            case Action.TAKE_STONES:
                state.take_stones(seat, self.values.temple_stones[what])
            case Action.TAKE_CARD:
                draw_and_gain(state, seat)
