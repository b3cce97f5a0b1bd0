"""Positions by hand: their shape, and how stones and tokens come onto the boards."""

from typing import Any

from msgspec import Struct, field

from imhotep.engine.builder.burial_chamber import BurialChamberC, BurialChamberD
from imhotep.engine.builder.game import Builder
from imhotep.engine.builder.market import MarketC
from imhotep.engine.builder.obelisks import ObelisksC, ObelisksD
from imhotep.engine.builder.prophecies import period as current_period
from imhotep.engine.builder.pyramids import PyramidsB, PyramidsC, PyramidsD
from imhotep.engine.builder.state import Board
from imhotep.engine.builder.temple import TempleD
from imhotep.engine.builder.vocabulary import COLUMNS, PYRAMIDS, SEATS, TURNINGS, Site
from imhotep.engine.kernel import LEGAL
from imhotep.table.builder.sides import square_name, squares_of
from imhotep.table.builder.values import base_of, dynasty_of
from imhotep.table.builder.words import SITE_IDS
from imhotep.table.chance import Stream
from imhotep.table.custom_position import wrong
from imhotep.table.rules import Deal
from imhotep.table.setup import Setup


class ShipByHand(Struct, frozen=True, forbid_unknown_fields=True):
    size: int
    stones: list[int | None] = field(default_factory=list[int | None])  # seats, front first; None for a gap
    site: str | None = None  # where it is moored, unloaded; None while it waits


class PositionByHand(Struct, frozen=True, forbid_unknown_fields=True):
    """The start of a turn. What isn't given is empty, and everything left over lies in the quarry and the draw pile."""

    ships: list[ShipByHand]
    turn: int = 0
    round: int = 1
    sleds: list[int] | None = None
    hands: list[list[str]] | None = None
    market: list[str | None] = field(default_factory=list[str | None])
    face_down: list[Any] = field(default_factory=list[Any])  # side B: cards; side D: a list of them for each stack
    hands_face_down: list[list[str]] | None = None
    # Seats in the order of arrival, but for these: pyramids B a list for each pyramid, then the edge; pyramids D and
    # burial chamber C and D by space, None for a free one; obelisks D [seat, stones] or None for each.
    pyramids: list[Any] = field(default_factory=list[Any])
    temple: list[Any] = field(default_factory=list[Any])
    burial_chamber: list[Any] = field(default_factory=list[Any])
    obelisks: list[Any] = field(default_factory=list[Any])
    edge: dict[str, list[int]] = field(default_factory=dict[str, list[int]])  # by site, where spaces are given
    coins: list[int] | None = None
    scaffold: list[int] = field(default_factory=list[int])  # tokens in their order, as far as it matters
    imhotep: int | None = None  # the space he stands on
    chariots: list[int] | None = None  # spaces of the track, from 0
    tomb: list[int] | None = None  # numbers that are turned over
    laid: list[str | None] = field(default_factory=list[str | None])  # squares of the path's tokens, such as "a1 b1"
    prophecies: dict[str, list[int | None]] | None = None  # those on the table: pair of rounds of each seat's scarab
    points: list[dict[str, int]] | None = None  # so far, by source
    discard_pile: list[str] = field(default_factory=list[str])  # top last
    draw_pile: list[str] = field(default_factory=list[str])  # the cards on top, top first; the others are dealt below


def seat_number(position: Builder, seat: object) -> int:
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < position.seats:
        wrong(f"stones are given by their seats, 0 to {position.seats - 1}, not {seat!r}")
    return seat


# --- stones


def lay_stones(position: Builder, hand: PositionByHand, setup: Setup) -> None:
    placed: list[tuple[int, int, int]] = []  # site, seat, where
    for name, given in (
        ("pyramids", hand.pyramids),
        ("temple", hand.temple),
        ("burial_chamber", hand.burial_chamber),
        ("obelisks", hand.obelisks),
    ):
        site = SITE_IDS.index(name)
        placed += [(site, seat, at) for seat, at in _stones(position, site, given)]
    for name, seats in hand.edge.items():
        if name not in SITE_IDS[1:]:
            wrong(f"no monument is called {name!r}")
        site = SITE_IDS.index(name)
        room = _spaces(position, site)
        if room is None:
            wrong(f"stones at the edge of the {name} follow from the order of arrival here")
        given = getattr(hand, name)
        free = room - sum(stone is not None for stone in given)
        if seats and free and not isinstance(position.boards[site], BurialChamberD):
            wrong(f"stones are at the edge of the {name} only when no space is free")
        placed += [(site, seat_number(position, seat), room) for seat in seats]
    if len(placed) > position.values.stones * position.seats:
        wrong("more stones than there are")
    for site, seat, at in placed:
        position.players[seat].quarry -= 1
        position.boards[site].place(seat, at)
        scaffold = position.boards[site]
        if isinstance(scaffold, PyramidsC) and not scaffold.has_room() and scaffold.tokens.count > 0:
            scaffold.turn_token(position)
    _lay_obelisk_tokens(position, hand, setup)


def _spaces(position: Builder, site: int) -> int | None:
    """How many spaces a side has whose stones are given by space."""
    board = position.boards[site]
    if isinstance(board, (PyramidsD, BurialChamberC, BurialChamberD, ObelisksD)):
        return len(board.owners)
    return None


def _stones(position: Builder, site: int, given: list[Any]) -> list[tuple[int, int]]:
    """Each stone's seat, and where its board has to place it."""
    board = position.boards[site]
    if isinstance(board, PyramidsB):
        return _stones_of_pyramids(position, given)
    if isinstance(board, ObelisksD):
        return _stones_of_alley(position, board, given)
    spaces = _spaces(position, site)
    if spaces is None:
        return [(seat_number(position, seat), 0) for seat in given]
    if len(given) > spaces:
        wrong(f"the {SITE_IDS[site]} has {spaces} spaces")
    stones = [(seat_number(position, seat), at) for at, seat in enumerate(given) if seat is not None]
    if isinstance(board, BurialChamberC):
        for _, at in stones:
            below = int(board.below[at])
            if below >= 0 and (given[below] is None or given[below + 1] is None):
                wrong("a stone of the Burial Mound rests on two others (N6)")
    return stones


def _stones_of_pyramids(position: Builder, given: list[Any]) -> list[tuple[int, int]]:
    stones: list[tuple[int, int]] = []
    ends = [int(end) for end in position.values.pyramid_ends]
    for number, pyramid in enumerate(given):
        room = ends[number] - (ends[number - 1] if number else 0) if number < len(ends) else None
        if not isinstance(pyramid, list) or number > len(ends) or (room is not None and len(pyramid) > room):
            wrong("pyramids of side B are a list of seats for each pyramid that fits it, then one for the edge")
        at = number if number < len(ends) else int(PYRAMIDS)
        if at == PYRAMIDS and pyramid and sum(map(len, given[:number])) < ends[-1]:
            wrong("stones are at the edge only when all pyramids are complete (B9)")
        stones += [(seat_number(position, seat), at) for seat in pyramid]
    return stones


def _stones_of_alley(position: Builder, board: ObelisksD, given: list[Any]) -> list[tuple[int, int]]:
    stones: list[tuple[int, int]] = []
    unfinished: set[int] = set()
    if len(given) > len(board.owners):
        wrong(f"the alley has {len(board.owners)} obelisks")
    for at, obelisk in enumerate(given):
        if obelisk is None:
            continue
        height = int(position.values.alley_heights[at])
        if not isinstance(obelisk, list) or len(obelisk) != 2 or obelisk[1] not in range(1, height + 1):
            wrong(f"an obelisk of the alley is [seat, stones], here with 1 to {height} stones, or None")
        seat = seat_number(position, obelisk[0])
        if obelisk[1] < height:
            if seat in unfinished:
                wrong("nobody has two unfinished obelisks in the alley (N12)")
            unfinished.add(seat)
        stones += [(seat, at)] * obelisk[1]
    return stones


def _lay_obelisk_tokens(position: Builder, hand: PositionByHand, setup: Setup) -> None:
    board = position.boards[Site.OBELISKS]
    if not hand.laid:
        return
    if not isinstance(board, ObelisksC) or len(hand.laid) > board.on_path():
        wrong("only stones on the path of the Great Obelisk have tokens")
    for space, squares in enumerate(hand.laid):
        if squares is not None:
            seat = int(board.owners[space])
            way = _way(board, setup, space, seat, squares)
            if way is None:
                wrong(f"token {space + 1} can't be placed on {squares}")
            board.add_token(seat, space, way)


def _way(board: ObelisksC, setup: Setup, space: int, seat: int, squares: str) -> int | None:
    """How the token has to lie to cover these squares."""
    for way in range(int(TURNINGS * COLUMNS)):
        if board.no_fit(seat, space, way) == LEGAL:
            row = int(board.base(seat, board.values.path[space], way))
            covered = squares_of(dynasty_of(setup), space, way, row)
            if sorted(map(square_name, covered)) == sorted(squares.lower().split()):
                return way
    return None


# --- tokens, coins and scarabs


def deal_tokens(hand: PositionByHand, setup: Setup) -> Deal:
    """What lies face down: the order that the position gives, the rest from the seed."""
    deal: Deal = {}
    edition = dynasty_of(setup)
    if setup.sides[1] == "C":
        scaffold = edition.pyramids.C
        given = _numbers(hand.scaffold, len(scaffold.tokens), "scaffold")
        if len(given) > scaffold.tokens_used:
            wrong(f"{scaffold.tokens_used} scaffold tokens are used")
        others = Stream(setup.seed, "scaffold").shuffled([n for n in range(len(scaffold.tokens)) if n not in given])
        used = scaffold.tokens_used - len(given)
        deal["scaffold"] = others[:used] + given[::-1]
    if setup.sides[3] == "D":
        tomb = edition.burial_chamber.D
        taken = [n for n, seat in enumerate(hand.burial_chamber) if seat is not None]
        given = _numbers(hand.tomb or [], tomb.tokens, "tomb")
        if len(given) > tomb.turned_over or set(given) & set(taken):
            wrong(f"at most {tomb.turned_over} tomb numbers are face up, none with a stone on it")
        left = [n for n in range(tomb.tokens) if n not in given and n not in taken]
        left = Stream(setup.seed, "tomb").shuffled(left)
        rounds = base_of(setup).rounds.count - hand.round + (hand.tomb is None)
        deal["tomb"] = left[: rounds * tomb.turned_over] + given[::-1]
    if setup.variants["prophecies"]:
        prophecies = edition.prophecies
        ids = list(prophecies.cards)
        for id in hand.prophecies or {}:
            if id not in ids:
                wrong(f"no prophecy is called {id!r}; choose from {', '.join(ids)}")
        given = [ids.index(id) for id in hand.prophecies or {}]
        if len(given) > prophecies.drawn:
            wrong(f"{prophecies.drawn} prophecies are on the table")
        others = Stream(setup.seed, "prophecies").shuffled([n for n in range(len(ids)) if n not in given])
        deal["prophecies"] = others[: prophecies.drawn - len(given)] + given[::-1]
    return deal


def _numbers(given: list[int], last: int, what: str) -> list[int]:
    if len(set(given)) < len(given) or not all(1 <= number <= last for number in given):
        wrong(f"{what} are numbers from 1 to {last}, each once")
    return [number - 1 for number in given]


def lay_tokens(position: Builder, hand: PositionByHand, setup: Setup, deal: Deal) -> None:
    """Before the stones, since some of them lie on tokens."""
    market, pyramids, temple, chamber, _ = position.boards
    if hand.coins is not None:
        if not isinstance(market, MarketC) or len(hand.coins) != setup.players:
            wrong(f"coins are {setup.players} numbers, and only for a Luxury Market")
        for seat, coins in enumerate(hand.coins):
            if not 0 <= coins <= position.values.coins:
                wrong(f"nobody has more than {position.values.coins} coins")
            market.coins[seat] = coins
    if isinstance(pyramids, PyramidsC):
        pyramids.tokens.fill(deal["scaffold"])
        pyramids.turn_token(position)
    elif hand.scaffold:
        wrong("scaffold tokens belong to side C of the pyramids")
    if hand.imhotep is not None:
        if not isinstance(pyramids, PyramidsD) or not 1 <= hand.imhotep <= len(pyramids.owners):
            wrong("imhotep stands on a space of the corridor")
        pyramids.imhotep = hand.imhotep - 1
        under = hand.pyramids[pyramids.imhotep :][:1]
        if under not in ([], [None]) and (None in hand.pyramids or len(hand.pyramids) < len(pyramids.owners)):
            wrong("imhotep stands on a stone only when all spaces are occupied (N9)")
    if hand.chariots is not None:
        _place_chariots(temple, hand.chariots, setup.players)
    if isinstance(chamber, BurialChamberD):
        chamber.tokens.fill(deal["tomb"])
        for _ in range(min(chamber.values.tomb_turned, len(deal["tomb"])) if hand.tomb is None else len(hand.tomb)):
            chamber.open.put(chamber.tokens.take())
    elif hand.tomb is not None:
        wrong("tomb numbers belong to side D of the burial chamber")
    _lay_prophecies(position, hand, setup, deal)


def _place_chariots(arena: Board, chariots: list[int], players: int) -> None:
    if not isinstance(arena, TempleD) or len(chariots) != players:
        wrong(f"chariots are {players} spaces of an arena's track")
    for seat, space in enumerate(chariots):
        if not 0 <= space <= arena.finish():
            wrong(f"the track has spaces 0 to {arena.finish()}")
        if 0 < space < arena.finish() and chariots.count(space) > 1:
            wrong("only start and finish hold several chariots (N10)")
        arena.chariots[seat] = space


def _lay_prophecies(position: Builder, hand: PositionByHand, setup: Setup, deal: Deal) -> None:
    if "prophecies" not in deal:
        if hand.prophecies is not None:
            wrong("prophecies need the module prophecies")
        return
    for card in reversed(deal["prophecies"]):
        position.prophecies.lay(card)
    for seat in range(setup.players):
        own = [scarabs[seat] for scarabs in (hand.prophecies or {}).values() if len(scarabs) > seat]
        used = [period for period in own if period is not None]
        if len(set(used)) < len(used) or len(used) > position.values.scarabs:
            wrong(f"a seat has {position.values.scarabs} scarabs, each on a different pair of rounds (N17)")
        if any(period > 1 + int(current_period(position)) for period in used):
            wrong("no scarab is on rounds still to come (N17)")
    for place, (id, scarabs) in enumerate((hand.prophecies or {}).items()):
        if len(scarabs) != setup.players:
            wrong(f"prophecy {id} needs the pair of rounds, or None, for each of {setup.players} seats")
        for seat, period in enumerate(scarabs):
            if period is not None:
                if not 1 <= period <= len(position.values.period_ends):
                    wrong(f"pairs of rounds are 1 to {len(position.values.period_ends)}")
                position.prophecies.scarabs[place * SEATS + seat] = period - 1
