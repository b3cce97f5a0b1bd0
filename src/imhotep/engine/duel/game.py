"""The Duel as a Position: who answers which entry of the agenda."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from imhotep.engine.duel.evaluation import HORIZON, outlook, unloads_for_the_other
from imhotep.engine.duel.sites import Board, make_board
from imhotep.engine.duel.state import State
from imhotep.engine.duel.turn import (
    add_places,
    add_places_to_unload,
    add_swaps,
    add_takes,
    add_turn,
    add_unloadings,
    begin_game,
    begin_turn,
    end_turn,
    must_go_on,
    next_part,
    place,
    place_more,
    refuse_place,
    refuse_place_to_unload,
    refuse_stop,
    refuse_swap,
    refuse_take,
    refuse_turn,
    refuse_unloading,
    swap,
    take,
    take_turn,
    unload,
    unload_more,
)
from imhotep.engine.duel.values import Values
from imhotep.engine.duel.vocabulary import (
    CARGO,
    EMPTY,
    LINES,
    MEEPLES,
    SEATS,
    SITES,
    SPACES,
    Action,
    Refusal,
    Source,
    Step,
    Token,
)
from imhotep.engine.kernel import NOT_ASKED, Actions, Position, Random, add_numbers, copy_items


@final
@mypyc_attr(acyclic=True)
class Duel(State):
    def __init__(self, values: Values, sides: str) -> None:
        super().__init__(values, vec[Board]([make_board(values, site, sides[site]) for site in range(SITES)]))
        self.sides = sides

    # --- the agenda

    def add_answers(self, step: i64, seat: i64, at: i64, what: i64, actions: Actions) -> None:
        match step:
            case Step.TURN:
                add_turn(self, seat, actions)
            case Step.PLACE:
                add_places(self, actions)
            case Step.PLACE_MORE:
                add_places(self, actions)
                actions.add(Action.STOP)
            case Step.PLACE_TO_UNLOAD:
                add_places_to_unload(self, actions)
            case Step.UNLOAD:
                add_unloadings(self, actions)
            case Step.UNLOAD_MORE:
                add_unloadings(self, actions)
                actions.add(Action.STOP)
            case Step.SWAP:
                add_swaps(self, actions)
            case Step.TAKE:
                add_takes(self, actions)

    def refusal(self, step: i64, seat: i64, at: i64, what: i64, code: i64) -> i64:
        match step:
            case Step.TURN:
                return refuse_turn(self, seat, code)
            case Step.PLACE:
                return must_go_on(code, refuse_place(self, seat, code), Refusal.MUST_PLACE)
            case Step.PLACE_MORE:
                return refuse_stop(code, refuse_place(self, seat, code))
            case Step.PLACE_TO_UNLOAD:
                return must_go_on(code, refuse_place_to_unload(self, seat, code), Refusal.MUST_PLACE)
            case Step.UNLOAD:
                return must_go_on(code, refuse_unloading(self, code), Refusal.MUST_UNLOAD)
            case Step.UNLOAD_MORE:
                return refuse_stop(code, refuse_unloading(self, code))
            case Step.SWAP:
                return refuse_swap(self, code)
            case Step.TAKE:
                return refuse_take(self, code)
            case _:
                return NOT_ASKED

    def answer(self, step: i64, seat: i64, at: i64, what: i64, code: i64) -> None:
        match step:
            case Step.TURN:
                take_turn(self, seat, code)
            case Step.PLACE | Step.PLACE_TO_UNLOAD:
                place(self, seat, code)
            case Step.PLACE_MORE:
                place_more(self, seat, code)
            case Step.UNLOAD:
                unload(self, seat, code)
            case Step.UNLOAD_MORE:
                unload_more(self, seat, code)
            case Step.SWAP:
                swap(self, seat, code)
            case Step.TAKE:
                take(self, seat, code)

    def run(self, step: i64, seat: i64, at: i64, what: i64) -> None:
        match step:
            case Step.END_TURN:
                end_turn(self, seat)
            case Step.NEXT_PART:
                next_part(self, seat, at, what)

    # --- beginnings

    def deal(self, random: Random) -> None:
        self.clear()
        self.random.state = random.fork()
        self.supply.shuffle(self.random)
        self.start(self.draw_first())  # D10

    def clear(self) -> None:
        """Everything in the box but the sorted supply: ready for `start`, or to be set up by hand."""
        self.depth = 0
        self.shuffles = 0
        self.starter = 0
        self.unloads = 0
        for player in self.players:
            player.reset()
        for space in range(SPACES):
            self.spaces[space] = EMPTY
        for line in range(LINES):
            self.lines[line] = 0
            self.afloat[line] = 0
        for space in range(LINES * CARGO):
            self.cargo[space] = Token.NONE
        for board in self.boards:
            board.reset()
        self.reserve.count = 0
        self.box.count = 0
        self.waiting.count = 0
        self.sort_supply()

    def start(self, first: i64) -> None:
        """The tokens lie shuffled in the supply."""
        begin_game(self, first)

    def resume(self, seat: i64) -> None:
        """A position set up by hand goes on with a turn of `seat`."""
        begin_turn(self, seat)

    # --- points: what everything is worth if the game ended now

    def score(self, seat: i64) -> i64:
        total: i64 = 0
        for source in range(Source.COUNT):
            total += self.points(seat, source)
        return total

    def points(self, seat: i64, source: i64) -> i64:
        if source < SITES:
            return self.boards[source].points(seat)
        if source == Source.MEEPLES:
            return (MEEPLES - self.players[seat].hand) * self.values.meeple
        unused: i64 = 0
        for count in self.players[seat].actions:
            unused += count
        return unused * self.values.unused_action

    def sources(self) -> i64:
        return Source.COUNT

    def rank(self, seat: i64) -> i64:
        """Points; a tie goes to who did not start."""
        return self.score(seat) * 2 + (0 if seat == self.starter else 1)

    def doubtful(self, code: i64) -> bool:
        if code >= Action.UNLOAD and code < Action.PLAY:
            return unloads_for_the_other(self, self.decider(), code - Action.UNLOAD)
        return False

    def horizon(self) -> i64:
        return HORIZON

    def estimate(self, values: vec[float]) -> None:
        for seat in range(SEATS):
            values[seat] = float(self.score(seat)) if self.depth == 0 else outlook(self, seat)

    # --- copies

    def blank(self) -> Position:
        return Duel(self.values, self.sides)

    def copy_from(self, other: Position) -> None:
        assert isinstance(other, Duel)
        self.copy_kernel(other)
        self.starter = other.starter
        self.unloads = other.unloads
        for seat in range(SEATS):
            self.players[seat].copy_from(other.players[seat])
        for site in range(SITES):
            self.boards[site].copy_from(other.boards[site])
        copy_items(other.spaces, self.spaces)
        copy_items(other.lines, self.lines)
        copy_items(other.afloat, self.afloat)
        copy_items(other.cargo, self.cargo)
        self.supply.copy_from(other.supply)
        self.reserve.copy_from(other.reserve)
        self.box.copy_from(other.box)
        self.waiting.copy_from(other.waiting)

    def redeal(self, seat: i64, random: Random) -> None:
        """Face down are the supply and the reserve; nobody has seen any of it."""
        count = self.reserve.count
        while self.reserve.count > 0:
            self.supply.put(self.reserve.take())
        self.supply.sort()
        self.supply.shuffle(random)
        for _ in range(count):
            self.reserve.put(self.supply.take())
        self.random.state = random.fork()
        self.deals = None

    def numbers(self) -> list[int]:
        numbers: list[int] = []
        self.kernel_numbers(numbers)
        numbers.extend([int(self.starter), int(self.unloads)])
        for player in self.players:
            player.add_numbers(numbers)
        for board in self.boards:
            board.add_numbers(numbers)
        add_numbers(self.spaces, numbers)
        add_numbers(self.lines, numbers)
        add_numbers(self.afloat, numbers)
        add_numbers(self.cargo, numbers)
        for pile in (self.supply, self.reserve, self.box, self.waiting):
            pile.add_numbers(numbers)
        return numbers
