"""Everything on the table: players, ships, piles, boards, and what any rule may do to them.

A method named after what is missing (`no_room`, `no_dock`) answers with a Refusal, or LEGAL: `legal` and `why_not` both
ask these, so that no rule is written twice.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from imhotep.engine.builder.values import Values
from imhotep.engine.builder.vocabulary import (
    CARDS,
    EMPTY,
    NOWHERE,
    SHIPS,
    SITES,
    SPACES,
    Action,
    Card,
    Event,
    Refusal,
    Source,
)
from imhotep.engine.kernel import LEGAL, NOT_ASKED, Actions, Position, Random, add_numbers, copy_first, copy_items


@final
@mypyc_attr(acyclic=True)
class Ship:
    def __init__(self) -> None:
        self.size: i64 = 0
        self.minimum: i64 = 0
        self.load: i64 = 0
        self.sailed = False
        self.spaces = vec[i64]([EMPTY] * SPACES)  # owner of each stone or EMPTY, front first

    def copy_from(self, other: "Ship") -> None:
        self.size = other.size
        self.minimum = other.minimum
        self.load = other.load
        self.sailed = other.sailed
        copy_items(other.spaces, self.spaces)

    def add_numbers(self, numbers: list[int]) -> None:
        numbers.extend([int(self.size), int(self.minimum), int(self.load), int(self.sailed)])
        add_numbers(self.spaces, numbers)

    def fit_out(self, size: i64, minimum: i64) -> None:
        """A ship of this round, empty."""
        self.size = size
        self.minimum = minimum
        self.load = 0
        self.sailed = False

    def no_room(self) -> i64:
        if self.sailed:
            return Refusal.SHIP_SAILED
        if self.load >= self.size:
            return Refusal.SHIP_FULL
        return LEGAL

    def no_space(self, space: i64) -> i64:
        if space >= self.size:
            return Refusal.NO_SUCH_SPACE
        if self.spaces[space] != EMPTY:
            return Refusal.SPACE_TAKEN
        return LEGAL

    def not_ready(self) -> i64:
        """Why it can't sail as it is."""
        if self.sailed:
            return Refusal.SHIP_SAILED
        if self.load < self.minimum:
            return Refusal.BELOW_MINIMUM
        return LEGAL

    def not_ready_with_one_more(self) -> i64:
        """Why it can't sail after one more stone (B13)."""
        if self.sailed:
            return Refusal.SHIP_SAILED
        if self.load >= self.size:
            return Refusal.SHIP_FULL
        if self.load + 1 < self.minimum:
            return Refusal.BELOW_MINIMUM
        return LEGAL

    def put(self, owner: i64, space: i64) -> None:
        self.spaces[space] = owner
        self.load += 1

    def front(self) -> i64:
        """The space of the first stone; there is one."""
        space: i64 = 0
        while self.spaces[space] == EMPTY:
            space += 1
        return space

    def take(self, space: i64) -> i64:
        owner = self.spaces[space]
        self.spaces[space] = EMPTY
        self.load -= 1
        return owner

    def close_gaps(self) -> None:
        filled: i64 = 0
        for space in range(SPACES):
            owner = self.spaces[space]
            if owner != EMPTY:
                self.spaces[space] = EMPTY
                self.spaces[filled] = owner
                filled += 1

    def has_stone_of(self, owner: i64, first: i64) -> bool:
        """Among the spaces from `first` on."""
        for space in range(first, self.size):
            if self.spaces[space] == owner:
                return True
        return False

    def move_forward(self, owner: i64, to: i64) -> None:
        """The first stone of `owner` from space `to` on goes to `to`; those before it move back."""
        space = to
        while self.spaces[space] != owner:
            space += 1
        while space > to:
            self.spaces[space] = self.spaces[space - 1]
            space -= 1
        self.spaces[to] = owner


@final
@mypyc_attr(acyclic=True)
class Player:
    def __init__(self) -> None:
        self.sled: i64 = 0
        self.quarry: i64 = 0
        self.ledger = vec[i64]([0] * Source.COUNT)  # points by source
        self.hand = vec[i64]([0] * CARDS)  # number of each card

    def copy_from(self, other: "Player") -> None:
        self.sled = other.sled
        self.quarry = other.quarry
        copy_items(other.ledger, self.ledger)
        copy_items(other.hand, self.hand)

    def add_numbers(self, numbers: list[int]) -> None:
        numbers.extend([int(self.sled), int(self.quarry)])
        add_numbers(self.ledger, numbers)
        add_numbers(self.hand, numbers)

    def score(self) -> i64:
        total: i64 = 0
        for points in self.ledger:
            total += points
        return total


@final
@mypyc_attr(acyclic=True)
class Pile:
    """A pile of cards, top last."""

    def __init__(self, room: i64) -> None:
        self.count: i64 = 0
        self.cards = vec[i64]([0] * room)

    def copy_from(self, other: "Pile") -> None:
        self.count = other.count
        copy_first(other.count, other.cards, self.cards)

    def add_numbers(self, numbers: list[int]) -> None:
        numbers.append(int(self.count))
        numbers.extend(self.to_list())

    def to_list(self) -> list[int]:
        return [int(self.cards[i]) for i in range(self.count)]

    def fill(self, cards: list[int]) -> None:
        """Exactly these cards, top last."""
        self.count = 0
        for card in cards:
            self.put(card)

    def put(self, card: i64) -> None:
        self.cards[self.count] = card
        self.count += 1

    def take(self) -> i64:
        self.count -= 1
        return self.cards[self.count]

    def sort(self) -> None:
        for i in range(1, self.count):
            card = self.cards[i]
            j = i
            while j > 0 and self.cards[j - 1] > card:
                self.cards[j] = self.cards[j - 1]
                j -= 1
            self.cards[j] = card

    def shuffle(self, random: Random) -> None:
        for i in range(1, self.count):
            j = random.below(i + 1)
            card = self.cards[i]
            self.cards[i] = self.cards[j]
            self.cards[j] = card


@mypyc_attr(acyclic=True)
class Board:
    """One side of a site, with what lies on it. A new side is a new subclass."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.built = vec[i64]([0] * values.players)  # stones by seat, covered ones and those at the edge too

    def stones(self) -> i64:
        total: i64 = 0
        for count in self.built:
            total += count
        return total

    def deliver(self, state: "State", owner: i64) -> None:
        """A stone of `owner` arrives."""

    def place(self, owner: i64, at: i64) -> None:
        """Lay a stone down without any effect: what `deliver` ends with, and how a position is set up by hand."""
        self.built[owner] += 1

    def legal(self, state: "State", seat: i64, what: i64, actions: Actions) -> None:
        """Add the answers to a CHOOSE entry of this board."""

    def refusal(self, state: "State", seat: i64, what: i64, code: i64) -> i64:
        """Why `code` is not among those answers."""
        return NOT_ASKED

    def choose(self, state: "State", seat: i64, what: i64, code: i64) -> None:
        """Carry out one of those answers."""

    def begin_round(self, state: "State") -> None:
        """Fill up what is filled at the start of each round."""

    def end_round(self, state: "State") -> None:
        """The assessment at the end of each round."""

    def clear(self, state: "State") -> None:
        """Put away what does not stay for the next round."""

    def end_game(self, state: "State") -> None:
        """The final scoring."""

    def lift_hidden(self, state: "State", seat: i64) -> None:
        """For a redeal: put the cards here that `seat` doesn't know onto the draw pile."""

    def lay_hidden(self, state: "State", seat: i64) -> None:
        """After the shuffle: take as many back, in the same order of places."""

    def reset(self) -> None:
        """Nothing lies here."""
        for seat in range(self.values.players):
            self.built[seat] = 0

    def copy_from(self, other: "Board") -> None:
        copy_items(other.built, self.built)

    def add_numbers(self, numbers: list[int]) -> None:
        add_numbers(self.built, numbers)


@mypyc_attr(acyclic=True)
class State(Position):
    """Arrays keep their length; `boards` is in the order of the sites."""

    def __init__(self, values: Values, boards: vec[Board]) -> None:
        super().__init__(values.players)
        self.values = values
        self.boards = boards
        self.round: i64 = 0
        self.passes: i64 = 0  # in a row
        self.ships_sailed: i64 = 0
        self.players = vec[Player]([Player() for _ in range(values.players)])
        self.ships = vec[Ship]([Ship() for _ in range(SHIPS)])
        self.docked = vec[i64]([EMPTY] * SITES)  # the ship that lies at each site, or EMPTY
        deck: i64 = 0
        for count in values.cards:
            deck += count
        self.draw_pile = Pile(deck)
        self.discard_pile = Pile(deck)
        self.coming_rounds = Pile(len(values.round_cards) // SHIPS)  # those that go into the box are at the bottom

    def gain_points(self, seat: i64, source: i64, points: i64, place: i64 = NOWHERE) -> None:
        """`place` is where on a site they come from, for those who watch."""
        if points != 0:
            self.players[seat].ledger[source] += points
            self.note(Event.POINTS, seat, source, points, place)

    # --- stones

    def no_stones(self, seat: i64) -> i64:
        """Why not even one stone can be taken (B1)."""
        player = self.players[seat]
        if player.sled >= self.values.sled:
            return Refusal.SLED_FULL
        if player.quarry == 0:
            return Refusal.QUARRY_EMPTY
        return LEGAL

    def take_stones(self, seat: i64, wanted: i64) -> None:
        """As many as fit (B1)."""
        player = self.players[seat]
        count = min(wanted, min(self.values.sled - player.sled, player.quarry))
        player.sled += count
        player.quarry -= count
        self.note(Event.STONES_TAKEN, seat, 0, count)

    # --- loading

    def no_stone_on_sled(self, seat: i64) -> i64:
        if self.players[seat].sled == 0:
            return Refusal.SLED_EMPTY
        return LEGAL

    def add_loads(self, seat: i64, actions: Actions) -> None:
        """One stone of `seat` onto any free space."""
        if self.no_stone_on_sled(seat) == LEGAL:
            ships = self.ships
            for number in range(SHIPS):
                if ships[number].no_room() == LEGAL:
                    self.add_spaces(number, actions)

    def add_spaces(self, number: i64, actions: Actions) -> None:
        ship = self.ships[number]
        first = Action.LOAD + number * SPACES
        codes, count, spaces = actions.codes, actions.count, ship.spaces  # the hottest loop: all calls written out
        for space in range(ship.size):
            if spaces[space] == EMPTY:  # no_space
                codes[count] = first + space
                count += 1
        actions.count = count

    def refuse_load(self, seat: i64, code: i64) -> i64:
        if code < Action.LOAD or code >= Action.SAIL:
            return NOT_ASKED
        if self.no_stone_on_sled(seat) != LEGAL:
            return self.no_stone_on_sled(seat)
        ship = self.ships[(code - Action.LOAD) // SPACES]
        if ship.no_room() != LEGAL:
            return ship.no_room()
        return ship.no_space((code - Action.LOAD) % SPACES)

    def load(self, seat: i64, code: i64) -> None:
        """Answers LOAD codes: a stone from the sled onto that space."""
        ship, space = (code - Action.LOAD) // SPACES, (code - Action.LOAD) % SPACES
        self.players[seat].sled -= 1
        self.ships[ship].put(seat, space)
        self.note(Event.STONE_LOADED, seat, ship, space)

    # --- sailing

    def no_dock(self, site: i64) -> i64:
        if self.docked[site] != EMPTY:
            return Refusal.DOCK_TAKEN
        return LEGAL

    # --- cards

    def no_card_to_draw(self) -> i64:
        if self.draw_pile.count + self.discard_pile.count == 0:
            return Refusal.NO_CARD_LEFT
        return LEGAL

    def draw_card(self) -> i64:
        """The top of the draw pile; the discards are shuffled only when a card is needed (B8)."""
        if self.draw_pile.count == 0:
            if self.discard_pile.count == 0:
                return Card.NONE
            self.shuffle_discards()
        return self.draw_pile.take()

    def shuffle_discards(self) -> None:
        pile = self.draw_pile
        while self.discard_pile.count > 0:
            pile.put(self.discard_pile.take())
        pile.sort()
        deals = self.deals
        if deals is None:
            pile.shuffle(self.random)
        else:
            pile.fill(deals.arrange(int(self.shuffles), pile.to_list()))
        self.shuffles += 1
        self.note(Event.PILE_SHUFFLED, 0, 0, pile.count)
