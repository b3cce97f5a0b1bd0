"""One game as people see it."""

import os
import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from imhotep.engine.kernel import EVERYBODY, GAME_OVER, LEGAL, Actions, Journal, Position
from imhotep.table.chance import Stream, TableDeals
from imhotep.table.editions import Edition
from imhotep.table.errors import IllegalMove, ImhotepError, SetupError, UndoError, shown
from imhotep.table.event_log import EventLog
from imhotep.table.files import read_text, write_text
from imhotep.table.games import rules_of
from imhotep.table.moves import Event, Move
from imhotep.table.piece_worth import PieceWorth
from imhotep.table.question import Question
from imhotep.table.rules import Deal, GameRules, Progress, RawEvent
from imhotep.table.setup import (
    Setup,
    check_colors,
    check_first,
    check_names,
    check_options,
    check_players,
    check_promise,
    check_salt,
    check_seat,
    check_seed,
    check_sides,
    check_undo,
    check_version,
)

EditionGiven = str | os.PathLike[str] | Edition[Any]

LONGEST_COMMENT = 500
LONGEST_CLOCK = 999_999_999

MOVE = "move"
SHUFFLE = "shuffle"
UNDO = "undo"
UNDO_BY_CONSENT = "undo by consent"
RESIGNS = "resigns"
RUNS_OUT_OF_TIME = "runs out of time"
IS_TAKEN_OVER = "is taken over by"


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a game's record; entries are only ever added."""

    kind: str  # one of the names below
    seat: int | None = None
    text: str = ""  # a move's notation, a shuffle's cards, or the name of who takes over
    clock: float | None = None  # seconds left on the mover's clock
    comment: str = ""


class _Ply(msgspec.Struct, frozen=True):
    """A decision that stands, with what is needed to take it back."""

    seat: int
    code: int
    shuffles: list[list[int]]
    events_before: int
    revealed: bool
    seen: int  # seats that know which decision it was, as bits


def new_game(
    game: str = "builder",
    players: int | None = None,
    sides: str | None = None,
    *,
    seed: int | None = None,
    first: int | None = None,
    names: Sequence[str] | None = None,
    colors: Sequence[str] | None = None,
    house_rules: Mapping[str, Any] | None = None,
    edition: EditionGiven | Sequence[EditionGiven] | None = None,
    undo: str = "fair",
    position: Mapping[str, Any] | None = None,
    promise: str = "",
    salt: str = "",
    rules_version: int | None = None,
    variants: Mapping[str, Any] | None = None,
    **more_variants: Any,
) -> "Game":
    """A new game, dealt and waiting for its first decision.

    Variants may be given one by one, as `wrath` below, or together. `promise` and `salt` are kept for
    `imhotep.table.fairness.verify`, which tells whether they fit the seed. Only a game that was begun by older rules
    wants another `rules_version` than the newest.

    >>> game = new_game("builder", players=3, sides="ABABA", wrath=False, seed=7)
    >>> game.decider, game.round, str(game.legal_moves()[0])
    (2, 1, 'get stones')
    """
    rules = rules_of(game)
    count = check_players(rules.players[0] if players is None else players, rules.players, rules.id)
    checked_seed = secrets.randbits(64) if seed is None else check_seed(seed)
    drawn = Stream(checked_seed, "first").below(count)  # B22
    seat_colors = check_colors(rules.colors[:count] if colors is None else colors, count, rules.colors)
    custom = None if position is None else _plain(position)
    if salt != "" and promise == "":
        raise SetupError("a salt needs a promise")
    setup = Setup(
        game=rules.id,
        rules_version=check_version(
            rules.versions[-1] if rules_version is None else rules_version, rules.versions, rules.id
        ),
        players=count,
        sides=check_sides(
            rules.side_letters[0] * len(rules.sites) if sides is None else sides, rules.sites, rules.side_letters
        ),
        first=drawn if first is None else check_first(first, count),
        names=check_names([color.capitalize() for color in seat_colors] if names is None else names, count),
        colors=seat_colors,
        variants=check_options(_together(variants, more_variants), rules.variants, count, "variant"),
        house_rules=check_options({} if house_rules is None else house_rules, rules.house_rules, count, "house rule"),
        undo=check_undo(undo),
        editions=_editions(rules, edition),
        seed=checked_seed,
        promise="" if promise == "" else check_promise(promise),
        salt="" if salt == "" else check_salt(salt),
        position=custom,
    )
    return Game(rules, setup, rules.deal(setup))


def _together(variants: object, more: Mapping[str, Any]) -> object:
    """Those given as a mapping and those given one by one; what is no mapping is left to the check."""
    if variants is None:
        return more
    if not isinstance(variants, Mapping):
        return variants
    for name in more:
        if name in variants:
            raise SetupError(f"variant {name} is given twice")
    return {**variants, **more}


def _editions(rules: GameRules, given: object) -> dict[str, Edition[Any]]:
    """An edition for each box: those given, and for the others what comes with imhotep."""
    several = given if isinstance(given, (list, tuple)) else [] if given is None else [given]
    editions = {box: rules.standard_edition(box) for box in rules.boxes}
    found: set[str] = set()
    for one in several:
        edition = _edition(rules, one)
        if edition.box not in editions:
            raise SetupError(f"{edition} isn't an edition of {rules.id}")
        if edition.box in found:
            raise SetupError(f"two editions of {edition.box} are given")
        found.add(edition.box)
        if edition.values != editions[edition.box].values:
            editions[edition.box] = edition
    return editions


def _edition(rules: GameRules, edition: object) -> Edition[Any]:
    if isinstance(edition, Edition):
        return edition
    if isinstance(edition, (str, os.PathLike)):
        return rules.read_edition(read_text(edition), os.fspath(edition))
    raise SetupError(f"an edition is a file's path, not {shown(edition)}")


def _plain(position: object) -> dict[str, Any]:
    if not isinstance(position, Mapping):
        raise SetupError("a position set up by hand is a mapping; see docs/positions.md")
    try:
        plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(dict(position)))
    except (TypeError, ValueError, RecursionError) as error:
        raise SetupError(f"this position is impossible: {error}") from None
    return plain


class Game:
    """A game from its first deal to its end: everything that happened is in `entries`, nothing else is stored.

    `raw` is the engine's position. Read it, copy it, search on copies; change it only through `play`.
    """

    def __init__(self, rules: GameRules, setup: Setup, deal: Deal) -> None:
        self.rules = rules  # what the table knows about this game's rules
        self.setup = setup  # what was agreed before it began
        self.deal = deal  # how the piles lay
        self.entries: list[Entry] = []  # everything that happened, in order
        self.names = list(setup.names)  # who sits where now
        self.out: dict[int, str] = {}  # seats that gave up or ran out of time, and how
        self._plies: list[_Ply] = []
        self._table = object()
        self._journal = Journal()
        self._log = EventLog()
        self._deals = TableDeals(setup.seed)
        self._actions = Actions()
        self.raw: Position = rules.blank(setup)  # the engine's position
        self.raw.journal = self._journal
        rules.begin(self.raw, setup, deal)
        self.raw.deals = self._deals

    # --- where the game stands

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self.setup.players

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to decide."""
        return self.raw.is_over() or len(self.out) >= self.players - 1  # the last one left has won

    @property
    def decider(self) -> int | None:
        """The seat whose decision is due; None when the game is over."""
        return None if self.is_over else int(self.raw.decider())

    @property
    def progress(self) -> Progress:
        """How far the game has come, such as round 2 of 6."""
        return self.rules.progress(self.raw)

    @property
    def round(self) -> int | None:
        """From 1; None in a game without rounds."""
        progress = self.progress
        return progress.at if progress.unit == "round" else None

    @property
    def question(self) -> str | None:
        """The catalogue's id of what the decider is asked."""
        return None if self.is_over else self.rules.question(self.raw)

    @property
    def ply(self) -> int:
        """Decisions made so far and not taken back."""
        return len(self._plies)

    @property
    def deciders(self) -> list[int]:
        """Who made each of them."""
        return [ply.seat for ply in self._plies]

    def last_decided(self, seats: Sequence[int]) -> int:
        """The number, from 1, of the last of them that one of these seats made; 0 if there is none."""
        for number in range(len(self._plies), 0, -1):
            if self._plies[number - 1].seat in seats:
                return number
        return 0

    # --- decisions

    def ask(self) -> Question:
        """What the decider is asked, with all that it may know: what a bot is given."""
        if self.is_over:
            raise ImhotepError("the game is over: there is nothing to decide")
        seat = int(self.raw.decider())
        history = [ply.code if ply.seen >> seat & 1 else None for ply in self._plies]
        return Question(self.rules, self.setup, self.names, self.raw, history, self._table, self.out)

    def legal_moves(self) -> list[Move]:
        """All moves that the decider may choose from; none when the game is over."""
        if self.is_over:
            return []
        self.raw.legal(self._actions)
        return self.rules.moves(self.raw, self.setup, self._actions.to_list())

    def parse(self, text: str) -> Move:
        """The move that a text means now, legal or not."""
        return self.rules.move(self.raw, self.setup, self.code(text))

    def code(self, move: Move | str) -> int:
        """The engine's number of a move now, legal or not, for raw access."""
        if isinstance(move, Move):
            move = move.text
        if not isinstance(move, str):
            raise ImhotepError(f"a move is a Move or its text, not {shown(move)}")
        return self.rules.code(self.raw, self.setup, move)

    def why_not(self, move: Move | str) -> IllegalMove | None:
        """The reason why a move can't be played now, or None if it can."""
        try:
            self._legal_code(move)
        except IllegalMove as error:
            return error
        return None

    def _legal_code(self, move: Move | str) -> int:
        code = self.code(move)
        refusal = GAME_OVER if self.is_over else self.raw.why_not(code)
        if refusal != LEGAL:
            raise self._refused(str(move), self.rules.refusal(int(refusal)))
        return code

    def _refused(self, move: str, reason: str) -> IllegalMove:
        words = self.rules.words.refusals[reason]
        return IllegalMove(f"{move}: {words.text} ({words.rule})", words.rule, reason)

    def can_play(self, move: Move | str) -> bool:
        """Whether a move is legal now."""
        return self.why_not(move) is None

    def play(
        self,
        move: Move | str,
        *,
        seat: int | None = None,
        clock: float | None = None,
        comment: str = "",
        shuffles: list[list[int]] | None = None,
    ) -> Move:
        """Carry out a decision of the decider; an illegal one raises IllegalMove and changes nothing.

        `seat` is checked if given. A replay passes how the shuffles that the move causes came out.
        """
        decider = self.decider
        if seat is not None and seat != decider:
            raise self._refused(str(move), "not_your_decision")
        clock, comment = check_clock(clock), check_comment(comment)
        code = self._legal_code(move)
        assert decider is not None
        played = self.rules.move(self.raw, self.setup, code)
        shuffled = self._carry_out(decider, code, shuffles)
        self.entries.append(Entry(kind=MOVE, seat=decider, text=played.text, clock=clock, comment=comment))
        for cards in shuffled:
            self.entries.append(
                Entry(kind=SHUFFLE, text=self.rules.pile_text(self.rules.shuffled_pile, cards, self.setup))
            )
        return played

    def _carry_out(self, seat: int, code: int, expected: list[list[int]] | None) -> list[list[int]]:
        """The shuffles that happened; if they should have come out otherwise, nothing is changed."""
        before = len(self._so_far())
        seen = int(self.raw.witnesses(seat, code)) | 1 << seat
        self._deals.expected = list(expected or [])
        self._deals.outcomes = []
        try:
            self.raw.apply(code)
            shuffles = self._deals.outcomes
            if expected is not None and shuffles != expected:
                raise ImhotepError(f"{len(shuffles)} shuffles happened here, not {len(expected)}")
        except ImhotepError:
            self._rebuild(before)
            raise
        revealed = any(self.rules.reveals(event) for event in self.raw_events(before))
        self._plies.append(_Ply(seat, code, shuffles, before, revealed, seen))
        return shuffles

    def _so_far(self) -> EventLog:
        self._log.take(self._journal)
        return self._log

    def _rebuild(self, events: int) -> None:
        """The position after the decisions that stand, and as many events."""
        start = self.rules.blank(self.setup)
        self.rules.begin(start, self.setup, self.deal)
        self.raw.copy_from(start)
        self.raw.journal = None
        for ply in self._plies:
            self._deals.expected = [list(cards) for cards in ply.shuffles]
            self.raw.apply(ply.code)
        self._deals.expected = []
        self._journal.events.clear()
        self.raw.journal = self._journal
        self._log.forget(events)

    def piece_worths(self, viewer: int | None) -> list[PieceWorth]:
        """What each card, token or prophecy is worth to each seat, as far as the viewer knows; None sees what everybody
        sees.

        >>> game = new_game("duel", seed=1)
        >>> next(worth for worth in game.piece_worths(0) if worth.piece == "obelisk").seats[0].end
        7
        """
        if viewer is not None:
            check_seat(viewer, self.players)
        return self.rules.piece_worths(self.raw, self.setup, viewer)

    # --- taking back

    @property
    def last_revealed(self) -> bool:
        """Whether somebody learned something by the last decision that stands (P2)."""
        return bool(self._plies) and self._plies[-1].revealed

    def can_undo(self, seat: int) -> bool:
        """Whether this seat may take back the last decision: its own, with nothing hidden revealed since.

        At a table that agreed on free undo, any seat may, without limit.
        """
        check_seat(seat, self.players)
        if not self._plies or self.out:
            return False
        return self.setup.undo == "free" or (self._plies[-1].seat == seat and not self._plies[-1].revealed)

    def undo(self, *, by_consent: bool = False) -> None:
        """Take back the last decision, if its seat may or all others agree."""
        if not self._plies:
            raise UndoError("there is nothing to take back")
        if self.out:
            raise UndoError("nothing can be taken back after a player has left the game")
        if not by_consent and not self.can_undo(self._plies[-1].seat):
            raise UndoError("something hidden was revealed: everyone has to agree")
        self._rebuild(self._plies.pop().events_before)
        self.entries.append(Entry(kind=UNDO_BY_CONSENT if by_consent else UNDO))

    # --- people coming and going

    def resign(self, seat: int) -> None:
        """Give up: the last one left wins; until then somebody else plays the seat on, which can't win."""
        self._leave(seat, RESIGNS)

    def time_out(self, seat: int) -> None:
        """The same by the clock."""
        self._leave(seat, RUNS_OUT_OF_TIME)

    def _leave(self, seat: int, how: str) -> None:
        check_seat(seat, self.players)
        if self.is_over or seat in self.out:
            raise ImhotepError(f"seat {seat} has already left the game, or the game is over")
        self.out[seat] = how
        self.entries.append(Entry(kind=how, seat=seat))

    def take_over(self, seat: int, name: str) -> None:
        """Somebody else sits down at this seat."""
        check_seat(seat, self.players)
        if not isinstance(name, str):
            raise SetupError(f"a name is a text, not {shown(name)}")
        names = list(self.names)
        names[seat] = name
        self.names = list(check_names(names, self.players))
        self.entries.append(Entry(kind=IS_TAKEN_OVER, seat=seat, text=name))

    # --- what is seen

    def view(self, seat: int | None = None) -> Any:
        """What that seat may know; None is a spectator."""
        if seat is not None:
            check_seat(seat, self.players)
        return self.views([seat])[0]

    def views(self, seats: Sequence[int | None]) -> list[Any]:
        """The same for several at once, for less than one by one."""
        return self.rules.views(self.raw, self.setup, seats, self.names, self.is_over)

    @property
    def printed(self) -> Any:
        """What stands on boards and cards and in no view, since it never changes."""
        return self.rules.printed(self.setup)

    @property
    def events(self) -> list[Event]:
        """Everything that happened, as everybody saw it."""
        return self.events_for(None)

    @property
    def event_count(self) -> int:
        """How many events there are so far."""
        return len(self._so_far())

    def raw_events(self, since: int = 0) -> list[RawEvent]:
        """The engine's own numbers of what happened: event, seat, at, what, more, and who sees all of it as bits."""
        return self._so_far().since(since)

    def events_for(self, viewer: int | None, since: int = 0) -> list[Event]:
        """What a seat saw, from event number `since` on."""
        return self.events_for_each([viewer], since)[0]

    def events_for_each(self, viewers: Sequence[int | None], since: int = 0) -> list[list[Event]]:
        """The same for several at once; what everybody sees is made once."""
        for viewer in viewers:
            if viewer is not None:
                check_seat(viewer, self.players)
        found: list[list[Event]] = [[] for _ in viewers]
        for raw in self.raw_events(since):
            shared = self.rules.event(raw, self.setup, None) if raw[5] == EVERYBODY else None
            for viewer, events in zip(viewers, found, strict=True):
                events.append(shared or self.rules.event(raw, self.setup, viewer))
        return found

    def scores(self, viewer: int | None = None) -> list[int]:
        """The points of each seat now."""
        return [int(self.raw.score(seat)) for seat in range(self.players)]

    def breakdown(self, seat: int, viewer: int | None = None) -> dict[str, int]:
        """The points of a seat by source; they add up to its score."""
        check_seat(seat, self.players)
        return {source: int(self.raw.points(seat, number)) for number, source in enumerate(self.rules.sources)}

    def winners(self) -> list[int]:
        """The seats that share first place; none before the end."""
        if not self.is_over:
            return []
        left = [seat for seat in range(self.players) if seat not in self.out] or list(range(self.players))
        best = max(self.raw.rank(seat) for seat in left)
        return [seat for seat in left if self.raw.rank(seat) == best]

    # --- going through it again

    def follow(self, entry: Entry, shuffles: Sequence[Entry]) -> None:
        """Do what a recorded entry says; a move comes with the shuffles that it caused. Everything is checked."""
        if not isinstance(entry, Entry):
            raise ImhotepError(f"an entry is an Entry, not {shown(entry)}")
        if shuffles and entry.kind != MOVE:
            raise ImhotepError("nothing is shuffled here")
        seat = 0 if entry.seat is None else entry.seat
        match entry.kind:
            case "move":
                pile = self.rules.shuffled_pile
                if shuffles and not pile:
                    raise ImhotepError("nothing is ever shuffled in this game")
                outcomes = [self.rules.parse_pile(pile, shuffle.text, self.setup) for shuffle in shuffles]
                self.play(entry.text, seat=entry.seat, clock=entry.clock, comment=entry.comment, shuffles=outcomes)
            case "undo" | "undo by consent":
                self.undo(by_consent=entry.kind == UNDO_BY_CONSENT)
            case "resigns":
                self.resign(seat)
            case "runs out of time":
                self.time_out(seat)
            case "is taken over by":
                self.take_over(seat, entry.text)
            case _:
                raise ImhotepError("a shuffle without the move that causes it")

    def after(self, count: int) -> "Game":
        """The game as it was after that many entries (and the shuffles that belong to the last of them)."""
        if isinstance(count, bool) or not isinstance(count, int) or count < 0:
            raise ImhotepError(f"entries are counted from 0, not {shown(count)}")
        game = Game(self.rules, self.setup, self.deal)
        for at, entry, shuffles in grouped(self.entries):
            if at >= count:
                break
            game.follow(entry, shuffles)
        return game

    # --- keeping

    def record(self) -> str:
        """The game as a text; `load` makes the game from it again."""
        from imhotep.table.record import write_record

        return write_record(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record to a file."""
        write_text(path, self.record())

    def __repr__(self) -> str:
        unit, at, _ = self.progress
        where = "over" if self.is_over else f"{unit} {at}, seat {self.decider} to decide"
        return f"<Game {self.setup.game} {self.setup.sides}, {self.players} players, {where}>"


def grouped(entries: Sequence[Entry]) -> Iterator[tuple[int, Entry, list[Entry]]]:
    """Each entry with its index and the shuffles that follow it."""
    at = 0
    while at < len(entries):
        end = at + 1
        while end < len(entries) and entries[end].kind == SHUFFLE:
            end += 1
        yield at, entries[at], list(entries[at + 1 : end])
        at = end


def check_clock(clock: object) -> float | None:
    if clock is None:
        return None
    if isinstance(clock, bool) or not isinstance(clock, (int, float)) or not 0 <= clock <= LONGEST_CLOCK:
        raise ImhotepError(f"a clock time is a number of seconds, at most {LONGEST_CLOCK}, not {shown(clock)}")
    return round(float(clock), 3)


def check_comment(comment: object) -> str:
    if not isinstance(comment, str) or len(comment) > LONGEST_COMMENT or not comment.isprintable():
        raise ImhotepError(f"a comment is one line of at most {LONGEST_COMMENT} characters")
    return comment.strip()
