"""The project's own rulings about A New Dynasty, and what several rulings say together."""

# ruff: noqa: N802

import itertools
import random
from typing import Any

import pytest

from imhotep import Game
from tests.support.builder import (
    BLACK,
    BROWN,
    ONE_SHIP_LEFT,
    WHITE,
    breakdown,
    hand,
    happened,
    moves,
    play,
    quarries,
    ship,
    sleds,
)
from tests.support.dynasty import (
    NO_ROOM_NO_WIND,
    OTHERS,
    SITES,
    WHITE_READY,
    cargo,
    dynasty,
    ended,
    gods,
    pile,
    ra,
    raw,
    redeals,
    stack,
    unseen_hand,
    whole_hand,
    without,
)

# --- the project's own rulings


def shuffled(second: bool = False) -> Game:
    """White got a lever and a statue unseen; then the pile ran out and six discards were shuffled."""
    discards = ["sail", "sail", "hammer", "chisel", "temple_decoration", "statue"]
    top = ["loading_plank", "statue"]
    held = ["lever", "statue", "raft"]
    game = dynasty(
        3,
        "CAAAA",
        unseen=True,
        ships=cargo(BLACK, WHITE, WHITE) if second else cargo(BLACK, WHITE),
        market=[],
        draw_pile=top[:1],
        discard_pile=discards,
        hands=[[], [], without(*discards, *top[:1], *held)],
        hands_face_down=[[], held, []],
    )
    play(game, "sail 1 market")  # black draws the plank; white's first card comes from the new pile
    assert [event.count for event in happened(game, "pile_shuffled")] == [6]
    return game


def test_P7_cards_hidden_before_a_shuffle_are_never_dealt_into_the_new_pile_and_vice_versa() -> None:
    game = shuffled()
    old, new = (
        ["lever", "loading_plank", "raft", "statue"],
        ["chisel", "hammer", "sail", "sail", "statue", "temple_decoration"],
    )
    assert unseen_hand(raw(game), BLACK) == ["loading_plank"]
    for viewer in range(3):
        for other in redeals(game, viewer, 60):
            cards = unseen_hand(other, WHITE) + unseen_hand(other, BLACK) + pile(other)
            assert sorted(cards) == sorted(old + new)
            assert not {"lever", "raft", "loading_plank"} & set(pile(other))
            assert len(pile(other)) == 5
            drawn_after = [card for card in unseen_hand(other, WHITE) if card in new]
            assert sum(card != "statue" for card in drawn_after) <= 1


def test_P7_who_counts_knows_what_is_left() -> None:
    """Brown knows that black's one card and three of white's are lever, plank, raft and statue."""
    game = shuffled()
    hands = {tuple(unseen_hand(other, BLACK)) for other in redeals(game, BROWN, 200)}
    assert hands == {("lever",), ("loading_plank",), ("raft",), ("statue",)}
    # black knows its own, and so white's three for certain
    assert game.view(BLACK).seats[WHITE].remembered == ["statue", "lever", "raft"]
    assert game.view(BLACK).seats[WHITE].face_down == 4


def test_P7_stacks_from_before_a_shuffle_keep_their_cards() -> None:
    """A black market in an open game: after a shuffle everybody knows the six by counting, not where they lie."""
    stacks, discards = [["statue", "lever", "sail"], ["hammer", "chisel", "raft"]], ["sail", "chisel", "statue"]
    game = dynasty(
        3,
        "DAAAA",
        ships=ONE_SHIP_LEFT,
        stacks=stacks,
        discard_pile=discards,
        hands=[[], [], without(*stacks[0], *stacks[1], *discards)],
    )
    play(game, "sail 4 burial chamber")
    six = sorted(stacks[0] + stacks[1])
    thirds = set()
    for other in redeals(game, BLACK, 60):
        assert sorted(stack(other, 3) + stack(other, 4)) == six
        assert len(pile(other)) == 1
        thirds.add(tuple(stack(other, 3)))
    assert len(thirds) > 10
    (group,) = game.view(BLACK).groups
    assert sorted(group.cards) == six


def test_P7_a_card_known_to_be_in_the_new_pile_is_not_in_a_hand_from_before() -> None:
    """Both levers were discarded and shuffled: white's old hidden card is none."""
    discards = ["lever", "lever", "statue"]
    game = dynasty(
        3,
        "CAAAA",
        unseen=True,
        ships=[ship(1, BLACK), *OTHERS],
        discard_pile=discards,
        hands=[[], [], without(*discards, "sail", "chisel")],
        hands_face_down=[[], ["sail", "chisel"], []],
    )
    play(game, "sail 1 market")
    for other in redeals(game, BROWN, 60):
        assert unseen_hand(other, WHITE) == ["chisel", "sail"]
        assert unseen_hand(other, BLACK)[0] in ("lever", "statue")


def test_P8_both_cards_leave_the_display_at_once_and_the_second_acts_after_all_that_the_first_triggers() -> None:
    """The Entrance draws on the scaffold; only then come the private quarry's stones."""
    game = dynasty(
        3,
        "CCAAA",
        ships=WHITE_READY,
        market=["entrance", "private_quarry", "lever", "sail"],
        scaffold=[2],
        pyramids=[BLACK],
        draw_pile=["sarcophagus"],
    )
    since = len(game.events)
    play(game, "sail 1 market", "take 1 entrance and 2 private quarry")
    assert [event.kind for event in game.events[since:]] == [
        *("ship_sailed", "stone_unloaded", "coin_paid", "card_picked", "card_picked"),
        *("stone_quarried", "stone_built", "card_drawn", "stone_quarried", "stone_built"),
        *("points", "stones_taken", "stone_returned", "turn_began"),
    ]
    assert hand(game, WHITE) == ["entrance", "sarcophagus", "private_quarry"]


def test_P8_while_the_first_card_asks_the_second_lies_nowhere_on_the_display() -> None:
    """The Sarcophagus asks for a space of the mound; nobody else can take the second card, and it isn't used yet."""
    game = dynasty(
        3,
        "CAACA",
        ships=cargo(WHITE, BLACK),
        market=["sarcophagus", "private_quarry", "lever", "sail"],
        sleds=[0, 0, 0],
    )
    play(game, "sail 1 market", "take 1 sarcophagus and 2 private quarry")
    assert (game.decider, game.question) == (WHITE, "mound")
    assert game.view().market.open == [None, None, "lever", "sail"]
    assert (sleds(game)[WHITE], breakdown(game, "private_quarries")) == (0, [0, 0, 0])
    play(game, "mound 1")
    assert (sleds(game)[WHITE], breakdown(game, "private_quarries")) == (3, [0, 1, 0])
    assert game.decider == BLACK


def test_P8_the_stone_returns_after_both_have_taken_effect() -> None:
    """B5 and B6: white's last stone is the delivered one; neither card finds another."""
    game = dynasty(
        3, "CAAAA", ships=WHITE_READY, market=["entrance", "sarcophagus"], temple=[WHITE] * 28, sleds=[0, 0, 0]
    )
    play(game, "sail 1 market", "take 1 entrance and 2 sarcophagus")
    assert hand(game, WHITE) == ["entrance", "sarcophagus"]
    assert game.view().pyramids.stones == game.view().burial_chamber.stones == [0, 0, 0]
    assert quarries(game)[WHITE] == 1


def test_P8_two_entrances_in_a_row() -> None:
    game = dynasty(3, "CDAAA", ships=WHITE_READY, market=["entrance", "entrance"])
    play(game, "sail 1 market", "take 1 entrance and 2 entrance")
    assert breakdown(game, "pyramids") == [0, 3 + 2, 0]


def test_P9_gifts_of_the_scaffold_are_not_optional() -> None:
    """No question: stones and card come at once."""
    game = dynasty(3, "ACAAA", ships=cargo(WHITE, WHITE), scaffold=[2], draw_pile=["statue"])
    play(game, "sail 1 pyramids")
    assert (game.decider, game.question) == (WHITE, "turn")
    assert hand(game, WHITE) == ["statue"]
    assert happened(game, "forced", "declined") == []


def test_P9_as_many_stones_as_fit() -> None:
    for before, after in ((0, 3), (3, 5), (5, 5)):
        game = dynasty(3, "ACAAA", ships=WHITE_READY, scaffold=[3], sleds=[0, before, 0])
        play(game, "sail 1 pyramids")
        assert sleds(game) == [0, after, 0]
    game = dynasty(3, "ACAAA", ships=WHITE_READY, scaffold=[3], temple=[WHITE] * 27)
    play(game, "sail 1 pyramids")
    assert (sleds(game)[WHITE], quarries(game)[WHITE]) == (1, 0)


def test_P9_with_nothing_to_draw_the_card_is_lost() -> None:
    game = dynasty(3, "ACAAA", ships=cargo(WHITE, WHITE), scaffold=[2], hands=[without(), [], []])
    play(game, "sail 1 pyramids")
    assert hand(game, WHITE) == []
    assert breakdown(game, "pyramids") == [0, 2, 0]
    assert game.view().pyramids.stones == [0, 2, 0]


def test_P10_an_incomplete_row_has_at_least_one_square() -> None:
    game = dynasty(
        2, "AAAAC", obelisks=[BLACK, WHITE, BLACK, BLACK, WHITE], laid=["a1 a2", "a1 b1 a2", "b1", None, "c1 c2 c3"]
    )
    assert game.view().obelisks.complete_rows == [0, 1]
    assert game.view().obelisks.incomplete_rows == [2, 2]


def test_P10_rows_above_the_highest_square_are_none() -> None:
    game = dynasty(2, "AAAAC", obelisks=[WHITE, WHITE, BLACK, BLACK, BLACK], laid=[None, None, None, None, "a1 b1 c1"])
    assert (game.view().obelisks.complete_rows, game.view().obelisks.incomplete_rows) == ([1, 0], [0, 0])


def test_P11_who_has_two_equal_cards_uses_the_known_one_first() -> None:
    game = dynasty(
        3, unseen=True, turn=WHITE, hands=[[], ["hammer"], []], hands_face_down=[[], ["hammer"], []], sleds=[0, 1, 0]
    )
    assert game.view(BLACK).seats[WHITE].remembered == ["hammer"]
    play(game, "play hammer", "load 1 1")
    seat = game.view(BLACK).seats[WHITE]
    assert (seat.hand, seat.face_down, seat.remembered) == ([], 1, [])
    assert game.view(WHITE).seats[WHITE].hand == ["hammer"]
    assert len({tuple(unseen_hand(other, WHITE)) for other in redeals(game, BLACK)}) > 4


def test_P11_then_the_hidden_one_is_shown_when_it_is_used() -> None:
    game = dynasty(2, unseen=True, turn=WHITE, hands=[[], ["hammer"]], hands_face_down=[[], ["hammer"]], sleds=[0, 1])
    play(game, "play hammer", "load 1 1", "get stones", "play hammer", "load 1 2")
    assert game.view(BLACK).seats[WHITE].face_down == 0
    assert game.view(BLACK).discard_pile == ["hammer", "hammer"]


def test_P11_a_game_that_ends_by_giving_up_shows_no_hands() -> None:
    game = dynasty(2, unseen=True, hands_face_down=[["statue"], ["statue", "lever"]])
    game.resign(BLACK)
    assert game.is_over
    assert game.winners() == [WHITE]
    for viewer in (BLACK, None):
        seat = game.view(viewer).seats[WHITE]
        assert (seat.hand, seat.face_down, seat.score_if_ended) == ([], 2, 0)
    assert not [event for event in game.events_for(None) if event.kind == "card_shown"]
    assert game.view(WHITE).seats[WHITE].hand == ["statue", "lever"]


def test_P12_a_loading_plank_can_be_played_only_if_it_can_be_carried_out() -> None:
    blue: dict[str, Any] = {"hands": [["loading_plank"], [], []]}
    ready = [ship(1, BLACK), ship(2), ship(3, at="temple"), ship(2)]
    assert "play loading plank" in moves(dynasty(3, ships=ready, sleds=[1, 0, 0], **blue))
    none_moored = [ship(1, BLACK), ship(2), ship(3), ship(2)]
    not_own = [ship(1, WHITE), ship(2), ship(3, at="temple"), ship(2)]
    too_few = [ship(3, BLACK), ship(2), ship(3, at="temple"), ship(2)]
    for ships in (none_moored, not_own, too_few):
        assert "play loading plank" not in moves(dynasty(3, ships=ships, sleds=[1, 0, 0], **blue))
    assert "play loading plank" not in moves(dynasty(3, ships=ready, sleds=[0, 0, 0], **blue))


def test_P12_a_raft_can_be_played_whenever_there_are_enough_stones() -> None:
    """Also to a market without a card, where it brings nothing."""
    game = dynasty(3, ships=NO_ROOM_NO_WIND, hands=[["raft"], [], []], temple=[BLACK] * 24, sleds=[5, 0, 0])
    assert "play raft" in moves(game)
    play(game, "play raft", "raft market")
    assert hand(game, BLACK) == []
    assert (sleds(game)[BLACK], quarries(game)[BLACK]) == (2, 3)
    assert "play raft" not in moves(dynasty(3, hands=[["raft"], [], []], sleds=[2, 0, 0]))


@pytest.mark.parametrize(
    ("side", "unseen", "asked"), [("D", False, True), ("D", True, True), ("B", False, False), ("B", True, True)]
)
def test_P13_equal_cards_are_asked_for_where_others_do_not_see_them_afterwards(
    side: str, unseen: bool, asked: bool
) -> None:
    """In an open game market B shows all: one is kept and the other discarded, both face up."""
    pair = ["statue", "statue"]
    stacks: list[Any] = [pair, []] if side == "D" else pair
    game = dynasty(3, f"{side}AAAA", unseen=unseen, ships=WHITE_READY, stacks=stacks)
    play(game, "sail 1 market")
    assert (game.question == "keep_card") == asked
    if asked:
        assert (game.decider, moves(game)) == (WHITE, ["keep statue"])
        play(game, "keep statue")
    assert whole_hand(raw(game), WHITE) == ["statue"]


@pytest.mark.parametrize("unseen", [False, True])
def test_P13_in_the_temple_of_ra_only_if_hands_lie_face_down(unseen: bool) -> None:
    game = dynasty(
        3,
        "AACAA",
        unseen=unseen,
        ships=ONE_SHIP_LEFT,
        temple=[BLACK, WHITE],
        sleds=[5, 0, 0],
        draw_pile=["statue"] * 3,
    )
    play(game, "sail 4 market")
    assert (game.question == "keep_card") == unseen
    if unseen:
        play(game, "keep statue")
    assert whole_hand(raw(game), WHITE) == ["statue"]
    assert game.view().discard_pile == ["statue", "statue"]


def test_P13_a_single_card_is_never_asked_for() -> None:
    """How many lie there everybody knows."""
    for unseen in (False, True):
        game = dynasty(3, "DAAAA", unseen=unseen, ships=WHITE_READY, stacks=[["statue"], []])
        play(game, "sail 1 market")
        assert (game.decider, game.question) == (WHITE, "turn")
        assert whole_hand(raw(game), WHITE) == ["statue"]


# --- trying to break it: what several rulings say together


def test_N13_a_chain_from_a_raft_through_market_scaffold_tomb_and_great_obelisk() -> None:
    """Raft to the luxury market; a coin buys Entrance and Paved Path; the Entrance draws a Sarcophagus for the tomb."""
    game = dynasty(
        3,
        "CCADC",
        hands=[["raft"], [], []],
        sleds=[4, 0, 0],
        market=["entrance", "paved_path"],
        scaffold=[3, 1],
        pyramids=[WHITE] * 3,
        tomb=[9, 10],
        draw_pile=["sarcophagus"],
    )
    play(game, "play raft", "raft market", "take 1 entrance and 2 paved path")
    assert (game.decider, game.question) == (BLACK, "tomb")
    assert breakdown(game, "pyramids") == [1, 3, 0]
    play(game, "tomb 9")
    assert (game.decider, game.question) == (BLACK, "great_obelisk")
    assert game.view().discard_pile == []
    play(game, "add a1 b1")
    assert (game.decider, game.question) == (WHITE, "turn")
    assert hand(game, BLACK) == ["entrance", "sarcophagus", "paved_path"]
    assert game.view().discard_pile == ["raft"]
    # 29 less one on the sled and three built by cards; the rafted stone and the two paid for it returned
    assert (sleds(game)[BLACK], quarries(game)[BLACK]) == (1, 29 - 1 - 3)


def test_N13_a_rafted_stone_at_the_black_market_may_look_at_a_stack() -> None:
    game = dynasty(
        3, "DAAAA", unseen=True, hands=[["raft"], [], []], sleds=[3, 0, 0], stacks=[["lever", "statue", "sail"], []]
    )
    play(game, "play raft", "raft market")
    assert (game.decider, game.question) == (BLACK, "keep_card")
    play(game, "keep statue")
    assert game.view(WHITE).seats[BLACK].face_down == 1
    assert (sleds(game)[BLACK], quarries(game)[BLACK]) == (0, 29)


@pytest.mark.parametrize("side", ["C", "D"])
@pytest.mark.parametrize("site", SITES)
def test_N13_the_lever_orders_stones_on_every_new_side(site: str, side: str) -> None:
    """B11: the whole order before the first stone; the two owners get what their places give."""
    at = SITES.index(site)
    sides = "A" * at + side + "A" * (4 - at)
    game = dynasty(
        3,
        sides,
        ships=[ship(3, WHITE, None, BROWN), *OTHERS],
        hands=[["lever"], [], []],
        market=["statue", "hammer"],
        tomb=[3, 4] if sides[3] == "D" else None,
    )
    play(game, "play lever", f"sail 1 {site}")
    assert (game.decider, moves(game)) == (BLACK, ["unload white", "unload brown"])
    play(game, "unload brown")
    owners = [event.seat for event in happened(game, "stone_unloaded")]
    assert owners[0] == BROWN
    while game.question != "turn":
        play(game, moves(game)[0])
    assert [event.seat for event in happened(game, "stone_unloaded")] == [BROWN, WHITE]
    assert game.view().discard_pile[-1] == "lever"
    assert game.decider == WHITE


def test_N17_wrath_and_prophecies_after_cards() -> None:
    """B24: burial chamber, obelisks, chariots, cards, prophecies, wrath."""
    game = ended(
        2,
        "AADDC",
        gods=gods("horus", "isis", players=2, ra=[1, 1]),
        wrath=True,
        tomb=[],
        burial_chamber=[BLACK],
        temple=[BLACK],
        chariots=[1 + 1, 0],
        obelisks=[BLACK] * 5,
        laid=[None, None, None, None, "a1 b1 c1"],
        pyramids=[BLACK],
        hands=[["lever", "statue"], []],
    )
    told = [event.source for event in happened(game, "points")]
    assert [source for source, _ in itertools.groupby(told)] == [
        *("temple", "burial_chamber", "obelisks", "temple"),  # the first one is the round's end
        *("statues", "unused_cards", "prophecies", "wrath"),
    ]
    assert breakdown(game, "wrath") == [0, -5]
    assert breakdown(game, "burial_chamber") == [1, -4]


@pytest.mark.parametrize("sides", ["ACCCC", "ADDDD"])
def test_N11_any_stone_at_a_new_side_averts_the_wrath(sides: str) -> None:
    """B19, however it came there; white lies at the edge where there is one."""
    given: dict[str, Any] = {
        "pyramids": [BLACK] * 16 + [WHITE] if sides[1] == "C" else [BLACK] * 14,
        "temple": [WHITE],
        "burial_chamber": [BLACK] * 15 if sides[3] == "C" else [BLACK],
        "obelisks": [BLACK] * 15 + [WHITE] if sides[4] == "C" else [[BLACK, 1], [WHITE, 1]],
        "edge": {"burial_chamber": [WHITE]} | ({"pyramids": [WHITE]} if sides[1] == "D" else {}),
        "tomb": [] if sides[3] == "D" else None,
        "chariots": [0, 3] if sides[2] == "D" else None,
    }
    game = dynasty(2, sides, wrath=True, **given)
    seats = game.view().seats
    assert [seat.if_ended["wrath"] for seat in seats] == [-5, 0]  # black has no stone at the temple
    assert seats[WHITE].if_ended["burial_chamber"] == 0


@pytest.mark.parametrize("sides", ["ACCCC", "ADDDD"])
def test_N6_decorations_count_every_stone_of_a_new_side(sides: str) -> None:
    """B18: covered ones and those at the edge too. Eighteen stones at each site: six points each."""
    alley = [[BLACK, 5], [BLACK, 4], [BLACK, 4], [BLACK, 3]]  # sixteen
    given: dict[str, Any] = {
        "pyramids": [BLACK] * 14 if sides[1] == "D" else [BLACK] * 18,
        "temple": [WHITE] * 18,
        "burial_chamber": [BLACK] * 15 if sides[3] == "C" else [BLACK] * 16,
        "obelisks": [BLACK] * 18 if sides[4] == "C" else [*alley, None, None, [WHITE, 2]],
        "edge": {
            **({"pyramids": [WHITE] * 4} if sides[1] == "D" else {}),
            "burial_chamber": [WHITE] * (3 if sides[3] == "C" else 2),
        },
        "tomb": [] if sides[3] == "D" else None,
    }
    cards = ["pyramid_decoration", "temple_decoration", "burial_chamber_decoration", "obelisk_decoration"]
    game = dynasty(2, sides, hands=[cards, []], **given)
    assert game.view().seats[BLACK].if_ended["decorations"] == 6 * 4


def test_N5_a_sarcophagus_kept_in_the_temple_after_the_last_round_avoids_the_loss() -> None:
    game = ra(["sarcophagus", "lever", "sail"], sides="AACDA", tomb=[])
    play(game, "keep sarcophagus")
    assert game.is_over
    assert breakdown(game, "burial_chamber") == [1, 1, -4]


def test_N4_a_game_in_which_nothing_can_be_drawn_any_more_goes_on() -> None:
    """All cards are held: rounds begin with an empty market, gifts are lost, the game ends."""
    for sides in ("CCCCC", "DDDDD", "BCBAA"):
        game = dynasty(3, sides, hands=[without(), [], []], ships=ONE_SHIP_LEFT)
        chance = random.Random(1)
        for _ in range(500):
            if game.is_over:
                break
            game.play(chance.choice([move for move in game.legal_moves() if move.verb != "play"] or game.legal_moves()))
        assert game.is_over


def test_N15_the_chisel_and_the_sail_use_stones_of_cargo_sleds() -> None:
    game = dynasty(3, hands=[["chisel", "cargo_sled"], [], []], sleds=[7, 0, 0])
    play(game, "play chisel", "load 1 1", "load 1 2")
    assert sleds(game) == [5, 0, 0]
