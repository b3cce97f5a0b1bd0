"""From the edition and choices of a table to the numbers that the engine plays with."""

from functools import cache

from imhotep.engine.duel.values import Values
from imhotep.engine.duel.vocabulary import KINDS, TEMPLES, Token
from imhotep.engine.tables import numbers_of
from imhotep.table.duel.edition import DuelEdition
from imhotep.table.duel.words import ACTION_IDS, PLAIN_TOKEN_IDS
from imhotep.table.setup import Setup

ENGLISH = 4  # tokens in the smaller pyramid, for which the English booklet prints another value (D8)


def edition_of(setup: Setup) -> DuelEdition:
    values = setup.editions["duel"].values
    assert isinstance(values, DuelEdition)
    return values


def token_ids(edition: DuelEdition) -> tuple[str, ...]:
    """What each of the engine's kinds of tokens is called; empty where this edition has none."""
    return _token_ids(tuple(edition.symbols()), edition.tokens.tomb)


@cache
def _token_ids(symbols: tuple[int, ...], tombs: int) -> tuple[str, ...]:
    temple = [f"temple_{number}" for number in symbols]
    temple += [""] * (int(TEMPLES) - len(temple))
    ids = [*PLAIN_TOKEN_IDS, *temple, *(f"tomb_{number + 1}" for number in range(tombs))]
    return (*ids, *[""] * (int(KINDS) - len(ids)))


def token_counts(edition: DuelEdition) -> list[int]:
    """How many there are of each kind."""
    counts = [0] * int(KINDS)
    tokens = edition.tokens
    counts[Token.OBELISK] = tokens.obelisk
    counts[Token.LIGHT_PYRAMID] = tokens.light_pyramid
    counts[Token.DARK_PYRAMID] = tokens.dark_pyramid
    for number, id in enumerate(ACTION_IDS):
        counts[int(Token.TAKE) + number] = getattr(edition.action_tokens, id)
    for number, symbols in enumerate(edition.symbols()):
        counts[int(Token.TEMPLE) + number] = edition.temple_tokens.counts[str(symbols)]
    for number in range(tokens.tomb):
        counts[int(Token.TOMB) + number] = 1
    return counts


def smaller_points(setup: Setup) -> list[int]:
    """Side B of the pyramids."""
    pyramids = edition_of(setup).pyramids.B
    points = list(pyramids.smaller)
    if setup.house_rules["english_pyramid_b"]:
        points[ENGLISH] = pyramids.english_four
    return points


def group_more(edition: DuelEdition) -> list[int]:
    """Side A of the tomb: what each token adds to a group, from none on; nothing beyond the list."""
    groups = edition.tomb.A.groups
    return [0, *(more - less for less, more in zip([0, *groups], groups, strict=False)), 0]


def engine_values(setup: Setup) -> Values:
    """Everything the engine has to know about a setup."""
    edition = edition_of(setup)
    values = Values()
    values.tokens = numbers_of(token_counts(edition))
    values.tombs = edition.tokens.tomb
    values.reserve = edition.tokens.reserve
    values.obelisk_each = edition.obelisk.A.each
    values.obelisk_most = edition.obelisk.A.most
    values.obelisk_goal = edition.obelisk.B.goal
    values.obelisk_first = edition.obelisk.B.first
    values.obelisk_second = edition.obelisk.B.second
    values.obelisk_many = edition.obelisk.B.many
    values.obelisk_many_points = edition.obelisk.B.many_points
    values.symbols = numbers_of(edition.symbols())
    values.symbol_points = edition.temple.A.each_symbol
    values.sets = numbers_of([0, *edition.temple.B.sets])
    values.pyramid_points = numbers_of(edition.pyramids.A.tokens)
    values.smaller_points = numbers_of(smaller_points(setup))
    values.group_more = numbers_of(group_more(edition))
    values.group_points = edition.tomb.B.group
    values.unused_action = edition.left_over.action_token
    values.meeple = edition.left_over.meeple
    values.refill_at_end_of_turn = bool(setup.house_rules["refill_at_end_of_turn"])
    values.partial_action_tokens = bool(setup.house_rules["partial_action_tokens"])
    return values
