"""The market: each stone takes a card and goes back to the quarry."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from imhotep.engine.builder.cards import gain_card
from imhotep.engine.builder.state import Board, State
from imhotep.engine.builder.values import Values
from imhotep.engine.builder.vocabulary import EMPTY, MARKET_SPACES, Action, Card, Event, Refusal, Site, Step
from imhotep.engine.kernel import LEGAL, NOT_ASKED, Actions, add_numbers, copy_items


@mypyc_attr(acyclic=True)
class Market(Board):
    """What the sides share: cards that lie open."""

    def __init__(self, values: Values) -> None:
        super().__init__(values)
        self.open = vec[i64]([Card.NONE] * MARKET_SPACES)  # face-up card of each space, or NONE

    def reset(self) -> None:
        for space in range(MARKET_SPACES):
            self.open[space] = Card.NONE

    def copy_from(self, other: Board) -> None:
        assert isinstance(other, Market)
        copy_items(other.open, self.open)

    def add_numbers(self, numbers: list[int]) -> None:
        add_numbers(self.open, numbers)

    def begin_round(self, state: State) -> None:
        for space in range(self.values.market_open):
            card = state.draw_card()
            self.open[space] = card
            if card != Card.NONE:
                state.note(Event.CARD_DEALT, 0, card, space)

    def clear(self, state: State) -> None:
        for space in range(MARKET_SPACES):
            card = self.open[space]
            if card != Card.NONE:
                self.open[space] = Card.NONE
                state.discard_pile.put(card)
                state.note(Event.CARD_DISCARDED, 0, card, space)

    def deliver(self, state: State, owner: i64) -> None:
        state.push(Step.RETURN_STONE, owner)  # after its card has taken effect (B5)
        state.push(Step.CHOOSE, owner, Site.MARKET)

    def legal(self, state: State, seat: i64, what: i64, actions: Actions) -> None:
        cards = actions.count
        for space in range(MARKET_SPACES):
            if self.no_card(space) == LEGAL:
                actions.add(Action.PICK_CARD + space)
        if self.values.may_decline_card and actions.count > cards:
            actions.add(Action.DECLINE)

    def refusal(self, state: State, seat: i64, what: i64, code: i64) -> i64:
        if code >= Action.PICK_CARD and code < Action.PICK_CARD + MARKET_SPACES:
            return self.no_card(code - Action.PICK_CARD)
        if code == Action.DECLINE:
            if self.values.may_decline_card:
                return LEGAL
            return Refusal.MUST_PICK  # B5
        return NOT_ASKED

    def no_card(self, space: i64) -> i64:
        """Why nothing can be taken from this space."""
        if self.open[space] == Card.NONE:
            return Refusal.NO_CARD_THERE
        return LEGAL

    def choose(self, state: State, seat: i64, what: i64, code: i64) -> None:
        if code == Action.DECLINE:
            state.note(Event.DECLINED, seat, Site.MARKET)
            return
        space = code - Action.PICK_CARD
        card = self.open[space]
        self.open[space] = Card.NONE
        state.note(Event.CARD_PICKED, seat, card, space)
        gain_card(state, seat, card)


@final
@mypyc_attr(acyclic=True)
class MarketA(Market):
    """All cards lie open."""


@final
@mypyc_attr(acyclic=True)
class MarketB(Market):
    """The last space holds cards face down: its taker looks at them, keeps one, and discards the others."""

    def __init__(self, values: Values) -> None:
        super().__init__(values)
        self.hidden_count: i64 = 0
        self.hidden = vec[i64]([Card.NONE] * values.market_hidden)
        self.looker: i64 = EMPTY  # the seat that is looking at them and alone knows them

    def reset(self) -> None:
        super().reset()
        self.hidden_count = 0
        self.looker = EMPTY

    def copy_from(self, other: Board) -> None:
        assert isinstance(other, MarketB)
        copy_items(other.open, self.open)
        copy_items(other.hidden, self.hidden)
        self.hidden_count = other.hidden_count
        self.looker = other.looker

    def add_numbers(self, numbers: list[int]) -> None:
        super().add_numbers(numbers)
        numbers.extend([int(self.looker), int(self.hidden_count)])
        for i in range(self.hidden_count):
            numbers.append(int(self.hidden[i]))

    def begin_round(self, state: State) -> None:
        super().begin_round(state)
        for _ in range(self.values.market_hidden):
            card = state.draw_card()
            if card != Card.NONE:
                self.hide(card)
                state.note(Event.CARD_DEALT_DOWN, 0, 0, self.values.market_open)

    def hide(self, card: i64) -> None:
        self.hidden[self.hidden_count] = card
        self.hidden_count += 1

    def clear(self, state: State) -> None:
        super().clear(state)
        self.discard_hidden(state, 0)

    def discard_hidden(self, state: State, seat: i64) -> None:
        for i in range(self.hidden_count):
            state.discard_pile.put(self.hidden[i])
            state.note(Event.CARD_DISCARDED, seat, self.hidden[i], self.values.market_open, 1)
        self.hidden_count = 0
        self.looker = EMPTY

    def no_card(self, space: i64) -> i64:
        if space == self.values.market_open:
            if self.hidden_count == 0:
                return Refusal.NO_CARD_THERE
            return LEGAL
        return super().no_card(space)

    def legal(self, state: State, seat: i64, what: i64, actions: Actions) -> None:
        if self.looker == EMPTY:
            super().legal(state, seat, what, actions)
        else:
            for i in range(self.hidden_count):
                if self.first_of(self.hidden[i]) == i:  # equal cards are one answer
                    actions.add(Action.KEEP_CARD + self.hidden[i])

    def first_of(self, card: i64) -> i64:
        """Where among the hidden cards it lies first, or EMPTY."""
        for i in range(self.hidden_count):
            if self.hidden[i] == card:
                return i
        return EMPTY

    def refusal(self, state: State, seat: i64, what: i64, code: i64) -> i64:
        if self.looker == EMPTY:
            return super().refusal(state, seat, what, code)
        if code < Action.KEEP_CARD or code >= Action.NEXT_STONE:
            return NOT_ASKED
        if self.first_of(code - Action.KEEP_CARD) == EMPTY:
            return Refusal.CARD_NOT_SEEN
        return LEGAL

    def choose(self, state: State, seat: i64, what: i64, code: i64) -> None:
        if self.looker != EMPTY:
            self.keep(state, seat, code - Action.KEEP_CARD)
        elif code == Action.PICK_CARD + self.values.market_open:
            self.looker = seat
            state.note(Event.CARDS_LOOKED_AT, seat, 0, self.values.market_open, self.hidden_count)
            state.push(Step.CHOOSE, seat, Site.MARKET)
        else:
            super().choose(state, seat, what, code)

    def keep(self, state: State, seat: i64, card: i64) -> None:
        """The others go to the discard pile before the kept one takes effect (B8)."""
        state.note(Event.CARD_KEPT, seat, card, self.values.market_open)
        place = self.first_of(card)
        self.hidden_count -= 1
        self.hidden[place] = self.hidden[self.hidden_count]
        self.discard_hidden(state, seat)
        gain_card(state, seat, card)

    def lift_hidden(self, state: State, seat: i64) -> None:
        if self.looker != seat:
            for i in range(self.hidden_count):
                state.draw_pile.put(self.hidden[i])

    def lay_hidden(self, state: State, seat: i64) -> None:
        if self.looker != seat:
            for i in range(self.hidden_count):
                self.hidden[i] = state.draw_pile.take()
