"""What an observation says, number by number: the same table is the documentation and the learners' scale."""

from typing import Any, NamedTuple

from imhotep.engine.builder.observation import Layout as BuilderLayout
from imhotep.engine.duel.observation import Layout as DuelLayout
from imhotep.table.games import rules_of


class Feature(NamedTuple):
    """Some numbers of an observation that belong together."""

    name: str
    offset: int  # of the first one
    shape: tuple[int, ...]  # the last index varies fastest
    scale: int  # divide by it for numbers that are mostly from 0 to 1
    meaning: str

    @property
    def length(self) -> int:
        length = 1
        for extent in self.shape:
            length *= extent
        return length


def features(game: str) -> list[Feature]:
    """All features of a game's observation, in their order."""
    layout, rows = _TABLES[rules_of(game).id]
    return [
        Feature(name, int(getattr(layout, name.upper())), shape, scale, meaning) for name, shape, scale, meaning in rows
    ]


def documentation(game: str) -> str:
    """The table of a game's features, for docs/observations.md."""
    lines = ["| from | feature | shape | divided by | meaning |", "|---:|---|---|---:|---|"]
    for feature in features(game):
        shape = " x ".join(map(str, feature.shape))
        lines.append(f"| {feature.offset} | `{feature.name}` | {shape} | {feature.scale} | {feature.meaning} |")
    return "\n".join(lines) + "\n"


_Row = tuple[str, tuple[int, ...], int, str]

PROSPECTS = (
    "what a quick look (that of `greedy`) expects beyond the points if the game ended now: in half points, with 40 for "
    "none; 0 if the game is over"
)

_BUILDER: list[_Row] = [
    ("players", (3,), 1, "2, 3 or 4 players: one of them is 1"),
    ("sides", (5, 4), 1, "side A, B, C or D of market, pyramids, temple, burial chamber and obelisks"),
    (
        "modules",
        (6,),
        1,
        "whether there are: new market cards, prophecies, red cards that are kept, cards held face down, "
        "the Wrath of the Pharaoh, cards that may be declined",
    ),
    ("round", (1,), 6, "rounds that are over"),
    ("rounds_left", (1,), 6, "whole rounds after this one"),
    ("over", (1,), 1, "1 if the game is over"),
    ("passes", (1,), 4, "turns passed in a row"),
    (
        "unseen_rounds",
        (12,),
        1,
        "for each round card, in the order of the edition: 1 if it lies face down, coming or in the box",
    ),
    (
        "question",
        (9,),
        1,
        "what the decider is asked: the turn, a choice at a site, a stone to load, a stone to load before sailing, "
        "where the ship sails, a sailing by lever, the order of unloading, a site for the raft, a sailing by plank",
    ),
    ("question_site", (5,), 1, "the site of a choice"),
    ("question_ship", (4,), 1, "the ship that sails or is ordered"),
    (
        "question_detail",
        (1,),
        16,
        "what the choice or the order is about, as the engine counts: a space, a space plus 1, or the number of the "
        "stone",
    ),
    ("question_keep", (1,), 1, "whether the choice is which of the cards looked at to keep"),
    ("decider", (4,), 1, "who decides"),
    ("turn", (4,), 1, "whose turn it is; at the end of a round, whose turn was the last"),
    (
        "pending",
        (17,),
        4,
        "what is still to be done after the question, how many of each: the questions in their order, then end of "
        "turn, delivery, stone back to the quarry, discard, second card of a pair, unloading, end of round, clearing",
    ),
    ("pending_sites", (5,), 4, "choices and deliveries among them, by site"),
    ("pending_cards", (17,), 1, "cards that are being carried out, or wait as the second one of a pair"),
    ("sled", (4,), 8, "stones on the sled and on cargo sleds"),
    ("sled_room", (4,), 8, "stones there is room for on them"),
    ("quarry", (4,), 32, "stones in the quarry"),
    ("score", (4,), 64, "points, 0 if they are less"),
    ("debt", (4,), 16, "points below 0"),
    ("scarabs", (4,), 2, "scarabs not yet used"),
    ("coins", (4,), 2, "market C: coins"),
    ("face_down", (4,), 4, "cards in hand that lie face down to others"),
    ("hand", (4, 17), 2, "cards in hand by kind: of others those that the viewer is certain of"),
    ("hand_possible", (4, 17), 2, "cards that the viewer has seen and that may be in another hand, or elsewhere"),
    ("built", (4, 4), 8, "stones at pyramids, temple, burial chamber and obelisks, wherever they lie there"),
    ("ship_size", (4,), 4, "spaces of each ship"),
    ("ship_minimum", (4,), 4, "stones it needs to sail"),
    ("ship_site", (4, 5), 1, "where it is moored; none while it waits"),
    ("ship_stones", (4, 4, 4), 1, "whose stone lies on each space, front first"),
    ("ship_free", (4, 4), 1, "spaces of waiting ships on which no stone lies"),
    ("market_open", (4, 17), 1, "the open card on each space of the market"),
    ("stack", (5,), 3, "cards face down on each space of the market, and drawn to keep one"),
    ("stack_known", (5, 17), 1, "cards there that the viewer is certain of"),
    ("stack_possible", (5, 17), 1, "cards that the viewer has seen and that may be there, or elsewhere"),
    ("draw_pile", (1,), 32, "cards in the draw pile"),
    (
        "unseen",
        (17,),
        4,
        "cards in the draw pile and face-down ones that came from it unseen, by kind; the rest is discarded",
    ),
    (
        "prophecies",
        (8, 11),
        4,
        "each prophecy on the table: whether the most are needed, how many at least, stones at which site (5), "
        "cards of which color (4)",
    ),
    ("prophecy_scarabs", (8, 4), 3, "the scarabs on each: 1 for the first pair of rounds, 2 for the second, ..."),
    ("pyramids_next", (3,), 4, "sides A, C and D: points, stones and cards that the next stone brings"),
    ("pyramids_filled", (1,), 16, "side A: stones on the spaces of the pyramid"),
    (
        "pyramids_b",
        (4, 6),
        4,
        "side B, each pyramid: stones, free spaces, and what its next space gives: points, cards, stones, loadings",
    ),
    ("scaffold_token", (8,), 1, "side C: the token that is built on"),
    ("scaffold_unseen", (8,), 1, "side C: the tokens that lie face down"),
    ("scaffold_stones", (8, 4), 1, "side C: whose stones lie on that token"),
    ("corridor_free", (20,), 1, "side D: free spaces, clockwise"),
    ("corridor_imhotep", (20,), 1, "side D: where Imhotep stands"),
    ("temple_stones", (8, 4), 1, "sides A, B and C: whose stone is visible on each space"),
    ("temple_next", (8,), 1, "sides A, B and C: the space of the next stone"),
    ("arena_filled", (1,), 16, "side D: stones delivered"),
    ("arena_next", (1,), 3, "side D: arrowheads of the next stone"),
    ("chariots", (4,), 16, "side D: space of the track on which each chariot stands"),
    (
        "chamber_stones",
        (60, 4),
        1,
        "whose stone lies on each space: side A column by column as they were built, side C level by level from the "
        "ground, side D row by row",
    ),
    ("chamber_rows", (6, 4), 8, "side B: stones in each row"),
    ("chamber_count", (1,), 32, "sides A and B: stones there"),
    ("tomb_open", (60,), 1, "side D: numbers that may be taken"),
    ("tomb_unseen", (60,), 1, "side D: numbers that lie face down"),
    ("obelisk_singles", (4,), 3, "side B: stones that are no part of a tower"),
    ("obelisk_towers", (1,), 8, "side B: towers on the spaces"),
    ("obelisk_next", (1,), 16, "side B: points of the next tower"),
    ("path_filled", (1,), 16, "side C: stones on the path"),
    ("great_obelisks", (4, 6), 8, "side C: height of each column"),
    ("alley_stones", (12, 4), 1, "side D: whose obelisk stands on each space"),
    ("alley_heights", (12,), 5, "side D: its stones"),
    (
        "final_score",
        (4,),
        64,
        "points if the game ended now, 0 if they are less: without cards that lie face down in other hands",
    ),
    ("final_debt", (4,), 16, "points below 0 in that case"),
    ("prospects", (4,), 64, PROSPECTS),
    (
        "points",
        (4, 12),
        32,
        "those points by source, 0 where they are less: see `imhotep.engine.builder.vocabulary.Source`",
    ),
]

_DUEL: list[_Row] = [
    ("sides", (4, 2), 1, "side A or B of obelisk, temple, pyramids and tomb"),
    ("modules", (2,), 1, "house rules: boats are loaded at the end of the turn; action tokens in part"),
    ("over", (1,), 1, "1 if the game is over"),
    (
        "question",
        (8,),
        1,
        "what the decider is asked: the turn, a meeple, another one or stop, a meeple where a boat can be unloaded "
        "then, a boat, another one or stop, two tokens to swap, a token to take",
    ),
    ("action", (4,), 1, "the action token that is being carried out: take, place, place and unload, swap and unload"),
    ("action_part", (1,), 3, "how many of its parts are done, the one asked about included"),
    ("decider", (2,), 1, "who decides"),
    ("turn", (2,), 1, "whose turn it is"),
    ("starter", (2,), 1, "who started: the other one wins a tie"),
    ("harbour", (9, 2), 1, "whose meeple stands on each space, row by row"),
    ("boats", (6,), 1, "boats still in the game, by row, then by column"),
    ("waiting", (6,), 1, "boats that are loaded at the end of the turn"),
    ("cargo", (6, 3, 37), 1, "the token on each cargo space of each boat, from the harbour outwards, by kind"),
    ("meeples", (2,), 4, "meeples in hand"),
    ("actions", (2, 4), 3, "action tokens by kind"),
    ("obelisks", (2,), 8, "obelisk tokens"),
    ("first_to_goal", (2,), 1, "obelisk B: who was first to have enough"),
    ("temples", (2, 6), 3, "temple tokens by kind"),
    ("pyramids", (2, 2), 6, "light and dark pyramid tokens"),
    ("tombs", (2, 24), 1, "tomb tokens by number"),
    ("score", (2,), 64, "points if the game ended now, 0 if they are less"),
    ("debt", (2,), 16, "points below 0"),
    ("points", (2, 6), 32, "points by source, 0 where they are less: see `imhotep.engine.duel.vocabulary.Source`"),
    ("supply", (1,), 64, "tokens in the supply"),
    ("reserve", (1,), 3, "tokens in the reserve"),
    ("unseen", (37,), 6, "tokens in supply and reserve, by kind"),
    ("prospects", (2,), 64, PROSPECTS),
]

_TABLES: dict[str, tuple[Any, list[_Row]]] = {"builder": (BuilderLayout, _BUILDER), "duel": (DuelLayout, _DUEL)}
