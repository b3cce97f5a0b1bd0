"""From the editions and choices of a table to the numbers that the engine plays with."""

from collections.abc import Iterable

from librt.vecs import vec
from mypy_extensions import i64

from imhotep.engine.builder.values import Values
from imhotep.engine.builder.vocabulary import COLUMNS, EMPTY, SPACES, TURNINGS
from imhotep.engine.tables import numbers_of
from imhotep.table.builder.dynasty import DynastyEdition, ObelisksC
from imhotep.table.builder.edition import BuilderEdition, card_counts
from imhotep.table.builder.tokens import column, columns_of, turnings
from imhotep.table.builder.words import CARD_COLORS, SITE_IDS
from imhotep.table.errors import SetupError
from imhotep.table.setup import Setup


def base_of(setup: Setup) -> BuilderEdition:
    values = setup.editions["builder"].values
    assert isinstance(values, BuilderEdition)
    return values


def dynasty_of(setup: Setup) -> DynastyEdition:
    values = setup.editions["dynasty"].values
    assert isinstance(values, DynastyEdition)
    return values


def deck_of(setup: Setup) -> list[int]:
    """How many of each card, by the engine's numbers."""
    counts = card_counts(base_of(setup).cards)
    if setup.variants["cards"] == "dynasty":
        counts = [a + b for a, b in zip(counts, card_counts(dynasty_of(setup).cards), strict=True)]
    return counts


def engine_values(setup: Setup) -> Values:
    """Everything the engine has to know about a setup."""
    values = Values(setup.players)
    _fill_base(values, setup)
    _fill_sides_a_and_b(values, base_of(setup), setup)
    _fill_sides_c_and_d(values, dynasty_of(setup), setup)
    _fill_modules(values, dynasty_of(setup), setup)
    return values


def _vec(items: Iterable[int]) -> vec[i64]:
    return numbers_of(list(items))


def _fill_base(values: Values, setup: Setup) -> None:
    edition = base_of(setup)
    stones, cards = edition.stones, edition.card_values
    values.rounds = edition.rounds.count
    values.stones = stones.per_color - stones.on_score_track
    if has_second_color(setup):
        values.stones += stones.per_color
    values.start_stones = _vec(stones.start_by_turn_order)
    values.sled = stones.sled
    values.stones_per_get = stones.per_get
    values.hammer_stones = cards.hammer_stones
    minimum = {kind.size: kind.minimum for kind in edition.ships.kinds}
    values.minimum_load = _vec(minimum.get(size, 0) for size in range(SPACES + 1))
    values.round_cards = _vec(size for card in edition.round_cards.of(setup.players) for size in card)
    values.cards = _vec(deck_of(setup))
    values.statue_points = _vec([0, *cards.statues])
    values.statue_more = cards.each_further_statue
    values.decoration_stones = cards.decoration_stones
    values.unused_card = cards.unused_blue_card
    values.may_decline_card = bool(setup.house_rules["may_decline_card"])
    values.wrath = bool(setup.variants["wrath"])
    values.wrath_points = edition.wrath.points


def has_second_color(setup: Setup) -> bool:
    """With two players, as soon as anything of the expansion is in play; else by house rule (N2)."""
    return setup.players == 2 and (uses_dynasty(setup) or bool(setup.house_rules["second_color"]))


def uses_dynasty(setup: Setup) -> bool:
    """Whether anything of the expansion's box is in play."""
    return _uses_its_modules(setup) or "C" in setup.sides or "D" in setup.sides


def _uses_its_modules(setup: Setup) -> bool:
    return setup.variants["cards"] == "dynasty" or bool(setup.variants["prophecies"])


def keeps_red(setup: Setup) -> bool:
    """As soon as anything of the expansion is in play (N1); by version 1 a C or D side alone was not enough."""
    return _uses_its_modules(setup) if setup.rules_version == 1 else uses_dynasty(setup)


def _fill_sides_a_and_b(values: Values, edition: BuilderEdition, setup: Setup) -> None:
    sides, pyramids, temple = setup.sides, edition.pyramids, edition.temple
    values.market_open = edition.market.B.face_up if sides[0] == "B" else edition.market.A.face_up
    values.market_stacks = 1
    values.market_hidden = edition.market.B.face_down
    values.pyramids_a = _vec(points for level in pyramids.A.levels for points in level)
    spaces = [space for pyramid in pyramids.B.pyramids for space in pyramid]
    values.pyramid_ends = _ends(len(pyramid) for pyramid in pyramids.B.pyramids)
    values.pyramids_b = _vec(space.points for space in spaces)
    values.pyramid_cards = _vec(space.card for space in spaces)
    values.pyramid_stones = _vec(space.stones for space in spaces)
    values.pyramid_loads = _vec(space.load for space in spaces)
    values.pyramid_overflow = pyramids.B.overflow if sides[1] == "B" else pyramids.A.overflow
    values.temple_spaces = (temple.B if sides[2] == "B" else temple.A).spaces[str(setup.players)]
    values.visible_stone = temple.A.visible_stone
    values.temple_points = _vec(gift.points for gift in temple.B.gifts)
    values.temple_stones = _vec(gift.stones for gift in temple.B.gifts)
    values.temple_cards = _vec(gift.card for gift in temple.B.gifts)
    chamber = edition.burial_chamber
    values.chamber_rows = (chamber.B if sides[3] == "B" else chamber.A).rows
    values.area_points = _vec([0, *chamber.A.areas])
    values.area_more = chamber.A.each_further_stone
    values.row_points = _vec(chamber.B.by_rank)
    values.obelisks = _vec(edition.obelisks.A.of(setup.players))
    values.tower_stones = edition.obelisks.B.tower_of
    values.tower_points = _vec(edition.obelisks.B.towers)
    values.single_stone = edition.obelisks.B.single_stone


def _ends(lengths: Iterable[int]) -> vec[i64]:
    """Where each of several parts that follow one another ends."""
    ends: list[int] = []
    for length in lengths:
        ends.append((ends[-1] if ends else 0) + length)
    return _vec(ends)


def _fill_sides_c_and_d(values: Values, edition: DynastyEdition, setup: Setup) -> None:
    sides = setup.sides
    if sides[0] == "C":
        values.market_open = edition.market.C.face_up
        values.market_columns = edition.market.C.columns
        values.coins = edition.market.C.coins
    elif sides[0] == "D":
        values.market_open = edition.market.D.face_up
        values.stacks_stay = True
        values.market_stacks = edition.market.D.stacks
        values.market_hidden = edition.market.D.stack_size
    if sides[1] == "C":
        _fill_scaffold(values, edition)
    elif sides[1] == "D":
        values.has_corridor = True
        values.corridor = _vec(edition.pyramids.D.points)
        values.pyramid_overflow = edition.pyramids.D.overflow
        values.corridor_start = _corridor_start(edition, setup)
    if sides[2] == "C":
        gifts = edition.temple.C.gifts
        values.temple_spaces = edition.temple.C.spaces[str(setup.players)]
        values.temple_points = _vec(gift.points for gift in gifts)
        values.temple_stones = _vec(gift.stones for gift in gifts)
        values.temple_cards = _vec(gift.draw for gift in gifts)
    elif sides[2] == "D":
        arena = edition.temple.D
        values.arrowheads = _vec(arena.arrowheads)
        values.arrowhead_beyond = arena.arrowheads_beyond
        values.track = _vec(arena.track)
        values.arena_finished = arena.at_the_finish
        values.arena_places = _vec(arena.round_end[str(setup.players)])
    if sides[3] == "C":
        mound = edition.burial_chamber.C
        values.mound_widths = _vec(mound.levels)
        values.mound_most_levels = mound.most_levels
        values.chamber_overflow = mound.overflow
    elif sides[3] == "D":
        tomb = edition.burial_chamber.D
        values.tomb_columns = tomb.columns
        values.tomb_tokens = tomb.tokens
        values.tomb_turned = tomb.turned_over
        values.tomb_missed = tomb.no_stone
        values.chamber_overflow = tomb.overflow
    if sides[4] == "C":
        _fill_great_obelisk(values, edition.obelisks.C, setup.players)
        values.nearest_shares = setup.rules_version > 1
    elif sides[4] == "D":
        alley = edition.obelisks.D
        values.alley_heights = _vec(obelisk.height for obelisk in alley.obelisks)
        values.alley_points = _vec(obelisk.points for obelisk in alley.obelisks)
        values.alley_unfinished = alley.unfinished
        values.obelisk_overflow = alley.overflow


def _fill_scaffold(values: Values, edition: DynastyEdition) -> None:
    scaffold = edition.pyramids.C
    spaces = [space for token in scaffold.tokens for space in token]
    values.scaffold_ends = _ends(len(token) for token in scaffold.tokens)
    values.scaffold_points = _vec(space.points for space in spaces)
    values.scaffold_stones = _vec(space.stones for space in spaces)
    values.scaffold_cards = _vec(space.card for space in spaces)
    values.scaffold_used = scaffold.tokens_used
    values.scaffold_majority = scaffold.majority
    values.scaffold_tied = scaffold.tied
    values.pyramid_overflow = scaffold.overflow


def _corridor_start(edition: DynastyEdition, setup: Setup) -> int:
    start, spaces = int(setup.variants["corridor_start"]), len(edition.pyramids.D.points)
    if not 1 <= start <= spaces:
        raise SetupError(f"corridor_start is a space of the corridor, 1 to {spaces}, not {start}")
    return start - 1


def _fill_great_obelisk(values: Values, obelisk: ObelisksC, players: int) -> None:
    values.columns = obelisk.width
    values.row_complete = obelisk.complete_row
    values.most_rows = _vec(obelisk.most_rows[str(players)])
    values.obelisk_overflow = obelisk.overflow
    names = list(obelisk.shapes)
    values.path = _vec(names.index(name) for name in obelisk.path)
    forms = [turnings(obelisk.shape(name), obelisk.width) for name in names]
    values.shape_turnings = _vec(map(len, forms))
    widths, lows, heights = [], [], []
    for ways in forms:
        for number in range(TURNINGS):
            way = ways[number] if number < len(ways) else None
            widths.append(columns_of(way) if way else 0)
            for x in range(COLUMNS):
                rows = column(way, x) if way else []
                lows.append(rows[0] if rows else 0)
                heights.append(len(rows))
    values.turning_widths = _vec(widths)
    values.turning_lows = _vec(lows)
    values.turning_heights = _vec(heights)


def _fill_modules(values: Values, edition: DynastyEdition, setup: Setup) -> None:
    cards = edition.card_values
    values.cargo_room = cards.cargo_sled_room
    values.private_points = cards.private_quarry_points
    values.private_stones = cards.private_quarry_stones
    values.ornament_points = cards.stone_ornament_points
    values.raft_returns = cards.raft_returns
    values.plank_returns = cards.loading_plank_returns
    values.has_new_cards = setup.variants["cards"] == "dynasty"
    values.keep_red = keeps_red(setup)
    values.face_down = bool(setup.variants["face_down"])
    market_and_temple = setup.sides[0] == "B" and setup.sides[2] == "C"
    values.something_stays_hidden = values.face_down or setup.sides[0] == "D" or market_and_temple
    if setup.variants["prophecies"]:
        _fill_prophecies(values, edition)


def _fill_prophecies(values: Values, edition: DynastyEdition) -> None:
    prophecies = edition.prophecies
    cards, periods = list(prophecies.cards.values()), prophecies.rounds.periods
    if periods[-1].until < values.rounds:
        raise SetupError(f"prophecies end with round {periods[-1].until}, but the game has {values.rounds}")
    values.scarabs = prophecies.scarabs
    values.prophecies_drawn = prophecies.drawn
    values.task_most = _vec(int(card.most) for card in cards)
    values.task_count = _vec(card.at_least or 1 for card in cards)
    values.task_site = _vec(SITE_IDS.index(card.stones) if card.stones else int(EMPTY) for card in cards)
    values.task_color = _vec(CARD_COLORS.index(card.cards) if card.cards else int(EMPTY) for card in cards)
    values.period_ends = _vec(period.until for period in periods)
    values.fulfilled = _vec(period.fulfilled for period in periods)
    values.failed = _vec(period.failed for period in periods)
