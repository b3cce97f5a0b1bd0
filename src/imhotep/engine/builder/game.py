"""Builder of Egypt as a Position: who answers which entry of the agenda."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from imhotep.engine.builder.burial_chamber import BurialChamberA, BurialChamberB, BurialChamberC, BurialChamberD
from imhotep.engine.builder.cards import add_raft_sites, gain_card, raft, refuse_raft_site
from imhotep.engine.builder.evaluation import MANY_STONES, UNCERTAIN, outlook, sails_for_others
from imhotep.engine.builder.hidden import HAND
from imhotep.engine.builder.market import Market, MarketA, MarketB, MarketC, MarketD
from imhotep.engine.builder.obelisks import ObelisksA, ObelisksB, ObelisksC, ObelisksD
from imhotep.engine.builder.pyramids import PyramidsA, PyramidsB, PyramidsC, PyramidsD
from imhotep.engine.builder.state import Board, State
from imhotep.engine.builder.temple import TempleA, TempleB, TempleC, TempleD
from imhotep.engine.builder.turn import (
    add_docks,
    add_loads_to_sail,
    add_order,
    add_plank_sailings,
    add_sailings,
    add_turn,
    begin_game,
    begin_turn,
    clear_table,
    end_game,
    end_round,
    end_turn,
    load_to_sail,
    order,
    refuse_dock,
    refuse_load_to_sail,
    refuse_order,
    refuse_plank_sailing,
    refuse_sailing,
    refuse_turn,
    return_stone,
    sail,
    sail_by_lever,
    take_turn,
    unload,
)
from imhotep.engine.builder.values import Values
from imhotep.engine.builder.vocabulary import (
    CARDS,
    EMPTY,
    NOWHERE,
    SHIPS,
    SITES,
    SPACES,
    Action,
    Event,
    Site,
    Source,
    Step,
)
from imhotep.engine.kernel import (
    LEGAL,
    NOT_ASKED,
    Actions,
    Position,
    Random,
    add_numbers,
    copy_items,
)


def make_board(values: Values, site: i64, side: str) -> Board:
    match f"{site}{side}":
        case "0A":
            return MarketA(values)
        case "0B":
            return MarketB(values)
        case "0C":
            return MarketC(values)
        case "0D":
            return MarketD(values)
        case "1A":
            return PyramidsA(values)
        case "1B":
            return PyramidsB(values)
        case "1C":
            return PyramidsC(values)
        case "1D":
            return PyramidsD(values)
        case "2A":
            return TempleA(values)
        case "2B":
            return TempleB(values)
        case "2C":
            return TempleC(values)
        case "2D":
            return TempleD(values)
        case "3A":
            return BurialChamberA(values)
        case "3B":
            return BurialChamberB(values)
        case "3C":
            return BurialChamberC(values)
        case "3D":
            return BurialChamberD(values)
        case "4A":
            return ObelisksA(values)
        case "4B":
            return ObelisksB(values)
        case "4C":
            return ObelisksC(values)
        case _:
            return ObelisksD(values)


@final
@mypyc_attr(acyclic=True)
class Builder(State):
    def __init__(self, values: Values, sides: str) -> None:
        super().__init__(values, vec[Board]([make_board(values, site, sides[site]) for site in range(SITES)]))
        self.sides = sides
        self.ended: Builder | None = None  # scratch of `estimate`

    # --- the agenda

    def add_answers(self, step: i64, seat: i64, at: i64, what: i64, actions: Actions) -> None:
        match step:
            case Step.TURN:
                add_turn(self, seat, actions)
            case Step.CHOOSE:
                self.boards[at].legal(self, seat, what, actions)
            case Step.LOAD:
                self.add_loads(seat, actions)
            case Step.LOAD_TO_SAIL:
                add_loads_to_sail(self, actions)
            case Step.SAIL_SHIP:
                add_docks(self, at, actions)
            case Step.SAIL_BY_LEVER:
                add_sailings(self, actions)
            case Step.ORDER:
                add_order(self.ships[at], what, actions)
            case Step.RAFT:
                add_raft_sites(actions)
            case Step.SAIL_BY_PLANK:
                add_plank_sailings(self, seat, actions)

    def refusal(self, step: i64, seat: i64, at: i64, what: i64, code: i64) -> i64:
        match step:
            case Step.TURN:
                return refuse_turn(self, seat, code)
            case Step.CHOOSE:
                return self.boards[at].refusal(self, seat, what, code)
            case Step.LOAD:
                return self.refuse_load(seat, code)
            case Step.LOAD_TO_SAIL:
                return refuse_load_to_sail(self, code)
            case Step.SAIL_SHIP:
                return refuse_dock(self, at, code)
            case Step.SAIL_BY_LEVER:
                return refuse_sailing(self, code)
            case Step.ORDER:
                return refuse_order(self.ships[at], what, code)
            case Step.RAFT:
                return refuse_raft_site(code)
            case Step.SAIL_BY_PLANK:
                return refuse_plank_sailing(self, seat, code)
            case _:
                return NOT_ASKED

    def answer(self, step: i64, seat: i64, at: i64, what: i64, code: i64) -> None:
        match step:
            case Step.TURN:
                take_turn(self, seat, code)
            case Step.CHOOSE:
                self.boards[at].choose(self, seat, what, code)
            case Step.LOAD:
                self.load(seat, code)
            case Step.LOAD_TO_SAIL:
                load_to_sail(self, seat, code)
            case Step.SAIL_SHIP:
                sail(self, seat, code)
            case Step.SAIL_BY_LEVER:
                sail_by_lever(self, seat, code)
            case Step.ORDER:
                order(self, at, what, code)
            case Step.RAFT:
                raft(self, seat, code)
            case Step.SAIL_BY_PLANK:
                sail(self, seat, code)

    def run(self, step: i64, seat: i64, at: i64, what: i64) -> None:
        match step:
            case Step.END_TURN:
                end_turn(self, seat)
            case Step.UNLOAD:
                unload(self, seat, at, what)
            case Step.DELIVER:
                if what == 0:
                    self.note(Event.STONE_QUARRIED, seat, at)
                else:
                    self.note(Event.STONE_RAFTED, seat, at)
                self.boards[at].deliver(self, seat)
            case Step.RETURN_STONE:
                return_stone(self, seat)
            case Step.DISCARD:
                self.discard_pile.put(at)
                self.note(Event.CARD_DISCARDED, seat, at, NOWHERE)
            case Step.GAIN_CARD:
                gain_card(self, seat, at)
            case Step.END_ROUND:
                end_round(self, seat)
            case Step.CLEAR_TABLE:
                clear_table(self, seat)

    # --- beginnings

    def deal(self, random: Random) -> None:
        self.clear()
        self.random.state = random.fork()
        self.draw_pile.shuffle(self.random)
        self.coming_rounds.shuffle(self.random)
        for board in self.boards:
            board.shuffle(self.random)
        if self.values.prophecies_drawn > 0:
            self.prophecies.pile.shuffle(self.random)
        self.start(self.draw_first())  # B22

    def clear(self) -> None:
        """Everything in the box but the sorted piles: ready for `start`, or to be set up by hand."""
        values = self.values
        self.depth = 0
        self.shuffles = 0
        self.round = 0
        self.passes = 0
        self.ships_sailed = 0
        for player in self.players:
            player.sled = 0
            player.room = values.sled
            player.quarry = values.stones
            for source in range(Source.COUNT):
                player.ledger[source] = 0
            for card in range(CARDS):
                player.hand[card] = 0
        for ship in self.ships:
            ship.fit_out(0, 0)
            for space in range(SPACES):
                ship.spaces[space] = EMPTY
        for site in range(SITES):
            self.moored[site] = 0
            self.boards[site].reset()
        self.hidden.reset()
        self.prophecies.reset()
        self.discard_pile.count = 0
        self.draw_pile.count = 0
        for card in range(CARDS):
            for _ in range(values.cards[card]):
                self.draw_pile.put(card)
        self.coming_rounds.count = 0
        for round_card in range(i64(len(values.round_cards)) // SHIPS):
            self.coming_rounds.put(round_card)

    def start(self, first: i64) -> None:
        """The first round; all piles lie shuffled."""
        begin_game(self, first)

    def resume(self, seat: i64) -> None:
        """A position set up by hand goes on with a turn of `seat`."""
        begin_turn(self, seat)

    def finish(self) -> None:
        """The final scoring as if the game ended now."""
        self.depth = 0
        end_game(self)

    def estimate(self, values: vec[float]) -> None:
        """The final scoring as of now, and what is to be expected beyond it."""
        if self.depth == 0:
            for seat in range(self.seats):
                values[seat] = float(self.players[seat].score())
            return
        ended = self.ended
        if ended is None:
            ended = Builder(self.values, self.sides)
            self.ended = ended
        ended.copy_from(self)
        ended.finish()
        for seat in range(self.seats):
            now, then = float(self.players[seat].score()), float(ended.players[seat].score())
            values[seat] = then - UNCERTAIN * float(self.rounds_left()) * (then - now) + outlook(self, seat)

    def distinct(self, actions: Actions) -> None:
        """Equal ships are one, and so are equal cards in the market."""
        kept: i64 = 0
        codes = actions.codes
        for i in range(actions.count):
            if self.canonical(codes[i]) == codes[i]:
                codes[kept] = codes[i]
                kept += 1
        actions.count = kept

    def canonical(self, code: i64) -> i64:
        if code >= Action.LOAD and code < Action.SAIL:
            return self.with_first_equal_ship(code, (code - Action.LOAD) // SPACES, SPACES)
        if code >= Action.SAIL and code < Action.PLAY_CARD:
            return self.with_first_equal_ship(code, (code - Action.SAIL) // SITES, SITES)
        if code >= Action.PICK_CARD and code < Action.PICK_PAIR:
            return Action.PICK_CARD + self.first_equal_card(code - Action.PICK_CARD)
        return code

    def doubtful(self, code: i64) -> bool:
        seat = self.decider()
        if code < Action.LOAD:
            return self.players[seat].sled > MANY_STONES
        if code >= Action.SAIL and code < Action.PLAY_CARD:
            return sails_for_others(self, seat, (code - Action.SAIL) // SITES)
        return False

    def with_first_equal_ship(self, code: i64, number: i64, codes: i64) -> i64:
        """The code of an earlier ship that is equal, if it may be chosen: a card may have said which one sails."""
        ship = self.ships[number]
        for earlier in range(number):
            if self.ships[earlier].equals(ship):
                same = code - (number - earlier) * codes
                if self.why_not(same) == LEGAL:
                    return same
        return code

    def first_equal_card(self, space: i64) -> i64:
        """Where neighbours matter (side C) each space is a case of its own."""
        market = self.boards[Site.MARKET]
        assert isinstance(market, Market)
        if space < self.values.market_open and self.values.coins == 0:
            for earlier in range(space):
                if market.open[earlier] == market.open[space]:
                    return earlier
        return space

    # --- points

    def score(self, seat: i64) -> i64:
        return self.players[seat].score()

    def points(self, seat: i64, source: i64) -> i64:
        return self.players[seat].ledger[source]

    def sources(self) -> i64:
        return Source.COUNT

    def rank(self, seat: i64) -> i64:
        """Points, then stones on the sled (B21)."""
        return self.players[seat].score() * 1024 + self.players[seat].sled

    # --- copies

    def blank(self) -> Position:
        return Builder(self.values, self.sides)

    def copy_from(self, other: Position) -> None:
        assert isinstance(other, Builder)
        self.copy_kernel(other)
        self.round = other.round
        self.passes = other.passes
        self.ships_sailed = other.ships_sailed
        for seat in range(self.seats):
            self.players[seat].copy_from(other.players[seat])
        for ship in range(SHIPS):
            self.ships[ship].copy_from(other.ships[ship])
        copy_items(other.moored, self.moored)
        for site in range(SITES):
            self.boards[site].copy_from(other.boards[site])
        self.hidden.copy_from(other.hidden)
        self.prophecies.copy_from(other.prophecies)
        self.draw_pile.copy_from(other.draw_pile)
        self.discard_pile.copy_from(other.discard_pile)
        self.coming_rounds.copy_from(other.coming_rounds)

    def redeal(self, seat: i64, random: Random) -> None:
        """Face down are the draw pile, cards elsewhere, the coming and removed round cards, and tokens."""
        self.count_hidden_hands(-1)
        self.hidden.redeal(seat, self.draw_pile, random)
        self.count_hidden_hands(1)
        for board in self.boards:
            board.redeal(random)
        self.coming_rounds.sort()
        self.coming_rounds.shuffle(random)
        self.random.state = random.fork()
        self.deals = None

    def count_hidden_hands(self, by: i64) -> None:
        """Cards that lie face down before their owners are counted in the hands, too."""
        hidden = self.hidden
        for i in range(hidden.count):
            if hidden.in_hand(i):
                self.players[hidden.places[i] - HAND].hand[hidden.cards[i]] += by

    def numbers(self) -> list[int]:
        numbers: list[int] = []
        self.kernel_numbers(numbers)
        numbers.extend([int(self.round), int(self.passes), int(self.ships_sailed)])
        for player in self.players:
            player.add_numbers(numbers)
        for ship in self.ships:
            ship.add_numbers(numbers)
        add_numbers(self.moored, numbers)
        for board in self.boards:
            board.add_numbers(numbers)
        self.hidden.add_numbers(numbers)
        self.prophecies.add_numbers(numbers)
        self.draw_pile.add_numbers(numbers)
        self.discard_pile.add_numbers(numbers)
        self.coming_rounds.add_numbers(numbers)
        return numbers
