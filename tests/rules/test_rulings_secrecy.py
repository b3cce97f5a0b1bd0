"""N18 and N20: what each seat knows of cards that lie face down."""

# ruff: noqa: N802

import random
from collections import Counter
from collections.abc import Callable, Sequence

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import imhotep
from imhotep import Game
from imhotep.engine.builder.hidden import HAND, Hidden
from imhotep.engine.builder.vocabulary import Card
from imhotep.engine.kernel import Random
from imhotep.engine.piles import Pile
from imhotep.table.builder.words import CARD_IDS
from tests.support.builder import (
    BLACK,
    BROWN,
    ONE_SHIP_LEFT,
    WHITE,
    moves,
    play,
    ship,
)
from tests.support.dynasty import (
    MOORED,
    WHITE_READY,
    assert_alike,
    cargo,
    dynasty,
    ended,
    gods,
    look,
    options,
    pile,
    raw,
    redeals,
    redealt,
    stack,
    unseen_hand,
    whole_hand,
    without,
)
from tests.support.scale import scaled
from tests.support.setups import SEEDS, random_moves

# --- N18 face-down cards

HIDDEN_IN = ["scaffold", "stack", "temple", "empty display"]


def card_from(where: str, card: str) -> Game:
    """White has just got this card from somewhere face down, in a game with face-down cards."""
    if where == "scaffold":
        game = dynasty(3, "ACAAA", unseen=True, ships=WHITE_READY, scaffold=[2], pyramids=[BLACK], draw_pile=[card])
        play(game, "sail 1 pyramids")
    elif where == "stack":
        game = dynasty(3, "DAAAA", unseen=True, ships=WHITE_READY, stacks=[["temple_decoration", card], []])
        play(game, "sail 1 market", f"keep {card}")
    elif where == "temple":
        top = ["obelisk_decoration", card, "temple_decoration"]
        game = dynasty(
            3, "AACAA", unseen=True, ships=ONE_SHIP_LEFT, temple=[BLACK, WHITE], sleds=[5, 0, 0], draw_pile=top
        )
        play(game, "sail 4 market", f"keep {card}")
    else:
        game = dynasty(3, "CAAAA", unseen=True, ships=WHITE_READY, draw_pile=[card])
        play(game, "sail 1 market")
    assert whole_hand(raw(game), WHITE) == [card]
    return game


@pytest.mark.parametrize("where", HIDDEN_IN)
@pytest.mark.parametrize("card", ["lever", "statue", "pyramid_decoration", "raft", "stone_ornament", "loading_plank"])
def test_N18_hidden_are_cards_from_the_pile_a_stack_or_draw_three_keep_one(where: str, card: str) -> None:
    game = card_from(where, card)
    assert game.view(WHITE).seats[WHITE].hand == [card]
    assert game.view(WHITE).seats[WHITE].face_down == 0
    for viewer in (BLACK, BROWN, None):
        seat = game.view(viewer).seats[WHITE]
        assert (seat.hand, seat.face_down) == ([], 1)
        for event in game.events_for(viewer):
            if event.kind in ("card_kept", "card_drawn"):
                assert event.card is None
            if event.kind == "forced":
                assert event.move is None or not event.move.startswith("keep")
    own = [event.card for event in game.events_for(WHITE) if event.kind in ("card_kept", "card_drawn")]
    assert own == [card]
    assert all(unseen_hand(other, WHITE) == [card] for other in redeals(game, WHITE, 10))
    assert len({tuple(unseen_hand(other, WHITE)) for other in redeals(game, BLACK)}) > 4


@pytest.mark.parametrize("where", HIDDEN_IN)
@pytest.mark.parametrize("card", ["private_quarry", "paved_path", "sarcophagus", "cargo_sled"])
def test_N18_red_cards_and_cargo_sleds_are_shown_when_taken(where: str, card: str) -> None:
    game = card_from(where, card)
    for viewer in (BLACK, BROWN, None):
        seat = game.view(viewer).seats[WHITE]
        assert (seat.hand, seat.face_down) == ([card], 0)
        shown = [event.card for event in game.events_for(viewer) if event.kind in ("card_kept", "card_drawn")]
        assert shown == [card]


@pytest.mark.parametrize("side", "ABCD")
@pytest.mark.parametrize("card", ["lever", "statue", "pyramid_decoration"])
def test_N18_a_card_taken_from_a_face_up_space_lies_face_down_and_is_remembered(side: str, card: str) -> None:
    game = dynasty(3, f"{side}AAAA", cards="base", unseen=True, ships=WHITE_READY, market=[card])
    play(game, "sail 1 market")
    for viewer in (BLACK, BROWN, None):
        seat = game.view(viewer).seats[WHITE]
        assert (seat.hand, seat.face_down, seat.remembered) == ([], 1, [card])
        assert seat.score_if_ended == 0
        assert [event.card for event in game.events_for(viewer) if event.kind == "card_picked"] == [card]
    own = game.view(WHITE).seats[WHITE]
    assert (own.hand, own.face_down, own.remembered) == ([card], 0, [])
    assert all(card in whole_hand(other, WHITE) for other in redeals(game, BLACK, 20))


def test_N18_both_cards_of_a_coin_are_remembered() -> None:
    game = dynasty(3, "CAAAA", unseen=True, ships=WHITE_READY, market=["statue", "lever"])
    play(game, "sail 1 market", "take 1 statue and 2 lever")
    seat = game.view(BLACK).seats[WHITE]
    assert (seat.hand, seat.face_down, seat.remembered) == ([], 2, ["statue", "lever"])


def test_N18_what_was_seen_being_taken_and_is_used_is_remembered_no_more() -> None:
    game = dynasty(3, "AAAAA", unseen=True, turn=WHITE, hands=[[], ["hammer", "statue"], []], sleds=[0, 1, 0])
    assert game.view(BLACK).seats[WHITE].remembered == ["statue", "hammer"]
    play(game, "play hammer", "load 1 1")
    seat = game.view(BLACK).seats[WHITE]
    assert (seat.hand, seat.face_down, seat.remembered) == ([], 1, ["statue"])


@settings(max_examples=scaled(4, 30, 200, 2000))
@given(sides=st.text("ABCD", min_size=5, max_size=5), chance=SEEDS)
def test_N18_no_view_shows_a_card_in_the_hand_of_another_but_red_ones_and_cargo_sleds(sides: str, chance: int) -> None:
    game = imhotep.new_game("builder", 3, sides, seed=chance, face_down=True, cards="dynasty")
    shown = {"entrance", "sarcophagus", "paved_path", "private_quarry", "cargo_sled"}
    for _ in random_moves(game, chance):
        if game.is_over:
            break
        for viewer in (0, 1, 2, None):
            view = game.view(viewer)
            assert not [
                card for seat, other in enumerate(view.seats) if seat != viewer for card in {*other.hand} - shown
            ]
            hands = [whole_hand(raw(game), seat) for seat in range(3)]
            assert [len(other.hand) + other.face_down for other in view.seats] == [len(cards) for cards in hands]
            for cards, other in zip(hands, view.seats, strict=True):
                assert not Counter(other.remembered) - (Counter(cards) - Counter(other.hand))


def test_N18_what_is_known_to_lie_hidden_is_no_red_card() -> None:
    """Otherwise it would have been shown: no redeal gives one to a hand."""
    red = {"entrance", "sarcophagus", "paved_path", "private_quarry", "cargo_sled"}
    game = dynasty(3, "DAAAA", unseen=True, hands_face_down=[[], ["statue", "lever", "sail"], ["raft", "chisel"]])
    for other in redeals(game, BLACK, 200):
        assert not red & {*unseen_hand(other, WHITE), *unseen_hand(other, BROWN)}


def test_N18_the_number_of_cards_stays() -> None:
    game = dynasty(
        3, unseen=True, hands=[[], ["statue"], []], hands_face_down=[["hammer"], ["statue", "lever"], ["raft"]]
    )
    for seat in range(3):
        for other in redeals(game, seat, 20):
            assert [len(whole_hand(other, player)) for player in range(3)] == [1, 3, 1]
            assert "statue" in whole_hand(other, WHITE)


def test_N18_scores_if_the_game_ended_use_only_what_the_viewer_sees() -> None:
    hidden = ["statue", "statue", "lever", "stone_ornament", "temple_decoration"]
    game = dynasty(
        3,
        unseen=True,
        hands=[[], ["statue"], []],
        hands_face_down=[["statue"], hidden, []],
        sleds=[0, 4, 0],
        temple=[BROWN] * 3,
    )
    for viewer in (BLACK, BROWN, None):
        seat = game.view(viewer).seats[WHITE]
        assert (seat.face_down, seat.remembered) == (6, ["statue"])
        assert not any(seat.if_ended.values())
    own = game.view(WHITE).seats[WHITE].if_ended
    assert (own["statues"], own["unused_cards"], own["ornaments"], own["decorations"]) == (6, 1, 4, 1)
    assert game.view(WHITE).seats[BLACK].if_ended["statues"] == 0
    assert game.view(BLACK).seats[BLACK].if_ended["statues"] == 1


def test_N18_prophecies_if_the_game_ended_use_only_what_the_viewer_sees() -> None:
    """Black says Isis with one statue; white has two hidden ones. White says Amun and Thoth with hidden green cards."""
    game = dynasty(
        3,
        unseen=True,
        gods=gods("ra", isis=[1, None, None], thoth=[None, 1, None]),
        hands=[["statue"], [], []],
        hands_face_down=[[], ["statue", "statue", "temple_decoration", "stone_ornament"], []],
    )
    assert game.view(BLACK).seats[BLACK].if_ended["prophecies"] == 6
    assert game.view(WHITE).seats[BLACK].if_ended["prophecies"] == -4
    assert game.view(BLACK).seats[WHITE].if_ended["prophecies"] == -4
    assert game.view(WHITE).seats[WHITE].if_ended["prophecies"] == 6


def test_N18_two_games_that_differ_in_a_hidden_card_look_the_same_to_others() -> None:
    for where in HIDDEN_IN:
        one, other = card_from(where, "lever"), card_from(where, "statue")
        if where == "temple":
            assert one.view(BLACK).seats == other.view(BLACK).seats  # the market of the next round differs
            continue
        for viewer in (BLACK, BROWN):
            assert_alike(one, other, viewer)
        assert look(one, None) == look(other, None)
        assert look(one, WHITE) != look(other, WHITE)


def test_N18_a_blue_card_is_shown_when_used_and_the_others_stay_hidden() -> None:
    game = dynasty(3, unseen=True, turn=WHITE, hands_face_down=[[], ["hammer", "statue"], []])
    play(game, "play hammer")
    assert game.view(BLACK).seats[WHITE].face_down == 1
    assert [event.card for event in game.events_for(BLACK) if event.kind == "card_played"] == ["hammer"]
    for other in redeals(game, BLACK, 30):
        assert len(unseen_hand(other, WHITE)) == 1


def test_N18_three_equal_cards_drawn_in_the_temple_look_like_any() -> None:
    """Two of the three are discarded, seen by all; which one was kept isn't, also if there was no choice."""
    games = []
    for third in ("statue", "lever"):
        game = dynasty(
            3,
            "AACAA",
            unseen=True,
            ships=ONE_SHIP_LEFT,
            temple=[BLACK, WHITE, BROWN],
            sleds=[5, 0, 0],
            draw_pile=["statue", "statue", third],
        )
        play(game, "sail 4 market")
        if game.question == "keep_card":
            play(game, f"keep {third}")
        assert (game.decider, game.question) == (BROWN, "temple")
        games.append(game)
    assert_alike(games[0], games[1], BLACK)


def test_N18_two_equal_cards_of_market_b_look_like_any() -> None:
    games = []
    for kept in ("statue", "lever"):
        game = dynasty(3, "BAAAA", unseen=True, ships=WHITE_READY, market=["hammer"], stacks=["statue", kept])
        play(game, "sail 1 market", "look 4")
        if game.question == "keep_card":
            play(game, f"keep {kept}")
        games.append(game)
    assert_alike(games[0], games[1], BLACK)


def test_N18_everything_is_shown_at_the_end() -> None:
    game = ended(3, unseen=True, hands=[["raft"], [], []], hands_face_down=[["statue"], ["lever", "statue"], []])
    for viewer in (BLACK, BROWN, None):
        assert [seat.hand for seat in game.view(viewer).seats] == [["statue", "raft"], ["statue", "lever"], []]
        assert [seat.face_down for seat in game.view(viewer).seats] == [0, 0, 0]
        assert [seat.score for seat in game.view(viewer).seats] == game.scores()


def test_N18_market_b_keeps_its_kept_card_hidden_and_shows_the_other() -> None:
    game = dynasty(3, "BAAAA", unseen=True, ships=WHITE_READY, stacks=["lever", "statue"])
    play(game, "sail 1 market")
    play(game, "keep statue")
    assert game.view(BLACK).discard_pile == ["lever"]
    assert (game.view(BLACK).seats[WHITE].hand, game.view(BLACK).seats[WHITE].face_down) == ([], 1)
    assert all("lever" not in pile(other) or pile(other).count("lever") <= 1 for other in redeals(game, BLACK, 20))


# --- N20 knowing a group

P, Q, R = BLACK, WHITE, BROWN
STACK = ["lever", "loading_plank", "sail"]


def looked_then_taken(kept: str, by_p: str = "sail") -> Game:
    """P looked into a stack and kept one; then Q took one of the two that P left, unseen."""
    game = dynasty(
        3,
        "DAAAA",
        unseen=True,
        ships=cargo(P, Q),
        market=["hammer", "raft"],
        stacks=[STACK, ["chisel", "statue", "statue"]],
    )
    play(game, "sail 1 market", "look 3", f"keep {by_p}", "look 3", f"keep {kept}")
    return game


def test_N20_who_looked_knows_the_group_but_not_the_places() -> None:
    game = looked_then_taken("lever")
    found = {(tuple(unseen_hand(other, Q)), tuple(stack(other, 3))) for other in redeals(game, P)}
    assert found == {(("lever",), ("loading_plank",)), (("loading_plank",), ("lever",))}
    (group,) = game.view(P).groups
    assert group.cards == ["lever", "loading_plank"]
    assert [(place.space, place.seat, place.count) for place in group.places] == [(3, None, 1), (None, Q, 1)]
    assert game.view(P).seats[Q].hand == []
    assert game.view(P).market.stacks[0].known == []


def test_N20_both_arrangements_are_about_as_likely() -> None:
    game = looked_then_taken("lever")
    hands = [unseen_hand(other, Q) for other in redeals(game, P, 400)]
    assert 140 < hands.count(["lever"]) < 260


def test_N20_who_took_it_knows_both() -> None:
    game = looked_then_taken("lever")
    assert game.view(Q).market.stacks[0].known == ["loading_plank"]
    for other in redeals(game, Q, 40):
        assert (unseen_hand(other, Q), stack(other, 3)) == (["lever"], ["loading_plank"])
    # of P's card Q knows that it came from the stack unseen by Q: anything that is not shown when taken
    assert len({tuple(unseen_hand(other, P)) for other in redeals(game, Q, 100)}) > 5


def test_N20_a_third_player_knows_nothing_of_it() -> None:
    game = looked_then_taken("lever")
    assert game.view(R).groups == []
    found = {(tuple(unseen_hand(other, Q)), tuple(stack(other, 3))) for other in redeals(game, R, 200)}
    assert len(found) > 60


def test_N20_two_true_games_look_the_same_to_who_looked_and_to_the_third() -> None:
    one, other = looked_then_taken("lever"), looked_then_taken("loading plank")
    for viewer in (P, R):
        assert_alike(one, other, viewer)
    assert look(one, None) == look(other, None)
    assert look(one, Q) != look(other, Q)


def test_N20_what_the_third_sees_does_not_depend_on_what_was_looked_at() -> None:
    """The first look, at a stack whose cards R can't know, tells R nothing either."""
    games = []
    for cards in (["lever", "loading_plank", "sail"], ["hammer", "statue", "chisel"]):
        game = dynasty(
            3, "DAAAA", unseen=True, ships=cargo(P, Q), market=["sail", "raft"], stacks=[cards, ["statue"] * 3]
        )
        play(game, "sail 1 market", "look 3", f"keep {cards[0]}", "look 3", f"keep {cards[1]}")
        games.append(game)
    assert_alike(games[0], games[1], R)


def test_N20_playing_the_card_settles_the_group() -> None:
    """Q uses the lever: so the plank is what is left in the stack."""
    game = looked_then_taken("lever")
    assert game.decider == Q
    ships_ready = [move for move in moves(game) if move == "play lever"]
    assert ships_ready == []  # no ship is ready yet
    play(game, "get stones", "get stones", "get stones", "load 4 1", "get stones", "load 2 1", "play lever")
    play(game, "sail 4 temple")
    assert game.view(P).market.stacks[0].known == ["loading_plank"]
    assert game.view(P).groups == []
    assert all(stack(other, 3) == ["loading_plank"] for other in redeals(game, P, 20))


def refilled(kept: str, refill: str = "raft") -> Game:
    """P looked and left lever and plank; a new round filled the stack up; then Q took one of three, by a raft."""
    top = ["temple_decoration", "obelisk_decoration", refill]
    game = dynasty(
        3,
        "DAAAA",
        unseen=True,
        ships=[*MOORED, ship(1, P)],
        market=["hammer", "statue"],
        stacks=[STACK, ["chisel", "statue", "statue"]],
        hands=[["raft"] if refill != "raft" else [], ["raft"], []],
        sleds=[3, 3, 3],
        draw_pile=top,
    )
    play(game, "sail 4 market", "look 3", "keep sail")
    assert (game.round, game.decider) == (2, Q)
    play(game, "play raft", "raft market", "look 3", f"keep {kept}")
    return game


@pytest.mark.parametrize("kept", ["lever", "loading_plank", "raft"])
def test_N20_a_group_among_other_cards(kept: str) -> None:
    """Lever and plank lie somewhere among the stack's two cards and Q's; the third of these may be anything."""
    game = refilled(kept)
    seen = set()
    for other in redeals(game, P, 250):
        cards = sorted(stack(other, 3) + unseen_hand(other, Q))
        assert {"lever", "loading_plank"} <= set(cards)
        seen.add(tuple(unseen_hand(other, Q)))
    assert {("lever",), ("loading_plank",)} < seen
    assert len(seen) > 6
    (group,) = game.view(P).groups
    assert group.cards == ["lever", "loading_plank"]
    assert [(place.space, place.seat, place.count) for place in group.places] == [(3, None, 2), (None, Q, 1)]


@pytest.mark.parametrize("viewer", [P, R])
@pytest.mark.parametrize("kept", ["loading_plank", "raft"])
def test_N20_whether_a_card_of_the_group_was_taken_shows_to_nobody(viewer: int, kept: str) -> None:
    """Also not in what a redeal keeps of the knowledge of others."""
    assert_alike(refilled("lever"), refilled(kept), viewer)


def test_N20_what_another_could_conclude_does_not_show() -> None:
    """R looked, and so can tell, when Q plays a lever, whether it may be one of those; P can't, nor can P's redeal."""
    games = []
    for first in ("lever", "loading_plank"):
        game = dynasty(
            3,
            "DAAAA",
            unseen=True,
            ships=[ship(2, R, Q), ship(1, P), ship(3), ship(2)],
            market=["hammer", "raft"],
            stacks=[[first, "statue", "sail"], ["chisel", "chisel", "chisel"]],
            hands_face_down=[[], ["lever"], []],
        )
        play(game, "sail 1 market", "look 3", "keep sail", "look 3", "keep statue", "play lever", "sail 2 temple")
        games.append(game)
    assert_alike(games[0], games[1], P)


def looks_again(kept: str, refill: str) -> Game:
    """As `refilled`; then P looks into the stack again, without having kept anything yet."""
    game = refilled(kept, refill)
    play(game, "get stones", "play raft", "raft market", "look 3")
    assert game.decider == P
    return game


def test_N20_who_looks_again_knows_by_elimination() -> None:
    """P left lever and plank and finds the plank and a new card: Q alone took one, so Q has the lever for certain."""
    game = looks_again("lever", "stone_ornament")
    assert game.view(P).market.seen == ["loading_plank", "stone_ornament"]
    assert all(unseen_hand(other, Q) == ["lever"] for other in redeals(game, P, 60))
    assert game.view(P).seats[Q].remembered == ["lever"]


def test_N20_who_finds_the_whole_group_again_knows_that_another_card_was_taken() -> None:
    game = looks_again("stone ornament", "stone_ornament")
    assert game.view(P).market.seen == ["lever", "loading_plank"]
    hands = {tuple(unseen_hand(other, Q)) for other in redeals(game, P, 200)}
    assert ("lever",) not in hands or raw(game).draw_pile.to_list().count(CARD_IDS.index("lever")) > 0
    assert len(hands) > 6


def test_N20_a_group_of_equal_cards_is_certain_in_every_deal() -> None:
    game = dynasty(
        3, "DAAAA", unseen=True, ships=cargo(P, Q), market=["hammer", "raft"], stacks=[["statue", "statue", "sail"], []]
    )
    play(game, "sail 1 market", "look 3", "keep sail", "look 3")
    if game.question == "keep_card":
        play(game, "keep statue")
    for other in redeals(game, P, 30):
        assert (unseen_hand(other, Q), stack(other, 3)) == (["statue"], ["statue"])


def test_N20_two_lookers_each_know_their_own_group() -> None:
    """P leaves two, Q leaves one of them, R takes it: P knows two cards at two hands, Q knows R's card, R knows all."""
    game = dynasty(
        3, "DAAAA", unseen=True, ships=cargo(P, Q, R), market=["hammer", "raft"], stacks=[STACK, ["statue"] * 3]
    )
    play(game, "sail 1 market", "look 3", "keep sail", "look 3", "keep lever", "look 3")
    assert whole_hand(raw(game), R) == ["loading_plank"]
    found = {(*unseen_hand(other, Q), *unseen_hand(other, R)) for other in redeals(game, P, 60)}
    assert found == {("lever", "loading_plank"), ("loading_plank", "lever")}
    assert all(unseen_hand(other, R) == ["loading_plank"] for other in redeals(game, Q, 30))
    assert game.view(Q).seats[R].remembered == ["loading_plank"]
    assert len({tuple(unseen_hand(other, Q)) for other in redeals(game, R, 60)}) > 4


def test_N20_the_forced_last_card_of_a_stack_stays_hidden_from_the_others() -> None:
    game = dynasty(
        3, "DAAAA", unseen=True, ships=cargo(P, Q, R), market=["hammer", "raft"], stacks=[STACK, ["statue"] * 3]
    )
    play(game, "sail 1 market", "look 3", "keep sail", "look 3", "keep lever", "look 3")
    for viewer in (P, Q, None):
        forced = [event for event in game.events_for(viewer) if event.kind == "forced"]
        assert [(event.seat, event.move) for event in forced] == [(R, None)]
        assert b"loading_plank" not in msgspec.json.encode(game.events_for(viewer))
    assert [event.move for event in game.events_for(R) if event.kind == "forced"] == ["keep loading plank"]


def test_N20_a_card_taken_unseen_is_not_the_red_one_of_the_group() -> None:
    """P left an Entrance and a lever; the Entrance would have been shown, so Q has the lever for certain (N18)."""
    stacks = [["entrance", "lever", "sail"], ["statue"] * 3]
    game = dynasty(3, "DAAAA", unseen=True, ships=cargo(P, Q), market=["hammer", "raft"], stacks=stacks)
    play(game, "sail 1 market", "look 3", "keep sail", "look 3", "keep lever")
    for other in redeals(game, P, 40):
        assert (unseen_hand(other, Q), stack(other, 3)) == (["lever"], ["entrance"])


def test_N20_a_red_card_taken_from_the_group_leaves_the_other() -> None:
    stacks = [["paved_path", "lever", "sail"], ["statue"] * 3]
    game = dynasty(3, "DAAAA", unseen=True, ships=cargo(P, Q), market=["hammer", "raft"], stacks=stacks)
    play(game, "sail 1 market", "look 3", "keep sail", "look 3", "keep paved path")
    assert game.view(P).market.stacks[0].known == ["lever"]
    assert game.view(R).market.stacks[0].known == []
    assert all(stack(other, 3) == ["lever"] for other in redeals(game, P, 20))


def lever_from_either_stack(first: str, second: str, held: Sequence[str] = ()) -> Game:
    """P looked into both stacks and left a lever in each; Q took a card from each, and then played a lever.

    R holds cards that nobody else has seen.
    """
    game = dynasty(
        3,
        "DAAAA",
        unseen=True,
        ships=[ship(4, P, P, Q, Q), ship(1, R), ship(3), ship(2)],
        market=["hammer", "raft"],
        stacks=[["lever", "hammer", "statue"], ["lever", "sail", "statue"]],
        hands_face_down=[[], [], list(held)],
    )
    play(game, "sail 1 market", "look 3", "keep statue", "look 4", "keep statue")
    play(game, "look 3", f"keep {first}", "look 4", f"keep {second}", "play lever", "sail 2 temple")
    return game


@pytest.mark.parametrize("viewer", [P, R])
def test_N20_which_of_two_equal_cards_was_played_shows_to_nobody(viewer: int) -> None:
    """What Q still holds would tell it, but only to who sees that."""
    games = [lever_from_either_stack(*taken) for taken in (("hammer", "lever"), ("lever", "sail"), ("lever", "lever"))]
    assert_alike(games[0], games[1], viewer)
    assert_alike(games[0], games[2], viewer)


def test_N20_groups_that_become_one_do_not_mix_with_the_draw_pile() -> None:
    """P can't know which group the lever was of, but hammer, sail and the other lever are where P left them, or Q's."""
    game = lever_from_either_stack("hammer", "lever")
    for other in redeals(game, P):
        assert sorted(stack(other, 3) + stack(other, 4) + unseen_hand(other, Q)) == ["hammer", "lever", "sail"]


def test_N20_groups_that_become_one_do_not_reach_where_none_of_them_lay() -> None:
    """R took nothing from the stacks: whatever R holds, it is none of the cards that P left there."""
    game = lever_from_either_stack("hammer", "lever", held=["chisel", "raft"])
    for other in redeals(game, P):
        assert sorted(stack(other, 3) + stack(other, 4) + unseen_hand(other, Q)) == ["hammer", "lever", "sail"]
    (group,) = game.view(P).groups
    assert [(place.space, place.seat) for place in group.places] == [(3, None), (4, None), (None, Q)]
    assert len({tuple(unseen_hand(other, R)) for other in redeals(game, P)}) > 20


@pytest.mark.parametrize("kept", ["hammer", "lever"])
def test_N20_of_equal_cards_the_one_that_certainly_lay_there_is_played(kept: str) -> None:
    """Q took both cards that P left in one stack, so a lever that Q plays says nothing about the other stack."""
    game = dynasty(
        3,
        "DAAAA",
        unseen=True,
        ships=[ship(4, P, P, Q, Q), ship(1, R), ship(3), ship(2)],
        market=["hammer", "sail"],
        stacks=[["lever", "statue", "sail"], ["lever", "hammer", "chisel"]],
        hands=[[], ["raft"], []],
        sleds=[2, 3, 2],
    )
    play(game, "sail 1 market", "look 3", "keep sail", "look 4", "keep chisel")
    play(game, "look 3", "keep statue", "look 4", f"keep {kept}", "play raft", "raft market", "look 3")
    play(game, "get stones", "get stones", "play lever", "sail 2 temple")
    found = {(tuple(unseen_hand(other, Q)), tuple(stack(other, 4))) for other in redeals(game, P)}
    assert found == {(("hammer", "statue"), ("lever",)), (("lever", "statue"), ("hammer",))}


def test_N20_no_group_has_more_of_a_card_than_were_in_it() -> None:
    """P left lever and raft; R took one of them, and of what was filled up Q took one. Now P finds a lever and two
    hammers, the last card from a new pile, which has a lever, too. But that one does not lie here: both other cards
    would be hammers, and the old pile had only one. So the lever is the one that P left, and R has the raft.
    """
    old, new = Pile(8), Pile(8)
    new.fill([int(Card.LEVER), int(Card.STATUE), int(Card.SAIL), int(Card.CHISEL)])
    hidden = Hidden(8, True)
    for card in (Card.LEVER, Card.RAFT, Card.SAIL):
        hidden.put(int(card), 0)
    hidden.look(P, 0, old)
    hidden.take_unseen(2, P, 3)
    hidden.look(R, 0, old)
    hidden.take_unseen(1, R, 3)
    for card in (Card.HAMMER, Card.STATUE):
        hidden.put(int(card), 0)
    hidden.look(Q, 0, old)
    hidden.take_unseen(4, Q, 3)
    hidden.begin_pile()
    hidden.put(int(Card.HAMMER), 0)
    assert hidden.cards_at(0) == [Card.LEVER, Card.HAMMER, Card.HAMMER]
    hidden.look(P, 0, new)
    for seed in range(20):
        other, other_pile = Hidden(8, True), Pile(8)
        other.copy_from(hidden)
        other_pile.copy_from(new)
        other.redeal(P, other_pile, Random(seed))
        assert other.cards_at(0) == [Card.LEVER, Card.HAMMER, Card.HAMMER]
        assert other.cards_at(HAND + R) == [Card.RAFT]


def test_N20_what_is_seen_together_is_not_told_apart_by_where_each_card_lay() -> None:
    """P left lever and hammer; R took one of them, Q one of two from the old pile, and a third came from a new one. Now
    P finds lever, hammer and sail: either may be the one that P left, and each of the others fits, too.
    """
    lever, hammer, sail, statue = (int(card) for card in (Card.LEVER, Card.HAMMER, Card.SAIL, Card.STATUE))
    dealt = []
    for left, taken, old, of_q, fresh, in_pile in (
        (lever, hammer, hammer, sail, sail, lever),
        (hammer, lever, sail, hammer, lever, sail),
    ):
        pile, empty, hidden = Pile(8), Pile(8), Hidden(8, True)
        pile.fill([in_pile, statue])
        hidden.put(left, 0)
        hidden.put(taken, 0)
        hidden.look(P, 0, empty)
        hidden.look(R, 0, empty)
        hidden.take_unseen(1, R, 3)
        hidden.put(of_q, 1)
        hidden.look(Q, 1, empty)
        hidden.take_unseen(2, Q, 3)
        hidden.put(old, 0)
        hidden.begin_pile()
        hidden.put(fresh, 0)
        assert hidden.cards_at(0) == sorted([lever, hammer, sail])
        hidden.look(P, 0, pile)
        deals = []
        for seed in range(40):
            other, other_pile = Hidden(8, True), Pile(8)
            other.copy_from(hidden)
            other_pile.copy_from(pile)
            other.redeal(P, other_pile, Random(seed))
            assert other.cards_at(0) == sorted([lever, hammer, sail])
            deals.append((other.cards_at(HAND + Q), other.cards_at(HAND + R), other_pile.to_list()))
        dealt.append(deals)
    assert dealt[0] == dealt[1]
    assert len({tuple(of_r) for _, of_r, _ in dealt[0]}) > 1


@pytest.mark.parametrize("new_pile", [False, True])
def test_N20_of_too_many_groups_two_become_one_and_none_mixes_with_the_draw_pile(new_pile: bool) -> None:
    """P looks at single cards, which Q and R then take in turn: P is certain of 14 of them, more are forgotten."""
    pile = Pile(4)
    pile.fill([int(Card.STATUE)] * 4)
    hidden = Hidden(15, True)
    if new_pile:  # shuffled while a card of the old one lay hidden; what belonged to that is free for a group again
        hidden.put(int(Card.STATUE), 0)
        hidden.begin_pile()
        hidden.take_seen(0, 3, pile)
    for number in range(15):
        hidden.put(int(Card.DECORATION) + number % 11, 0)  # cards that may lie hidden in a hand
        hidden.look(P, 0, pile)
        hidden.take_unseen(number, (Q, R)[number % 2], 3)
        true = [hidden.cards_at(HAND + seat) for seat in (Q, R)]
        dealt = []
        for seed in range(20):
            other, other_pile = Hidden(15, True), Pile(4)
            other.copy_from(hidden)
            other_pile.copy_from(pile)
            other.redeal(P, other_pile, Random(seed))
            assert other_pile.to_list() == pile.to_list()
            dealt.append([other.cards_at(HAND + seat) for seat in (Q, R)])
        assert (dealt == [true] * 20) == (number < 14)


def test_N20_places_of_groups_are_seats_and_spaces_that_exist() -> None:
    """The pile runs out while white draws three in the temple: one of them is of the same pile as the stacks."""
    stacks, discards = [["statue"] * 3, ["chisel", "sail", "hammer"]], ["sail", "sail", "hammer", "temple_decoration"]
    game = dynasty(
        3,
        "DACAA",
        ships=ONE_SHIP_LEFT,
        temple=[WHITE, WHITE],
        sleds=[0, 5, 0],
        stacks=stacks,
        draw_pile=["lever"],
        discard_pile=discards,
        hands=[[], [], without("lever", *stacks[0], *stacks[1], *discards)],
    )
    play(game, "sail 4 burial chamber")
    assert (game.decider, game.question) == (WHITE, "keep_card")
    for viewer in range(3):
        for group in game.view(viewer).groups:
            for place in group.places:
                assert place.seat is None or place.space is None
                assert place.seat is None or 0 <= place.seat < 3
                assert place.space is None or 1 <= place.space <= 4


# Every way in which hidden choices may go: those that a seat sees alike must redeal alike, and each must be possible.


def branches(build: Callable[[], Game], script: Sequence[str]) -> list[Game]:
    """The games of a script in which `keep *` is every card that may be kept."""
    paths: list[list[str]] = [[]]
    for step in script:
        longer: list[list[str]] = []
        for path in paths:
            if step != "keep *":
                longer.append([*path, step])
                continue
            game = build()
            play(game, *path)
            keeps = [move for move in moves(game) if move.startswith("keep ")]
            longer += [[*path, keep] for keep in keeps]
        paths = longer
    games = []
    for path in paths:
        game = build()
        play(game, *path)
        games.append(game)
    return games


def same_round() -> Game:
    return dynasty(
        3, "DAAAA", unseen=True, ships=cargo(P, Q, R), market=["hammer", "raft"], stacks=[STACK, ["chisel"] * 3]
    )


def next_round() -> Game:
    return dynasty(
        3,
        "DAAAA",
        unseen=True,
        ships=[*MOORED, ship(1, P)],
        market=["hammer", "statue"],
        stacks=[STACK, ["chisel", "statue", "statue"]],
        hands=[["raft"], ["raft"], []],
        sleds=[3, 3, 3],
        draw_pile=["temple_decoration", "obelisk_decoration", "stone_ornament"],
    )


SAME_ROUND = ["sail 1 market", "look 3", "keep *", "look 3", "keep *", "take 1 hammer"]
NEXT_ROUND = ["sail 4 market", "look 3", "keep *", "play raft", "raft market", "look 3", "keep *"]
LOOKS_AGAIN = [*NEXT_ROUND, "get stones", "play raft", "raft market", "look 3", "keep *"]


@pytest.mark.parametrize("viewer", [P, Q, R])
@pytest.mark.parametrize(
    ("build", "script"), [(same_round, SAME_ROUND), (next_round, NEXT_ROUND), (next_round, LOOKS_AGAIN)]
)
def test_N20_games_that_a_seat_sees_alike_redeal_alike(
    build: Callable[[], Game], script: Sequence[str], viewer: int
) -> None:
    alike: dict[bytes, list[Game]] = {}
    for game in branches(build, script):
        alike.setdefault(look(game, viewer), []).append(game)
    assert any(len(games) > 1 for games in alike.values()) or viewer == Q or script is LOOKS_AGAIN
    for games in alike.values():
        for number in range(3):
            assert len({tuple(redealt(game, viewer, number).numbers()) for game in games}) == 1


@pytest.mark.parametrize("viewer", [P, Q, R])
@pytest.mark.parametrize(
    ("build", "script"), [(same_round, SAME_ROUND), (next_round, NEXT_ROUND), (next_round, LOOKS_AGAIN)]
)
def test_N20_every_game_that_a_seat_can_not_rule_out_is_dealt(
    build: Callable[[], Game], script: Sequence[str], viewer: int
) -> None:
    """What really happened is always possible: a redeal that excluded it would know more, or wrongly."""
    for game in branches(build, script):
        others = [seat for seat in range(3) if seat != viewer]
        for seat in others:
            for card in unseen_hand(raw(game), seat):
                assert any(card in unseen_hand(other, seat) for other in redeals(game, viewer, 400))


def test_N20_two_deals_that_a_seat_can_not_tell_apart_redeal_alike() -> None:
    """Two true games whose deals differ in two cards, move by move, as long as the seat sees the same of both."""
    compared = 0
    for number in [
        31 * 3,
        71 * 3,
        83 * 3,
        87 * 3 + 1,
        124 * 3 + 2,
        195 * 3 + 1,
        *range(scaled(sample=20, test=20, all=60, soak=60)),
    ]:
        seed, viewer = divmod(number, 3)
        game = imhotep.new_game("builder", players=3, sides="DACAA", seed=seed, **options(unseen=True))
        chance = random.Random(number)
        twin = twin_of(game, chance)
        for _ in range(150):
            if game.is_over or look(game, viewer) != look(twin, viewer):
                break
            if raw(game).numbers() != raw(twin).numbers():
                deal = chance.getrandbits(30)
                assert redealt(game, viewer, deal).numbers() == redealt(twin, viewer, deal).numbers()
                compared += 1
            move = busy_move(game, chance)
            answer = same_answer(game, twin, move)
            if answer is None:
                break
            play(game, move)
            play(twin, answer)
    assert compared > scaled(sample=300, test=300, all=1000, soak=1000)


def twin_of(game: Game, chance: random.Random) -> Game:
    """The same setup with two cards of the deal exchanged: one of the stacks' and any other that lies below."""
    cards = list(game.deal["cards"])
    one, other = len(cards) - 3 - chance.randrange(6), chance.randrange(len(cards) - 3)
    cards[one], cards[other] = cards[other], cards[one]
    return Game(game.rules, game.setup, {**game.deal, "cards": cards})


def busy_move(game: Game, chance: random.Random) -> str:
    """A random move; those that lead to the market and into its stacks more often."""
    found = moves(game)
    for likely in ("look", "sail 1 market", "sail 2 market", "sail 3 market", "sail 4 market"):
        busy = [move for move in found if move.startswith(likely)]
        if busy and chance.random() < 0.6:
            return chance.choice(busy)
    return chance.choice(found)


def same_answer(game: Game, twin: Game, move: str) -> str | None:
    """What the decider does in the other game, so that others may see the same."""
    if game.decider != twin.decider:
        return None
    if twin.can_play(move):
        return move
    others = [answer for answer in moves(twin) if answer not in moves(game)]
    return others[0] if move.startswith("keep") and others else None
