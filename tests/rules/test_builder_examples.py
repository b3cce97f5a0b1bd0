"""Each example that the Builder rulebook prints, played out; what only its pictures show is made up to fit."""

from typing import Any

import pytest

import imhotep
from tests.support.builder import (
    BLACK,
    BROWN,
    FOUR_EMPTY_SHIPS,
    GRAY,
    LAST_SHIP,
    ONE_SHIP_LEFT,
    WHITE,
    breakdown,
    hand,
    happened,
    moves,
    play,
    quarries,
    refused,
    scored,
    ship,
    sleds,
    table,
)

# --- preparation and the course of a round


@pytest.mark.parametrize("players", [2, 3, 4])
def test_start_stones_by_turn_order(players: int) -> None:
    """Preparation: the starting player has 2 stones, those to the left 3, 4 and 5; 29 are not on the score track."""
    game = imhotep.new_game("builder", players=players, seed=1, first=1)
    expected = {(1 + turn) % players: 2 + turn for turn in range(players)}
    assert sleds(game) == [expected[seat] for seat in range(players)]
    assert quarries(game) == [29 - expected[seat] for seat in range(players)]
    assert game.decider == 1


def test_four_market_cards_are_dealt_out_of_34() -> None:
    """Preparation: 34 market cards; at the start of a round four lie open on the market."""
    view = imhotep.new_game("builder", players=4, seed=1).view()
    assert len(view.market.open) == 4
    assert None not in view.market.open
    assert view.draw_pile == 30
    assert view.discard_pile == []


def test_seven_round_cards_of_which_six_are_played() -> None:
    """Preparation: one of the seven cards goes unseen into the box, so after the first any of six may be it."""
    for players in (2, 3, 4):
        view = imhotep.new_game("builder", players=players, seed=1).view()
        assert len(view.unseen_rounds) == 6
        assert view.rounds == 6


def test_example_of_the_round_card() -> None:
    """Course of a round: the card shows one ship for four stones, one for three and two for two."""
    games = (imhotep.new_game("builder", players=2, seed=seed) for seed in range(200))
    game = next(game for game in games if [s.size for s in game.view().ships] == [4, 3, 2, 2])
    assert [s.minimum for s in game.view().ships] == [3, 2, 1, 1]
    assert [s.spaces for s in game.view().ships] == [[None] * 4, [None] * 3, [None] * 2, [None] * 2]
    ready = happened(game, "ship_ready")
    assert [(event.ship, event.size, event.minimum) for event in ready] == [(1, 4, 3), (2, 3, 2), (3, 2, 1), (4, 2, 1)]


def test_score_above_40_goes_on() -> None:
    """Preparation, score track: more than 40 points are possible, and nothing is lost by going round."""
    game = table(ships=[ship(1, BLACK), ship(2), ship(2), ship(3)], points=[{"temple": 39}, {}, {}, {}])
    play(game, "sail 1 pyramids")
    assert game.scores() == [41, 0, 0, 0]
    assert game.view().seats[BLACK].score == 41


# --- the actions


def test_get_stones_takes_three() -> None:
    """Get new stones: three of your colour from the quarry."""
    game = table(sleds=[0, 0, 0, 0])
    play(game, "get stones")
    assert sleds(game) == [3, 0, 0, 0]
    assert quarries(game) == [26, 29, 29, 29]


def test_example_of_getting_stones_with_room_for_two_only() -> None:
    """Get new stones: with room for two you take two; with five on the sled you can't choose the action."""
    game = table(sleds=[3, 5, 0, 0])
    play(game, "get stones")
    assert sleds(game) == [5, 5, 0, 0]
    assert [event.count for event in happened(game, "stones_taken")] == [2]
    assert game.decider == WHITE
    assert refused(game, "get stones").reason == "sled_full"


def test_loading_needs_a_stone_and_a_free_space_on_a_waiting_ship() -> None:
    """Loading: a free space on any ship still waiting."""
    game = table(ships=[ship(2, WHITE, WHITE), ship(2, None, WHITE), ship(3, at="temple"), ship(4)], sleds=[1, 1, 1, 0])
    loads = [move for move in moves(game) if move.startswith("load")]
    assert loads == ["load 2 1", "load 4 1", "load 4 2", "load 4 3", "load 4 4"]
    assert refused(game, "load 1 1").reason == "ship_full"
    assert refused(game, "load 2 2").reason == "space_taken"
    assert refused(game, "load 2 3").reason == "no_such_space"
    assert refused(game, "load 3 1").reason == "ship_sailed"
    play(game, "load 2 1", "load 4 4", "load 4 1")
    assert game.view().ships[1].spaces == [BLACK, WHITE]
    assert game.view().ships[3].spaces == [BROWN, None, None, WHITE]
    assert refused(game, "load 4 2").reason == "sled_empty"


def test_sailing_needs_the_minimum_and_an_open_dock() -> None:
    """Sail 1 ship: both conditions; and it need not carry a stone of your own."""
    game = table(ships=[ship(4, WHITE, WHITE), ship(3, WHITE), ship(2, at="temple"), ship(2, WHITE)])
    assert refused(game, "sail 1 market").rule == "R18"
    assert refused(game, "sail 2 market").rule == "R18"
    assert refused(game, "sail 3 market").reason == "ship_sailed"
    assert refused(game, "sail 4 temple").rule == "R19"
    play(game, "sail 4 obelisks")  # black has no stone on it
    assert game.view().ships[3].site == "obelisks"
    assert game.view().obelisks.stones == [0, 1, 0, 0]


@pytest.mark.parametrize(("size", "minimum"), [(4, 3), (3, 2), (2, 1), (1, 1)])
def test_minimum_of_each_ship(size: int, minimum: int) -> None:
    """Sail 1 ship: the stones drawn at the bow."""
    stones = [BLACK] * minimum
    assert table(ships=[ship(size, *stones), ship(4), ship(3), ship(2)]).can_play("sail 1 temple")
    assert not table(ships=[ship(size, *stones[1:]), ship(4), ship(3), ship(2)]).can_play("sail 1 temple")


def test_example_of_a_four_stone_ship_at_the_pyramid() -> None:
    """Sail 1 ship: from the front, each stone is placed on the pyramid and yields the points of its space at once."""
    game = table(ships=[ship(4, WHITE, GRAY, WHITE, BROWN), ship(3), ship(2), ship(2)])
    play(game, "sail 1 pyramids")
    points = happened(game, "points")
    assert [(event.seat, event.points) for event in points] == [(WHITE, 2), (GRAY, 1), (WHITE, 3), (BROWN, 2)]
    assert game.scores() == [0, 5, 2, 1]
    assert [space.owner for space in game.view().pyramids.parts[0][:5]] == [WHITE, GRAY, WHITE, BROWN, None]


def test_exactly_one_action_a_turn_until_all_four_ships_have_sailed() -> None:
    """Turn, end of round: turns go round to the left; the round ends at once with the fourth ship, one site is left."""
    game = table(3, ships=[ship(1, BLACK), ship(2, WHITE), ship(2, BROWN), ship(3, BLACK, BLACK)])
    order = []
    for move in ("sail 1 pyramids", "sail 2 temple", "sail 3 obelisks", "sail 4 burial chamber"):
        assert game.round == 1
        order.append(game.decider)
        play(game, move)
    assert order == [BLACK, WHITE, BROWN, BLACK]
    assert game.round == 2
    assert game.decider == WHITE  # to the left of black, who sailed the fourth ship
    assert [s.site for s in game.view().ships] == [None] * 4
    assert [s.spaces.count(None) - s.size for s in game.view().ships] == [0] * 4


def test_stones_on_sites_and_sleds_stay_and_market_cards_go() -> None:
    """Prepare for the next round."""
    game = table(
        2, ships=ONE_SHIP_LEFT, sleds=[2, 4], temple=[WHITE], obelisks=[BLACK], market=["lever", None, "statue"]
    )
    play(game, "sail 4 burial chamber")
    view = game.view()
    assert sleds(game) == [2, 4]
    assert (view.temple.stones, view.obelisks.stones, view.burial_chamber.stones) == ([0, 1], [1, 0], [1, 0])
    assert view.discard_pile == ["lever", "statue"]
    assert len([card for card in view.market.open if card]) == 4


def test_the_game_ends_after_six_rounds() -> None:
    """End of game."""
    game = table(2, ships=ONE_SHIP_LEFT, round=5)
    play(game, LAST_SHIP)
    assert game.round == 6
    assert not game.is_over
    assert scored(2).is_over


# --- the A sides


def test_example_of_the_market() -> None:
    """A) Market: white takes the sail, brown the statue, gray the lever; the stones return to the quarry."""
    market = ["statue", "sail", "chisel", "lever"]
    game = table(ships=[ship(4, WHITE, BROWN, None, GRAY), ship(3), ship(2), ship(2)], market=market)
    assert quarries(game) == [29, 28, 28, 28]
    play(game, "sail 1 market")
    assert game.decider == WHITE
    assert moves(game) == ["take 1 statue", "take 2 sail", "take 3 chisel", "take 4 lever"]
    play(game, "take 2 sail")
    assert game.decider == BROWN
    play(game, "take 1 statue")
    assert game.decider == GRAY
    play(game, "take 4 lever")
    assert [hand(game, seat) for seat in range(4)] == [[], ["sail"], ["statue"], ["lever"]]
    assert game.view().market.open == [None, None, "chisel", None]
    assert quarries(game) == [29, 29, 29, 29]
    assert game.view().ships[0].spaces == [None] * 4
    assert game.decider == WHITE  # the turn after black's


def test_red_cards_act_at_once_and_go_to_the_discard_pile() -> None:
    """A) Market and page 12: an own stone from the quarry goes to the corresponding site."""
    for card, site in (("entrance", "pyramids"), ("sarcophagus", "burial_chamber"), ("paved_path", "obelisks")):
        game = table(ships=[ship(1, WHITE), ship(4), ship(3), ship(2)], market=[card])
        play(game, "sail 1 market")
        assert getattr(game.view(), site).stones == [0, 1, 0, 0]
        assert game.view().discard_pile == [card]
        assert hand(game, WHITE) == []
        assert quarries(game) == [29, 28, 29, 29]  # the delivered stone is back, another one was built


def test_building_order_and_points_of_the_completed_pyramid() -> None:
    """A) Pyramids: three by three, two by two, one; then one point for each further stone, at the right edge."""
    expected = [*(2, 1, 3), *(2, 4, 3), *(2, 1, 3), *(2, 3), *(1, 3), 4, 1, 1]
    for built, points in enumerate(expected):
        game = table(2, ships=[ship(1, BLACK), ship(4), ship(3), ship(2)], pyramids=[WHITE] * built)
        play(game, "sail 1 pyramids")
        assert game.scores() == [points, 0], f"stone {built + 1}"
        assert game.view().pyramids.edge == max(0, built + 1 - 14)
        assert [len(level) for level in game.view().pyramids.parts] == [9, 4, 1]


def test_example_of_the_temple_at_the_end_of_the_round() -> None:
    """End of round: gray has two stones visible from above, white, brown and black one each."""
    covered = [BLACK, BLACK, WHITE]
    visible = [GRAY, WHITE, BLACK, GRAY, BROWN]  # spaces 4 and 5 of the first level, then 1 to 3 of the second
    game = table(ships=ONE_SHIP_LEFT, temple=[*covered, *visible])
    play(game, LAST_SHIP)
    assert breakdown(game, "temple") == [1, 1, 1, 2]


def test_example_of_a_three_stone_ship_at_the_temple() -> None:
    """A) Temple: the last free space of the lowest level, then the first and second of the next one."""
    game = table(3, ships=[ship(3, BROWN, BROWN, WHITE), ship(4), ship(2), ship(2)], temple=[BLACK] * 4)
    play(game, "sail 1 temple")
    spaces = game.view().temple.spaces
    assert [space.owner for space in spaces] == [BROWN, WHITE, BLACK, BLACK, BROWN]
    assert [space.height for space in spaces] == [2, 2, 1, 1, 1]


@pytest.mark.parametrize(("players", "spaces"), [(2, 4), (3, 5), (4, 5)])
def test_spaces_of_the_temple(players: int, spaces: int) -> None:
    """A) Temple: five spaces, with two players the first four; no limit in height."""
    game = table(players, ships=ONE_SHIP_LEFT, temple=[BLACK] * 3 * spaces + [WHITE])
    assert len(game.view().temple.spaces) == spaces
    assert [space.height for space in game.view().temple.spaces] == [4] + [3] * (spaces - 1)
    play(game, LAST_SHIP)
    assert breakdown(game, "temple")[:2] == [spaces - 1, 1]


def test_example_of_a_four_stone_ship_at_the_burial_chamber() -> None:
    """A) Burial chamber: stones in order, column by column from the top left; there is no last column."""
    before = [BLACK] * 23
    game = table(ships=[ship(4, BROWN, WHITE, GRAY, WHITE), ship(3), ship(2), ship(2)], burial_chamber=before)
    play(game, "sail 1 burial_chamber")
    view = game.view().burial_chamber
    assert view.rows == 3
    assert view.owners == [*before, BROWN, WHITE, GRAY, WHITE]
    assert game.scores() == [0, 0, 0, 0]  # not before the end of the game


def test_example_of_the_burial_chamber() -> None:
    """A) Burial chamber: white 3 for two stones, black 1, brown 6 and 1, gray 15 + 2 for six stones."""
    columns = [
        [WHITE, BLACK, BROWN],
        [WHITE, GRAY, GRAY],
        [GRAY, GRAY, BROWN],
        [GRAY, BROWN, BROWN],
        [GRAY],
    ]
    game = scored(burial_chamber=[stone for column in columns for stone in column])
    assert breakdown(game, "burial_chamber") == [1, 3, 6 + 1, 15 + 2]
    assert [e.points for e in happened(game, "points") if e.source == "burial_chamber" and e.seat == BROWN] == [1, 6]


@pytest.mark.parametrize(("stones", "points"), [(1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (6, 17), (8, 21)])
def test_areas_of_the_burial_chamber(stones: int, points: int) -> None:
    """A) Burial chamber: the table of points."""
    assert breakdown(scored(2, burial_chamber=[WHITE] * stones), "burial_chamber") == [0, points]


def test_stones_that_touch_at_corners_only_are_not_connected() -> None:
    """A) Burial chamber: neither across a corner nor from the foot of a column to the head of the next."""
    diagonal = [WHITE, BLACK, BLACK, BLACK, WHITE, BLACK]
    foot_and_head = [BLACK, BLACK, WHITE, WHITE, BLACK, BLACK]
    assert breakdown(scored(2, burial_chamber=diagonal), "burial_chamber")[WHITE] == 2
    assert breakdown(scored(2, burial_chamber=foot_and_head), "burial_chamber")[WHITE] == 2
    heads_and_a_foot = [WHITE, BLACK, WHITE, WHITE]
    assert breakdown(scored(2, burial_chamber=heads_and_a_foot), "burial_chamber")[WHITE] == 3 + 1


def test_an_area_does_not_go_on_from_the_head_of_a_column_to_the_foot_of_the_one_before() -> None:
    """A) Burial chamber: two heads side by side are connected; the foot beside the second one is not."""
    columns = [[BLACK, BLACK, BLACK], [WHITE, BLACK, WHITE], [WHITE]]
    game = scored(2, burial_chamber=[stone for column in columns for stone in column])
    assert breakdown(game, "burial_chamber")[WHITE] == 3 + 1


def test_example_of_a_three_stone_ship_at_the_obelisks() -> None:
    """A) Obelisks: each stone is stacked on the tower of its colour."""
    game = table(ships=[ship(3, GRAY, BLACK, GRAY), ship(4), ship(2), ship(2)], obelisks=[BLACK, WHITE])
    play(game, "sail 1 obelisks")
    assert game.view().obelisks.stones == [2, 1, 0, 2]
    assert game.scores() == [0, 0, 0, 0]


def test_example_of_the_obelisks() -> None:
    """A) Obelisks: black 3 stones, white 4, brown none, gray 3: 7, 15, 0 and 7 points."""
    game = scored(obelisks=[BLACK] * 3 + [WHITE] * 4 + [GRAY] * 3)
    assert breakdown(game, "obelisks") == [7, 15, 0, 7]


@pytest.mark.parametrize(("players", "points"), [(2, [10, 1]), (3, [12, 6, 1]), (4, [15, 10, 5, 1])])
def test_points_of_the_obelisks(players: int, points: list[int]) -> None:
    """A) Obelisks: the tables for two, three and four players."""
    towers = [seat for seat in range(players) for _ in range(players - seat)]
    assert breakdown(scored(players, obelisks=towers), "obelisks") == points


# --- the B sides


def test_sides_a_and_b_may_be_mixed() -> None:
    """The B sides: play any combination."""
    view = imhotep.new_game("builder", players=3, sides="ABBAB", seed=1).view()
    assert [view.market.side, view.pyramids.side, view.temple.side] == ["A", "B", "B"]
    assert [view.burial_chamber.side, view.obelisks.side] == ["A", "B"]


def test_market_b_has_two_cards_face_down() -> None:
    """B) Market: pick up both, keep one, the other goes face up to the discard pile."""
    start = imhotep.new_game("builder", players=3, sides="BAAAA", seed=1).view()
    assert len(start.market.open) == 3
    assert start.market.face_down == 2
    assert start.draw_pile == 34 - 5
    game = table(
        2, "BAAAA", ships=[ship(1, WHITE), ship(4), ship(3), ship(2)], market=["sail"], face_down=["lever", "statue"]
    )
    play(game, "sail 1 market")
    assert moves(game) == ["take 1 sail", "look 4"]
    play(game, "look 4")
    assert game.view(WHITE).market.seen == ["statue", "lever"]
    assert game.view(BLACK).market.seen is None
    assert game.view(None).market.seen is None
    assert moves(game) == ["keep statue", "keep lever"]
    assert refused(game, "keep hammer").rule == "R45"
    play(game, "keep statue")
    assert hand(game, WHITE) == ["statue"]
    assert game.view().discard_pile == ["lever"]
    assert game.view().market.face_down == 0
    assert quarries(game) == [29, 29]


def test_example_of_pyramids_b() -> None:
    """B) Pyramids: brown, black and brown build the middle pyramid, then white begins the left one."""
    game = table(sides="ABAAA", ships=[ship(4, BROWN, BLACK, BROWN, WHITE), ship(3), ship(2), ship(2)], turn=GRAY)
    play(game, "sail 1 pyramids")
    assert game.decider == BROWN
    assert moves(game) == ["build left", "build middle", "build right"]
    play(game, "build middle")
    assert game.decider == BLACK
    play(game, "build middle")
    assert game.decider == BROWN
    play(game, "build middle")
    assert game.question == "pyramid_bonus"  # brown's second stone lies on the space with three stones
    play(game, "take stones")
    assert game.decider == WHITE
    play(game, "build left")
    assert game.scores() == [3, 2, 2 + 1, 0]
    assert sleds(game) == [0, 0, 3, 0]
    left, middle, right = game.view().pyramids.parts
    assert [space.owner for space in left] == [WHITE, None, None, None, None]
    assert [space.owner for space in middle] == [BROWN, BLACK, BROWN, None, None]
    assert [space.owner for space in right] == [None] * 5


@pytest.mark.parametrize(
    ("pyramid", "points", "bonuses"),
    [
        ("left", [2, 1, 3, 2, 4], {2: "card"}),
        ("middle", [2, 3, 1, 1, 4], {3: "stones"}),
        ("right", [2, 3, 3, 1, 4], {4: "load"}),
    ],
)
def test_spaces_of_pyramids_b(pyramid: str, points: list[int], bonuses: dict[int, str]) -> None:
    """B) Pyramids: the points of each space, the three bonuses, and 4 points in the second level."""
    number = ["left", "middle", "right"].index(pyramid)
    for built in range(5):
        pyramids: list[list[int]] = [[], [], []]
        pyramids[number] = [WHITE] * built
        game = table(2, "ABAAA", ships=[ship(1, BLACK), ship(4), ship(3), ship(2)], pyramids=pyramids, sleds=[1, 0])
        play(game, "sail 1 pyramids", f"build {pyramid}")
        assert game.scores() == [points[built], 0]
        offered = {
            None: [],
            "card": ["take card", "decline"],
            "stones": ["take stones", "decline"],
            "load": [
                *(f"load 2 {n}" for n in (1, 2, 3, 4)),
                *(f"load 3 {n}" for n in (1, 2, 3)),
                "load 4 1",
                "load 4 2",
                "decline",
            ],
        }[bonuses.get(built + 1)]
        if offered:
            assert (game.decider, game.question) == (BLACK, "pyramid_bonus")
            assert moves(game) == offered
        else:
            assert (game.decider, game.question) == (WHITE, "turn")


def test_example_of_temple_b() -> None:
    """B) Temple: gray chooses, brown gets 2 points, white chooses and also draws a card, black chooses."""
    game = table(
        sides="AABAA", ships=ONE_SHIP_LEFT, temple=[GRAY, BROWN, WHITE, WHITE, BLACK], draw_pile=["temple_decoration"]
    )
    play(game, LAST_SHIP)
    assert (game.decider, game.question) == (GRAY, "temple")
    assert moves(game) == ["take points", "take stones"]
    play(game, "take stones")
    assert game.decider == WHITE
    assert breakdown(game, "temple") == [0, 0, 2, 0]
    play(game, "take points")
    assert game.decider == BLACK
    assert hand(game, WHITE) == ["temple_decoration"]
    play(game, "take points")
    assert breakdown(game, "temple") == [1, 1, 2, 0]
    assert sleds(game) == [0, 0, 0, 2]
    assert game.round == 2


def test_example_of_burial_chamber_b() -> None:
    """B) Burial chamber: rows of 8, 3 and 3 points, of 8 and 4, and of 8."""
    top = [WHITE, BROWN, GRAY, WHITE, WHITE]
    middle = [BLACK, WHITE, BLACK, BLACK]
    bottom = [GRAY, GRAY, GRAY, GRAY]
    stones = [row[column] for column in range(5) for row in (top, middle, bottom) if column < len(row)]
    game = scored(sides="AAABA", burial_chamber=stones)
    scorings = [e for e in happened(game, "points") if e.source == "burial_chamber" and e.points]
    assert sorted((e.seat, e.points) for e in scorings) == sorted(
        [(WHITE, 8), (BROWN, 3), (GRAY, 3), (BLACK, 8), (WHITE, 4), (GRAY, 8)]
    )
    assert breakdown(game, "burial_chamber") == [8, 12, 3, 11]


def test_example_of_obelisks_b() -> None:
    """B) Obelisks: white's third stone makes the second tower, 9 points at once; black and gray lay single stones."""
    game = table(
        sides="AAAAB",
        ships=[ship(3, BLACK, WHITE, GRAY), ship(4), ship(2), ship(2)],
        obelisks=[BROWN, BROWN, BROWN, WHITE, WHITE],
    )
    play(game, "sail 1 obelisks")
    assert game.scores() == [0, 9, 0, 0]
    view = game.view().obelisks
    assert view.towers[:3] == [BROWN, WHITE, None]
    assert view.singles == [1, 0, 0, 1]
    assert view.stones == [1, 3, 3, 1]


def test_single_stones_of_obelisks_b() -> None:
    """B) Obelisks: stones that are in no tower are worth 1 point each at the end."""
    game = scored(sides="AAAAB", obelisks=[BLACK] * 5 + [WHITE])
    assert breakdown(game, "obelisks") == [2, 1, 0, 0]  # the tower was scored when it was built


# --- wrath and cards


def test_wrath_of_the_pharaoh() -> None:
    """Variant: 5 points less for who has no stone at one of the four monuments."""
    boards: dict[str, Any] = {
        "pyramids": [BLACK, WHITE],
        "temple": [BLACK, WHITE],
        "burial_chamber": [BLACK, WHITE],
        "obelisks": [BLACK],
    }
    assert breakdown(scored(2, wrath=True, **boards), "wrath") == [0, -5]
    assert breakdown(scored(2, wrath=False, **boards), "wrath") == [0, 0]


def test_example_of_the_decoration() -> None:
    """Page 12: 13 stones in the burial chamber make its decoration worth 4 points."""
    stones = [BLACK, WHITE, BROWN, GRAY] * 3 + [BLACK]
    game = scored(burial_chamber=stones, hands=[[], ["burial_chamber_decoration"], [], []])
    assert breakdown(game, "decorations") == [0, 4, 0, 0]


@pytest.mark.parametrize(
    ("card", "site"),
    [
        ("pyramid_decoration", "pyramids"),
        ("temple_decoration", "temple"),
        ("burial_chamber_decoration", "burial_chamber"),
        ("obelisk_decoration", "obelisks"),
    ],
)
def test_each_decoration_counts_its_own_site(card: str, site: str) -> None:
    """Page 12: 1 point for every 3 stones at the corresponding site, with two cards twice."""
    stones = {"pyramids": 3, "temple": 6, "burial_chamber": 9, "obelisks": 12}
    boards: dict[str, Any] = {name: [BLACK, WHITE, BROWN] * (count // 3) for name, count in stones.items()}
    game = scored(3, **boards, hands=[[card], [card], []])
    assert breakdown(game, "decorations") == [stones[site] // 3, stones[site] // 3, 0]
    game = scored(3, **boards, hands=[[card, card], [], []])
    assert breakdown(game, "decorations") == [2 * (stones[site] // 3), 0, 0]


def test_example_of_the_statues() -> None:
    """Page 12: three statue cards are worth 6 points."""
    assert breakdown(scored(hands=[[], [], ["statue"] * 3, []]), "statues") == [0, 0, 6, 0]


@pytest.mark.parametrize(("count", "points"), [(0, 0), (1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (6, 17), (7, 19)])
def test_statues(count: int, points: int) -> None:
    """Page 12: the table; past five, 2 points each."""
    assert breakdown(scored(2, hands=[[], ["statue"] * count]), "statues") == [0, points]


def test_unused_blue_cards() -> None:
    """Page 12 and the final scoring: 1 point for each blue card that was not used."""
    game = scored(2, hands=[["lever", "hammer", "sail", "sail", "chisel"], ["statue", "obelisk_decoration"]])
    assert breakdown(game, "unused_cards") == [5, 0]


def test_lever() -> None:
    """Page 12: sail a ship and decide the sequence of unloading; then the card goes to the discard pile."""
    game = table(ships=[ship(3, WHITE, None, BROWN), ship(4), ship(2), ship(2)], hands=[["lever"], [], [], []])
    play(game, "play lever", "sail 1 pyramids", "unload brown")
    assert game.scores() == [0, 1, 2, 0]
    assert game.view().discard_pile == ["lever"]
    assert hand(game, BLACK) == []
    assert game.decider == WHITE


def test_hammer() -> None:
    """Page 12: three stones from the quarry, then one stone onto a ship."""
    game = table(2, hands=[["hammer"], []])
    play(game, "play hammer")
    assert sleds(game) == [3, 0]
    assert game.question == "load"
    play(game, "load 1 4")
    assert sleds(game) == [2, 0]
    assert game.view().ships[0].spaces == [None, None, None, BLACK]
    assert game.view().discard_pile == ["hammer"]
    assert game.decider == WHITE


def test_sail() -> None:
    """Page 12: one stone onto a ship, and that ship sails."""
    game = table(2, ships=[ship(3, None, WHITE), ship(4), ship(2), ship(2)], sleds=[1, 0], hands=[["sail"], []])
    play(game, "play sail", "load 1 1", "sail 1 pyramids")
    assert game.scores() == [2, 1]
    assert sleds(game) == [0, 0]
    assert game.view().discard_pile == ["sail"]


def test_chisel() -> None:
    """Page 12: two stones onto one ship, or one each onto two."""
    for first, second in (("load 1 1", "load 1 4"), ("load 1 1", "load 3 2")):
        game = table(2, ships=FOUR_EMPTY_SHIPS, sleds=[3, 0], hands=[["chisel"], []])
        play(game, "play chisel", first, second)
        assert sleds(game) == [1, 0]
        assert sum(s.spaces.count(BLACK) for s in game.view().ships) == 2
        assert game.view().discard_pile == ["chisel"]
        assert game.decider == WHITE


def test_only_one_blue_card_a_turn() -> None:
    """Page 12: a blue card is the whole action of a turn."""
    game = table(2, sleds=[2, 0], hands=[["chisel", "hammer"], []])
    play(game, "play chisel", "load 1 1")
    assert refused(game, "play hammer").rule == "R13"
    play(game, "load 1 2")
    assert game.decider == WHITE
    assert refused(game, "play hammer").reason == "not_in_hand"


def test_winner_and_tie() -> None:
    """End of game: most points, then more stones on the sled, then shared."""
    assert scored(3, points=[{"temple": 1}, {"temple": 2}, {}]).winners() == [WHITE]
    assert scored(3, sleds=[1, 0, 2], points=[{"temple": 3}, {"temple": 3}, {}]).winners() == [BLACK]
    assert scored(3, sleds=[2, 2, 5], points=[{"temple": 3}, {"temple": 3}, {}]).winners() == [BLACK, WHITE]
