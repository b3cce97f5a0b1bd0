"""Everything on the table: players, ships, piles, boards, and what any rule may do to them.

A method named after what is missing (`no_room`, `no_dock`) answers with a Refusal, or LEGAL: `legal` and `why_not` both
ask these, so that no rule is written twice.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from imhotep.engine.builder.hidden import HAND, Hidden, is_shown
from imhotep.engine.builder.values import Values
from imhotep.engine.builder.vocabulary import (
    CARDS,
    EMPTY,
    NOWHERE,
    PROPHECIES,
    SEATS,
    SHIPS,
    SITES,
    SPACES,
    Action,
    Card,
    Event,
    Refusal,
    Site,
    Source,
    Step,
)
from imhotep.engine.kernel import EVERYBODY, LEGAL, NOT_ASKED, Actions, Position, Random, add_numbers, copy_items
from imhotep.engine.piles import Pile


@final
@mypyc_attr(acyclic=True)
class Ship:
    def __init__(self) -> None:
        self.size: i64 = 0
        self.minimum: i64 = 0
        self.load: i64 = 0
        self.site: i64 = EMPTY  # where it is moored; EMPTY while it waits
        self.spaces = vec[i64]([EMPTY] * SPACES)  # owner of each stone or EMPTY, front first

    def copy_from(self, other: "Ship") -> None:
        self.size = other.size
        self.minimum = other.minimum
        self.load = other.load
        self.site = other.site
        copy_items(other.spaces, self.spaces)

    def add_numbers(self, numbers: list[int]) -> None:
        numbers.extend([int(self.size), int(self.minimum), int(self.load), int(self.site)])
        add_numbers(self.spaces, numbers)

    def fit_out(self, size: i64, minimum: i64) -> None:
        """A ship of this round, empty."""
        self.size = size
        self.minimum = minimum
        self.load = 0
        self.site = EMPTY

    def no_room(self) -> i64:
        if self.site != EMPTY:
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
        if self.site != EMPTY:
            return Refusal.SHIP_SAILED
        if self.load < self.minimum:
            return Refusal.BELOW_MINIMUM
        return LEGAL

    def not_ready_with_one_more(self) -> i64:
        """Why it can't sail after one more stone (B13)."""
        if self.site != EMPTY:
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

    def equals(self, other: "Ship") -> bool:
        if self.size != other.size or self.site != other.site or self.load != other.load:
            return False
        for space in range(self.size):
            if self.spaces[space] != other.spaces[space]:
                return False
        return True

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
        self.sled: i64 = 0  # stones on it, and on cargo sleds: one supply (N15)
        self.room: i64 = 0  # for stones on the sled and on cargo sleds
        self.quarry: i64 = 0
        self.ledger = vec[i64]([0] * Source.COUNT)  # points by source
        self.hand = vec[i64]([0] * CARDS)  # number of each card

    def copy_from(self, other: "Player") -> None:
        self.sled = other.sled
        self.room = other.room
        self.quarry = other.quarry
        copy_items(other.ledger, self.ledger)
        copy_items(other.hand, self.hand)

    def add_numbers(self, numbers: list[int]) -> None:
        numbers.extend([int(self.sled), int(self.room), int(self.quarry)])
        add_numbers(self.ledger, numbers)
        add_numbers(self.hand, numbers)

    def score(self) -> i64:
        total: i64 = 0
        for points in self.ledger:
            total += points
        return total


@final
@mypyc_attr(acyclic=True)
class Prophecies:
    """The prophecies on the table, and who put a scarab where."""

    def __init__(self, values: Values) -> None:
        self.seats: i64 = values.players
        self.pile = Pile(len(values.task_most))  # before the game: all of them
        self.count: i64 = 0
        self.cards = vec[i64]([0] * PROPHECIES)  # from the left
        self.scarabs = vec[i64]([EMPTY] * (PROPHECIES * SEATS))  # pair of rounds, by card and seat; or EMPTY

    def reset(self) -> None:
        """None on the table; all lie sorted on the pile."""
        self.count = 0
        self.pile.count = 0
        for card in range(i64(len(self.pile.cards))):
            self.pile.put(card)

    def copy_from(self, other: "Prophecies") -> None:
        self.count = other.count
        for card in range(other.count):
            self.cards[card] = other.cards[card]
            for seat in range(self.seats):
                self.scarabs[card * SEATS + seat] = other.scarabs[card * SEATS + seat]

    def add_numbers(self, numbers: list[int]) -> None:
        for card in range(self.count):
            numbers.append(int(self.cards[card]))
            for seat in range(self.seats):
                numbers.append(int(self.scarabs[card * SEATS + seat]))

    def lay(self, card: i64) -> None:
        for seat in range(self.seats):
            self.scarabs[self.count * SEATS + seat] = EMPTY
        self.cards[self.count] = card
        self.count += 1


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

    def looking_at(self, what: i64) -> i64:
        """Where the face-down cards lie of which a CHOOSE entry asks to keep one; EMPTY if it asks something else."""
        return EMPTY

    def begin_round(self, state: "State") -> None:
        """Fill up what is filled at the start of each round."""

    def end_round(self, state: "State") -> None:
        """The assessment at the end of each round."""

    def clear(self, state: "State") -> None:
        """Put away what does not stay for the next round."""

    def end_game(self, state: "State") -> None:
        """The final scoring."""

    def prospect(self, state: "State", seat: i64) -> float:
        """About what the next stone of `seat` is worth here: for quick looks only (`evaluation.py`)."""
        return 0.0

    def promise(self, state: "State", seat: i64) -> float:
        """About what lies here is worth to `seat` beyond what it would score if the game ended now."""
        return 0.0

    def shuffle(self, random: Random) -> None:
        """Before the game: mix the tokens that are dealt face down."""

    def redeal(self, random: Random) -> None:
        """Deal anew the tokens here that nobody has seen."""

    def begin_game(self, state: "State") -> None:
        """What is turned over before the first round."""

    def reset(self) -> None:
        """Nothing lies here; tokens are sorted."""
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
        self.moored = vec[i64]([0] * SITES)  # ships that lie at each site
        deck: i64 = 0
        for count in values.cards:
            deck += count
        self.hidden = Hidden(deck, values.something_stays_hidden)  # what lies face down elsewhere
        self.draw_pile = Pile(deck)
        self.discard_pile = Pile(deck)
        self.prophecies = Prophecies(values)
        self.coming_rounds = Pile(len(values.round_cards) // SHIPS)  # those that go into the box are at the bottom

    def gain_points(self, seat: i64, source: i64, points: i64, place: i64 = NOWHERE) -> None:
        """`place` is where on a site they come from, for those who watch."""
        if points != 0:
            self.players[seat].ledger[source] += points
            self.note(Event.POINTS, seat, source, points, place)

    def rounds_left(self) -> i64:
        """Whole rounds after this one."""
        return self.values.rounds - self.round - 1

    # --- stones

    def no_stones(self, seat: i64) -> i64:
        """Why not even one stone can be taken (B1)."""
        player = self.players[seat]
        if player.sled >= player.room:
            return Refusal.SLED_FULL
        if player.quarry == 0:
            return Refusal.QUARRY_EMPTY
        return LEGAL

    def take_stones(self, seat: i64, wanted: i64) -> None:
        """As many as fit (B1)."""
        player = self.players[seat]
        count = min(wanted, min(player.room - player.sled, player.quarry))
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
        if self.moored[site] > 0:
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
        self.hidden.begin_pile()
        self.note(Event.PILE_SHUFFLED, 0, 0, pile.count)

    # --- who sees which card (N18)

    def must_ask(self, step: i64, seat: i64, at: i64, what: i64) -> bool:
        """Others must not learn that all the cards somebody looks at are equal, if they don't see them then (P13)."""
        if step != Step.CHOOSE or not (self.values.face_down or (at == Site.MARKET and self.values.stacks_stay)):
            return False
        place = self.boards[at].looking_at(what)
        return place != EMPTY and self.hidden.number_at(place) > 1

    def witnesses(self, seat: i64, code: i64) -> i64:
        if code >= Action.KEEP_CARD and code < Action.NEXT_STONE:
            return self.seen_by(seat, code - Action.KEEP_CARD)
        return EVERYBODY

    def seen_by(self, seat: i64, card: i64) -> i64:
        """Those who see a card that `seat` gets from where it lay face down."""
        if self.values.face_down and not is_shown(card):
            return 1 << seat
        return EVERYBODY

    def take_hidden(self, seat: i64, i: i64) -> None:
        """Hidden card `i` leaves its place for the hand of `seat`, who has looked at it."""
        if self.seen_by(seat, self.hidden.cards[i]) == EVERYBODY:
            self.hidden.take_seen(i, self.seats, self.draw_pile)
        else:
            self.hidden.take_unseen(i, seat, self.seats)

    def use_card(self, seat: i64, card: i64) -> None:
        """A card leaves a hand: the one that everybody knows, if there are two (P11)."""
        hand = self.players[seat].hand
        if self.values.face_down and self.hidden.number_of(card, HAND + seat) == hand[card]:
            self.hidden.take_seen(self.hidden.first_of(card, HAND + seat), self.seats, self.draw_pile)
            self.note(Event.CARD_PLAYED, seat, card, 0, 1)
        else:
            self.note(Event.CARD_PLAYED, seat, card)
        hand[card] -= 1
