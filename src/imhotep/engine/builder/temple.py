"""The temple: what is visible from above pays at the end of each round."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from imhotep.engine.builder.cards import (
    add_keeps,
    discard_hidden,
    draw_and_gain,
    draw_to_look,
    gain_card,
    keep,
    refuse_keep,
)
from imhotep.engine.builder.hidden import LOOKED_AT
from imhotep.engine.builder.state import Board, State
from imhotep.engine.builder.values import Values
from imhotep.engine.builder.vocabulary import EMPTY, NOWHERE, Action, Event, Refusal, Site, Step
from imhotep.engine.kernel import LEGAL, NOT_ASKED, Actions, add_numbers, copy_first, copy_items

KEEP: Final[i64] = 255


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

    def gift(self, space: i64) -> float:
        """About what a visible stone on this space is worth each round."""
        return float(self.values.visible_stone)

    def prospect(self, state: State, seat: i64) -> float:
        """A stone stays visible for about two rounds."""
        rounds = 1.7 if state.rounds_left() > 0 else 0.9
        return self.gift(self.count % self.values.temple_spaces) * rounds

    def promise(self, state: State, seat: i64) -> float:
        total = 0.0
        for space in range(self.values.temple_spaces):
            if self.visible[space] == seat:
                total += self.gift(space)
        return total * (1.3 if state.rounds_left() > 0 else 0.8)

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


@mypyc_attr(acyclic=True)
class GiftTemple(Temple):
    """Each space gives points, stones or cards to the owner of its visible stone, left to right (B10)."""

    def gift(self, space: i64) -> float:
        points = max(float(self.values.temple_points[space]), 0.4 * float(self.values.temple_stones[space]))
        return max(points, 1.8 if self.values.temple_cards[space] > 0 else 0.0)

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
                self.give_card(state, seat, what)

    def give_card(self, state: State, seat: i64, space: i64) -> None:
        draw_and_gain(state, seat)


@final
@mypyc_attr(acyclic=True)
class TempleB(GiftTemple):
    """Cards come one by one from the draw pile."""


@final
@mypyc_attr(acyclic=True)
class TempleC(GiftTemple):
    """The temple of Ra: of several cards drawn, one is kept (N5).

    The entry that asks which one is KEEP: no space of a temple has that number.
    """

    def legal(self, state: State, seat: i64, what: i64, actions: Actions) -> None:
        if what == KEEP:
            add_keeps(state, LOOKED_AT, actions)
        else:
            super().legal(state, seat, what, actions)

    def refusal(self, state: State, seat: i64, what: i64, code: i64) -> i64:
        if what == KEEP:
            return refuse_keep(state, LOOKED_AT, code, Refusal.CARD_NOT_DRAWN)
        return super().refusal(state, seat, what, code)

    def choose(self, state: State, seat: i64, what: i64, code: i64) -> None:
        if what == KEEP:
            keep(state, seat, LOOKED_AT, code - Action.KEEP_CARD, NOWHERE)
            discard_hidden(state, seat, LOOKED_AT, NOWHERE)  # before the kept one takes effect (B8)
            gain_card(state, seat, code - Action.KEEP_CARD)
        else:
            super().choose(state, seat, what, code)

    def looking_at(self, what: i64) -> i64:
        if what == KEEP:
            return LOOKED_AT
        return EMPTY

    def give_card(self, state: State, seat: i64, space: i64) -> None:
        draw_to_look(state, seat, self.values.temple_cards[space])
        state.push(Step.CHOOSE, seat, Site.TEMPLE, KEEP)


@final
@mypyc_attr(acyclic=True)
class TempleD(Board):
    """The arena: each stone drives its owner's chariot; who leads is paid each round, the track at the end (N10)."""

    def __init__(self, values: Values) -> None:
        super().__init__(values)
        self.owners = vec[i64]([EMPTY] * len(values.arrowheads))  # by stone space, as far as stones lie there
        self.count: i64 = 0  # stones, those at the edge too
        self.chariots = vec[i64]([0] * values.players)  # space of the track; 0 is the start

    def reset(self) -> None:
        super().reset()
        self.count = 0
        for seat in range(self.values.players):
            self.chariots[seat] = 0

    def copy_from(self, other: Board) -> None:
        assert isinstance(other, TempleD)
        copy_items(other.built, self.built)
        self.count = other.count
        copy_first(self.in_place(), other.owners, self.owners)
        copy_items(other.chariots, self.chariots)

    def add_numbers(self, numbers: list[int]) -> None:
        super().add_numbers(numbers)
        add_numbers(self.chariots, numbers)
        for space in range(self.in_place()):
            numbers.append(int(self.owners[space]))

    def in_place(self) -> i64:
        """Stones on the stone spaces."""
        return min(self.count, i64(len(self.owners)))

    def finish(self) -> i64:
        return i64(len(self.values.track)) - 1

    def place(self, owner: i64, at: i64) -> None:
        if self.count < len(self.owners):
            self.owners[self.count] = owner
        self.count += 1
        self.built[owner] += 1

    def deliver(self, state: State, owner: i64) -> None:
        arrowheads = self.values.arrowhead_beyond
        if self.count < len(self.owners):
            arrowheads = self.values.arrowheads[self.count]
        place = self.count
        state.note(Event.STONE_BUILT, owner, Site.TEMPLE, place)
        self.place(owner, 0)
        if self.chariots[owner] == self.finish():
            state.gain_points(owner, Site.TEMPLE, self.values.arena_finished, place)
        else:
            self.drive(state, owner, arrowheads)

    def prospect(self, state: State, seat: i64) -> float:
        arrowheads = self.values.arrowhead_beyond
        if self.count < len(self.owners):
            arrowheads = self.values.arrowheads[self.count]
        chariot = self.chariots[seat]
        track = self.values.track
        if chariot == self.finish():
            return float(self.values.arena_finished)
        ahead = float(track[self.finish()] - track[chariot]) / float(self.finish() - chariot)
        return ahead * float(arrowheads)

    def promise(self, state: State, seat: i64) -> float:
        """Points for places at the end of this and coming rounds."""
        ahead: i64 = 0
        for chariot in self.chariots:
            if chariot > self.chariots[seat]:
                ahead += 1
        if self.chariots[seat] == 0 or ahead >= len(self.values.arena_places):
            return 0.0
        return float(self.values.arena_places[ahead]) * (0.8 + 0.5 * float(state.rounds_left()))

    def drive(self, state: State, owner: i64, arrowheads: i64) -> None:
        """Onto the next free space, if that one is taken; start and finish hold any number."""
        start, finish = self.chariots[owner], self.finish()
        space = min(start + arrowheads, finish)
        while space < finish and self.is_taken(space):
            space += 1
        self.chariots[owner] = space
        state.note(Event.CHARIOT_MOVED, owner, space, start)

    def is_taken(self, space: i64) -> bool:
        for chariot in self.chariots:
            if chariot == space:
                return True
        return False

    def end_round(self, state: State) -> None:
        for seat in range(self.values.players):
            if self.chariots[seat] > 0:
                ahead: i64 = 0
                for chariot in self.chariots:
                    if chariot > self.chariots[seat]:
                        ahead += 1
                if ahead < len(self.values.arena_places) and not (ahead > 0 and self.tied_leaders() > 1):
                    state.gain_points(seat, Site.TEMPLE, self.values.arena_places[ahead])

    def tied_leaders(self) -> i64:
        """Chariots at the finish: when several are there, nobody is second."""
        count: i64 = 0
        for chariot in self.chariots:
            if chariot == self.finish():
                count += 1
        return count

    def end_game(self, state: State) -> None:
        for seat in range(self.values.players):
            state.gain_points(seat, Site.TEMPLE, self.values.track[self.chariots[seat]])
