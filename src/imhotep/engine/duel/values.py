"""The numbers of an edition: filled in by the table, shared by all positions of a setup."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr


@final
@mypyc_attr(acyclic=True)
class Values:
    def __init__(self) -> None:
        self.tokens = vec[i64]()  # how many of each kind
        self.tombs: i64 = 0  # tomb tokens, one of each number
        self.reserve: i64 = 0  # tokens at the start

        self.obelisk_each: i64 = 0
        self.obelisk_most: i64 = 0
        self.obelisk_goal: i64 = 0  # side B: so many tokens count
        self.obelisk_first: i64 = 0  # points of who was first to have them
        self.obelisk_second: i64 = 0  # and of the other one
        self.obelisk_many: i64 = 0  # so many tokens count more
        self.obelisk_many_points: i64 = 0
        self.symbols = vec[i64]()  # by kind of temple token
        self.symbol_points: i64 = 0
        self.sets = vec[i64]()  # by different temple tokens, from 0
        self.pyramid_points = vec[i64]()  # by tokens, from 0
        self.smaller_points = vec[i64]()  # the same for the smaller pyramid
        self.group_more = vec[i64]()  # by connected tomb tokens, from 0: how much more than one fewer; the last is 0
        self.group_points: i64 = 0  # side B
        self.unused_action: i64 = 0
        self.meeple: i64 = 0  # on the harbour

        self.refill_at_end_of_turn = False  # D2
        self.partial_action_tokens = False  # D3
