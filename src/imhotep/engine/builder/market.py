"""The market: each stone takes a card and goes back to the quarry."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from imhotep.engine.builder.cards import (
    add_keeps,
    discard_hidden,
    draw_and_gain,
    gain_card,
    keep,
    refuse_keep,
)
from imhotep.engine.builder.state import Board, State
from imhotep.engine.builder.values import Values
from imhotep.engine.builder.vocabulary import MARKET_SPACES, Action, Card, Event, Refusal, Site, Step
from imhotep.engine.kernel import LEGAL, NOT_ASKED, Actions, add_numbers, copy_items

CARD: Final[float] = 2.4  # about what a card is worth


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

    def prospect(self, state: State, seat: i64) -> float:
        return CARD

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
            if self.no_card(state, space) == LEGAL:
                actions.add(Action.PICK_CARD + space)
        if self.values.may_decline_card and actions.count > cards:
            actions.add(Action.DECLINE)

    def refusal(self, state: State, seat: i64, what: i64, code: i64) -> i64:
        if code >= Action.PICK_CARD and code < Action.PICK_CARD + MARKET_SPACES:
            return self.no_card(state, code - Action.PICK_CARD)
        if code >= Action.PICK_PAIR and code < Action.KEEP_CARD:
            return Refusal.ONE_CARD_ONLY
        if code == Action.DECLINE:
            if self.values.may_decline_card:
                return LEGAL
            return Refusal.MUST_PICK  # B5
        return NOT_ASKED

    def no_card(self, state: State, space: i64) -> i64:
        """Why nothing can be taken from this space."""
        if self.open[space] == Card.NONE:
            return Refusal.NO_CARD_THERE
        return LEGAL

    def choose(self, state: State, seat: i64, what: i64, code: i64) -> None:
        if code == Action.DECLINE:
            state.note(Event.DECLINED, seat, Site.MARKET)
            return
        gain_card(state, seat, self.pick(state, seat, code - Action.PICK_CARD))

    def pick(self, state: State, seat: i64, space: i64) -> i64:
        """Takes an open card from its space."""
        card = self.open[space]
        self.open[space] = Card.NONE
        state.note(Event.CARD_PICKED, seat, card, space)
        return card


@final
@mypyc_attr(acyclic=True)
class MarketA(Market):
    """All cards lie open."""


@mypyc_attr(acyclic=True)
class HiddenMarket(Market):
    """The spaces after the open ones hold cards face down: whoever takes there looks at them and keeps one.

    The entry that asks which one names the space: `what` is its number, from 1.
    """

    def begin_round(self, state: State) -> None:
        super().begin_round(state)
        values = self.values
        for space in range(values.market_open, values.market_open + values.market_stacks):
            for _ in range(values.market_hidden - state.hidden.number_at(space)):
                card = state.draw_card()
                if card != Card.NONE:
                    state.hidden.put(card, space)
                    state.note(Event.CARD_DEALT_DOWN, 0, 0, space)

    def no_card(self, state: State, space: i64) -> i64:
        if space >= self.values.market_open:
            if state.hidden.first_at(space) < 0:
                return Refusal.NO_CARD_THERE
            return LEGAL
        return super().no_card(state, space)

    def legal(self, state: State, seat: i64, what: i64, actions: Actions) -> None:
        if what > 0:
            add_keeps(state, what - 1, actions)
            return
        first, values = actions.count, self.values
        for space in range(values.market_open):
            if self.open[space] != Card.NONE:  # no_card
                actions.add(Action.PICK_CARD + space)
        for space in range(values.market_open, values.market_open + values.market_stacks):
            if state.hidden.first_at(space) >= 0:  # no_card
                actions.add(Action.PICK_CARD + space)
        if values.may_decline_card and actions.count > first:
            actions.add(Action.DECLINE)

    def refusal(self, state: State, seat: i64, what: i64, code: i64) -> i64:
        if what == 0:
            return super().refusal(state, seat, what, code)
        return refuse_keep(state, what - 1, code, self.not_there())

    def choose(self, state: State, seat: i64, what: i64, code: i64) -> None:
        if what > 0:
            self.keep_one(state, seat, what - 1, code - Action.KEEP_CARD)
        elif code >= Action.PICK_CARD + self.values.market_open and code < Action.PICK_PAIR:
            space = code - Action.PICK_CARD
            state.hidden.look(seat, space, state.draw_pile)
            state.note(Event.CARDS_LOOKED_AT, seat, 0, space, state.hidden.number_at(space))
            state.push(Step.CHOOSE, seat, Site.MARKET, space + 1)
        else:
            super().choose(state, seat, what, code)

    def looking_at(self, what: i64) -> i64:
        return what - 1

    def keep_one(self, state: State, seat: i64, space: i64, card: i64) -> None:
        """What becomes of the others is the side's business."""

    def not_there(self) -> i64:
        """The refusal for a card that is not among those looked at."""
        return Refusal.CARD_NOT_SEEN


@final
@mypyc_attr(acyclic=True)
class MarketB(HiddenMarket):
    """The cards that are looked at and not kept are discarded."""

    def clear(self, state: State) -> None:
        super().clear(state)
        for space in range(self.values.market_open, self.values.market_open + self.values.market_stacks):
            discard_hidden(state, 0, space, space)

    def keep_one(self, state: State, seat: i64, space: i64, card: i64) -> None:
        keep(state, seat, space, card, space)
        discard_hidden(state, seat, space, space)  # before the kept one takes effect (B8)
        gain_card(state, seat, card)


@final
@mypyc_attr(acyclic=True)
class MarketC(Market):
    """The luxury market: a coin lets a stone take two neighbouring cards (N3)."""

    def __init__(self, values: Values) -> None:
        super().__init__(values)
        self.coins = vec[i64]([0] * values.players)

    def reset(self) -> None:
        super().reset()
        for seat in range(self.values.players):
            self.coins[seat] = self.values.coins

    def copy_from(self, other: Board) -> None:
        assert isinstance(other, MarketC)
        copy_items(other.open, self.open)
        copy_items(other.coins, self.coins)

    def add_numbers(self, numbers: list[int]) -> None:
        super().add_numbers(numbers)
        add_numbers(self.coins, numbers)

    def legal(self, state: State, seat: i64, what: i64, actions: Actions) -> None:
        first = actions.count
        for space in range(self.values.market_open):
            if self.open[space] != Card.NONE:  # no_card
                actions.add(Action.PICK_CARD + space)
        if actions.count == first:
            if self.no_draw(state) == LEGAL:
                actions.add(Action.TAKE_CARD)
            return
        if self.coins[seat] > 0:
            for one in range(self.values.market_open):
                for other in range(self.values.market_open):
                    if self.no_pair(seat, one, other) == LEGAL:
                        actions.add(Action.PICK_PAIR + one * MARKET_SPACES + other)
        if self.values.may_decline_card:
            actions.add(Action.DECLINE)

    def no_pair(self, seat: i64, one: i64, other: i64) -> i64:
        """Why these two can't be taken for a coin, in this order."""
        if self.coins[seat] == 0:
            return Refusal.NO_COIN
        if self.open[one] == Card.NONE or self.open[other] == Card.NONE:
            return Refusal.NO_CARD_THERE
        columns = self.values.market_columns
        low, high = min(one, other), max(one, other)
        if high - low == columns or (high - low == 1 and high % columns != 0):
            return LEGAL
        return Refusal.NOT_ADJACENT

    def no_draw(self, state: State) -> i64:
        """Why the draw pile gives no card: it does so only when the display is empty."""
        for card in self.open:
            if card != Card.NONE:
                return Refusal.DISPLAY_NOT_EMPTY
        return state.no_card_to_draw()

    def refusal(self, state: State, seat: i64, what: i64, code: i64) -> i64:
        if code >= Action.PICK_PAIR and code < Action.KEEP_CARD:
            pair = code - Action.PICK_PAIR
            return self.no_pair(seat, pair // MARKET_SPACES, pair % MARKET_SPACES)
        if code == Action.TAKE_CARD:
            return self.no_draw(state)
        if code == Action.DECLINE and self.no_draw(state) != Refusal.DISPLAY_NOT_EMPTY:
            return Refusal.MUST_PICK
        return super().refusal(state, seat, what, code)

    def choose(self, state: State, seat: i64, what: i64, code: i64) -> None:
        if code == Action.TAKE_CARD:
            draw_and_gain(state, seat)
        elif code >= Action.PICK_PAIR and code < Action.KEEP_CARD:
            pair = code - Action.PICK_PAIR
            self.coins[seat] -= 1
            state.note(Event.COIN_PAID, seat)
            first = self.pick(state, seat, pair // MARKET_SPACES)
            second = self.pick(state, seat, pair % MARKET_SPACES)
            state.push(Step.GAIN_CARD, seat, second)  # after all that the first one triggers
            gain_card(state, seat, first)
        else:
            super().choose(state, seat, what, code)


@final
@mypyc_attr(acyclic=True)
class MarketD(HiddenMarket):
    """The black market: stacks of face-down cards that stay, and are filled up each round (N8)."""

    def keep_one(self, state: State, seat: i64, space: i64, card: i64) -> None:
        keep(state, seat, space, card, space)
        gain_card(state, seat, card)

    def not_there(self) -> i64:
        return Refusal.CARD_NOT_IN_STACK
