"""The terminal game: whole games through the keyboard, every command, and what a person sees."""

import io
import random
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from imhotep import Game, Move, load_file, new_game
from imhotep.cli.drawing import draw
from imhotep.cli.drawing_log import log_lines
from imhotep.cli.drawing_moves import choices, matching
from imhotep.cli.terminal import play_terminal
from imhotep.table.catalogue import catalogue

NAMES = ["Amina", "Bastian", "Chenoa", "Dimitri"]
SITES = ["Market", "Pyramids", "Temple", "Burial Chamber", "Obelisks"]
SIZES = [(60, 24), (80, 24), (100, 40), (140, 50)]


class Chance:
    """A bot of the tests."""

    name = "chance"

    def __init__(self, seed: int = 1) -> None:
        self.random = random.Random(seed)

    def choose(self, view: Any) -> Move:
        chosen: Move = self.random.choice(view.moves)
        return chosen


class Script:
    """A keyboard: lines, then the end of input."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = list(lines)
        self.prompts: list[str] = []

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)


def start(players: int = 2, sides: str = "AAAAA", seed: int = 3, **options: Any) -> Game:
    return new_game("builder", players, sides, seed=seed, undo="free", names=NAMES[:players], **options)


def screen(width: int = 100, height: int = 40, terminal: bool = False) -> Console:
    return Console(
        width=width, height=height, record=True, file=io.StringIO(), force_terminal=terminal, legacy_windows=False
    )


def at_the_keyboard(
    game: Game, *lines: str, width: int = 100, bots: dict[int, Chance] | None = None
) -> tuple[Game, str]:
    console = screen(width)
    after = play_terminal(game, bots or {}, console, Script(lines))
    return after, console.export_text()


def check_lines(text: str, width: int) -> None:
    assert "…" not in text
    assert "Traceback" not in text
    for line in text.splitlines():
        assert cell_len(line) <= width, line


def until(game: Game, question: str, seed: int = 1) -> Game:
    """Random play up to a question."""
    chance = random.Random(seed)
    for _ in range(2000):
        if game.question == question:
            return game
        if game.is_over:
            game = start(game.players, game.setup.sides, seed=chance.randrange(10**6))
        game.play(chance.choice(game.legal_moves()))
    raise AssertionError(f"never asked: {question}")


# --- whole games


def random_keyboard(game: Game, seed: int) -> Callable[[str], str]:
    chance = random.Random(seed)

    def read(prompt: str) -> str:
        moves = game.legal_moves()
        if prompt != "> " or not moves:
            return ""
        number = chance.randrange(len(moves))
        return str(number + 1) if chance.random() < 0.5 else moves[number].text

    return read


@pytest.mark.parametrize(
    ("size", "players", "sides"),
    [  # every size, every number of players and every side, not every mix of them: drawing takes its time
        (SIZES[0], 4, "BBBBB"),
        (SIZES[0], 2, "AAAAA"),
        (SIZES[1], 3, "BABAB"),
        (SIZES[2], 2, "BBBBB"),
        (SIZES[2], 4, "ABABA"),
        (SIZES[3], 3, "AAAAA"),
    ],
)
def test_a_whole_game_by_keyboard(players: int, sides: str, size: tuple[int, int]) -> None:
    game = start(players, sides, seed=players)
    console = screen(*size, terminal=True)
    after = play_terminal(game, {}, console, random_keyboard(game, seed=players))
    text = console.export_text()
    assert after is game
    assert game.is_over
    check_lines(text, size[0])
    for name in [*NAMES[:players], "Final scores", "round 1 of 6", "round 6 of 6", "win"]:
        assert name in text
    for letter, site in zip(sides, SITES, strict=True):
        assert f"{site} {letter}" in text


def test_a_game_against_bots_and_one_of_bots_alone() -> None:
    game = start(3, "BBBBB")
    console = screen()
    play_terminal(game, {1: Chance(), 2: Chance(2)}, console, random_keyboard(game, seed=4))
    assert game.is_over
    watched, text = at_the_keyboard(start(2), "", bots={0: Chance(), 1: Chance(2)})
    assert watched.is_over
    assert "Final scores" in text


def test_a_resigned_game_ends_with_a_winner() -> None:
    game = start()
    game.resign(0)
    _, text = at_the_keyboard(game, "undo", "moves", "1", "")
    assert "Bastian wins!" in text
    assert "there are no moves" in text


# --- what is on the screen


@pytest.mark.parametrize("sides", ["AAAAA", "BBBBB"])
@pytest.mark.parametrize("players", [2, 4])
def test_the_screen_shows_what_a_person_needs(players: int, sides: str) -> None:
    game = start(players, sides, wrath=True)
    chance = random.Random(8)
    words = catalogue()
    while not game.is_over:
        seat = game.decider
        assert seat is not None
        view = game.view(seat)
        for width, height in SIZES if game.ply % 7 == 0 else [(100, 40)]:
            console = screen(width, height)
            console.print(draw(view, game.events_for(seat)))
            text = console.export_text()
            check_lines(text, width)
            flat = " ".join(re.sub(r"[│┃]", " ", text).split())
            for site, letter in zip(SITES, sides, strict=True):
                assert f"{site} {letter}" in flat
            assert words.questions[view.question].text in flat
            assert f"round {view.round} of {view.rounds}" in flat
            assert f"draw pile {view.draw_pile}, discards {len(view.discard_pile)}" in flat
            assert words.variants["wrath"].title in flat
            assert all(f"[{number}]" in flat for number in range(1, len(view.moves) + 1))
            for player in view.seats:
                assert player.name in flat
                assert f"quarry {player.quarry}" in flat
            for card in view.market.open:
                assert card is None or words.cards[card].name in flat
            for number, ship in enumerate(view.ships, 1):
                assert f"Ship {number}:" in flat
                assert ship.site is None or f"at the {words.sites[_site(ship.site)].short}" in flat
            free = sum(all(ship.site != site for ship in view.ships) for site in words.sites)
            assert flat.count("dock free") == free
            if width >= 100:
                for card in filter(None, view.market.open):
                    assert words.cards[card].summary in flat
        game.play(chance.choice(game.legal_moves()))


def _site(id: str) -> Any:
    return id


def count_stones(text: str, mark: str) -> int:
    return len(re.findall(rf"▐ *{re.escape(mark)} *▌", text))


def test_every_stone_is_drawn() -> None:
    for sides in ("AAAAA", "BBBBB"):
        game = until(start(3, sides), "pick_card")
        view = game.view(0)
        console = screen(140, 50)
        console.print(draw(view, []))
        text = console.export_text()
        for number, mark in enumerate("●▲≈"):
            seat = view.seats[number]
            seen = seat.sled + sum(ship.spaces.count(number) for ship in view.ships)
            seen += sum(space.owner == number for part in view.pyramids.parts for space in part)
            seen += sum(space.owner == number for space in view.temple.spaces)
            seen += view.burial_chamber.owners.count(number) + view.obelisks.stones[number]
            names = 1 + (view.decider == number)  # at the seat, and beside the question
            assert count_stones(text, mark) == seen + names


def test_side_b_shows_bonuses_and_side_a_points() -> None:
    text = at_the_keyboard(start(4, "BBBBB"), width=140)[1]
    for part in ("1▯", "1▪", "1↓", "1/2▪", "‹10›", "8, 4, 2, 0", "single:", "left", "middle", "right"):
        assert part in text
    text = at_the_keyboard(start(4, "AAAAA"), width=140)[1]
    for part in ("‹2›", "1→1 2→3 3→6 4→10 5→15", "15, 10, 5, 1", "1 point for each stone on top"):
        assert part in text


def test_the_next_space_is_marked_on_every_site() -> None:
    console = screen(140, 50)
    console.print(draw(start(2, "BBBBB").view(0), []))
    # three pyramids, the temple, the chamber, the best tower
    assert len(re.findall(r"‹[^›]*›", console.export_text())) == 6


def test_colours_are_not_needed() -> None:
    looks = set()
    for width in (80, 140):
        console = Console(width=width, height=50, file=io.StringIO(), no_color=True, force_terminal=True)
        console.print(draw(start(4).view(None), []))
        file = console.file
        assert isinstance(file, io.StringIO)
        assert "38;2" not in file.getvalue()
        looks |= {mark for mark in "●▲≈†" if f"{mark}" in file.getvalue()}
    assert looks == set("●▲≈†")


@pytest.mark.parametrize("width", [60, 80, 100, 140])
def test_long_and_strange_names_are_shown_whole(width: int) -> None:
    names = ["A" * 40, "[bold]x[/bold]", "Тутанхамон Великий", "王" * 20]
    game = new_game("builder", 4, "BABAB", seed=5, undo="free", names=names)
    _, text = at_the_keyboard(game, "get", "get", "score", "log", "get", width=width)
    check_lines(text, width)
    for name in names:
        letters = re.sub(r"[\s│┃]", "", text)
        assert name.replace(" ", "") in letters or width < 100


def test_the_log_hides_noise_and_adds_points_up() -> None:
    game = start(3, "AAAAA")
    chance = random.Random(2)
    while not game.is_over:
        game.play(chance.choice(game.legal_moves()))
    lines = [line.plain for line in log_lines(game.view(None), game.events)]
    assert any(re.search(r"builds at the Pyramids, place 1 \+2$", line) for line in lines)
    assert not any("is ready" in line or "is to play" in line or "scores 0" in line for line in lines)
    earned = dict.fromkeys(NAMES[:3], 0)
    for line in lines:
        for name in earned:
            found = re.search(rf"{name} (?:scores (-?\d+):|.* ([+-]\d+)$)", line)
            earned[name] += int(found[1] or found[2]) if found else 0
    assert list(earned.values()) == game.scores()


# --- moves


def test_every_legal_move_can_be_reached() -> None:
    for sides in ("AAAAA", "BBBBB"):
        game = start(4, sides, rules={"may_decline_card": True})
        chance = random.Random(6)
        asked = set()
        while not game.is_over:
            moves = game.legal_moves()
            asked.add(game.question)
            listed = "\n".join(line.plain for line in choices(game.view(game.decider), 76))
            for number, move in enumerate(moves, 1):
                assert f"[{number}] " in listed
                assert matching(moves, move.text) == [move]
            game.play(chance.choice(moves))
        assert "turn" in asked


@pytest.mark.parametrize("typed", ["load 1 1", "l 1 1", "LOAD  1  1", "load ship 1 space 1", "Load 1,1", "2"])
def test_one_move_in_many_spellings(typed: str) -> None:
    game, _ = at_the_keyboard(start(), typed)
    assert game.entries[0].text == "load 1 1"


def test_beginnings() -> None:
    game = start()
    moves = game.legal_moves()
    assert [str(move) for move in matching(moves, "g")] == ["get stones"]
    assert len(matching(moves, "load 1")) > 1
    assert matching(moves, "") == []
    assert matching(moves, "load 1 1 1") == []


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("0", "numbered 1 to"),
        ("999", "numbered 1 to"),
        ("²", "no move"),
        ("١", "numbered 1 to"),
        ("9" * 5000, "numbered 1 to"),
        ("load 1", "could be load 1 1, load 1 2"),
        ("load 9 9", "numbered 1 to 4"),
        ("load", "load and a file name"),
        ("sail 1 market", "(R18)"),
        ("play lever", "(R22)"),
        ("pass", "(B2)"),
        ("dance", "no move"),
        ("x" * 5000, "a move is one of"),
        ("[red]", "no move"),
        ("why", "why and a move"),
        ("why dance", "no move"),
        ("why pass", "may pass only"),
        ("save", "save and a file name"),
        ("save /nowhere/at/all.imh", "/nowhere/at/all.imh:"),
        ("load /nowhere/at/all.imh", "/nowhere/at/all.imh:"),
        ("load .", ".:"),
        ("undo", "nothing of yours"),
        ("rules quetzalcoatl", "says anything about"),
    ],
)
def test_bad_input_is_one_line_and_changes_nothing(typed: str, said: str) -> None:
    game = start()
    before = game.record()
    after, text = at_the_keyboard(game, typed)
    assert after is game
    assert game.record() == before
    answer = text[text.index("✗ ") :] if "✗ " in text else ""
    assert answer.count("✗ ") == 1
    assert said in " ".join(answer.split()) or said in answer.replace("\n", "")
    check_lines(text, 100)


# --- commands


def test_help_names_every_command() -> None:
    for word in ("help", "?"):
        _, text = at_the_keyboard(start(), word)
        for command in ("moves", "why MOVE", "rules [WORD]", "score", "log", "undo", "save FILE", "load FILE", "quit"):
            assert command in text


def test_moves_lists_the_notation() -> None:
    game = start()
    _, text = at_the_keyboard(game, "moves")
    for number, move in enumerate(game.legal_moves(), 1):
        assert f"[{number}] {move.text}" in text


def test_why() -> None:
    _, text = at_the_keyboard(start(), "why get", "why 1", "why sail 1 temple")
    assert text.count("get stones: this is legal now.") == 2
    assert "(R18)" in text
    assert "Minimum load" in text


def test_rules() -> None:
    _, text = at_the_keyboard(start(2, "ABABA"), "rules", "rules R15", "rules lever", "rules stone")
    assert "Pyramids B" in text
    assert "Room on the sled" in text
    assert "choose the order in which its stones are unloaded" in text
    assert " more: " in text


def test_score_and_log() -> None:
    game = until(start(3, seed=4), "pick_card")
    _, text = at_the_keyboard(game, "score", "log")
    assert "Points so far" in text
    for source in ("Pyramids", "Temple", "Burial Chamber", "Obelisks", "Stones on the sled"):
        assert source in text
    assert "Round 1 begins" in text


def test_enter_draws_again() -> None:
    _, once = at_the_keyboard(start())
    _, twice = at_the_keyboard(start(), "")
    assert (once.count("The Nile"), twice.count("The Nile")) == (1, 2)


def test_undo_among_people() -> None:
    game, _ = at_the_keyboard(start(), "get", "get", "undo")
    assert game.ply == 1
    game, text = at_the_keyboard(start(), "get", "undo", "undo")
    assert game.ply == 0
    assert "nothing of yours" in text


@pytest.mark.parametrize("undo", ["free", "fair"])
def test_undo_goes_back_to_the_persons_last_decision(undo: str) -> None:
    game = new_game("builder", 3, "AAAAA", seed=3, first=1, undo=undo)
    bots = {1: Chance(), 2: Chance(2)}
    game, _ = at_the_keyboard(game, bots=bots)
    assert (game.decider, game.ply) == (0, 2)
    before = game.view(0)
    game, text = at_the_keyboard(game, "get", "undo", "undo", bots=bots)
    assert (game.decider, game.ply) == (0, 2)
    assert game.view(0) == before
    assert text.count("nothing of yours") == 1


def test_save_and_load(tmp_path: Path) -> None:
    path = tmp_path / "my evening.imh"
    game, text = at_the_keyboard(
        start(), "get", f"save {path}", "get", f"load {path}", "no", f"load {path}", "yes", "get"
    )
    assert game.ply == 2
    assert load_file(path).ply == 1
    assert "Saved in" in text
    other, _ = at_the_keyboard(start(4, "BBBBB"), f"load {path}", bots={3: Chance()})  # nothing to lose: no question
    assert other.players == 2


def test_a_broken_file_is_refused_and_the_game_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "broken.imh"
    path.write_text(start().record().replace("players: 2", "players: 7"))
    game = start()
    after, text = at_the_keyboard(game, f"load {path}", "get")
    assert after is game
    assert game.ply == 1
    assert "line 5" in text


def test_quit_asks_only_for_what_is_not_saved(tmp_path: Path) -> None:
    path = tmp_path / "game.imh"
    for lines, asked in [(["quit"], 0), (["get", "quit", ""], 1), (["get", f"save {path}", "quit"], 0)]:
        script = Script(lines)
        play_terminal(start(), {}, screen(), script)
        assert sum("Save this game?" in prompt for prompt in script.prompts) == asked
        assert not script.lines
    script = Script(["get", "get", "quit", "/nowhere/x.imh", str(path), "no", str(path), "yes"])
    console = screen()
    play_terminal(start(), {}, console, script)
    assert "✗ /nowhere/x.imh" in console.export_text()
    assert load_file(path).ply == 2
    assert sum("Replace it?" in prompt for prompt in script.prompts) == 2


def test_the_end_of_input_still_offers_to_save() -> None:
    prompts: list[str] = []

    def read(prompt: str) -> str:
        prompts.append(prompt)
        if len(prompts) == 1:
            return "get"
        raise EOFError

    play_terminal(start(), {}, screen(), read)
    assert [prompt for prompt in prompts if "Save this game?" in prompt]


def test_taking_back_a_look_needs_the_others_at_the_keyboard() -> None:
    position = {
        "ships": [{"size": 1, "stones": [0]}, {"size": 3}, {"size": 2}, {"size": 2}],
        "face_down": ["statue", "sail"],
    }
    game = new_game("builder", 2, "BAAAA", seed=1, undo="free", position=position | {"market": ["lever"]})
    console = screen()
    script = Script(["sail 1 market", "look 4", "", "undo", "no", "undo", "yes", "take lever"])
    play_terminal(game, {}, console, script)
    assert sum("Do all agree" in prompt for prompt in script.prompts) == 2
    assert game.view().seats[0].hand == ["lever"]


def test_a_loaded_game_keeps_the_people_and_gives_bots_the_other_seats(tmp_path: Path) -> None:
    path = tmp_path / "four.imh"
    four = start(4)
    four.save(path)
    game, _ = at_the_keyboard(start(2), f"load {path}", "get", "get", bots={1: Chance()})
    assert game.players == 4
    assert {entry.seat for entry in game.entries if entry.kind == "move"} - {0}
    assert game.decider in (0, None)


def test_points_of_the_temple_are_not_told_as_those_of_its_last_stone() -> None:
    ships = [{"size": 2, "stones": [0, 1]}, *({"size": 2, "site": site} for site in ("market", "pyramids", "obelisks"))]
    game = new_game("builder", 2, "AAAAA", seed=1, position={"ships": ships, "round": 6, "temple": [1]})
    game.play("sail 1 temple")
    lines = [line.plain for line in log_lines(game.view(), game.events)]
    assert not [line for line in lines if "builds at the Temple" in line and "+" in line]


def test_the_end_of_input_leaves_at_once() -> None:
    game, _ = at_the_keyboard(start(), "get")
    assert game.ply == 1


@pytest.mark.parametrize("more", [[], ["again"]])
def test_interrupting_leaves_cleanly(more: list[str]) -> None:
    prompts: list[str] = []

    def read(prompt: str) -> str:
        prompts.append(prompt)
        if len(prompts) == 1:
            return "get"
        if "Save" in prompt and not more:
            return ""
        raise KeyboardInterrupt

    game = play_terminal(start(), {}, screen(), read)
    assert game.ply == 1
    assert len(prompts) == 3


def test_a_bot_can_be_interrupted() -> None:
    class Thinker(Chance):
        def choose(self, view: Any) -> Move:
            raise KeyboardInterrupt

    game = play_terminal(start(first=1), {1: Thinker()}, screen(), Script([]))
    assert game.ply == 0


# --- hidden cards


def looking(players: int = 2) -> Game:
    return until(start(players, "BAAAA"), "keep_card")


def test_the_curtain_falls_before_hidden_cards_only_among_people() -> None:
    game = looking()
    seat = game.decider
    assert seat is not None
    console = screen(terminal=True)
    shown: list[str] = []

    def read(prompt: str) -> str:
        shown.append(console.export_text())
        return "" if len(shown) == 1 else "1" if len(shown) == 2 else "quit" if prompt == "> " else ""

    play_terminal(game, {}, console, read)
    assert f"Pass the keyboard to ▐{'●▲'[seat]}▌ {NAMES[seat]}" in " ".join(re.sub("[│\n]", " ", shown[0]).split())
    assert "The Nile" not in shown[0]
    assert "only you see them" in shown[1]
    assert all("only you see them" not in text for text in shown[2:])
    file = console.file
    assert isinstance(file, io.StringIO)
    written = file.getvalue()
    assert written.count("\x1b[?1049h") == written.count("\x1b[?1049l") == 1
    assert written.index("\x1b[?1049h") < written.index("only you see them") < written.index("\x1b[?1049l")

    alone = looking()
    decider = alone.decider
    assert decider is not None
    _, text = at_the_keyboard(alone, bots={1 - decider: Chance()})
    assert "Pass the keyboard" not in text
    assert "only you see them" in text


def test_nobody_else_sees_the_hidden_cards() -> None:
    game = looking(3)
    for seat in (None, *range(3)):
        view = game.view(seat)
        console = screen(140, 50)
        console.print(draw(view, game.events_for(seat)))
        assert ("only you see them" in console.export_text()) == (seat == game.decider)
        assert (view.market.seen is not None) == (seat == game.decider)


def test_a_bots_look_is_not_shown() -> None:
    game = looking()
    decider = game.decider
    assert decider is not None
    after, text = at_the_keyboard(game, bots={decider: Chance()})
    assert "only you see them" not in text
    assert after.question != "keep_card"


def test_leaving_behind_the_curtain_restores_the_screen() -> None:
    console = screen(terminal=True)
    play_terminal(looking(), {}, console, Script([]))
    file = console.file
    assert isinstance(file, io.StringIO)
    assert file.getvalue().count("\x1b[?1049h") == file.getvalue().count("\x1b[?1049l") == 1
