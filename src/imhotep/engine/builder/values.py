"""The numbers of an edition, for one number of players: filled in by the table, shared by all positions of a setup."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr


@final
@mypyc_attr(acyclic=True)
class Values:
    def __init__(self, players: i64) -> None:
        self.players: i64 = players
        self.first: i64 = -1  # the seat that starts a dealt game; drawn if it is none (B22)
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
        self.market_hidden: i64 = 0  # face-down cards on the space after them
        self.pyramids_a = vec[i64]()  # points by space
        self.pyramid_ends = vec[i64]()  # side B: number of spaces up to the end of each pyramid
        self.pyramids_b = vec[i64]()  # points by space, one pyramid after the other
        self.pyramid_cards = vec[i64]()  # bonuses of the same spaces
        self.pyramid_stones = vec[i64]()
        self.pyramid_loads = vec[i64]()
        self.pyramid_overflow: i64 = 0
        self.temple_spaces: i64 = 0
        self.visible_stone: i64 = 0
        self.temple_points = vec[i64]()  # side B, by space
        self.temple_stones = vec[i64]()
        self.temple_cards = vec[i64]()
        self.chamber_rows: i64 = 0
        self.area_points = vec[i64]()  # by size, from 0
        self.area_more: i64 = 0  # for each stone beyond
        self.row_points = vec[i64]()  # by rank
        self.obelisks = vec[i64]()  # by rank
        self.tower_stones: i64 = 0
        self.tower_points = vec[i64]()  # by space, in the order in which they are filled
        self.single_stone: i64 = 0

        self.statue_points = vec[i64]()  # by number, from 0
        self.statue_more: i64 = 0  # for each statue beyond
        self.decoration_stones: i64 = 0  # stones for each point
        self.unused_card: i64 = 0

        self.may_decline_card = False
        self.wrath = False
        self.wrath_points: i64 = 0


def numbers_of(items: list[int]) -> vec[i64]:
    """Numbers in the form that the engine keeps them in: a vector, or a list where it is interpreted."""
    return vec[i64](items)


def of_set(points: vec[i64], more: i64, count: i64) -> i64:
    """What `count` things of a kind are worth."""
    largest: i64 = len(points) - 1
    if count <= largest:
        return points[count]
    return points[largest] + more * (count - largest)
