"""The numbers of an edition, for one number of players: filled in by the table, shared by all positions of a setup."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr


@final
@mypyc_attr(acyclic=True)
class Values:
    def __init__(self, players: i64) -> None:
        self.players: i64 = players
        self.rounds: i64 = 0
        self.stones: i64 = 0  # of each seat in quarry and sled when the game starts
        self.start_stones = vec[i64]()  # on the sleds, by turn order
        self.sled: i64 = 0  # room
        self.stones_per_get: i64 = 0
        self.hammer_stones: i64 = 0
        self.minimum_load = vec[i64]()  # by ship size
        self.round_cards = vec[i64]()  # four ship sizes each, one card after the other
        self.cards = vec[i64]()  # how many of each card

        self.market_open: i64 = 0  # face-up cards
        self.market_stacks: i64 = 0  # spaces with face-down cards, after the open ones
        self.market_hidden: i64 = 0  # cards on each of those
        self.stacks_stay = False  # side D: what is not kept stays there, face down
        self.market_columns: i64 = 1  # side C: how the open spaces lie
        self.coins: i64 = 0
        self.pyramids_a = vec[i64]()  # points by space
        self.pyramid_ends = vec[i64]()  # side B: number of spaces up to the end of each pyramid
        self.pyramids_b = vec[i64]()  # points by space, one pyramid after the other
        self.pyramid_cards = vec[i64]()  # bonuses of the same spaces
        self.pyramid_stones = vec[i64]()
        self.pyramid_loads = vec[i64]()
        self.pyramid_overflow: i64 = 0
        self.scaffold_ends = vec[i64]()  # number of spaces up to the end of each token
        self.scaffold_points = vec[i64]()  # by space, one token after the other
        self.scaffold_stones = vec[i64]()
        self.scaffold_cards = vec[i64]()
        self.scaffold_used: i64 = 0  # tokens
        self.scaffold_majority: i64 = 0
        self.scaffold_tied: i64 = 0
        self.has_corridor = False
        self.corridor = vec[i64]()  # points by space, clockwise
        self.corridor_start: i64 = 0
        self.temple_spaces: i64 = 0
        self.visible_stone: i64 = 0
        self.temple_points = vec[i64]()  # sides B and C, by space
        self.temple_stones = vec[i64]()
        self.temple_cards = vec[i64]()  # to draw; one is kept
        self.arrowheads = vec[i64]()  # by stone space
        self.arrowhead_beyond: i64 = 1  # of each further stone
        self.track = vec[i64]()  # points by space; the first is the start, the last the finish
        self.arena_places = vec[i64]()  # points at the end of a round, by place
        self.arena_finished: i64 = 1  # for each stone of who is at the finish
        self.chamber_rows: i64 = 0
        self.area_points = vec[i64]()  # by size, from 0
        self.area_more: i64 = 0  # for each stone beyond
        self.row_points = vec[i64]()  # by rank
        self.mound_widths = vec[i64]()  # by level, from the ground
        self.mound_most_levels: i64 = 0  # that count
        self.chamber_overflow: i64 = 0
        self.tomb_columns: i64 = 0
        self.tomb_tokens: i64 = 0
        self.tomb_turned: i64 = 0  # each round
        self.tomb_missed: i64 = 0  # points of who has no stone there
        self.obelisks = vec[i64]()  # by rank
        self.tower_stones: i64 = 0
        self.tower_points = vec[i64]()  # by space, in the order in which they are filled
        self.single_stone: i64 = 0
        self.obelisk_overflow: i64 = 0
        self.path = vec[i64]()  # shape of the token on each space
        self.columns: i64 = 0  # of a great obelisk
        self.shape_turnings = vec[i64]()  # by shape: in how many ways it can lie
        self.turning_widths = vec[i64]()  # by shape * TURNINGS + turning: how many columns it covers
        self.turning_lows = vec[i64]()  # by (shape * TURNINGS + turning) * COLUMNS + column: its lowest square there
        self.turning_heights = vec[i64]()  # the same: its squares there
        self.row_complete: i64 = 0  # points
        self.most_rows = vec[i64]()  # by rank
        self.nearest_shares = False  # N7: what tied seats share is rounded to the nearest point, not down
        self.alley_heights = vec[i64]()  # by obelisk
        self.alley_points = vec[i64]()
        self.alley_unfinished: i64 = 0  # for each stone

        self.statue_points = vec[i64]()  # by number, from 0
        self.statue_more: i64 = 0  # for each statue beyond
        self.decoration_stones: i64 = 0  # stones for each point
        self.unused_card: i64 = 0
        self.cargo_room: i64 = 0
        self.private_stones: i64 = 0
        self.private_points: i64 = 0
        self.ornament_points: i64 = 0  # for each stone in the supply
        self.raft_returns: i64 = 0
        self.plank_returns: i64 = 0
        self.has_new_cards = False
        self.keep_red = False  # N1
        self.face_down = False  # N18
        self.something_stays_hidden = False  # of the cards somebody looks at, or beside them

        self.scarabs: i64 = 0  # of each player; 0 without prophecies
        self.prophecies_drawn: i64 = 0
        self.task_most = vec[i64]()  # by prophecy: 1 if the most are needed, 0 if a number of them
        self.task_count = vec[i64]()  # at least so many
        self.task_site = vec[i64]()  # stones at this site, or EMPTY
        self.task_color = vec[i64]()  # or EMPTY: cards of this colour
        self.period_ends = vec[i64]()  # by pair of rounds: the last of them, from 1
        self.fulfilled = vec[i64]()  # points by pair of rounds
        self.failed = vec[i64]()

        self.may_decline_card = False
        self.wrath = False
        self.wrath_points: i64 = 0
