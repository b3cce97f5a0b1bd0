"""Builder of Egypt at the terminal: what its drawing shows of boards, tokens, hands and moves."""

import random
import re
from collections.abc import Iterable
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from imhotep import new_game
from imhotep.table.builder.sides import GreatObeliskView
from imhotep.table.builder.view import BuilderView
from imhotep.table.catalogue import catalogue
from imhotep.terminal import draw
from imhotep.terminal.builder.log import log_lines
from imhotep.terminal.builder.moves import choices
from imhotep.terminal.builder.tokens import LOOKS, obelisk, placements, shape
from imhotep.terminal.moves import matching
from tests.support.scale import scaled
from tests.support.terminal import (
    EMPTY_SHIPS,
    NAMES,
    at_the_keyboard,
    check_lines,
    drawn,
    flat,
    panel,
    plain,
    screen,
    start,
    until,
)
from tests.support.terminal import builder_by_hand as by_hand

SITES = ["Market", "Pyramids", "Temple", "Burial Chamber", "Obelisks"]
SIZES = [(60, 24), (80, 24), (100, 40), (140, 50)]
WIDTHS = [60, 80, 120, 200]
DYNASTY: dict[str, Any] = {"cards": "dynasty", "prophecies": True, "face_down": True}


# --- what is on the screen


@pytest.mark.parametrize(
    ("players", "sides", "options"),
    [
        (2, "AAAAA", {}),
        (4, "BBBBB", {}),
        (3, "CCCCC", DYNASTY),
        (4, "DDDDD", DYNASTY),
        (2, "DCDCD", {"cards": "dynasty"}),
    ],
)
def test_the_screen_shows_what_a_person_needs(players: int, sides: str, options: dict[str, Any]) -> None:
    game = start("builder", players, sides, wrath=True, **options)
    chance = random.Random(8)
    words = catalogue("builder")
    asked: set[str] = set()
    every = scaled(sample=9, test=9, all=3, soak=1)
    while not game.is_over:
        seat = game.decider
        assert seat is not None
        view = game.view(seat)
        sizes = [*SIZES, (200, 60)] if game.ply % (5 * every) == 0 else [(100, 40)] if game.ply % every == 0 else []
        if not sizes and view.question not in asked:
            sizes = [SIZES[len(asked) % len(SIZES)]]
        asked.add(view.question)
        for width, height in sizes:
            console = screen(width, height)
            console.print(draw(view, game.events_for(seat)))
            text = console.export_text()
            check_lines(text, width)
            shown = plain(text)
            for site, letter in zip(SITES, sides, strict=True):
                assert f"{site} {letter}" in shown
            assert words.questions[view.question].text in shown
            assert f"round {view.round} of {view.rounds}" in shown
            assert f"draw pile {view.draw_pile}, discards {len(view.discard_pile)}" in shown
            assert words.variants["wrath"].title in shown
            assert all(f"[{number}]" in shown for number in range(1, len(view.moves) + 1))
            for player in view.seats:
                assert player.name in shown
                assert f"quarry {player.quarry}" in shown
                assert player.face_down == 0 or " ? " in text
                assert all(words.cards[card].name.split()[0] in shown for card in player.hand)
            for card in view.market.open:
                assert card is None or words.cards[card].name in shown
            for prophecy in view.prophecies:
                assert words.prophecy_name(prophecy.id) in shown
            for site, letter in zip(words.sites, sides, strict=True):
                assert words.sides[site][_side(letter)].name in shown
            for number, ship in enumerate(view.ships, 1):
                assert f"Ship {number}:" in shown
                assert ship.site is None or f"at the {words.sites[_site(ship.site)].short}" in shown
            free = sum(all(ship.site != site for ship in view.ships) for site in words.sites)
            assert shown.count("dock free") == free
            if width >= 100 and sides[0] != "C":  # there the cards lie beside each other
                for card in filter(None, view.market.open):
                    assert words.cards[card].summary in shown
        game.play(chance.choice(game.legal_moves()))


def _site(id: str) -> Any:
    return id


def _side(letter: str) -> Any:
    return letter


def count_stones(text: str, mark: str) -> int:
    return len(re.findall(rf"▐ *{re.escape(mark)} *▌", text))


@pytest.mark.parametrize("sides", ["AAAAA", "BBBBB", "CCCCC", "DDDDD"])
def test_every_stone_is_drawn(sides: str) -> None:
    game = until(start("builder", 3, sides, cards="dynasty"), "pick_card")
    view = game.view(0)
    console = screen(140, 50)
    console.print(draw(view, []))
    text = console.export_text()
    for number, mark in enumerate("●▲≈"):
        seat = view.seats[number]
        seen = seat.sled + sum(ship.spaces.count(number) for ship in view.ships) + on_boards(view, number)
        names = 1 + (view.decider == number)  # at the seat, and beside the question
        assert count_stones(text, mark) == seen + names


def on_boards(view: Any, seat: int) -> int:
    """Stones of a seat that the boards show, with those that only name the seat."""
    pyramids, temple, chamber, obelisks = view.pyramids, view.temple, view.burial_chamber, view.obelisks
    owners: list[int | None]
    match view.sides:
        case "AAAAA" | "BBBBB":
            owners = [space.owner for part in pyramids.parts for space in part] + chamber.owners
            owners += [space.owner for space in temple.spaces]
            return owners.count(seat) + int(obelisks.stones[seat])
        case "CCCCC":
            owners = [space.owner for layer in pyramids.layers for space in layer]
            owners += [owner for level in chamber.levels for owner in level]
            owners += [space.owner for space in [*temple.spaces, *obelisks.path]]
            return owners.count(seat) + 2  # below its obelisk, beside its coins
        case _:
            owners = [space.owner for space in [*pyramids.spaces, *temple.spaces]] + chamber.owners
            return owners.count(seat) + sum(int(space.stones) for space in obelisks.obelisks if space.owner == seat)


def test_side_b_shows_bonuses_and_side_a_points() -> None:
    text = at_the_keyboard(start("builder", 4, "BBBBB"), width=140)[1]
    for part in ("1▯", "1▪", "1↓", "1/2▪", "‹10›", "8, 4, 2, 0", "single:", "left", "middle", "right"):
        assert part in text
    text = at_the_keyboard(start("builder", 4, "AAAAA"), width=140)[1]
    for part in ("‹2›", "1→1 2→3 3→6 4→10 5→15", "15, 10, 5, 1", "1 point for each stone on top"):
        assert part in text


def test_the_next_space_is_marked_on_every_site() -> None:
    console = screen(140, 50)
    console.print(draw(start("builder", 2, "BBBBB").view(0), []))
    # three pyramids, the temple, the chamber, the best tower
    assert len(re.findall(r"‹[^›]*›", console.export_text())) == 6


@pytest.mark.parametrize(
    ("sides", "options"), [("AAAAA", {}), ("CCCCC", DYNASTY), ("DDDDD", DYNASTY), ("CDCDC", {"prophecies": True})]
)
def test_the_log_hides_noise_and_adds_points_up(sides: str, options: dict[str, Any]) -> None:
    game = start("builder", 3, sides, **options)
    chance = random.Random(2)
    while not game.is_over:
        game.play(chance.choice(game.legal_moves()))
    lines = [line.plain for line in log_lines(game.view(None), game.events)]
    if sides == "AAAAA":
        assert any(re.search(r"builds at the Pyramids, space 1 \+2$", line) for line in lines)
    assert not any("is ready" in line or " to play" in line or "scores 0" in line for line in lines)
    earned = dict.fromkeys(NAMES[:3], 0)
    for line in lines:
        for name in earned:
            found = re.search(rf"{name}(?: scores (-?\d+):|.* ([+-]\d+)$)", line)
            earned[name] += int(found[1] or found[2]) if found else 0
    assert list(earned.values()) == game.scores()


# --- the sides of A New Dynasty


@pytest.mark.parametrize("width", WIDTHS)
def test_the_luxury_market_lies_in_two_rows_with_coins_by_seat(width: int) -> None:
    open_cards = ["lever", "statue", "burial_chamber_decoration", None]
    lines = panel(drawn(by_hand("CAAAA", market=open_cards, coins=[2, 0]), width, seat=None), "Market C")
    upper = next(number for number, line in enumerate(lines) if "1  Lever" in line)
    seam = next(number for number, line in enumerate(lines) if "┼" in line)
    lower = next(number for number, line in enumerate(lines) if "3  Burial Chamber" in line)
    assert "2  Statue" in lines[upper]
    assert "4  empty" in lines[lower]
    assert upper < seam < lower
    assert lines[upper].index("┊") == lines[seam].index("┼") == lines[lower].index("┊")
    assert "coins ▐●▌ ◎◎ ▐▲▌ none" in flat(lines)


@pytest.mark.parametrize("width", WIDTHS)
def test_the_black_market_shows_stacks_and_what_the_viewer_knows_of_them(width: int) -> None:
    stacks = [["statue", "lever", "raft"], ["sail", "sail"]]
    ships = [{"size": 1, "stones": [0]}, *EMPTY_SHIPS[1:]]
    game = by_hand("DAAAA", options={"cards": "dynasty"}, market=["chisel", "hammer"], face_down=stacks, ships=ships)
    for move in ("sail 1 market", "look 3", "keep lever"):
        game.play(move)
    known = flat(panel(drawn(game, width, seat=0), "Market D"))
    assert "3 Statue Raft face down, known to you: look, keep one" in known
    for seat in (1, None):
        others = flat(panel(drawn(game, width, seat=seat), "Market D"))
        assert "1 Chisel" in others
        assert "2 Hammer" in others
        assert "3 ? ? face down: look, keep one" in others
        assert "4 ? ? face down: look, keep one" in others
        assert "Raft" not in others


@pytest.mark.parametrize("width", WIDTHS)
def test_the_scaffold_shows_layers_tokens_and_the_majority(width: int) -> None:
    game = by_hand("ACAAA", scaffold=[1, 2, 4], pyramids=[0, 1, 0, 0, 1], edge={})
    lines = panel(drawn(game, width, seat=None), "Pyramids C")
    upper = next(number for number, line in enumerate(lines) if "‹▯›" in line)
    assert count_stones(lines[upper], "▲") == 1
    assert "1+2▪" in lines[upper]
    assert set(lines[upper + 1].split()) == {"━" * len(lines[upper + 1].strip())}
    assert (count_stones(lines[upper + 2], "●"), count_stones(lines[upper + 2], "▲")) == (3, 1)
    assert lines[upper + 2].endswith("●3 ▲1")
    text = flat(lines)
    view = game.view()
    assert "token 2 of 4" in text
    assert "most on a full one: 3, tied 1" in text
    assert "4 [3 1 2▪ ▯]" in text
    assert f"left out: {view.pyramids.left_out[0]}" in text
    assert "when complete: 1 each" in text


def test_a_complete_scaffold_shows_its_edge() -> None:
    text = flat(panel(drawn(by_hand("ACAAA", pyramids=[0, 1] * 9), 80, seat=None), "Pyramids C"))
    assert "token 4 of 4" in text
    assert "right edge: 2 stones, 1 each" in text
    assert "to come" not in text
    assert "‹" not in text


@pytest.mark.parametrize("width", WIDTHS)
def test_the_corridor_is_a_ring_with_imhotep_on_it(width: int) -> None:
    stones = [None, 0, None, None, None, 1, None, 0]
    lines = panel(drawn(by_hand("ADAAA", pyramids=stones, imhotep=5), width, seat=None), "Pyramids D")
    top = next(number for number, line in enumerate(lines) if "next 3" in line) - 1
    upper, middle, lower = (re.sub(r"[▐▌]", "", line).split() for line in lines[top : top + 3])
    assert upper == ["1", "●", "2", "4", "I", "1", "▲"]
    assert middle == ["2", "next", "3", "→", "4", "→", "2", "‹3›"]
    assert lower == ["4", "1", "3", "2", "4", "●"]
    assert "I Imhotep, clockwise" in flat(lines)


def test_moving_imhotep_says_what_the_next_stone_scores() -> None:
    text = flat(drawn(by_hand("ADAAA", imhotep=5, sleds=[2, 0]), 80, seat=0).splitlines())
    assert "[2] 3 stones from the quarry to your sled and Imhotep moves on:" in text
    assert "the next stone scores 3 instead of 2" in text


@pytest.mark.parametrize("width", WIDTHS)
def test_the_temple_of_ra_shows_its_gifts(width: int) -> None:
    lines = panel(drawn(by_hand("AACAA", 3, temple=[0, 1, 2, 0, 1, 2]), width, seat=None), "Temple C")
    assert any(line.split() == ["2/4▪", "3▯→1", "2/4▪", "3▯→1", "2/4▪"] for line in lines)
    assert any(line.split() == ["×2", "‹×1›", "×1", "×1", "×1"] for line in lines)
    assert "3▯→1 draw 3, keep 1" in flat(lines)


@pytest.mark.parametrize("width", WIDTHS)
def test_the_arena_shows_track_chariots_and_arrowheads(width: int) -> None:
    game = by_hand("AADAA", 4, temple=[0, 1, 2], chariots=[0, 0, 4, 11])
    lines = panel(drawn(game, width, seat=None), "Temple D")
    out = next(number for number, line in enumerate(lines) if "start" in line)
    back = next(number for number, line in enumerate(lines) if "finish" in line)
    assert lines[out].split() == ["start", "0", "1", "1", "2", "2", "3", "╮"]
    assert lines[back].split() == ["finish", "9", "7", "6", "5", "4", "3", "╯"]
    assert "◖●▲◗" in lines[out + 1]
    fourth = [found.start() for found in re.finditer(r"\d", lines[out])][3]
    assert lines[out + 1].index("◖≈◗") + 1 == fourth
    assert lines[back - 1].index("◖†◗") + 1 == lines[back].index("7")
    inside = " ".join(lines[out + 2 : back - 1])
    assert "‹▸▸▸›" in inside
    assert sum(count_stones(inside, mark) for mark in "●▲≈") == 3
    assert inside.count("▸") == 3 + 2 + 2 + 1 + 3 + 3 + 1 + 2 + 3
    assert "each round by place: 2, 1" in flat(lines)


def test_the_arena_at_its_end() -> None:
    lines = panel(drawn(by_hand("AADAA", temple=[0, 1] * 7, chariots=[12, 12]), 80, seat=None), "Temple D")
    back = next(number for number, line in enumerate(lines) if "finish" in line)
    assert "◖●▲◗" in lines[back - 1]
    assert "right edge: 2 stones" in flat(lines)


@pytest.mark.parametrize("width", WIDTHS)
def test_the_burial_mound_is_a_pyramid_with_numbered_free_spaces(width: int) -> None:
    game = by_hand("AAACA", burial_chamber=[0, 1, 0, None, None, 1])
    lines = panel(drawn(game, width, seat=None), "Burial Chamber C")
    ground = next(number for number, line in enumerate(lines) if "▔" in line) - 1
    levels = [re.sub(r"[▐▌]", "", line).split() for line in lines[ground - 4 : ground + 1]]
    assert levels == [["·"], ["·"] * 2, ["·"] * 3, ["▲", "‹7›", "·", "·"], ["●", "▲", "●", "‹4›", "‹5›"]]
    lefts = [len(line) - len(line.lstrip()) for line in lines[ground - 4 : ground + 1]]
    assert lefts == sorted(lefts, reverse=True)
    assert len(set(lefts)) == 5
    assert "stones × levels, at most 4" in flat(lines)
    assert "if it ended now: ●2 ▲4" in flat(lines)


@pytest.mark.parametrize("width", WIDTHS)
def test_the_tomb_shows_open_coming_and_lost_numbers(width: int) -> None:
    game = by_hand("AAADA", round=6, burial_chamber=[0, 0, None, 1], tomb=[7, 20], edge={"burial_chamber": [1]})
    lines = panel(drawn(game, width, seat=None), "Burial Chamber D")
    first = next(number for number, line in enumerate(lines) if "●" in line)
    rows = [re.sub(r"[▐▌]", "", line).split() for line in lines[first : first + 4]]
    assert rows[0] == ["●", "●", "×", "▲", "×", "×"]
    assert rows[1] == ["‹7›", *"×" * 5]
    assert rows[3] == ["×", "‹20›", *"×" * 4]
    text = flat(lines)
    for part in ("open: 7 20", "0 tokens to come", "no stone: −4", "right edge: 1 stone, 1 each", "5→15 more +2"):
        assert part in text
    fresh = flat(panel(drawn(by_hand("AAADA"), width, seat=None), "Burial Chamber D"))
    assert "20 tokens to come" in fresh
    assert "×" not in fresh
    assert fresh.count("‹") == 4


@pytest.mark.parametrize("width", WIDTHS)
def test_the_great_obelisk_shows_path_tokens_and_rows(width: int) -> None:
    game = by_hand("AAAAC", obelisks=[0, 0, 1], laid=["a1 b1", "c1 c2 b2", None])
    lines = panel(drawn(game, width, seat=None), "Obelisks C")
    path = next(number for number, line in enumerate(lines) if count_stones(line, "▲"))
    assert re.sub(r"[▐▌]", "", lines[path]).split()[:4] == ["●", "●", "▲", "‹█▀▀›"]
    ground = next(number for number, line in enumerate(lines) if "▀▀▀ " in line.replace("▐", " ") and "▄" not in line)
    upper, lower = lines[ground - 2], lines[ground - 1]
    (first, _), (second, _) = LOOKS[0], LOOKS[1]
    assert re.fullmatch(rf" +({second}{{4}}|{second}{{6}})", upper)
    assert re.fullmatch(rf" +({first}{{4}}{second}{{2}}|{first}{{6}}{second}{{3}})", lower)
    text = flat(lines)
    assert "1 full 0 full" in text
    assert "+1" in text
    assert "a full row: 2" in text
    assert "most of them: 6, 0" in text
    assert "if it ended now: ●8" in text


@pytest.mark.parametrize("width", WIDTHS)
def test_the_alley_shows_height_points_owner_and_stones(width: int) -> None:
    alley = [[0, 2], None, None, None, None, [1, 2]]
    lines = panel(drawn(by_hand("AAAAD", obelisks=alley), width, seat=None), "Obelisks D")
    below = next(number for number, line in enumerate(lines) if "2/5" in line)
    assert lines[below - 1].split() == ["16", "12", "11", "8", "7", "5", "4"]
    assert lines[below].split() == ["2/5", "0/4", "0/4", "0/3", "0/3", "2/2", "0/2"]
    assert lines[below + 1].split() == ["1.", "2.", "3.", "4.", "5.", "6.", "7."]
    for number in (below - 3, below - 2):
        assert (count_stones(lines[number], "●"), count_stones(lines[number], "▲")) == (1, 1)
    assert sum(line.count("▴") for line in lines) == 1
    assert sum(line.count("┊ ┊") for line in lines) == 3 + 4 + 4 + 3 + 3 + 0 + 2
    text = flat(lines)
    assert "unfinished: 1 per stone" in text
    full = [[0, 5], [1, 4], [0, 4], [1, 3], [0, 3], [1, 2], [0, 2]]
    lines = panel(drawn(by_hand("AAAAD", obelisks=full, edge={"obelisks": [1]}), width, seat=None), "Obelisks D")
    assert "right edge: 1 stone, 1 each" in flat(lines)


# --- tokens of the great obelisk


def squares_of(lines: list[str], signs: str, cell: int = 1) -> set[tuple[int, int]]:
    """The squares that a drawing shows with these signs, from the lower left."""
    found = set()
    for row, line in enumerate(reversed(lines), 1):
        found |= {(at // cell + 1, row) for at in range(0, len(line), cell) if line[at] in signs}
    return found


def test_shapes_are_drawn_two_rows_to_a_line() -> None:
    board = by_hand("AAAAC").view().obelisks
    assert len({place.shape for place in board.path}) == 8
    for place in board.path:
        lines = [line.plain for line in shape(place.squares)]
        upper = {(x, 2 * y) for x, y in squares_of(lines, "▀█")}
        lower = {(x, 2 * y - 1) for x, y in squares_of(lines, "▄█")}
        assert upper | lower == set(place.squares)
    assert [line.plain for line in shape([(1, 1), (1, 2), (1, 3), (2, 3)])] == ["▄▄", "█ "]


def great_obelisks(count: int) -> Iterable[BuilderView]:
    """Views of games in which somebody is asked where a token goes."""
    chance = random.Random(11)
    for seed in range(count):
        game = start("builder", 3, "AAAAC", seed=seed)
        while not game.is_over:
            if game.question == "great_obelisk":
                yield game.view(game.decider)
            elif game.question == "turn":  # off to the obelisks
                wanted = [move for move in game.legal_moves() if move.site == "obelisks"]
                if wanted:
                    game.play(chance.choice(wanted))
                    continue
            moves = [move for move in game.legal_moves() if move.verb != "decline"]
            game.play(chance.choice(moves or game.legal_moves()))
        yield game.view()


def test_each_way_to_add_a_token_is_drawn_where_it_would_lie() -> None:
    asked = 0
    for view in great_obelisks(3):
        great = view.obelisks
        assert isinstance(great, GreatObeliskView)
        for number, move in enumerate(view.moves, 1):
            if move.verb != "add":
                continue
            asked += 1
            assert view.decider is not None
            assert move.squares is not None
            head, *rows, ground, full = (line.plain for line in placements(great, view.decider, [(number, move)], 40))
            assert head.strip() == f"[{number}]"
            low = max(1, min(row for _, row in move.squares) - 1)
            assert ground.strip() == ("▀" if low == 1 else "┄") * 6
            added = {(column, row + low - 1) for column, row in squares_of(rows, "█", 2)}
            assert added == set(move.squares)
            heights = great.heights[view.decider]
            there = {(column, row + low - 1) for column, row in squares_of(rows, "▒", 2)}
            assert there == {(x, y) for x, height in enumerate(heights, 1) for y in range(low, height + 1)}
            after = [max(y for x, y in [*added, (at, height)] if x == at) for at, height in enumerate(heights, 1)]
            assert full.strip() == f"{min(after)} full"
    assert asked > 30


def test_the_question_shows_every_way_beside_the_token() -> None:
    ships = [{"size": 1, "stones": [0]}, *EMPTY_SHIPS[1:]]
    game = by_hand("AAAAC", ships=ships, obelisks=[1, 0], laid=[None, "a1 b1 a2"])
    game.play("sail 1 obelisks")  # a single square
    lines = [line.plain.rstrip() for line in choices(game.view(0), 76)]
    assert lines == [
        "Add          this token: ▄ turned and flipped as drawn",
        "              [1]      [2]      [3]",
        "             ██· ·    · · ·    · · ·",
        "             ▒▒· ·    ▒▒██·    ▒▒· ·",
        "             ▒▒▒▒·    ▒▒▒▒·    ▒▒▒▒██",
        "             ▀▀▀▀▀▀   ▀▀▀▀▀▀   ▀▀▀▀▀▀",
        "             0 full   0 full   1 full",
        "Decline      [4] the token goes back into the box",
    ]
    game.play("add c1")
    assert game.view().obelisks.complete_rows == [1, 0]


def test_an_obelisk_is_made_of_tokens_that_can_be_told_apart() -> None:
    tokens = 0
    for view in great_obelisks(4):
        if not view.is_over:
            continue
        great = view.obelisks
        assert isinstance(great, GreatObeliskView)
        for seat in range(3):
            laid = [set(place.laid) for place in great.path if place.owner == seat and place.laid]
            rows = [line.plain for line in obelisk(great, seat, 2, 99)][:-1]
            looks = []
            for squares in laid:
                (look,) = {rows[-y][2 * x - 2] for x, y in squares}
                looks.append(look)
            assert squares_of(rows, "".join(sign for sign, _ in LOOKS), 2) == set().union(*laid)
            for one, squares in enumerate(laid):
                around = {(x + dx, y + dy) for x, y in squares for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
                for other in range(one):
                    assert looks[one] != looks[other] or not around & laid[other]
            tokens += len(laid)
    assert tokens > 20


def test_a_high_obelisk_shows_its_top() -> None:
    laid: list[str | None] = [None] * 15
    heights = [0, 0, 0]
    for at, place in enumerate(by_hand("AAAAC").view().obelisks.path):
        if place.shape == "I3":  # upright, in the first column
            laid[at] = " ".join(f"a{heights[0] + row}" for row in (1, 2, 3))
            heights[0] += 3
        elif place.shape == "I2":
            laid[at] = f"a{heights[0] + 1} a{heights[0] + 2}"
            heights[0] += 2
    lines = panel(drawn(by_hand("AAAAC", obelisks=[0] * 15, laid=laid), 80, seat=None), "Obelisks C")
    assert heights[0] == 12
    assert "⋮ +7" in flat(lines)
    assert "+12" in flat(lines)


# --- prophecies, scarabs and hidden cards


@pytest.mark.parametrize("width", WIDTHS)
def test_prophecies_show_tasks_stakes_and_scarabs(width: int) -> None:
    prophecies = {"amun": [1, None], "ra": [None, 2], "anubis": [None, None]}
    hands = [["entrance"], ["statue"]]
    game = by_hand("AAAAA", options={"prophecies": True}, prophecies=prophecies, round=3, temple=[0, 1, 1], hands=hands)
    text = drawn(game, width, seat=0)
    lines = panel(text, "Prophecies of the Gods")
    assert lines[0].split()[-3:] == ["1–2", "‹3–4›", "5–6"]
    assert lines[1].split()[-6:] == ["+6", "−4", "+4", "−3", "+2", "−3"]
    rows = [next(line for line in lines if name in line) for name in ("Amun", "Ra ", "Anubis")]
    assert [re.findall(r"\(.\)|·", row) for row in rows] == [["(●)", "·", "·"], ["·", "(▲)", "·"], ["·", "·", "·"]]
    assert rows[0].index("(●)") < lines[0].index("‹3–4›") <= rows[1].index("(▲)") + 2
    told = re.sub(r"\(.\)|·", "", flat(lines))
    assert "Amun 2 red cards or more now ●1" in flat([told])
    assert "Ra most stones at the Temple now ●1 ▲2" in flat([told])
    assert "most stones at the Burial Chamber" in flat([told])
    seats = plain(text)
    assert "scarabs (●)" in seats
    assert "scarabs (▲)" in seats
    assert "Anubis +4 −3 Have the most stones at the Burial Chamber" in seats  # as a move


def test_a_seat_without_scarabs_or_coins_says_so() -> None:
    options = {"prophecies": True}
    scarabs = {"amun": [1, None], "ra": [2, None]}
    game = by_hand("CAAAA", options=options, round=3, prophecies=scarabs, coins=[0, 1])
    text = drawn(game, 80, seat=None)
    assert "no scarabs  no coins" in text
    assert "scarabs (▲)(▲)  coins ◎" in text


@pytest.mark.parametrize("width", WIDTHS)
def test_hidden_cards_of_others_show_their_backs(width: int) -> None:
    game = by_hand(
        "AAAAA",
        options=DYNASTY,
        hands=[["statue"], ["cargo_sled"]],
        hands_face_down=[["lever", "hammer"], ["stone_ornament"]],
        sleds=[1, 7],
    )
    for seat, open_names, hidden_names in [
        (0, ["Statue", "Lever", "Hammer", "Cargo Sled"], ["Stone Ornament"]),
        (1, ["Cargo Sled", "Stone Ornament"], ["Statue", "Lever", "Hammer"]),
        (None, ["Cargo Sled"], ["Statue", "Lever", "Hammer", "Stone Ornament"]),
    ]:
        text = drawn(game, width, seat=seat)
        for name in open_names:
            assert f" {name} " in text
        for name in hidden_names:
            assert name not in text
        assert text.count(" ? ") == sum(player.face_down for player in game.view(seat).seats)
        assert "▐▲▌" * 7 in text  # room for seven on sled and cargo sled


def test_what_is_known_of_a_group_is_said_without_its_places() -> None:
    ships = [{"size": 2, "stones": [0, 1]}, *EMPTY_SHIPS[1:]]
    stacks = [["statue", "lever", "hammer"], ["sail"]]
    game = by_hand("DAAAA", options={"face_down": True}, face_down=stacks, ships=ships)
    for move in ("sail 1 market", "look 3", "keep statue", "look 3", "keep lever"):
        game.play(move)
    assert [group.cards for group in game.view(0).groups] == [["lever", "hammer"]]
    for width in WIDTHS:
        known = flat(panel(drawn(game, width, seat=0), "Market D"))
        assert "you have seen Lever Hammer now among space 3 (1 card), the hand of ▐▲▌ Bastian (1 card)" in known
        for seat in (1, None):
            assert "you have seen" not in drawn(game, width, seat=seat)


# --- other editions


def odd_edition(path: Path) -> Path:
    """Everything longer, wider or higher than in the box."""
    changes: dict[str, dict[str, str]] = {
        "market.C": {"columns": "3", "coins": "9"},
        "market.D": {"face_up": "1", "stacks": "3", "stack_size": "8"},
        "pyramids.C": {
            "tokens_used": "5",
            "tokens": "[" + ",\n".join(["[" + "{points=100, stones=12, card=1}," * 10 + "]"] * 6) + "]",
        },
        "pyramids.D": {"width": "20", "height": "5", "points": str([space % 13 for space in range(46)])},
        "temple.C": {
            "spaces": "{ 2 = 10, 3 = 11, 4 = 12 }",
            "gifts": "[" + "{points=100, stones=20}, {draw=8}," * 6 + "]",
        },
        "temple.D": {"arrowheads": str([space % 20 + 1 for space in range(30)]), "track": str(list(range(40)))},
        "burial_chamber.C": {"levels": "[8, 7, 6, 5, 4, 3, 2, 1]"},
        "burial_chamber.D": {"tokens": "60", "rows": "3", "columns": "20", "turned_over": "9"},
        "obelisks.C": {"width": "6", "path": str(["X", "I2", "Y"] * 10).replace("'", '"')},
        "obelisks.C.shapes": {
            "I1": '["#"]\nX = ["######", "#.....", "#.....", "#....."]\nY = ["#", "#", "#", "#", "#", "#"]'
        },
        "obelisks.D": {
            "obelisks": "[" + ",".join(f"{{height={20 - at}, points={300 - at}}}" for at in range(12)) + "]"
        },
        "prophecies": {"drawn": "7", "scarabs": "5"},
        "prophecies.rounds": {
            "periods": "[" + ",".join(f"{{until={at}, fulfilled=20, failed=-30}}" for at in range(1, 8)) + "]"
        },
    }
    text = (resources.files("imhotep") / "editions" / "dynasty.toml").read_text(encoding="utf-8")
    text = text.replace('edition = "dynasty"', 'edition = "odd"').replace("cards.isis]", "cards.the_god_of_long_names]")
    for table, values in changes.items():
        begin = text.index(f"\n[{table}]")
        end = text.index("\n[", begin + 1)
        part = text[begin:end]
        for key, value in values.items():
            part, found = re.subn(rf"(?ms)^{key} = (\[[^\]\n]*\n.*?^\]|[^\n]*)", f"{key} = {value}", part)
            assert found == 1, (table, key)
        text = text[:begin] + part + text[end:]
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("sides", ["CCCCC", "DDDDD"])
def test_any_edition_fits_the_screen(sides: str, tmp_path: Path) -> None:
    game = start("builder", 4, sides, edition=odd_edition(tmp_path / "odd.toml"), **DYNASTY)
    chance = random.Random(5)
    while not game.is_over:
        if game.ply % scaled(sample=36, test=36, all=12, soak=4) == 0:
            for width in [*WIDTHS, chance.randrange(60, 221)]:
                text = plain(drawn(game, width, seat=game.decider))
                assert "The God Of Long Names" in text
                parts = ["+12▪+▯", "100/20▪", "8▯→1", "draw 8, keep 1"] if sides == "CCCCC" else ["finish 39", "/20"]
                assert all(part in text for part in parts)
        game.play(chance.choice(game.legal_moves()))
    for width in WIDTHS:
        drawn(game, width, seat=None)


# --- moves


@pytest.mark.parametrize("sides", ["AAAAA", "BBBBB", "CCCCC", "DDDDD", "CDDCC"])
def test_every_legal_move_can_be_reached(sides: str) -> None:
    game = start("builder", 4, sides, house_rules={"may_decline_card": True}, **DYNASTY)
    chance = random.Random(6)
    asked = set()
    while not game.is_over:
        moves = game.legal_moves()
        asked.add(game.question)
        for width in (56, 76):
            lines = choices(game.view(game.decider), width)
            assert all(line.cell_len <= width for line in lines)
            listed = "\n".join(line.plain for line in lines)
            for number, move in enumerate(moves, 1):
                assert f"[{number}] " in listed
                assert matching(moves, move.text) == [move]
        game.play(chance.choice(moves))
    assert "turn" in asked


# --- scores and log


def test_score_and_log() -> None:
    game = until(start("builder", 3, seed=4), "pick_card")
    _, text = at_the_keyboard(game, "score", "log")
    assert "Points so far" in text
    for source in ("Pyramids", "Temple", "Burial Chamber", "Obelisks", "Stones on the sled"):
        assert source in text
    assert "Round 1 begins" in text


def test_who_asks_is_told_which_face_down_cards_everyone_saw_being_taken() -> None:
    hands = [["hammer"], ["statue", "statue", "sail", "cargo_sled"]]
    game = by_hand("AAAAA", options=DYNASTY, hands=hands, hands_face_down=[[], ["lever"]])
    _, text = at_the_keyboard(game, "", "score")
    row = next(line for line in text.splitlines() if "Seen being taken" in line)
    assert "Statue ×2, Sail" in row
    assert not {"Hammer", "Lever", "Cargo"} & {*row.replace(",", " ").split()}
    _, text = at_the_keyboard(until(start("builder", 3, seed=4), "pick_card"), "score")
    assert "Seen being taken" not in text


def test_points_of_the_temple_are_not_told_as_those_of_its_last_stone() -> None:
    ships = [{"size": 2, "stones": [0, 1]}, *({"size": 2, "site": site} for site in ("market", "pyramids", "obelisks"))]
    game = new_game("builder", 2, "AAAAA", seed=1, position={"ships": ships, "round": 6, "temple": [1]})
    game.play("sail 1 temple")
    lines = [line.plain for line in log_lines(game.view(), game.events)]
    assert not [line for line in lines if "builds at the Temple" in line and "+" in line]


def test_majorities_of_the_scaffold_and_verdicts_are_told_by_themselves() -> None:
    ships = [{"size": 1, "stones": [0]}, *({"size": 2, "site": site} for site in ("market", "temple", "obelisks"))]
    game = by_hand(
        "ACAAA",
        options={"prophecies": True},
        round=6,
        ships=ships,
        scaffold=[1],
        pyramids=[0, 0, 1],
        prophecies={"horus": [1, 3], "ra": [None, 1], "thoth": [None, None]},
    )
    game.play("sail 1 pyramids")
    lines = [line.plain for line in log_lines(game.view(), game.events)]
    at = lines.index("▐●▌ Amina builds at the Scaffold, space 4 +3")
    assert lines[at + 1] == "▐●▌ Amina scores 3: Scaffold"
    assert [line for line in lines if "prophecy of" in line] == [
        "▐●▌ Amina has fulfilled the prophecy of Horus +6",
        "▐▲▌ Bastian has failed the prophecy of Horus -3",
        "▐▲▌ Bastian has failed the prophecy of Ra -4",
    ]
