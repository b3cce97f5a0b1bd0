"""What any game offers to those who play, search or record it: one decision at a time, each a small integer."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

# i64 wraps when compiled and not when interpreted, so both keep 62 bits; larger literals would be boxed when compiled.
MASK: Final[i64] = 0x3FFFFFFFFFFFFFFF
WORD: Final[i64] = 0xFFFFFFFF

TURN: Final[i64] = 0  # the step that is always asked; the steps after it are asked if there are two answers
AUTOMATIC: Final[i64] = 32  # the first step that needs no answer

FORCED: Final[i64] = 0  # the journal's event of any game: `at` was the only legal code and was taken at once

# Refusals of any game; a game's own begin at 8.
LEGAL: Final[i64] = 0
GAME_OVER: Final[i64] = 1
NOT_ASKED: Final[i64] = 2  # another kind of decision is due

EVERYBODY: Final[i64] = 255  # seats that see an event, as bits

CODES: Final[i64] = 512  # every code of any game is below
MOST_ACTIONS: Final[i64] = 256  # legal codes at one moment, in any game
AGENDA_ROOM: Final[i64] = 128  # entries of the agenda at one moment: a red card may wait on each space of a pyramid


@final
@mypyc_attr(acyclic=True)
class Random:
    """PCG (XSH-RS) with 62 bits of state; both builds draw the same numbers."""

    def __init__(self, seed: i64) -> None:
        self.state: i64 = 0
        self.seed(seed)

    def seed(self, seed: i64) -> None:
        """Start anew; near seeds give unrelated sequences."""
        x = seed & MASK
        x = (x ^ (x >> 30)) * 0x3F58476D1CE4E5B9 & MASK
        x = (x ^ (x >> 27)) * 0x14D049BB133111EB & MASK
        self.state = x ^ (x >> 31)
        self.next()

    def next(self) -> i64:
        """32 random bits."""
        x = self.state
        self.state = (x * 0x1851F42D4C957F2D + 0x14057B7EF767814F) & MASK
        return (x ^ (x >> 22)) >> (20 + (x >> 59)) & WORD  # the three bits that choose the shift are not among the 32

    def below(self, limit: i64) -> i64:
        """A number from 0 to `limit` - 1, each as likely."""
        x = self.state  # `next` written out: once a decision
        self.state = (x * 0x1851F42D4C957F2D + 0x14057B7EF767814F) & MASK
        return ((x ^ (x >> 22)) >> (20 + (x >> 59)) & WORD) * limit >> 32  # no slow division

    def fork(self) -> i64:
        """A seed for another generator."""
        return self.next() << 30 ^ self.next()


@final
@mypyc_attr(acyclic=True)
class Actions:
    """A reusable list of action codes."""

    def __init__(self) -> None:
        self.count: i64 = 0
        self.codes = vec[i64]([0] * MOST_ACTIONS)

    def add(self, code: i64) -> None:
        """One more code."""
        count = self.count
        self.codes[count] = code
        self.count = count + 1

    def pick(self, random: Random) -> i64:
        """One of them, each as likely."""
        return self.codes[random.below(self.count)]

    def to_list(self) -> list[int]:
        """The codes as a Python list."""
        return [int(self.codes[i]) for i in range(self.count)]


@final
@mypyc_attr(acyclic=True)
class Journal:
    """What happened, for those who watch: (event, seat, at, what, more, seats that see `at` as bits)."""

    def __init__(self) -> None:
        self.events: list[tuple[i64, i64, i64, i64, i64, i64]] = []


@mypyc_attr(allow_interpreted_subclasses=True)
class Deals:
    """Where a table's chance after the first deal comes from: its seed, or a record. Simulations have none."""

    def arrange(self, number: int, cards: list[int]) -> list[int]:
        """The order, top last, that shuffle `number` of the game gives to these cards."""
        raise NotImplementedError


def step_of(entry: i64) -> i64:
    return entry & 255


def seat_of(entry: i64) -> i64:
    return entry >> 8 & 255


def at_of(entry: i64) -> i64:
    return entry >> 16 & 255


def what_of(entry: i64) -> i64:
    return entry >> 24


@mypyc_attr(acyclic=True)
class Position:
    """A moment of a game that waits for exactly one decision of one seat, or is over.

    What is still to happen stands on the agenda, the next thing on top. An entry is one number, a byte a field:
    step, seat, at, what. `apply` answers the top entry; then entries run until there is a real question.

    Codes are not checked here: whoever takes them from outside asks `why_not` first.
    """

    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats
        self.depth: i64 = 0
        self.agenda = vec[i64]([0] * AGENDA_ROOM)
        self.random = Random(0)
        self.shuffles: i64 = 0  # since the first deal
        self.first: i64 = -1  # the seat that starts whatever `deal` deals; drawn if it is none
        self.options = Actions()  # scratch
        self.journal: Journal | None = None
        self.deals: Deals | None = None

    # --- what those who play it use

    def is_over(self) -> bool:
        """Whether nothing is left on the agenda."""
        return self.depth == 0

    def decider(self) -> i64:
        """The seat whose decision is due; the game is not over."""
        return self.agenda[self.depth - 1] >> 8 & 255

    def legal(self, actions: Actions) -> None:
        """Fill `actions` with every legal code; none when the game is over."""
        actions.count = 0
        if self.depth > 0:
            entry = self.agenda[self.depth - 1]
            self.add_answers(entry & 255, entry >> 8 & 255, entry >> 16 & 255, entry >> 24, actions)

    def why_not(self, code: i64) -> i64:
        """The refusal that forbids this code now; LEGAL (0) exactly for the legal ones. Any number may be asked."""
        if self.depth == 0:
            return GAME_OVER
        entry = self.agenda[self.depth - 1]
        return self.refusal(entry & 255, entry >> 8 & 255, entry >> 16 & 255, entry >> 24, code)

    def apply(self, code: i64) -> None:
        """Carry out a legal code, and all that follows from it without a question."""
        self.depth -= 1
        entry = self.agenda[self.depth]
        self.answer(entry & 255, entry >> 8 & 255, entry >> 16 & 255, entry >> 24, code)
        self.settle()

    def settle(self) -> None:
        """Run the agenda until there is a real question or nothing is left."""
        agenda = self.agenda
        options = self.options
        while self.depth > 0:
            entry = agenda[self.depth - 1]
            step = entry & 255
            if step >= AUTOMATIC:
                self.depth -= 1
                self.run(step, entry >> 8 & 255, entry >> 16 & 255, entry >> 24)
            elif step == TURN:
                return
            else:
                seat, at, what = entry >> 8 & 255, entry >> 16 & 255, entry >> 24
                options.count = 0
                self.add_answers(step, seat, at, what, options)
                if options.count > 1 or (options.count == 1 and self.must_ask(step, seat, at, what)):
                    return
                self.depth -= 1
                if options.count == 1:
                    if self.journal is not None:
                        self.note(FORCED, seat, options.codes[0], 0, 0, self.witnesses(seat, options.codes[0]))
                    self.answer(step, seat, at, what, options.codes[0])

    # --- what a game's rules use

    def push(self, step: i64, seat: i64, at: i64 = 0, what: i64 = 0) -> None:
        """Put an entry onto the agenda; what is pushed last happens first."""
        self.agenda[self.depth] = step | seat << 8 | at << 16 | what << 24
        self.depth += 1

    def push_both(self, below: i64, above: i64, seat: i64) -> None:
        """Two entries of one seat: what every turn begins with, so in one call."""
        agenda, depth = self.agenda, self.depth
        agenda[depth] = below | seat << 8
        agenda[depth + 1] = above | seat << 8
        self.depth = depth + 2

    def note(self, event: i64, seat: i64, at: i64 = 0, what: i64 = 0, more: i64 = 0, seen: i64 = EVERYBODY) -> None:
        """Write something that happened into the journal, if there is one."""
        if self.journal is not None:  # this much is inlined everywhere
            self.write(event, seat, at, what, more, seen)

    def write(self, event: i64, seat: i64, at: i64, what: i64, more: i64, seen: i64) -> None:
        """The same where there is a journal."""
        journal = self.journal
        assert journal is not None
        journal.events.append((event, seat, at, what, more, seen))

    def draw_first(self) -> i64:
        """Who starts a dealt game."""
        drawn = self.random.below(self.seats)
        return drawn if self.first < 0 else self.first

    def copy_kernel(self, other: "Position") -> None:
        """The kernel's part of `copy_from`. Journal and deals belong to a table and are never copied."""
        self.depth = other.depth
        copy_first(other.depth, other.agenda, self.agenda)
        self.random.state = other.random.state
        self.shuffles = other.shuffles

    def kernel_numbers(self, numbers: list[int]) -> None:
        """The kernel's part of `numbers`."""
        numbers.append(int(self.depth))
        for i in range(self.depth):
            numbers.append(int(self.agenda[i]))
        numbers.append(int(self.random.state))
        numbers.append(int(self.shuffles))

    # --- what each game supplies

    def add_answers(self, step: i64, seat: i64, at: i64, what: i64, actions: Actions) -> None:
        """Add every legal answer to an entry that asks."""
        raise NotImplementedError

    def refusal(self, step: i64, seat: i64, at: i64, what: i64, code: i64) -> i64:
        """Why `code` does not answer this entry, from the predicates that `add_answers` uses; LEGAL if it does."""
        raise NotImplementedError

    def answer(self, step: i64, seat: i64, at: i64, what: i64, code: i64) -> None:
        """Carry out the answer to an entry that asks, already taken from the agenda."""
        raise NotImplementedError

    def run(self, step: i64, seat: i64, at: i64, what: i64) -> None:
        """Carry out an entry that needs no answer, already taken from the agenda."""
        raise NotImplementedError

    def must_ask(self, step: i64, seat: i64, at: i64, what: i64) -> bool:
        """Whether even a single answer is asked for: if it were taken at once, others would learn something."""
        return False

    def witnesses(self, seat: i64, code: i64) -> i64:
        """The seats, as bits, that see which answer `seat` gave."""
        return EVERYBODY

    def deal(self, random: Random) -> None:
        """Start a new game with chance from `random`, whatever this position was before."""
        raise NotImplementedError

    def score(self, seat: i64) -> i64:
        """Points so far, or at the end."""
        raise NotImplementedError

    def points(self, seat: i64, source: i64) -> i64:
        """Points of one source of the ledger."""
        raise NotImplementedError

    def sources(self) -> i64:
        """How many sources the ledger has."""
        raise NotImplementedError

    def rank(self, seat: i64) -> i64:
        """Orders the seats of a finished game, ties broken: the highest wins; equal ones share."""
        raise NotImplementedError

    def blank(self) -> "Position":
        """Another position of the same setup, to copy into or to deal."""
        raise NotImplementedError

    def copy_from(self, other: "Position") -> None:
        """Become equal to `other`, a position of the same setup, without allocating."""
        raise NotImplementedError

    def redeal(self, seat: i64, random: Random) -> None:
        """Deal anew what `seat` can't know; the result depends on that seat's knowledge and `random` alone."""
        raise NotImplementedError

    def numbers(self) -> list[int]:
        """Everything that makes up this position: two positions are equal exactly if these are."""
        raise NotImplementedError

    def estimate(self, values: vec[float]) -> None:
        """Fill in what each seat can expect to have at the end, by a quick look at this position."""
        raise NotImplementedError

    def canonical(self, code: i64) -> i64:
        """The first of the legal codes that amount to the same as this one."""
        return code

    def doubtful(self, code: i64) -> bool:
        """Whether a legal code looks bad for who decides, by a glance: playouts think twice about it."""
        return False

    def horizon(self) -> i64:
        """After how many decisions a playout is better estimated than played on; -1: it is played to the end."""
        return -1

    def distinct(self, actions: Actions) -> None:
        """Leave out codes that amount to the same as one before them."""

    # --- what follows for any game

    def payoff(self, seat: i64) -> float:
        """1 for the winner of a finished game, 0 for the others; tied winners share."""
        return self.share(seat, 0)

    def share(self, seat: i64, out: i64) -> float:
        """The same if the seats in `out`, as bits, have left the game and can't win it."""
        if out >> seat & 1:
            return 0.0
        own = self.rank(seat)
        winners: i64 = 0
        for other in range(self.seats):
            if not out >> other & 1:
                rank = self.rank(other)
                if rank > own:
                    return 0.0
                if rank == own:
                    winners += 1
        return 1.0 / float(winners)


def copy_items(source: vec[i64], target: vec[i64]) -> None:
    for i in range(i64(len(source))):
        target[i] = source[i]


def copy_first(count: i64, source: vec[i64], target: vec[i64]) -> None:
    for i in range(count):
        target[i] = source[i]


def add_numbers(source: vec[i64], numbers: list[int]) -> None:
    for item in source:
        numbers.append(int(item))
