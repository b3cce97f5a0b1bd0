"""Each example and each statement of The Duel's rulebook, played out; what only its pictures show is made up to fit.

Headings are those of the English booklet; page 4 is its Course of Play.
"""

from collections import Counter

import pytest

import imhotep
from tests.support.duel_positions import (
    ACTIONS,
    BLACK,
    BOATS,
    LAST_BOAT,
    TOKENS,
    WHITE,
    actions,
    at_the_end,
    breakdown,
    cargo,
    drawing,
    hands,
    happened,
    kinds,
    moored,
    moves,
    only,
    owned,
    play,
    random_moves,
    refused,
    scored,
    table,
)

EVERY_LINE = [
    "bw.",
    "b.w",
    ".wb",
]  # the unloading example: two meeples everywhere, in the middle column only white ones
ALL_SPACES = [f"place {row} {column}" for row in (1, 2, 3) for column in (1, 2, 3)]


# --- game materials and preparation


def test_sixty_cargo_tokens() -> None:
    """Game materials: 12 of each of five kinds, and how they differ within a kind."""
    game = imhotep.new_game("duel", seed=1)
    view = game.view()
    there = Counter(view.unseen) + Counter(token for boat in view.boats for token in boat.cargo)
    assert there == TOKENS
    assert there.total() == 60
    families: Counter[str] = Counter()
    for token, count in there.items():
        families["action" if token in ACTIONS else token.rstrip("_0123456789").removeprefix("light_")] += count
    families["pyramid"] += families.pop("dark_pyramid")
    assert families == {"obelisk": 12, "temple": 12, "pyramid": 12, "tomb": 12, "action": 12}


def test_the_harbour_and_its_six_boats() -> None:
    """Game materials, game preparation: nine spaces, three by three; six moorings; boats with three cargo spaces."""
    view = imhotep.new_game("duel", seed=1).view()
    assert [(space.row, space.column) for space in view.harbour] == [(r, c) for r in (1, 2, 3) for c in (1, 2, 3)]
    assert [boat.boat for boat in view.boats] == list(BOATS)
    assert all(boat.moored and len(boat.cargo) == 3 and None not in boat.cargo for boat in view.boats)


def test_each_mooring_belongs_to_one_row_or_column() -> None:
    """Game preparation: the boat of a row counts the meeples in its three spaces, that of a column too."""
    game = table(harbour=["bw.", "b.w", "..."])
    assert {boat.boat: boat.meeples for boat in game.view().boats} == {
        "row 1": 2,
        "row 2": 2,
        "row 3": 0,
        "column 1": 2,
        "column 2": 1,
        "column 3": 1,
    }


def test_eighteen_tokens_on_boats_three_in_reserve_39_in_supply() -> None:
    """Game preparation."""
    view = imhotep.new_game("duel", seed=4).view()
    assert sum(len(boat.cargo) for boat in view.boats) == 18
    assert (view.reserve, view.supply) == (3, 39)
    assert view.refills == 13
    assert (view.removed, view.waiting) == ([], [])
    assert sum(view.unseen.values()) == 42


def test_each_player_has_four_meeples_a_colour_and_four_empty_sites() -> None:
    """Game preparation: black and white, one set of site boards each."""
    game = imhotep.new_game("duel", seed=4)
    assert [seat.color for seat in game.view().seats] == ["black", "white"]
    assert hands(game) == [4, 4]
    assert [seat.placed for seat in game.view().seats] == [0, 0]
    assert [owned(game, seat) for seat in (BLACK, WHITE)] == [Counter(), Counter()]
    assert list(game.view().sites) == ["obelisk", "temple", "pyramids", "tomb"]


def test_a_duel_is_for_two() -> None:
    """Title page: for 2 players."""
    for players in (1, 3, 4):
        with pytest.raises(imhotep.SetupError, match="2 players"):
            imhotep.new_game("duel", players=players, seed=1)


def test_only_a_sides_unless_somebody_asks_for_others() -> None:
    """Game preparation: in your first duels only the A sides."""
    assert imhotep.new_game("duel", seed=1).view().sides == "AAAA"


def test_reserve_and_supply_lie_face_down() -> None:
    """Game preparation: nobody can tell which tokens are in the reserve, nor their order."""
    piles = [("obelisk temple_4 tomb_1", "take tomb_2 place"), ("take tomb_1 tomb_2", "place temple_4 obelisk")]
    tables = [table(reserve=reserve, supply=supply) for reserve, supply in piles]
    for seat in (BLACK, WHITE, None):
        assert tables[0].view(seat) == tables[1].view(seat)
    assert tables[0].raw.numbers() != tables[1].raw.numbers()


def test_boats_are_loaded_from_the_first_cargo_space_to_the_third() -> None:
    """Game preparation: each boat is loaded from its first space to its third."""
    game = imhotep.new_game("duel", seed=4)
    loaded = happened(game, "token_loaded")
    assert [(event.boat, event.space) for event in loaded] == [(boat, space) for boat in BOATS for space in (1, 2, 3)]
    assert [event.token for event in loaded] == [token for boat in BOATS for token in cargo(game, boat)]


# --- course of play


def test_turns_alternate() -> None:
    """Course of play: the players take turns alternately."""
    game = imhotep.new_game("duel", seed=4, first=WHITE)
    play(game, "place 1 1", "place 1 2", "place 1 3", "place 2 1")
    assert game.deciders == [WHITE, BLACK, WHITE, BLACK]
    assert game.decider == WHITE


def test_exactly_one_of_three_actions() -> None:
    """Course of play: place, unload or play, and then it is the other's turn; nothing can be left out."""
    for move in ("place 1 3", "unload row 1", "play take"):
        game = table(harbour=EVERY_LINE, tokens=["take", "take"])
        assert {option.verb for option in game.legal_moves()} == {"place", "unload", "play"}
        assert refused(game, "pass") == ("D5", "can_act")
        play(game, move)
        if move == "play take":
            play(game, moves(game)[0])
        assert (game.decider, game.question) == (WHITE, "turn")


def test_the_first_turn_can_only_be_a_placement() -> None:
    """Course of play: nothing is on the harbour and nobody has an action token."""
    assert moves(imhotep.new_game("duel", seed=4)) == ALL_SPACES


# --- place one meeple


def test_example_of_placing() -> None:
    """Place one meeple: black places on one of the four remaining, empty harbour spaces."""
    game = table(harbour=["b.w", ".b.", "w.w"], turn=BLACK)
    assert moves(game, "place") == ["place 1 2", "place 2 1", "place 2 3", "place 3 2"]
    assert hands(game) == [2, 1]
    play(game, "place 2 3")
    assert drawing(game) == ["b.w", ".bb", "w.w"]
    assert hands(game) == [1, 1]
    assert game.decider == WHITE


def test_one_meeple_a_space() -> None:
    """Place one meeple: there may only be one meeple per harbour space, of whatever colour."""
    game = table(harbour=["b.w", "...", "..."])
    assert refused(game, "place 1 1") == ("R133", "space_taken")
    assert refused(game, "place 1 3") == ("R133", "space_taken")


def test_with_all_meeples_on_the_harbour_none_can_be_placed() -> None:
    """Place one meeple: if all your meeples are already placed, you cannot choose this action."""
    game = table(harbour=["bb.", "..b", ".b."])
    assert hands(game) == [0, 4]
    assert moves(game, "place") == []
    assert refused(game, "place 3 3") == ("R134", "no_meeple")


# --- unload one boat


def test_example_of_unloading() -> None:
    """Unload one boat: black chooses the bottom row and gets tomb 12, white temple 1; the dark pyramid is removed."""
    game = table(harbour=EVERY_LINE, boats={"row 3": "dark_pyramid temple_1 tomb_12"})
    assert moves(game, "unload") == [f"unload {boat}" for boat in BOATS]  # also the middle column
    supply = game.view().supply
    play(game, "unload row 3")
    assert [owned(game, seat) for seat in (BLACK, WHITE)] == [Counter(["tomb_12"]), Counter(["temple_1"])]
    assert game.view().removed == ["dark_pyramid"]
    assert drawing(game) == ["bw.", "b.w", "..."]
    assert hands(game) == [2, 2]
    assert None not in cargo(game, "row 3")
    assert game.view().supply == supply - 3
    assert game.decider == WHITE


def test_the_middle_column_with_only_white_meeples() -> None:
    """Unload one boat: also where none of the meeples is yours; their owner gets the tokens."""
    game = table(harbour=EVERY_LINE, boats={"column 2": "tomb_1 tomb_2 tomb_3"})
    play(game, "unload column 2")
    assert owned(game, BLACK) == Counter()
    assert owned(game, WHITE) == Counter(["tomb_2", "tomb_3"])
    assert game.view().removed == ["tomb_1"]
    assert game.decider == WHITE


@pytest.mark.parametrize(
    ("harbour", "possible"),
    [
        (["...", "...", "..."], []),
        (["b..", ".w.", "..b"], []),
        (["b..", "...", "b.."], ["column 1"]),
        (["...", "bw.", "..."], ["row 2"]),
        (["www", "b..", "..."], ["row 1", "column 1"]),
        (["...", ".b.", ".w."], ["column 2"]),
        (["..b", "...", "w.w"], ["row 3", "column 3"]),
    ],
)
def test_two_meeples_of_any_colour_are_needed(harbour: list[str], possible: list[str]) -> None:
    """Unload one boat: with fewer than two in its row or column a boat can't be unloaded."""
    game = table(harbour=harbour)
    assert moves(game, "unload") == [f"unload {boat}" for boat in possible]
    for boat in BOATS:
        if boat not in possible:
            assert refused(game, f"unload {boat}") == ("R135", "too_few_meeples")


@pytest.mark.parametrize(
    ("harbour", "boat", "black", "white"),
    [
        (["...", "bww", "..."], "row 2", ["tomb_1"], ["tomb_2", "tomb_3"]),
        (["...", "wwb", "..."], "row 2", ["tomb_3"], ["tomb_1", "tomb_2"]),
        (["...", "wbw", "..."], "row 2", ["tomb_2"], ["tomb_1", "tomb_3"]),
        ([".b.", ".w.", ".w."], "column 2", ["tomb_1"], ["tomb_2", "tomb_3"]),
        ([".w.", ".w.", ".b."], "column 2", ["tomb_3"], ["tomb_1", "tomb_2"]),
        ([".w.", ".b.", ".w."], "column 2", ["tomb_2"], ["tomb_1", "tomb_3"]),
    ],
)
def test_three_meeples_empty_the_boat(harbour: list[str], boat: str, black: list[str], white: list[str]) -> None:
    """Unload one boat: the meeple closest to the boat takes the 3rd space, the next the 2nd, the last the 1st."""
    game = table(harbour=harbour, boats={boat: "tomb_1 tomb_2 tomb_3"}, turn=WHITE)
    play(game, f"unload {boat}")
    assert [sorted(owned(game, seat)) for seat in (BLACK, WHITE)] == [black, white]
    assert game.view().removed == []
    assert hands(game) == [4, 4]


@pytest.mark.parametrize(
    ("harbour", "boat"),
    [
        (["bw.", "...", "..."], "row 1"),
        (["b.w", "...", "..."], "row 1"),
        ([".bw", "...", "..."], "row 1"),
        (["..b", "..w", "..."], "column 3"),
        (["..b", "...", "..w"], "column 3"),
        (["...", "..b", "..w"], "column 3"),
    ],
)
def test_unoccupied_spaces_are_ignored(harbour: list[str], boat: str) -> None:
    """Unload one boat: whichever space is empty, two meeples take the 3rd and the 2nd; the 1st goes to the box."""
    game = table(harbour=harbour, boats={boat: "tomb_1 tomb_2 tomb_3"})
    play(game, f"unload {boat}")
    assert [owned(game, seat) for seat in (BLACK, WHITE)] == [Counter(["tomb_2"]), Counter(["tomb_3"])]
    assert game.view().removed == ["tomb_1"]


def test_only_this_row_or_column_unloads() -> None:
    """Unload one boat: and only in this row or column. All other meeples and boats stay as they are."""
    game = table(harbour=["bww", "b..", "w.."])
    before = {boat: cargo(game, boat) for boat in BOATS}
    play(game, "unload row 1")
    assert drawing(game) == ["...", "b..", "w.."]
    assert hands(game) == [3, 3]
    assert {boat: cargo(game, boat) for boat in BOATS if boat != "row 1"} == {
        boat: tokens for boat, tokens in before.items() if boat != "row 1"
    }


def test_then_the_boat_is_loaded_with_three_tokens_of_the_supply() -> None:
    """Unload one boat: face up, from the 1st to the 3rd space."""
    game = table(harbour=["bw.", "...", "..."], supply="tomb_9 obelisk take temple_2")
    play(game, "unload row 1")
    assert cargo(game, "row 1") == ["tomb_9", "obelisk", "take"]
    assert game.view().supply == 39 - 3
    assert game.view().refills == 12


def test_a_boat_that_cannot_be_loaded_is_removed() -> None:
    """Unload one boat: if the supply is empty; no token is drawn and it can't be unloaded any more."""
    game = table(harbour=["bw.", "b..", "..."], supply_count=0)
    play(game, "unload row 1")
    assert moored(game) == list(BOATS[1:])
    assert cargo(game, "row 1") == [None, None, None]
    play(game, "place 1 2", "place 1 3")
    assert refused(game, "unload row 1") == ("R140", "boat_gone")
    assert "token_loaded" not in kinds(game)


@pytest.mark.parametrize(
    ("token", "site", "field"),
    [
        ("obelisk", "obelisk", "tokens"),
        ("light_pyramid", "pyramids", "light"),
        ("dark_pyramid", "pyramids", "dark"),
    ],
)
def test_received_tokens_go_to_their_site(token: str, site: str, field: str) -> None:
    """Unload one boat, placing tokens: obelisk and the two pyramids."""
    game = table(harbour=["...", "...", "bw."], boats={"row 3": f"tomb_1 {token} tomb_2"})
    play(game, "unload row 3")
    assert [getattr(getattr(seat, site), field) for seat in game.view().seats] == [1, 0]


def test_received_temple_tomb_and_action_tokens() -> None:
    """Unload one boat, placing tokens: temple by symbols, tomb by number, action tokens face up beside the boards."""
    game = table(harbour=["...", "...", "bwb"], boats={"row 3": "temple_3 tomb_7 place"})
    play(game, "unload row 3")
    black, white = game.view(WHITE).seats
    assert black.temple.tokens == {1: 0, 2: 0, 3: 1, 4: 0}
    assert white.tomb.numbers == [7]
    assert black.actions == ["place"]


# --- play one action token


def test_a_played_action_token_is_removed_from_the_game() -> None:
    """Play one action token: returned to the box."""
    game = table(tokens=["place place", ""])
    play(game, "play place", "place 1 1", "place 2 2", "stop")
    assert actions(game, BLACK) == ["place"]
    assert game.view().removed == ["place"]


def test_one_action_token_a_turn() -> None:
    """Play one action token: only one a turn; this is then considered your turn."""
    game = table(tokens=["place take", ""])
    play(game, "play place", "place 1 1")
    assert refused(game, "play take") == ("R132", "not_asked")
    play(game, "place 2 2")
    assert refused(game, "play take") == ("R132", "not_asked")
    play(game, "stop")
    assert (game.decider, game.question) == (WHITE, "turn")


def test_an_action_token_of_the_other_player_cannot_be_played() -> None:
    """Play one action token: if you possess one."""
    game = table(tokens=["", "take place"])
    assert moves(game, "play") == []
    assert {action: refused(game, f"play {action}") for action in ACTIONS} == dict.fromkeys(
        ACTIONS, ("R142", "no_such_action")
    )


def test_example_of_taking() -> None:
    """Take 1 cargo token: white may choose any token but the action token, and takes the temple token of 4 symbols."""
    fleet = only({"row 2": "obelisk place temple_4", "column 1": "take take place"})
    game = table(tokens=["", "take"], boats=fleet, reserve="tomb_5 tomb_6 tomb_7", turn=WHITE)
    play(game, "play take")
    assert moves(game) == ["take row 2 1 obelisk", "take row 2 3 temple 4"]
    assert refused(game, "take row 2 2 place") == ("R144", "action_stays")
    play(game, "take row 2 3 temple 4")
    assert owned(game, WHITE) == Counter(["temple_4"])
    assert cargo(game, "row 2") == ["obelisk", "place", "tomb_5"]
    assert game.view().reserve == 2
    assert game.view().removed[-1:] == ["take"]
    assert game.decider == BLACK


def test_taking_is_from_any_boat() -> None:
    """Take 1 cargo token: on any boat, whatever meeples stand there."""
    names = [f"tomb_{number}" for number in range(1, 13)] + [f"temple_{number}" for number in (1, 2, 3, 4)]
    names += ["light_pyramid", "dark_pyramid"]
    fleet = {boat: " ".join(names[3 * at : 3 * at + 3]) for at, boat in enumerate(BOATS)}
    game = table(tokens=["take", ""], boats=fleet)
    play(game, "play take")
    spaces = [(boat, space) for boat in BOATS for space in (1, 2, 3)]
    assert moves(game) == [
        f"take {boat} {space} {name.replace('_', ' ')}" for (boat, space), name in zip(spaces, names, strict=True)
    ]


def test_the_reserve_is_used_from_the_top_and_the_supply_stays() -> None:
    """Take 1 cargo token: the uppermost token of the reserve, three times in a game."""
    game = table(
        tokens=["take take take", ""],
        boats={"row 1": "tomb_1 tomb_2 tomb_3"},
        reserve="tomb_5 tomb_6 tomb_7",
    )
    supply = game.view().supply
    play(game, "play take", "take row 1 1 tomb 1", "place 1 1")
    play(game, "play take", "take row 1 1 tomb 5", "place 1 2")
    play(game, "play take", "take row 1 3 tomb 3")
    assert cargo(game, "row 1") == ["tomb_6", "tomb_2", "tomb_7"]
    assert (game.view().reserve, game.view().supply) == (0, supply)
    assert game.view().seats[BLACK].tomb.numbers == [1, 3, 5]


def test_place_two_or_three_meeples() -> None:
    """Place 2-3 meeples: the action two or three times, by its rules."""
    game = table(tokens=["place place", ""], harbour=["w..", "...", "..."])
    play(game, "play place")
    assert refused(game, "place 1 1") == ("R133", "space_taken")
    play(game, "place 1 2")
    assert refused(game, "stop") == ("D3", "must_place")
    play(game, "place 1 3")
    assert (game.decider, game.question) == (BLACK, "place_more")
    assert "stop" in moves(game)
    play(game, "place 2 2")
    assert drawing(game) == ["wbb", ".b.", "..."]
    assert (game.decider, game.question) == (WHITE, "turn")


def test_place_one_meeple_and_unload_one_or_two_boats() -> None:
    """Place 1 meeple and unload 1-2 boats: the meeple first, then the boats; the second is up to you."""
    for last in ("unload column 1", "stop"):
        game = table(
            tokens=["place_and_unload", ""],
            harbour=["b.w", "b..", "..."],
            boats={"row 1": "tomb_1 tomb_2 tomb_3", "column 1": "tomb_4 tomb_5 tomb_6"},
        )
        play(game, "play place and unload")
        assert moves(game, "unload") == []
        play(game, "place 3 1")
        assert refused(game, "stop") == ("D3", "must_unload")
        play(game, "unload row 1")  # also takes the meeple in the corner away from column 1
        assert (game.decider, game.question) == (BLACK, "unload_more")
        assert moves(game) == ["unload column 1", "stop"]
        play(game, last)
        numbers = [2, 5, 6] if last != "stop" else [2]
        assert game.view().seats[BLACK].tomb.numbers == numbers
        assert game.view().seats[WHITE].tomb.numbers == [3]
        assert (game.decider, game.question) == (WHITE, "turn")


def test_example_of_swapping() -> None:
    """Swap 2 cargo tokens and unload: white swaps two tokens on a boat, then unloads it, so gets another token."""
    game = table(
        tokens=["", "swap_and_unload"],
        harbour=["...", "w.b", "w.b"],
        boats={"row 2": "tomb_1 tomb_2 tomb_3"},
        turn=WHITE,
    )
    play(game, "play swap and unload", "swap row 2 1 2")
    assert moves(game) == ["unload row 2", "unload row 3", "unload column 1", "unload column 3"]
    play(game, "unload row 2")
    assert [game.view().seats[seat].tomb.numbers for seat in (BLACK, WHITE)] == [[3], [1]]
    assert game.view().removed[-1] == "tomb_2"
    assert game.decider == BLACK


def test_the_swapped_tokens_need_not_be_on_the_boat_that_is_unloaded() -> None:
    """Swap 2 cargo tokens and unload: any boat, also one without meeples."""
    game = table(
        tokens=["swap_and_unload", ""],
        harbour=["...", "w.b", "w.."],
        boats={"row 2": "tomb_1 tomb_2 tomb_3", "column 3": "tomb_4 tomb_5 tomb_6", "row 1": "obelisk tomb_8 tomb_9"},
    )
    play(game, "play swap and unload")
    assert refused(game, "unload row 2") == ("R132", "not_asked")  # first the swap
    swaps = moves(game, "swap")
    assert {f"swap row 2 {two}" for two in ("1 2", "1 3", "2 3")} == {move for move in swaps if "row 2" in move}
    assert "swap row 1 1 3" in swaps  # no meeple is in row 1
    play(game, "swap column 3 1 3")
    assert cargo(game, "column 3") == ["tomb_6", "tomb_5", "tomb_4"]
    assert moves(game) == ["unload row 2", "unload column 1"]
    play(game, "unload row 2")
    assert [game.view().seats[seat].tomb.numbers for seat in (BLACK, WHITE)] == [[3], [2]]


# --- end of game


def test_the_game_ends_when_one_boat_is_left() -> None:
    """End of game: immediately, when the second to last boat is removed; nobody receives the last boat's cargo."""
    game = table(harbour=["wwb", "...", ".bb"], boats=only({"row 1": "tomb_1 tomb_2 tomb_3", "row 3": "obelisk " * 3}))
    assert not game.is_over
    play(game, "unload row 3")
    assert game.is_over
    assert game.decider is None
    assert moves(game) == []
    assert moored(game) == ["row 1"]
    assert cargo(game, "row 1") == ["tomb_1", "tomb_2", "tomb_3"]
    assert [seat.tomb.numbers for seat in game.view().seats] == [[], []]
    assert refused(game, "unload row 1") == ("R148", "game_over")
    assert refused(game, "place 3 1") == ("R148", "game_over")


def test_with_three_boats_the_game_goes_on() -> None:
    """End of game: until only one boat remains."""
    fleet = only({"row 1": "tomb_1 tomb_2 tomb_3", "row 2": "take take take", "row 3": "obelisk " * 3})
    game = table(harbour=["wwb", "...", ".bb"], boats=fleet)
    play(game, "unload row 3")
    assert not game.is_over
    assert game.decider == WHITE
    assert happened(game, "points", "game_ended") == []


# --- end scoring, A sides


def test_example_of_scoring_the_a_sides() -> None:
    """End scoring: 2 + 7 + 10 + 21 + 25 + 1 + 2 + 1 = 69 points."""
    black = "obelisk obelisk temple_1 temple_4 temple_2" + " light_pyramid" * 4 + " dark_pyramid" * 6
    black += " tomb_2 tomb_3 tomb_4 tomb_5 tomb_6 tomb_7 tomb_12 take place"
    game = scored("AAAA", black, "obelisk obelisk obelisk", harbour=("...", ".b."))
    assert game.breakdown(BLACK) == {
        "obelisk": 2,
        "temple": 7,
        "pyramids": 10 + 21,
        "tomb": 25 + 1,
        "action_tokens": 2,
        "meeples": 1,
    }
    assert game.scores()[BLACK] == 69


@pytest.mark.parametrize(
    ("black", "white", "points"), [(0, 3, [0, 9]), (4, 3, [10, 3]), (5, 5, [5, 5]), (7, 5, [13, 5])]
)
def test_obelisk_a(black: int, white: int, points: list[int]) -> None:
    """End scoring, A sides: one point a token, six more for more than the other."""
    game = scored("AAAA", "obelisk " * black + "take", "obelisk " * white + "take")
    assert breakdown(game, "obelisk") == points


@pytest.mark.parametrize(
    ("tokens", "points"),
    [("temple_1", 1), ("temple_4 temple_4 temple_4", 12), ("temple_1 temple_2 temple_3 temple_4", 10), ("", 0)],
)
def test_temple_a(tokens: str, points: int) -> None:
    """End scoring, A sides: one point a symbol."""
    assert breakdown(scored("AAAA", f"take place {tokens}", ""), "temple") == [points, 0]


@pytest.mark.parametrize(("tokens", "points"), list(enumerate([0, 1, 3, 6, 10, 15, 21])))
def test_pyramids_a(tokens: int, points: int) -> None:
    """End scoring, A sides: 1/3/6/10/15/21 points, the light and the dark one individually."""
    light, dark = "light_pyramid " * tokens, "dark_pyramid " * tokens
    assert breakdown(scored("AAAA", f"take place {light}", f"place {dark}"), "pyramids") == [points, points]
    assert breakdown(scored("AAAA", f"take place {light} {dark}", ""), "pyramids") == [2 * points, 0]


def tomb(*numbers: int) -> str:
    return " ".join(f"tomb_{number}" for number in numbers)


@pytest.mark.parametrize(
    ("numbers", "a", "b"),
    [
        ([], 0, 0),
        ([5], 1, 4),
        ([5, 6], 4, 4),
        ([5, 6, 7], 9, 4),
        ([5, 6, 7, 8], 16, 4),
        ([5, 6, 7, 8, 9], 25, 4),
        ([5, 6, 7, 8, 9, 10], 25, 4),
        (list(range(1, 13)), 25, 4),
        ([1, 12], 2, 8),  # not connected
        ([1, 2, 11, 12], 8, 8),
        ([1, 3, 5, 7, 9, 11], 6, 24),
        ([1, 2, 4, 5, 6, 8, 10, 11, 12], 4 + 9 + 1 + 9, 16),
        ([1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12], 50, 8),
    ],
)
def test_groups_of_the_tomb(numbers: list[int], a: int, b: int) -> None:
    """End scoring, A sides: 1/4/9/16/25 points a group; B sides: four a group regardless of its size."""
    assert breakdown(scored("AAAA", f"take place {tomb(*numbers)}", ""), "tomb") == [a, 0]
    assert breakdown(scored("AAAB", f"take place {tomb(*numbers)}", ""), "tomb") == [b, 0]


@pytest.mark.parametrize("sides", ["AAAA", "BBBB"])
def test_unused_action_tokens_and_meeples_on_the_harbour(sides: str) -> None:
    """End scoring of both sides: one point each; meeples that were sent home don't count."""
    game = scored(sides, "take take place swap_and_unload", "obelisk", harbour=("b.w", "w.."))
    assert breakdown(game, "action_tokens") == [4, 0]
    assert breakdown(game, "meeples") == [1, 2]


def test_most_points_win() -> None:
    """End scoring: whoever started."""
    for first in (BLACK, WHITE):
        assert scored("AAAA", "temple_3 temple_4", "temple_4", first=first).winners() == [BLACK]
        assert scored("AAAA", "temple_1", "temple_4", first=first).winners() == [WHITE]


@pytest.mark.parametrize("first", [BLACK, WHITE])
def test_a_tie_goes_to_who_did_not_start(first: int) -> None:
    """End scoring: a tie goes to whoever went second, and to nobody else."""
    game = scored("AAAA", "temple_3 temple_1", "temple_4", first=first)
    assert game.scores() == [4, 4]
    assert game.winners() == [1 - first]
    assert [seat.starts for seat in game.view().seats] == [first == BLACK, first == WHITE]


# --- variant B sides


def test_example_of_scoring_the_b_sides() -> None:
    """Variant B-sides: 12 + 16 + 9 + 1 - 6 + 4 + 4 + 2 + 1 = 43 points."""
    black = "obelisk " * 6 + "temple_1 temple_2 temple_3 temple_4 temple_1 temple_2 temple_4 temple_2 "
    black += "dark_pyramid " * 6 + "tomb_3 tomb_4 tomb_5 tomb_1 take place"
    game = scored("BBBB", black, "obelisk obelisk", harbour=("...", ".b."))
    assert game.breakdown(BLACK) == {
        "obelisk": 12,
        "temple": 16 + 9 + 1,
        "pyramids": -6,
        "tomb": 4 + 4,
        "action_tokens": 2,
        "meeples": 1,
    }
    assert game.scores()[BLACK] == 43
    assert sorted(map(len, game.view().seats[BLACK].temple.sets)) == [1, 3, 4]
    assert [seat.obelisk.first_to_five for seat in game.view().seats] == [True, False]


@pytest.mark.parametrize(
    ("black", "white", "first", "points"),
    [
        (4, 4, None, [0, 0]),
        (5, 4, None, [12, 0]),
        (4, 5, None, [0, 12]),
        (5, 5, BLACK, [12, 6]),
        (5, 5, WHITE, [6, 12]),
        (7, 5, WHITE, [6, 12]),  # not how many, but who was first
        (9, 3, None, [12, 0]),
        (10, 2, None, [18, 0]),
        (0, 12, None, [0, 18]),
    ],
)
def test_obelisk_b(black: int, white: int, first: int | None, points: list[int]) -> None:
    """Variant B-sides: 12 for the first fifth token, 6 for the other with five, 18 for ten; nothing for a token."""
    game = scored("BAAA", "obelisk " * black + "take take", "obelisk " * white, first_to_five=first)
    assert breakdown(game, "obelisk") == points


@pytest.mark.parametrize(
    ("tokens", "points"),
    [
        ("temple_4", 1),
        ("temple_4 temple_4", 1 + 1),
        ("temple_1 temple_3", 4),
        ("temple_2 temple_3 temple_4", 9),
        ("temple_1 temple_2 temple_3 temple_4", 16),
        ("temple_1 temple_2 temple_3 temple_4 " * 3, 48),
    ],
)
def test_temple_b(tokens: str, points: int) -> None:
    """Variant B-sides: each set of 1/2/3/4 different tokens yields 1/4/9/16 points."""
    assert breakdown(scored("ABAA", f"take place {tokens}", ""), "temple") == [points, 0]


@pytest.mark.parametrize(("smaller", "points"), list(enumerate([-6, 0, 4, 10, 18, 30, 45])))
def test_pyramids_b(smaller: int, points: int) -> None:
    """Variant B-sides (French booklet): only the smaller pyramid; of two equal ones only one."""
    larger = min(6, smaller + 2)
    for light, dark in ((smaller, larger), (larger, smaller), (smaller, smaller)):
        game = scored("AABA", "take place " + "light_pyramid " * light + "dark_pyramid " * dark, "")
        assert breakdown(game, "pyramids") == [points, -6]


def test_only_the_scoring_changes_on_b_sides() -> None:
    """B sides: same moves, same tokens, other points."""
    games = [imhotep.new_game("duel", sides=sides, seed=11, first=BLACK) for sides in ("AAAA", "BBBB")]
    for move in random_moves(games[0], 11, "unload", "play"):
        assert moves(games[0]) == moves(games[1])
        for game in games:
            play(game, move)
    assert games[1].is_over
    assert [owned(games[0], seat) for seat in (0, 1)] == [owned(games[1], seat) for seat in (0, 1)]
    assert games[0].scores() != games[1].scores()


def test_the_last_unloading_counts_too() -> None:
    """End of game: tokens that the last unloading gives are scored."""
    game = at_the_end("AAAA", "tomb_4 tomb_5 tomb_6", "")
    assert game.scores() == [1 + 2, 0]  # one token, two meeples on the harbour
    play(game, LAST_BOAT)
    assert game.scores() == [9, 0]
