"""What a seat sees of Builder of Egypt, as numbers. `imhotep.envs.features` says what each of them means.

Players are counted from the viewer on, in turn order. What no longer matters (who built which stone of a pyramid) is
left out, and so is what follows from the rest (what lies on the discard pile).
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from imhotep.engine.builder.burial_chamber import BurialChamber, BurialChamberA, BurialChamberC, BurialChamberD
from imhotep.engine.builder.evaluation import outlook
from imhotep.engine.builder.game import Builder
from imhotep.engine.builder.hidden import ALL_GROUPS, BITS, GROUPS, HAND, LOOKED_AT, Hidden, is_shown
from imhotep.engine.builder.market import Market, MarketC
from imhotep.engine.builder.obelisks import ObelisksB, ObelisksC, ObelisksD
from imhotep.engine.builder.pyramids import PyramidsA, PyramidsB, PyramidsC, PyramidsD
from imhotep.engine.builder.state import Board, Player
from imhotep.engine.builder.temple import KEEP, Temple, TempleD
from imhotep.engine.builder.turn import score_end
from imhotep.engine.builder.vocabulary import (
    CARDS,
    COLUMNS,
    EMPTY,
    MARKET_SPACES,
    SEATS,
    SHIPS,
    SITES,
    SPACES,
    Action,
    Card,
    Site,
    Source,
    Step,
)
from imhotep.engine.kernel import Position, copy_items
from imhotep.engine.observer import Observer, is_negative, mark, put, put_prospects
from imhotep.engine.piles import Pile


class Layout:
    """Where each feature begins."""

    PLAYERS: Final[i64] = 0
    SIDES: Final[i64] = 3
    MODULES: Final[i64] = 23
    ROUND: Final[i64] = 29
    ROUNDS_LEFT: Final[i64] = 30
    OVER: Final[i64] = 31
    PASSES: Final[i64] = 32
    UNSEEN_ROUNDS: Final[i64] = 33
    QUESTION: Final[i64] = 45
    QUESTION_SITE: Final[i64] = 54
    QUESTION_SHIP: Final[i64] = 59
    QUESTION_DETAIL: Final[i64] = 63
    QUESTION_KEEP: Final[i64] = 64
    DECIDER: Final[i64] = 65
    TURN: Final[i64] = 69
    PENDING: Final[i64] = 73
    PENDING_SITES: Final[i64] = 90
    PENDING_CARDS: Final[i64] = 95
    SLED: Final[i64] = 112
    SLED_ROOM: Final[i64] = 116
    QUARRY: Final[i64] = 120
    SCORE: Final[i64] = 124
    DEBT: Final[i64] = 128
    SCARABS: Final[i64] = 132
    COINS: Final[i64] = 136
    FACE_DOWN: Final[i64] = 140
    HAND: Final[i64] = 144
    HAND_POSSIBLE: Final[i64] = 212
    BUILT: Final[i64] = 280
    SHIP_SIZE: Final[i64] = 296
    SHIP_MINIMUM: Final[i64] = 300
    SHIP_SITE: Final[i64] = 304
    SHIP_STONES: Final[i64] = 324
    SHIP_FREE: Final[i64] = 388
    MARKET_OPEN: Final[i64] = 404
    STACK: Final[i64] = 472
    STACK_KNOWN: Final[i64] = 477
    STACK_POSSIBLE: Final[i64] = 562
    DRAW_PILE: Final[i64] = 647
    UNSEEN: Final[i64] = 648
    PROPHECIES: Final[i64] = 665
    PROPHECY_SCARABS: Final[i64] = 753
    PYRAMIDS_NEXT: Final[i64] = 785
    PYRAMIDS_FILLED: Final[i64] = 788
    PYRAMIDS_B: Final[i64] = 789
    SCAFFOLD_TOKEN: Final[i64] = 813
    SCAFFOLD_UNSEEN: Final[i64] = 821
    SCAFFOLD_STONES: Final[i64] = 829
    CORRIDOR_FREE: Final[i64] = 861
    CORRIDOR_IMHOTEP: Final[i64] = 881
    TEMPLE_STONES: Final[i64] = 901
    TEMPLE_NEXT: Final[i64] = 933
    ARENA_FILLED: Final[i64] = 941
    ARENA_NEXT: Final[i64] = 942
    CHARIOTS: Final[i64] = 943
    CHAMBER_STONES: Final[i64] = 947
    CHAMBER_ROWS: Final[i64] = 1187
    CHAMBER_COUNT: Final[i64] = 1211
    TOMB_OPEN: Final[i64] = 1212
    TOMB_UNSEEN: Final[i64] = 1272
    OBELISK_SINGLES: Final[i64] = 1332
    OBELISK_TOWERS: Final[i64] = 1336
    OBELISK_NEXT: Final[i64] = 1337
    PATH_FILLED: Final[i64] = 1338
    GREAT_OBELISKS: Final[i64] = 1339
    ALLEY_STONES: Final[i64] = 1363
    ALLEY_HEIGHTS: Final[i64] = 1411
    FINAL_SCORE: Final[i64] = 1423
    FINAL_DEBT: Final[i64] = 1427
    PROSPECTS: Final[i64] = 1431
    POINTS: Final[i64] = 1435
    SIZE: Final[i64] = 1483


VERSION: Final[i64] = 1  # as in builder_v1
KINDS: Final[i64] = 17  # of cards: all but NONE
PLACES: Final[i64] = 5  # with cards that lie face down: the spaces of the market, and what is drawn to keep one
QUESTIONS: Final[i64] = 9
SIDES: Final[i64] = 4
TASK: Final[i64] = 11  # numbers of a prophecy

# Room for boards, as long as the standard editions need it, and a little longer
ROUND_CARDS: Final[i64] = 12
TOKENS: Final[i64] = 8  # of the scaffold, and spaces on one
CORRIDOR: Final[i64] = 20
TEMPLE: Final[i64] = 8
CHAMBER: Final[i64] = 60
ROWS: Final[i64] = 6


@final
@mypyc_attr(acyclic=True)
class BuilderObserver(Observer):
    def __init__(self) -> None:
        super().__init__(VERSION, Layout.SIZE, Action.COUNT)
        self.where = vec[i64]([0] * GROUPS)  # scratch: the places where cards of each group may lie, as bits
        self.sheets = vec[Sheet]([Sheet() for _ in range(SEATS)])  # scratch: what each seat would score

    def is_of(self, position: Position) -> bool:
        return isinstance(position, Builder)

    def fits(self, position: Position) -> bool:
        assert isinstance(position, Builder)
        values = position.values
        if len(values.round_cards) > ROUND_CARDS * SHIPS or len(values.corridor) > CORRIDOR:
            return False
        if values.temple_spaces > TEMPLE or values.chamber_rows > ROWS or len(values.scaffold_ends) > TOKENS:
            return False
        start: i64 = 0
        for end in values.scaffold_ends:
            if end - start > TOKENS:
                return False
            start = end
        return True

    def frame(self, position: Position, row: vec[u8], start: i64) -> None:
        assert isinstance(position, Builder)
        observe_setup(position, row, start)

    def observe(self, position: Position, seat: i64, row: vec[u8], start: i64) -> None:
        assert isinstance(position, Builder)
        observe_round(position, row, start)
        observe_agenda(position, seat, row, start)
        observe_players(position, seat, row, start)
        observe_ships(position, seat, row, start)
        observe_cards(position, row, start)
        if position.hidden.count > 0:
            observe_hidden(position, seat, row, start, self.where)
        if position.prophecies.count > 0:
            observe_prophecies(position, seat, row, start)
        boards = position.boards
        observe_pyramids(boards[Site.PYRAMIDS], seat, row, start)
        observe_temple(boards[Site.TEMPLE], seat, row, start)
        observe_chamber(boards[Site.BURIAL_CHAMBER], seat, row, start)
        observe_obelisks(boards[Site.OBELISKS], seat, row, start)
        observe_worth(position, seat, row, start, self.sheets)


@final
@mypyc_attr(acyclic=True)
class Sheet:
    """A player's hand and ledger, to try something out on."""

    def __init__(self) -> None:
        self.hand = vec[i64]([0] * CARDS)
        self.ledger = vec[i64]([0] * Source.COUNT)

    def swap(self, player: Player) -> None:
        """The player gets these instead of its own; the same once more puts everything back."""
        hand, ledger = player.hand, player.ledger
        player.hand, player.ledger = self.hand, self.ledger
        self.hand, self.ledger = hand, ledger


# --- the table and what is asked


def observe_setup(position: Builder, row: vec[u8], start: i64) -> None:
    values, sides = position.values, position.sides
    row[start + Layout.PLAYERS + values.players - 2] = 1
    for site in range(SITES):
        row[start + Layout.SIDES + site * SIDES + ord(sides[site]) - 65] = 1
    modules = start + Layout.MODULES
    if values.has_new_cards:
        row[modules] = 1
    if values.scarabs > 0:
        row[modules + 1] = 1
    if values.keep_red:
        row[modules + 2] = 1
    if values.face_down:
        row[modules + 3] = 1
    if values.wrath:
        row[modules + 4] = 1
    if values.may_decline_card:
        row[modules + 5] = 1


def observe_round(position: Builder, row: vec[u8], start: i64) -> None:
    put(row, start + Layout.ROUND, position.round)
    put(row, start + Layout.ROUNDS_LEFT, position.rounds_left())
    put(row, start + Layout.PASSES, position.passes)
    put_each(position.coming_rounds, row, start + Layout.UNSEEN_ROUNDS)


def observe_agenda(position: Builder, seat: i64, row: vec[u8], start: i64) -> None:
    if position.depth == 0:
        row[start + Layout.OVER] = 1
        return
    players, agenda, last = position.seats, position.agenda, position.depth - 1
    entry = agenda[last]
    step, at, what = entry & 255, entry >> 16 & 255, entry >> 24
    row[start + Layout.QUESTION + step] = 1
    if step == Step.CHOOSE:
        row[start + Layout.QUESTION_SITE + at] = 1
        if position.boards[at].looking_at(what) != EMPTY:
            row[start + Layout.QUESTION_KEEP] = 1
    elif step == Step.SAIL_SHIP or step == Step.ORDER:
        row[start + Layout.QUESTION_SHIP + at] = 1
    if what != KEEP:
        put(row, start + Layout.QUESTION_DETAIL, what)
    row[start + Layout.DECIDER + turns_after(seat, entry >> 8 & 255, players)] = 1
    row[start + Layout.TURN + turns_after(seat, agenda[0] >> 8 & 255, players)] = 1
    for i in range(last):
        entry = agenda[i]
        step, at = entry & 255, entry >> 16 & 255
        if step >= Step.END_TURN:
            row[start + Layout.PENDING + QUESTIONS + step - Step.END_TURN] += 1
        else:
            row[start + Layout.PENDING + step] += 1
        if step == Step.CHOOSE or step == Step.DELIVER:
            row[start + Layout.PENDING_SITES + at] += 1
        elif step == Step.DISCARD or step == Step.GAIN_CARD:
            row[start + Layout.PENDING_CARDS + at - 1] += 1


def turns_after(seat: i64, other: i64, players: i64) -> i64:
    """How many turns after `seat` it is the turn of `other`; of EMPTY any number that a player may have."""
    turns = other - seat
    return turns + is_negative(turns) * players


# --- players and ships


def observe_players(position: Builder, seat: i64, row: vec[u8], start: i64) -> None:
    players, seats = position.players, position.seats
    kinds = Card.RAFT
    if position.values.has_new_cards:
        kinds = CARDS
    for other in range(seats):
        player, i = players[other], turns_after(seat, other, seats)
        put(row, start + Layout.SLED + i, player.sled)
        put(row, start + Layout.SLED_ROOM + i, player.room)
        put(row, start + Layout.QUARRY + i, player.quarry)
        score = player.score()
        put(row, start + Layout.SCORE + i, score)
        put(row, start + Layout.DEBT + i, -score)
        hand, at = player.hand, start + Layout.HAND + i * KINDS - 1
        for card in range(1, kinds):
            row[at + card] = u8(hand[card])
    boards = position.boards
    for site in range(Site.PYRAMIDS, SITES):
        built, at = boards[site].built, start + Layout.BUILT + site - 1
        for other in range(seats):
            row[at + turns_after(seat, other, seats) * 4] = u8(built[other])
    market = boards[Site.MARKET]
    if isinstance(market, MarketC):
        put_counts(market.coins, seat, row, start + Layout.COINS)


def observe_ships(position: Builder, seat: i64, row: vec[u8], start: i64) -> None:
    players, ships = position.seats, position.ships
    for number in range(SHIPS):
        ship = ships[number]
        size, site, spaces = ship.size, ship.site, ship.spaces
        row[start + Layout.SHIP_SIZE + number] = u8(size)
        row[start + Layout.SHIP_MINIMUM + number] = u8(ship.minimum)
        mark(row, start + Layout.SHIP_SITE + number * SITES, site)
        put_stones(spaces, 0, SPACES, seat, players, row, start + Layout.SHIP_STONES + number * SPACES * SEATS)
        free = start + Layout.SHIP_FREE + number * SPACES
        for space in range(SPACES):  # it is free if the ship waits, is so long, and no stone lies there
            row[free + space] = u8(is_negative(site & (space - size) & spaces[space]))


# --- cards


def observe_cards(position: Builder, row: vec[u8], start: i64) -> None:
    """The open ones, and of the others how many there are of each kind; `observe_hidden` adds what lies elsewhere."""
    market = position.boards[Site.MARKET]
    assert isinstance(market, Market)
    opened = market.open
    for space in range(MARKET_SPACES):
        mark(row, start + Layout.MARKET_OPEN + space * KINDS, opened[space] - 1)
    put(row, start + Layout.DRAW_PILE, position.draw_pile.count)
    cards, at = position.draw_pile.cards, start + Layout.UNSEEN - 1
    for i in range(position.draw_pile.count):
        row[at + cards[i]] += 1


def observe_hidden(position: Builder, seat: i64, row: vec[u8], start: i64, where: vec[i64]) -> None:
    """Cards that lie face down: certain ones, those that may be in several places, and unseen ones."""
    hidden, players, own = position.hidden, position.seats, HAND + seat
    cards, places, clues, origins = hidden.cards, hidden.places, hidden.clues, hidden.origins
    pile_group, pile_clue = hidden.pile_group(seat), hidden.pile_clue >> seat * GROUPS & ALL_GROUPS
    all_unseen = True
    for i in range(hidden.count):
        place = places[i]
        if place < HAND:
            row[start + Layout.STACK + place] += 1
        elif place == LOOKED_AT:
            row[start + Layout.STACK + PLACES - 1] += 1
        else:
            row[start + Layout.FACE_DOWN + turns_after(seat, place - HAND, players)] += 1
        if place != own and clues[i] >> seat * GROUPS & ALL_GROUPS != pile_clue:
            all_unseen = False
    if not all_unseen:
        find_groups(hidden, seat, where)
    for i in range(hidden.count):
        card, place = cards[i], places[i]
        if place == own:
            continue
        if place >= HAND and place < LOOKED_AT:  # counted in the hand by `observe_players`
            row[start + Layout.HAND + turns_after(seat, place - HAND, players) * KINDS + card - 1] -= 1
        group = origins[i] >> seat * 4 & 15
        if group == pile_group:
            row[start + Layout.UNSEEN + card - 1] += 1
        elif where[group] & (where[group] - 1) == 0:
            add_known(place, seat, card, players, row, start)
        else:
            add_possible(where[group], seat, card, players, row, start)


def find_groups(hidden: Hidden, seat: i64, where: vec[i64]) -> None:
    """The places where cards of each of the seat's groups may lie."""
    for group in range(GROUPS):
        where[group] = 0
    for i in range(hidden.count):
        place = hidden.places[i]
        if place != HAND + seat:
            clue, group = hidden.clue(i, seat), 0
            while clue > 0:
                if clue & 1 == 1:
                    where[group] |= BITS[place]
                clue >>= 1
                group += 1


def add_known(place: i64, seat: i64, card: i64, players: i64, row: vec[u8], start: i64) -> None:
    """The seat is certain that the card lies there."""
    if place < HAND:
        row[start + Layout.STACK_KNOWN + place * KINDS + card - 1] += 1
    elif place == LOOKED_AT:
        row[start + Layout.STACK_KNOWN + (PLACES - 1) * KINDS + card - 1] += 1
    else:
        row[start + Layout.HAND + turns_after(seat, place - HAND, players) * KINDS + card - 1] += 1


def add_possible(places: i64, seat: i64, card: i64, players: i64, row: vec[u8], start: i64) -> None:
    """The seat has seen the card, which now lies at one of these places."""
    for space in range(MARKET_SPACES):
        if places >> space & 1 == 1:
            row[start + Layout.STACK_POSSIBLE + space * KINDS + card - 1] += 1
    if places >> LOOKED_AT & 1 == 1:
        row[start + Layout.STACK_POSSIBLE + (PLACES - 1) * KINDS + card - 1] += 1
    if not is_shown(card):
        for other in range(players):
            if places >> HAND + other & 1 == 1:
                row[start + Layout.HAND_POSSIBLE + turns_after(seat, other, players) * KINDS + card - 1] += 1


def observe_prophecies(position: Builder, seat: i64, row: vec[u8], start: i64) -> None:
    values, prophecies, players = position.values, position.prophecies, position.seats
    cards, scarabs, most, least = prophecies.cards, prophecies.scarabs, values.task_most, values.task_count
    sites, colors, own = values.task_site, values.task_color, start + Layout.SCARABS
    for i in range(players):
        row[own + i] = u8(values.scarabs)
    for place in range(prophecies.count):
        card, at = cards[place], start + Layout.PROPHECIES + place * TASK
        row[at] = u8(most[card])
        put(row, at + 1, least[card])
        mark(row, at + 2, sites[card])
        mark(row, at + 2 + SITES, colors[card])
        for other in range(players):
            scarab, i = scarabs[place * SEATS + other], turns_after(seat, other, players)
            row[start + Layout.PROPHECY_SCARABS + place * SEATS + i] = u8(scarab + 1)
            row[own + i] -= u8(1 - is_negative(scarab))


# --- the monuments


def put_stones(owners: vec[i64], first: i64, count: i64, seat: i64, players: i64, row: vec[u8], at: i64) -> None:
    """Whose stone lies on each of `count` spaces from `first` on."""
    for i in range(first, first + count):
        owner = owners[i]
        row[at + turns_after(seat, owner, players)] = u8(1 - is_negative(owner))
        at += SEATS


def put_each(pile: Pile, row: vec[u8], at: i64) -> None:
    """1 for everything in a pile of different things."""
    cards = pile.cards
    for i in range(pile.count):
        row[at + cards[i]] = 1


def put_counts(counts: vec[i64], first: i64, row: vec[u8], at: i64) -> None:
    """All counts from number `first` on, and then those before it."""
    end: i64 = len(counts)
    for i in range(end):
        put(row, at + turns_after(first, i, end), counts[i])


def observe_pyramids(board: Board, seat: i64, row: vec[u8], start: i64) -> None:
    values, following = board.values, start + Layout.PYRAMIDS_NEXT
    if isinstance(board, PyramidsA):
        put(row, start + Layout.PYRAMIDS_FILLED, board.in_place())
        put(row, following, board.next_points())
    elif isinstance(board, PyramidsB):
        ends, heights, points = values.pyramid_ends, board.heights, values.pyramids_b
        cards, stones, loads = values.pyramid_cards, values.pyramid_stones, values.pyramid_loads
        space: i64 = 0
        for pyramid in range(i64(len(ends))):
            at = start + Layout.PYRAMIDS_B + pyramid * 6
            row[at] = u8(heights[pyramid])
            space += heights[pyramid]  # its next one
            if space < ends[pyramid]:
                row[at + 1] = u8(ends[pyramid] - space)
                put(row, at + 2, points[space])
                put(row, at + 3, cards[space])
                put(row, at + 4, stones[space])
                put(row, at + 5, loads[space])
            space = ends[pyramid]
    elif isinstance(board, PyramidsC):
        token = board.layer_tokens[board.layers - 1]
        row[start + Layout.SCAFFOLD_TOKEN + token] = 1
        put_each(board.tokens, row, start + Layout.SCAFFOLD_UNSEEN)
        first = board.placed - board.on_token
        put_stones(board.owners, first, board.on_token, seat, values.players, row, start + Layout.SCAFFOLD_STONES)
        if board.has_room():
            space = board.token_start(token) + board.on_token
            put(row, following, values.scaffold_points[space])
            put(row, following + 1, values.scaffold_stones[space])
            put(row, following + 2, values.scaffold_cards[space])
        else:
            put(row, following, values.pyramid_overflow)
    elif isinstance(board, PyramidsD):
        space = start + Layout.CORRIDOR_FREE
        for owner in board.owners:
            row[space] = u8(is_negative(owner))
            space += 1
        row[start + Layout.CORRIDOR_IMHOTEP + board.imhotep] = 1
        space = board.next_free()
        if space == EMPTY:
            put(row, following, values.pyramid_overflow)
        else:
            put(row, following, values.corridor[space])


def observe_temple(board: Board, seat: i64, row: vec[u8], start: i64) -> None:
    values = board.values
    if isinstance(board, Temple):
        spaces = values.temple_spaces
        put_stones(board.visible, 0, spaces, seat, values.players, row, start + Layout.TEMPLE_STONES)
        following = board.count
        while following >= spaces:  # quicker than a division
            following -= spaces
        row[start + Layout.TEMPLE_NEXT + following] = 1
    elif isinstance(board, TempleD):
        put(row, start + Layout.ARENA_FILLED, board.count)
        if board.count < len(values.arrowheads):
            put(row, start + Layout.ARENA_NEXT, values.arrowheads[board.count])
        else:
            put(row, start + Layout.ARENA_NEXT, values.arrowhead_beyond)
        put_counts(board.chariots, seat, row, start + Layout.CHARIOTS)


def observe_chamber(board: Board, seat: i64, row: vec[u8], start: i64) -> None:
    players, at = board.values.players, start + Layout.CHAMBER_STONES
    if isinstance(board, BurialChamber):
        count, owners = board.count, board.owners
        put(row, start + Layout.CHAMBER_COUNT, count)
        if isinstance(board, BurialChamberA):
            put_stones(owners, 0, min(count, CHAMBER), seat, players, row, at)
        else:
            line: i64 = 0
            rows = board.values.chamber_rows
            for i in range(count):
                row[start + Layout.CHAMBER_ROWS + line * SEATS + turns_after(seat, owners[i], players)] += 1
                line += 1
                if line == rows:
                    line = 0
    elif isinstance(board, BurialChamberC):
        put_stones(board.owners, 0, i64(len(board.owners)), seat, players, row, at)
    elif isinstance(board, BurialChamberD):
        put_stones(board.owners, 0, i64(len(board.owners)), seat, players, row, at)
        put_each(board.open, row, start + Layout.TOMB_OPEN)
        put_each(board.tokens, row, start + Layout.TOMB_UNSEEN)


def observe_obelisks(board: Board, seat: i64, row: vec[u8], start: i64) -> None:
    """On side A the heights are what is built."""
    players = board.values.players
    if isinstance(board, ObelisksB):
        put_counts(board.singles, seat, row, start + Layout.OBELISK_SINGLES)
        put(row, start + Layout.OBELISK_TOWERS, board.towers)
        if board.towers < len(board.owners):
            put(row, start + Layout.OBELISK_NEXT, board.values.tower_points[board.towers])
    elif isinstance(board, ObelisksC):
        put(row, start + Layout.PATH_FILLED, board.on_path())
        heights, columns = board.heights, board.values.columns
        for other in range(players):
            at = start + Layout.GREAT_OBELISKS + turns_after(seat, other, players) * COLUMNS
            for column in range(columns):
                put(row, at + column, heights[other * COLUMNS + column])
    elif isinstance(board, ObelisksD):
        put_stones(board.owners, 0, i64(len(board.owners)), seat, players, row, start + Layout.ALLEY_STONES)
        put_counts(board.heights, 0, row, start + Layout.ALLEY_HEIGHTS)


# --- what all of it is worth


def observe_worth(position: Builder, seat: i64, row: vec[u8], start: i64, sheets: vec[Sheet]) -> None:
    """Points if the game ended now, without cards that lie face down in other hands (N18), and what may be added."""
    players, seats = position.players, position.seats
    lay_out_sheets(position, seat, sheets)
    journal, position.journal = position.journal, None
    for other in range(seats):
        sheets[other].swap(players[other])
    if position.depth > 0:
        for other in range(seats):
            prospects = outlook(position, other)
            put_prospects(row, start + Layout.PROSPECTS + turns_after(seat, other, seats), prospects)
        score_end(position)
    for other in range(seats):
        i = turns_after(seat, other, seats)
        score, ledger, at = i64(0), players[other].ledger, start + Layout.POINTS + i * Source.COUNT
        for source in range(Source.COUNT):
            score += ledger[source]
            put(row, at + source, ledger[source])
        put(row, start + Layout.FINAL_SCORE + i, score)
        put(row, start + Layout.FINAL_DEBT + i, -score)
    for other in range(seats):
        sheets[other].swap(players[other])
    position.journal = journal


def lay_out_sheets(position: Builder, seat: i64, sheets: vec[Sheet]) -> None:
    """Ledgers as they are, and of the hands the cards whose faces `seat` sees (N18)."""
    face_down = position.values.face_down and position.depth > 0
    for other in range(position.seats):
        player, sheet = position.players[other], sheets[other]
        copy_items(player.ledger, sheet.ledger)
        copy_items(player.hand, sheet.hand)
        if face_down and other != seat:
            hand = sheet.hand
            for card in range(1, CARDS):
                if not is_shown(card):
                    hand[card] = 0
