"""Cards that lie face down outside the draw pile, and what each seat knows of them (N8, N18, N20).

To a seat, the cards that it can't see fall into groups: those that came from the draw pile unseen (a group for each
time that it was shuffled), and, for each time it looked at face-down cards, those that it left there. It knows which
cards belong to each group. Of each place it knows from which groups the card there may come: from one, until somebody
else takes a card unseen out of several. `redeal` moves cards about within that. What would be too intricate to keep
apart is forgotten, never leaked.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from imhotep.engine.builder.vocabulary import CARDS, EMPTY, SEATS, Card
from imhotep.engine.kernel import Random, copy_first
from imhotep.engine.piles import Pile

# Places: the spaces of the market by their own numbers, then the hands by seat, then what is being looked at.
HAND: Final[i64] = 4
LOOKED_AT: Final[i64] = 8

GROUPS: Final[i64] = 15  # a seat's at one time; a clue has a bit for each, seat by seat
ALL_GROUPS: Final[i64] = 0x7FFF
EACH_SEAT: Final[i64] = 1 | 1 << 15 | 1 << 30 | 1 << 45
MOST_STEPS: Final[i64] = 3000  # of a puzzle
BITS: Final = vec[i64]([1 << number for number in range(60)])  # compiled, `1 << number` has 32 bits only


def is_shown(card: i64) -> bool:
    """Red cards and cargo sleds take effect at once, so everybody sees them (N18)."""
    return card <= Card.PAVED_PATH or card == Card.PRIVATE_QUARRY or card == Card.CARGO_SLED


@final
@mypyc_attr(acyclic=True)
class Hidden:
    """For each card: where it lies, and for each seat its group (`origins`) and the groups it may be of (`clues`)."""

    def __init__(self, room: i64, something_stays: bool) -> None:
        self.something_stays = something_stays  # face down while others are shown; else there is nothing to explain
        self.count: i64 = 0
        self.cards = vec[i64]([0] * room)
        self.places = vec[i64]([0] * room)
        self.clues = vec[i64]([0] * room)
        self.origins = vec[i64]([0] * room)
        self.pile_clue: i64 = EACH_SEAT  # of every card in the draw pile
        self.pile_origin: i64 = 0

    def reset(self) -> None:
        self.count = 0
        self.pile_clue = EACH_SEAT
        self.pile_origin = 0

    def copy_from(self, other: "Hidden") -> None:
        count = other.count
        self.count = count
        self.pile_clue = other.pile_clue
        self.pile_origin = other.pile_origin
        if count > 0:
            copy_first(count, other.cards, self.cards)
            copy_first(count, other.places, self.places)
            copy_first(count, other.clues, self.clues)
            copy_first(count, other.origins, self.origins)

    def add_numbers(self, numbers: list[int]) -> None:
        numbers.extend([int(self.count), int(self.pile_clue), int(self.pile_origin)])
        for i in range(self.count):
            numbers.extend([int(self.cards[i]), int(self.places[i]), int(self.clues[i]), int(self.origins[i])])

    # --- what lies where

    def put(self, card: i64, place: i64) -> None:
        """A card from the draw pile, unseen by all; an owner's own hand is never hidden from the owner."""
        i = self.count
        self.cards[i] = card
        self.places[i] = place
        self.clues[i] = self.pile_clue
        self.origins[i] = self.pile_origin
        self.count = i + 1

    def number_at(self, place: i64) -> i64:
        number: i64 = 0
        places = self.places
        for i in range(self.count):
            if places[i] == place:
                number += 1
        return number

    def kinds_at(self, place: i64) -> i64:
        """The cards there, a bit for each kind."""
        kinds: i64 = 0
        for i in range(self.count):
            if self.places[i] == place:
                kinds |= BITS[self.cards[i]]
        return kinds

    def number_of(self, card: i64, place: i64) -> i64:
        number: i64 = 0
        for i in range(self.count):
            if self.places[i] == place and self.cards[i] == card:
                number += 1
        return number

    def first_of(self, card: i64, place: i64) -> i64:
        """Where in the list it is first, or EMPTY."""
        for i in range(self.count):
            if self.places[i] == place and self.cards[i] == card:
                return i
        return EMPTY

    def first_at(self, place: i64) -> i64:
        """The first card of the list that lies there, or EMPTY."""
        for i in range(self.count):
            if self.places[i] == place:
                return i
        return EMPTY

    def cards_at(self, place: i64) -> list[int]:
        return sorted([int(self.cards[i]) for i in range(self.count) if self.places[i] == place])

    # --- what happens to them

    def look(self, seat: i64, place: i64, pile: Pile) -> None:
        """`seat` sees all cards there: from now on they are a group of their own to it."""
        possible = self.possible(place, seat)
        if self.something_stays and possible & (possible - 1) != 0:
            for i in range(self.count):
                if self.places[i] == place:
                    self.explain(seat, i, pile, True)
        group = self.free_group(seat)
        for i in range(self.count):
            if self.places[i] == place:
                self.set_clue(i, seat, BITS[group])
                self.set_origin(i, seat, group)

    def take_unseen(self, i: i64, seat: i64, seats: i64) -> None:
        """Card `i` goes into the hand of `seat`, who has looked; the others can't see which one it is (N20)."""
        place = self.places[i]
        for other in range(seats):
            if other != seat:
                self.set_clues_at(place, other, self.possible(place, other))
        self.places[i] = HAND + seat

    def take_seen(self, i: i64, seats: i64, pile: Pile) -> None:
        """Everybody sees card `i`; it lies face down no more."""
        if self.something_stays and not self.is_plain(self.places[i]):
            for other in range(seats):
                if self.places[i] != HAND + other:
                    self.explain(other, i, pile, False)
        last = self.count - 1
        for k in range(i, last):  # the others stay in their order
            self.cards[k] = self.cards[k + 1]
            self.places[k] = self.places[k + 1]
            self.clues[k] = self.clues[k + 1]
            self.origins[k] = self.origins[k + 1]
        self.count = last

    def begin_pile(self) -> None:
        """A new draw pile: everybody knows which cards it is made of."""
        self.pile_clue = 0
        self.pile_origin = 0
        for seat in range(SEATS):
            group = self.free_group(seat)
            self.pile_clue |= BITS[seat * GROUPS + group]
            self.pile_origin |= group << seat * 4

    # --- groups

    def clue(self, i: i64, seat: i64) -> i64:
        return self.clues[i] >> seat * GROUPS & ALL_GROUPS

    def set_clue(self, i: i64, seat: i64, clue: i64) -> None:
        shift = seat * GROUPS
        self.clues[i] = self.clues[i] ^ ((self.clues[i] >> shift & ALL_GROUPS) ^ clue) << shift

    def origin(self, i: i64, seat: i64) -> i64:
        return self.origins[i] >> seat * 4 & 15

    def set_origin(self, i: i64, seat: i64, group: i64) -> None:
        shift = seat * 4
        self.origins[i] = self.origins[i] ^ ((self.origins[i] >> shift & 15) ^ group) << shift

    def pile_group(self, seat: i64) -> i64:
        return self.pile_origin >> seat * 4 & 15

    def possible(self, place: i64, seat: i64) -> i64:
        """The groups that cards there may come from."""
        groups: i64 = 0
        for i in range(self.count):
            if self.places[i] == place:
                groups |= self.clue(i, seat)
        return groups

    def is_plain(self, place: i64) -> bool:
        """Whether to each seat all cards there come from one group."""
        clues: i64 = 0
        for i in range(self.count):
            if self.places[i] == place:
                clues |= self.clues[i]
        return clues & (clues - EACH_SEAT) == 0  # one bit for each seat

    def set_clues_at(self, place: i64, seat: i64, clue: i64) -> None:
        for i in range(self.count):
            if self.places[i] == place:
                self.set_clue(i, seat, clue)

    def lies_only_at(self, place: i64, seat: i64, group: i64) -> bool:
        """Whether all cards of a group must be there."""
        if group == self.pile_group(seat):
            return False
        for i in range(self.count):
            if self.places[i] != place and self.places[i] != HAND + seat and self.clue(i, seat) >> group & 1 == 1:
                return False
        return True

    def free_group(self, seat: i64) -> i64:
        """A number that no group of this seat has now."""
        used = self.pile_clue >> seat * GROUPS & ALL_GROUPS
        for i in range(self.count):
            if self.places[i] != HAND + seat:
                used |= self.clue(i, seat)
        group: i64 = 0
        while used >> group & 1 == 1:
            group += 1
        if group < GROUPS:
            return group
        first: i64 = 0  # too many to keep apart: two become one
        if self.pile_group(seat) == 0:
            first = 1
        second = first + 1
        if self.pile_group(seat) == second:
            second += 1
        self.merge(seat, BITS[first] | BITS[second])
        return second

    def merge(self, seat: i64, groups: i64) -> None:
        """These groups become one, which has the lowest of their numbers."""
        into: i64 = 0
        while groups >> into & 1 == 0:
            into += 1
        for i in range(self.count):
            clue = self.clue(i, seat)
            if clue & groups != 0:
                self.set_clue(i, seat, clue & ~groups | BITS[into])
            if groups >> self.origin(i, seat) & 1 == 1:
                self.set_origin(i, seat, into)
        group = self.pile_group(seat)
        if groups >> group & 1 == 1:
            self.pile_clue = self.pile_clue & ~BITS[seat * GROUPS + group] | BITS[seat * GROUPS + into]
            self.pile_origin = self.pile_origin & ~(BITS[seat * 4] * 15) | into << seat * 4

    def explain(self, seat: i64, i: i64, pile: Pile, sees_all: bool) -> None:
        """`seat` sees card `i`, or all that lie at its place, and works out which of its groups it belonged to."""
        place, card = self.places[i], self.cards[i]
        possible = self.possible(place, seat)
        if possible & (possible - 1) == 0:
            return  # there is only one
        candidates: i64 = 0  # groups that have such a card and may lie here
        for k in range(self.count):
            if self.cards[k] == card and self.places[k] != HAND + seat:
                candidates |= BITS[self.origin(k, seat)]
        group = self.pile_group(seat)
        if possible >> group & 1 == 1:
            for k in range(pile.count):
                if pile.cards[k] == card:
                    candidates |= BITS[group]
        candidates &= possible
        if candidates & (candidates - 1) != 0:
            candidates = self.conceivable(seat, i, candidates, pile, sees_all)
        if candidates & (candidates - 1) != 0:
            other = self.twin_of_certain_group(seat, i, candidates)
            if other == EMPTY:
                self.merge(seat, candidates)
            else:  # equal cards can't be told apart: it was the one that certainly lay here
                clue, origin = self.clue(i, seat), self.origin(i, seat)
                self.set_clue(i, seat, self.clue(other, seat))
                self.set_origin(i, seat, self.origin(other, seat))
                self.set_clue(other, seat, clue)
                self.set_origin(other, seat, origin)
        group = self.origin(i, seat)
        clue = 0  # which of the places that may hold this group it lay on is not known
        for k in range(self.count):
            if self.places[k] == place and self.clue(k, seat) >> group & 1 == 1:
                clue |= self.clue(k, seat)
        for k in range(self.count):
            if self.places[k] == place and self.clue(k, seat) >> group & 1 == 1:
                self.set_clue(k, seat, clue)

    def conceivable(self, seat: i64, i: i64, candidates: i64, pile: Pile, sees_all: bool) -> i64:
        """Of these groups those that card `i` may be of, if every other card has to be somewhere, too."""
        found: i64 = 0
        for group in range(GROUPS):
            if candidates >> group & 1 == 1:
                for slot in range(self.count):  # on which one of its place the card lay is its owner's secret
                    if self.places[slot] == self.places[i] and self.clue(slot, seat) >> group & 1 == 1:
                        puzzle = Puzzle(self, seat, i, slot, pile, sees_all)
                        puzzle.take(group, self.cards[i])
                        if puzzle.fill(0):
                            found |= BITS[group]
        return found

    def twin_of_certain_group(self, seat: i64, i: i64, candidates: i64) -> i64:
        """A card equal to card `i` at the same place, of a group that lies nowhere else; or EMPTY."""
        for k in range(self.count):
            if self.places[k] == self.places[i] and self.cards[k] == self.cards[i]:
                group = self.origin(k, seat)
                if candidates >> group & 1 == 1 and self.lies_only_at(self.places[i], seat, group):
                    return k
        return EMPTY

    # --- dealing anew what a seat can't know

    def redeal(self, seat: i64, pile: Pile, random: Random) -> None:
        """The result depends on what `seat` knows and on `random` alone."""
        self.forget_others(seat)
        if self.count > 0:
            self.sort(seat)
            if self.is_like_pile(seat):
                self.deal_with_pile(seat, pile, random)
            else:
                self.deal_by_groups(seat, pile, random)
        else:
            pile.sort()
            pile.shuffle(random)

    def forget_others(self, seat: i64) -> None:
        """What other seats have found out is their secret: here they know of no card but their own."""
        clue_mask, origin_mask = BITS[seat * GROUPS] * ALL_GROUPS, BITS[seat * 4] * 15
        unknown = EACH_SEAT & ~clue_mask
        self.pile_clue = self.pile_clue & clue_mask | unknown
        self.pile_origin &= origin_mask
        for i in range(self.count):
            self.clues[i] = self.clues[i] & clue_mask | unknown
            self.origins[i] &= origin_mask

    def is_like_pile(self, seat: i64) -> bool:
        """Whether all of them are as unknown as the draw pile, and none is known to be no red card."""
        clue = self.pile_clue >> seat * GROUPS & ALL_GROUPS
        for i in range(self.count):
            if self.places[i] != HAND + seat and (
                self.clue(i, seat) != clue or (self.places[i] >= HAND and self.places[i] < LOOKED_AT)
            ):
                return False
        return True

    def deal_with_pile(self, seat: i64, pile: Pile, random: Random) -> None:
        for i in range(self.count):
            if self.places[i] != HAND + seat:
                pile.put(self.cards[i])
        pile.sort()
        pile.shuffle(random)
        for i in range(self.count):
            if self.places[i] != HAND + seat:
                self.cards[i] = pile.take()

    def deal_by_groups(self, seat: i64, pile: Pile, random: Random) -> None:
        """Cards of other groups go anywhere their group may be; then those of the draw pile's group fill up."""
        own_group = self.pile_group(seat)
        lifted = Pile(self.count)  # cards of other groups, by group: group * 256 + card
        for i in range(self.count):
            if self.places[i] != HAND + seat:
                if self.origin(i, seat) == own_group:
                    pile.put(self.cards[i])
                else:
                    lifted.put(self.origin(i, seat) << 8 | self.cards[i])
        lifted.sort()
        pile.sort()
        while not self.spread(seat, lifted, random):  # the true deal is possible, so this ends
            pass
        pile.shuffle(random)
        while not self.fill_up(seat, own_group, pile):  # too few cards that may lie hidden in a hand: can't be
            while not self.spread(seat, lifted, random):
                pass

    def spread(self, seat: i64, lifted: Pile, random: Random) -> bool:
        """Each lifted card onto a random place, first where only such cards may lie; False if that led nowhere."""
        pile_clue = self.pile_clue >> seat * GROUPS & ALL_GROUPS
        for i in range(self.count):
            if self.places[i] != HAND + seat:
                self.cards[i] = Card.NONE
        left = lifted.count
        for i in range(self.count):
            if self.cards[i] == Card.NONE and self.clue(i, seat) & pile_clue == 0:
                fitting: i64 = 0
                for k in range(left):
                    if self.may_hold(i, seat, lifted.cards[k]):
                        fitting += 1
                if fitting == 0:
                    return False
                chosen = random.below(fitting)
                k = -1
                while chosen >= 0:
                    k += 1
                    if self.may_hold(i, seat, lifted.cards[k]):
                        chosen -= 1
                self.lay(i, seat, lifted.cards[k])
                left -= 1
                used = lifted.cards[k]
                lifted.cards[k] = lifted.cards[left]
                lifted.cards[left] = used
        for k in range(left):
            free: i64 = 0
            for i in range(self.count):
                if self.may_hold(i, seat, lifted.cards[k]):
                    free += 1
            if free == 0:
                return False
            chosen = random.below(free)
            i = -1
            while chosen >= 0:
                i += 1
                if self.may_hold(i, seat, lifted.cards[k]):
                    chosen -= 1
            self.lay(i, seat, lifted.cards[k])
        return True

    def lay(self, i: i64, seat: i64, lifted: i64) -> None:
        self.cards[i] = lifted & 255
        self.set_origin(i, seat, lifted >> 8)

    def may_hold(self, i: i64, seat: i64, lifted: i64) -> bool:
        """Whether a lifted card (group * 256 + card) fits this place, which must be free."""
        if self.cards[i] != Card.NONE or self.clue(i, seat) >> (lifted >> 8) & 1 == 0:
            return False
        return not (self.in_hand(i) and is_shown(lifted & 255))

    def in_hand(self, i: i64) -> bool:
        return self.places[i] >= HAND and self.places[i] < LOOKED_AT

    def fill_up(self, seat: i64, group: i64, pile: Pile) -> bool:
        """Places that are left get cards of the shuffled pile: hands first, since not every card may lie there."""
        left = pile.count
        for i in range(self.count):
            if self.cards[i] == Card.NONE and self.in_hand(i):
                k = left - 1
                while k >= 0 and is_shown(pile.cards[k]):
                    k -= 1
                if k < 0:
                    return False
                left -= 1
                card = pile.cards[k]
                pile.cards[k] = pile.cards[left]
                pile.cards[left] = card
                self.cards[i] = card
                self.set_origin(i, seat, group)
        for i in range(self.count):
            if self.cards[i] == Card.NONE:
                left -= 1
                self.cards[i] = pile.cards[left]
                self.set_origin(i, seat, group)
        pile.count = left
        return True

    def sort(self, seat: i64) -> None:
        """By place and clues: the order in which cards came and went is nobody's business."""
        for i in range(1, self.count):
            k = i
            while k > 0 and self.comes_before(k, k - 1, seat):
                self.swap(k, k - 1)
                k -= 1

    def comes_before(self, i: i64, k: i64, seat: i64) -> bool:
        if self.places[i] != self.places[k]:
            return self.places[i] < self.places[k]
        if self.clues[i] != self.clues[k]:
            return self.clues[i] < self.clues[k]
        if self.places[i] == HAND + seat:  # these are known
            return self.cards[i] < self.cards[k]
        return False

    def swap(self, i: i64, k: i64) -> None:
        card, place, clue, origin = self.cards[i], self.places[i], self.clues[i], self.origins[i]
        self.cards[i] = self.cards[k]
        self.places[i] = self.places[k]
        self.clues[i] = self.clues[k]
        self.origins[i] = self.origins[k]
        self.cards[k] = card
        self.places[k] = place
        self.clues[k] = clue
        self.origins[k] = origin


@final
@mypyc_attr(acyclic=True)
class Puzzle:
    """Whether the cards of a seat's groups can lie so that every place is filled: each slot with a card of a group that
    it may hold, and no card of a group left over but in the draw pile. The card that is shown, number `i`, is taken to
    have lain on the slot `known`; if all of its place are seen, the others lay on its other slots, in any order."""

    def __init__(self, hidden: Hidden, seat: i64, i: i64, known: i64, pile: Pile, sees_all: bool) -> None:
        self.hidden = hidden
        self.seat: i64 = seat
        self.known: i64 = known
        self.sees_all = sees_all
        self.pile_group: i64 = hidden.pile_group(seat)
        self.left = vec[i64]([0] * GROUPS)  # cards of each group
        self.kinds = vec[i64]([0] * (GROUPS * CARDS))  # by group and card
        self.seen = vec[i64]([0] * CARDS)  # and yet without a slot
        self.steps: i64 = 0
        for k in range(hidden.count):
            if sees_all and k != i and hidden.places[k] == hidden.places[i]:
                self.seen[hidden.cards[k]] += 1
            if hidden.places[k] != HAND + seat:
                self.left[hidden.origin(k, seat)] += 1
                self.kinds[hidden.origin(k, seat) * CARDS + hidden.cards[k]] += 1
        for k in range(pile.count):
            self.kinds[self.pile_group * CARDS + pile.cards[k]] += 1

    def take(self, group: i64, card: i64) -> None:
        self.left[group] -= 1
        self.kinds[group * CARDS + card] -= 1

    def put_back(self, group: i64, card: i64) -> None:
        self.left[group] += 1
        self.kinds[group * CARDS + card] += 1

    def fill(self, k: i64) -> bool:
        """Slots from number `k` on. A puzzle that takes too long counts as solved: then less is known."""
        hidden = self.hidden
        self.steps += 1
        if self.steps > MOST_STEPS:
            return True
        while k < hidden.count and (k == self.known or hidden.places[k] == HAND + self.seat):
            k += 1
        if k == hidden.count:
            for group in range(GROUPS):
                if group != self.pile_group and self.left[group] != 0:
                    return False
            return True
        in_sight = self.sees_all and hidden.places[k] == hidden.places[self.known]
        clue = hidden.clue(k, self.seat)
        for group in range(GROUPS):
            if clue >> group & 1 == 1 and (self.left[group] > 0 or group == self.pile_group):
                if in_sight:
                    for card in range(CARDS):
                        if self.seen[card] > 0 and self.kinds[group * CARDS + card] > 0 and self.lays(group, card, k):
                            return True
                elif self.lays(group, Card.NONE, k):
                    return True
        return False

    def lays(self, group: i64, card: i64, k: i64) -> bool:
        """Whether a solution has such a card on slot `k`; NONE stands for one that nobody has seen."""
        self.take(group, card)
        self.seen[card] -= 1
        solved = self.fill(k + 1)
        self.seen[card] += 1
        self.put_back(group, card)
        return solved
