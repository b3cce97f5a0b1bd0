"""The terminal at any table: whole games through the keyboard, every command, and what is typed wrong.

What a game's drawing shows is tested in `test_builder_drawing.py` and `test_duel_drawing.py`, hidden cards in
`test_secrets.py`.
"""

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from imhotep import Game, Move, load_file, new_game
from imhotep.bots import Question
from imhotep.cli.terminal import play_terminal
from imhotep.table.catalogue import catalogue
from imhotep.table.editions import built_in_text
from imhotep.table.games import RULES
from imhotep.terminal import ARTISTS, artist_of, draw
from imhotep.terminal.moves import matching
from tests.support.paths import ROOT
from tests.support.terminal import (
    NAMES,
    Chance,
    Script,
    at_the_keyboard,
    builder_by_hand,
    check_lines,
    duel_by_hand,
    plain,
    random_keyboard,
    screen,
    start,
    written_to,
)

GAMES = ("builder", "duel")
MOVES = {"builder": ["get", "get", "get"], "duel": ["place 2 1", "place 2 3", "place 3 2"]}  # at `table`, in any order


def table(name: str) -> Game:
    """With moves of several kinds to choose from."""
    return duel_by_hand() if name == "duel" else start(name)


def test_every_game_has_somebody_to_draw_it() -> None:
    assert set(ARTISTS) == set(RULES)
    assert {artist_of(game).id for game in RULES} == set(RULES)
    terminal = (ROOT / "src/imhotep/cli/terminal.py").read_text(encoding="utf-8")
    assert not re.search("builder|duel", terminal, re.IGNORECASE)


# --- whole games

SHOWN = {
    "builder": ["round 1 of 6", "round 6 of 6", "win"],
    "duel": ["6 of 6 boats left", "no refills left", "the game is over", "wins!"],
}


@pytest.mark.parametrize(
    ("name", "size", "players", "sides", "options"),
    [  # every number of players and every side, not every mix of them with every size: drawing takes its time
        pytest.param("builder", (60, 24), 2, "BBBBB", {}, marks=pytest.mark.slow),
        ("builder", (80, 24), 3, "AAAAA", {}),
        pytest.param("builder", (100, 40), 2, "CCCCC", {"cards": "dynasty"}, marks=pytest.mark.slow),
        pytest.param(
            "builder",
            (140, 50),
            4,
            "DDDDD",
            {"cards": "dynasty", "prophecies": True, "face_down": True},
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "duel",
            (60, 24),
            2,
            "BBBB",
            {"house_rules": {"refill_at_end_of_turn": True, "partial_action_tokens": True}},
            marks=pytest.mark.slow,
        ),
        ("duel", (132, 45), 2, "AABA", {"house_rules": {"english_pyramid_b": True}}),
    ],
)
def test_a_whole_game_by_keyboard(
    name: str, size: tuple[int, int], players: int, sides: str, options: dict[str, Any]
) -> None:
    seed = players if name == "builder" else size[0]
    game = start(name, players, sides, seed, **options)
    console = screen(*size, terminal=True)
    assert play_terminal(game, {}, console, random_keyboard(game, seed)) is game
    assert game.is_over
    text = console.export_text()
    check_lines(text, size[0])
    for part in [*NAMES[:players], "Final scores", *SHOWN[name]]:
        assert part in text
    words = catalogue(name)
    for rule in options.get("house_rules", {}):
        assert words.house_rules[rule].title in plain(text)
    for site, letter in zip(words.sites.values(), sides, strict=True):
        assert f"{site.name} {letter}" in text


@pytest.mark.parametrize(("name", "players", "sides"), [("builder", 3, "BBBBB"), ("duel", 2, "BABA")])
def test_a_game_against_bots_and_one_of_bots_alone(name: str, players: int, sides: str) -> None:
    game = start(name, players, sides)
    console = screen()
    play_terminal(game, {seat: Chance(seat) for seat in range(1, players)}, console, random_keyboard(game, seed=4))
    assert game.is_over
    assert "Bastian is thinking ..." in console.export_text()
    watched, text = at_the_keyboard(start(name), "", bots={0: Chance(), 1: Chance(2)})
    assert watched.is_over
    assert "Final scores" in text


@pytest.mark.parametrize("name", GAMES)
def test_two_people_without_hidden_cards_have_no_secrets(name: str) -> None:
    game = start(name)
    console = screen(terminal=True)
    play_terminal(game, {}, console, Script(["1"] * 12))
    assert game.ply == 12
    assert "\x1b[?1049h" not in written_to(console)
    assert "Pass the keyboard" not in console.export_text()


@pytest.mark.parametrize("name", GAMES)
def test_a_resigned_game_ends_with_a_winner(name: str) -> None:
    game = start(name)
    game.resign(0)
    _, text = at_the_keyboard(game, "undo", "moves", "1", "")
    assert "Bastian wins!" in text
    assert "there are no moves" in text


FIRST_MOVES = {
    "builder": ("load 1 1", "load 1 2", "loads a stone onto ship 1, space 1", "You load a stone onto ship 1, space 1"),
    "duel": ("place 2 1", "place 2 3", "places a meeple in row 2, column 1", "You place a meeple in row 2, column 1"),
}


@pytest.mark.parametrize("name", GAMES)
def test_whoever_is_alone_at_the_screen_is_you(name: str) -> None:
    move, _, _, told = FIRST_MOVES[name]
    _, text = at_the_keyboard(start(name, first=0), move, "hint", "score", "log", bots={1: Chance()})
    assert told in text
    assert "Amina" not in text
    assert text.count("▐●▌ You") >= 5  # seat, log, hint, score and log again
    assert "Bastian" in text
    over = start(name)
    over.resign(1)
    _, text = at_the_keyboard(over, "", bots={1: Chance()})
    assert "▐●▌ You win!" in text


@pytest.mark.parametrize("name", GAMES)
def test_around_one_screen_everybody_has_a_name(name: str) -> None:
    first, second, told, _ = FIRST_MOVES[name]
    _, text = at_the_keyboard(start(name, first=0), first, second, "hint", "score", "log")
    assert f"Amina {told}" in text
    assert not re.search(r"▌ You\b", text)
    assert "Bastian  Your turn" in text


# --- what is on the screen


@pytest.mark.parametrize(
    ("new", "width", "seat", "parts"),
    [
        (lambda: start("builder", 4), 80, None, "●▲≈†"),
        (lambda: start("builder", 4), 140, None, "●▲≈†"),
        (duel_by_hand, 100, 0, ["●", "▲", "Light", "Dark", "light", "dark", "◉◉◉◉", "‹[6]›", "‹"]),
    ],
)
def test_colours_are_not_needed(new: Callable[[], Game], width: int, seat: int | None, parts: str | list[str]) -> None:
    console = Console(width=width, height=90, file=io.StringIO(), no_color=True, force_terminal=True)
    console.print(draw(new().view(seat), []))
    text = written_to(console)
    assert "38;2" not in text
    assert [part for part in parts if part not in text] == []


STRANGE = {
    "builder": ["A" * 40, "[bold]x[/bold]", "Тутанхамон Великий", "王" * 20],
    "duel": ["[bold]x[/bold] " + "A" * 25, "王" * 20],
}


@pytest.mark.parametrize(
    ("name", "sides", "lines", "width"),
    [("builder", "BABAB", ["get", "get", "score", "log", "get"], width) for width in (60, 80, 100, 140)]
    + [
        ("duel", None, ["place 1 1", "place 1 2", "u r 1", "score", "log"], width)
        for width in (60, 80, 100, 132, 180, 220)
    ],
)
def test_long_and_strange_names_are_shown_whole(name: str, sides: str | None, lines: list[str], width: int) -> None:
    names = STRANGE[name]
    game = new_game(name, len(names), sides, seed=5, undo="free", names=names)
    _, text = at_the_keyboard(game, *lines, width=width)
    check_lines(text, width)
    letters = re.sub(r"[\s│┃]", "", text)
    if name == "duel" or width >= 100:
        assert [one for one in names if one.replace(" ", "") not in letters] == []


# --- what is typed


@pytest.mark.parametrize(
    ("name", "typed", "played"),
    [
        *[
            ("builder", typed, "load 1 1")
            for typed in ("load 1 1", "l 1 1", "LOAD  1  1", "load ship 1 space 1", "Load 1,1", "2")
        ],
        ("duel", "place 2 1", "place 2 1"),
        ("duel", "p 2 1", "place 2 1"),
        ("duel", "PLACE  2  3", "place 2 3"),
        ("duel", "place row 3 column 2", "place 3 2"),
        ("duel", "place 3,2", "place 3 2"),
        ("duel", "1", "place 2 1"),
        ("duel", "u r 1", "unload row 1"),
        ("duel", "unload c 2", "unload column 2"),
        ("duel", "unload col 3", "unload column 3"),
        ("duel", "9", "play take"),
        ("duel", "play t", "play take"),
    ],
)
def test_one_move_in_many_spellings(name: str, typed: str, played: str) -> None:
    game, _ = at_the_keyboard(table(name), typed)
    assert [entry.text for entry in game.entries] == [played]


@pytest.mark.parametrize(
    ("name", "beginning", "only", "several", "too_long"),
    [
        ("builder", "g", "get stones", "load 1", "load 1 1 1"),
        ("duel", "unload c 2", "unload column 2", "unload", "place 2 1 1"),
    ],
)
def test_beginnings(name: str, beginning: str, only: str, several: str, too_long: str) -> None:
    moves = table(name).legal_moves()
    assert [str(move) for move in matching(moves, beginning)] == [only]
    assert len(matching(moves, several)) > 1
    assert matching(moves, "") == []
    assert matching(moves, too_long) == []


def test_beginnings_of_the_moves_of_action_tokens() -> None:
    game, _ = at_the_keyboard(duel_by_hand(), "play take", "take row 1 3")
    assert game.entries[-1].text == "take row 1 3 light pyramid"
    game, _ = at_the_keyboard(duel_by_hand(turn=1), "play s", "s c 1 1 3", "u r 1")
    assert [entry.text for entry in game.entries] == ["play swap and unload", "swap column 1 1 3", "unload row 1"]


def test_a_whole_move_is_never_taken_for_the_beginning_of_another() -> None:
    tokens = [["place", "place_and_unload"], []]
    harbour = [[0, 0, 0], [None] * 3, [None] * 3]  # a single meeple is in hand, two are needed
    for typed in ("play place", "PLAY  Place"):
        game, text = at_the_keyboard(duel_by_hand(tokens=tokens, harbour=harbour), typed, f"why {typed}")
        assert game.ply == 0
        assert text.count("you need two meeples in hand (D3)") == 3  # below the moves, and twice as an answer
    game, _ = at_the_keyboard(duel_by_hand(tokens=tokens, harbour=harbour), "play place a")
    assert game.entries[-1].text == "play place and unload"


BAD = [  # at any table
    ("0", "numbered 1 to"),
    ("999", "numbered 1 to"),
    ("²", "isn't a move"),
    ("١", "numbered 1 to"),
    ("9" * 5000, "numbered 1 to"),
    ("dance", "isn't a move"),
    ("x" * 5000, "a move is one of"),
    ("[red]", "isn't a move"),
    ("why", "why and a move"),
    ("why dance", "isn't a move"),
    ("save", "save and a file name"),
    ("save /nowhere/at/all.imh", "/nowhere/at/all.imh:"),
    ("load", "load and a file name"),
    ("load /nowhere/at/all.imh", "/nowhere/at/all.imh:"),
    ("load .", ".:"),
    ("undo", "you have nothing to take back"),
    ("rules quetzalcoatl", "the rules say nothing about"),
]
BAD_AT = {
    "builder": [
        ("load 1", "could be load 1 1, load 1 2"),
        ("load 9 9", "numbered 1 to 4"),
        ("sail 1 market", "(R18)"),
        ("play lever", "(R22)"),
        ("pass", "(B2)"),
        ("why pass", "may pass only"),
    ],
    "duel": [
        ("0", "numbered 1 to 9"),
        ("99", "numbered 1 to 9"),
        ("p", "could be place 2 1, place 2 3, place 3 2, play take: please type more"),
        ("place 1 1", "(R133)"),
        ("place 4 1", "numbered 1 to 3"),
        ("unload row 2", "(R135)"),
        ("unload", "could be unload row 1"),
        ("play swap and unload", "(R142)"),
        ("take row 1 1", "(R132)"),
        ("stop", "(R132)"),
        ("pass", "(D5)"),
        ("load", "load and a file name to load a game"),
        ("load 1 1", "1 1:"),
        ("why", "such as: why unload row 1"),
    ],
}


@pytest.mark.parametrize(("name", "typed", "said"), [(name, *bad) for name in GAMES for bad in BAD + BAD_AT[name]])
def test_bad_input_is_one_line_and_changes_nothing(name: str, typed: str, said: str) -> None:
    game = table(name)
    before = game.record()
    after, text = at_the_keyboard(game, typed)
    assert after is game
    assert game.record() == before
    answer = text[text.index("✗ ") :]
    assert answer.count("✗ ") == 1
    assert said in " ".join(answer.split())
    check_lines(text, 100)


# --- commands


@pytest.mark.parametrize(
    ("name", "examples", "foreign"),
    [
        ("builder", [], ["unload row 1", "meeple"]),
        ("duel", ["place 2 3", "unload row 1", "play take", "rules tomb"], ["sail", "sled", "ship"]),
    ],
)
def test_help_names_every_command_and_has_examples_of_this_game(
    name: str, examples: list[str], foreign: list[str]
) -> None:
    commands = ("moves", "why MOVE", "rules [WORD]", "score", "log", "undo", "save FILE", "load FILE", "quit")
    for word in ("help", "?"):
        _, text = at_the_keyboard(start(name), word)
        assert [part for part in (*commands, *examples) if part not in text] == []
    _, text = at_the_keyboard(start(name), "help")
    assert [part for part in foreign if part in text] == []


def test_examples_are_true() -> None:
    for artist in ARTISTS.values():
        words = catalogue(artist.id)
        for lookup in artist.examples.rules.split(", "):
            assert words.search(lookup.removeprefix("rules "))
        assert words.search(artist.examples.word)
        game = new_game(artist.id, seed=1)
        assert game.parse(artist.examples.why).text == artist.examples.why


@pytest.mark.parametrize("name", GAMES)
def test_moves_lists_the_notation(name: str) -> None:
    game = table(name)
    _, text = at_the_keyboard(game, "moves")
    for number, move in enumerate(game.legal_moves(), 1):
        assert f"[{number}] {move.text}" in text


@pytest.mark.parametrize(
    ("name", "typed", "legal", "rule"),
    [
        ("builder", ["why get", "why 1", "why sail 1 temple"], "get stones", "R18"),
        ("duel", ["why u r 1", "why 4", "why unload row 2"], "unload row 1", "R135"),
    ],
)
def test_why(name: str, typed: list[str], legal: str, rule: str) -> None:
    _, text = at_the_keyboard(table(name), *typed)
    assert text.count(f"{legal}: legal right now.") == 2
    assert f"({rule})" in text
    assert catalogue(name).rules[rule].title in text


@pytest.mark.parametrize(
    ("new", "typed", "told"),
    [
        (
            lambda: start("builder", sides="ABABA"),
            ["rules", "rules R15", "rules lever", "rules stone"],
            ["Pyramids B", "Room on the sled", "choose the order in which its stones are unloaded", " more: "],
        ),
        (
            lambda: builder_by_hand("CDCDC", options={"prophecies": True}, prophecies={"amun": [None, None]}),
            ["rules"],
            [
                *("Luxury Market C", "Corridor D", "Temple of Ra C", "Tomb D", "Great Obelisk C", "Amun"),
                *("Have 2 or more red cards.", "how many red cards Amun asks for", "which cards are neighbours"),
                *("the shape of the ring; the points of the spaces", "the order of the bonuses"),
            ],
        ),
        (
            lambda: start("duel", sides="ABAB"),
            ["rules", "rules D3", "rules tomb"],
            [
                *("Taller Obelisk A", "Temple of Sets B", "Twin Pyramids A", "Scattered Tomb B", "Swap and Unload"),
                "The name is ours.",
                *(catalogue("duel").rules["D3"].title, "rules meeple"),
            ],
        ),
    ],
)
def test_rules_tell_what_is_in_play_and_what_is_asked_for(
    new: Callable[[], Game], typed: list[str], told: list[str]
) -> None:
    _, text = at_the_keyboard(new(), *typed)
    assert [part for part in told if part not in text] == []
    assert "Obelisk Race" not in text  # a side that is not in play


def test_values_of_ones_own_edition_are_not_called_ours(tmp_path: Path) -> None:
    text = built_in_text("dynasty").replace('edition = "dynasty"', 'edition = "my-box"')
    text = re.sub(r"^house = .*$", "", text, flags=re.MULTILINE).replace('source = "house"', 'source = "rulebook"')
    mine = tmp_path / "mine.toml"
    mine.write_text(text)
    game = start("builder", sides="CDCDC", edition=str(mine), prophecies=True)
    _, told = at_the_keyboard(game, "rules", "rules horus")
    assert "House value" not in told
    assert "The name is ours." in told  # Horus is in no text


@pytest.mark.parametrize(("name", "title"), [("builder", "The Nile"), ("duel", "The harbour")])
def test_enter_draws_again(name: str, title: str) -> None:
    _, once = at_the_keyboard(start(name))
    _, twice = at_the_keyboard(start(name), "")
    assert (once.count(title), twice.count(title)) == (1, 2)


# --- taking back


@pytest.mark.parametrize("name", GAMES)
def test_undo_among_people(name: str) -> None:
    first, second, _ = MOVES[name]
    game, _ = at_the_keyboard(table(name), first, second, "undo")
    assert game.ply == 1
    game, text = at_the_keyboard(table(name), first, "undo", "undo")
    assert game.ply == 0
    assert "you have nothing to take back" in text


@pytest.mark.parametrize("undo", ["free", "fair"])
@pytest.mark.parametrize(
    ("name", "players", "first", "ply", "move"), [("builder", 3, 1, 2, "get"), ("duel", 2, 0, 0, "place 1 1")]
)
def test_undo_goes_back_to_the_persons_last_decision(
    name: str, players: int, first: int, ply: int, move: str, undo: str
) -> None:
    game = new_game(name, players, "A" * len(RULES[name].words.sites), seed=3, first=first, undo=undo)
    bots = {seat: Chance(seat) for seat in range(1, players)}
    game, _ = at_the_keyboard(game, bots=bots)
    assert (game.decider, game.ply) == (0, ply)
    before = game.view(0)
    game, text = at_the_keyboard(game, move, "undo", "undo", bots=bots)
    assert (game.decider, game.ply) == (0, ply)
    assert game.view(0) == before
    assert text.count("you have nothing to take back") == 1


def test_undo_asks_once_tokens_were_seen() -> None:
    script = Script(["place 2 1", "undo", "unload row 1", "undo", "no", "undo", "yes"])
    game = duel_by_hand()
    play_terminal(game, {}, screen(), script)
    assert game.ply == 0
    assert sum("Does everyone agree" in prompt for prompt in script.prompts) == 2


# --- files and leaving


@pytest.mark.parametrize("name", GAMES)
def test_save_and_load(name: str, tmp_path: Path) -> None:
    path = tmp_path / "my evening at dawn.imh"
    first, second, third = MOVES[name]
    lines = [first, f"save {path}", second, f"load {path}", "no", f"load {path}", "yes", third]
    game, text = at_the_keyboard(table(name), *lines)
    assert game.ply == 2
    assert game.entries[-1].text.startswith(third)
    assert load_file(path).ply == 1
    assert "Saved in" in text
    other, _ = at_the_keyboard(
        start("builder", 4, "BBBBB"), f"load {path}", bots={3: Chance()}
    )  # nothing to lose: no question
    assert (other.players, other.setup.game) == (2, name)


@pytest.mark.parametrize("name", GAMES)
def test_a_broken_file_is_refused_and_the_game_goes_on(name: str, tmp_path: Path) -> None:
    path = tmp_path / "broken.imh"
    path.write_text(start(name).record().replace("players: 2", "players: 7"))
    game = table(name)
    after, text = at_the_keyboard(game, f"load {path}", MOVES[name][0])
    assert after is game
    assert game.ply == 1
    assert "line 5" in text


@pytest.mark.parametrize("name", GAMES)
def test_quit_asks_only_for_what_is_not_saved(name: str, tmp_path: Path) -> None:
    path = tmp_path / "game.imh"
    first, second, _ = MOVES[name]
    for lines, asked in [(["quit"], 0), ([first, "quit", ""], 1), ([first, f"save {path}", "quit"], 0)]:
        script = Script(lines)
        play_terminal(table(name), {}, screen(), script)
        assert sum("Save this game?" in prompt for prompt in script.prompts) == asked
        assert not script.lines
    script = Script([first, second, "quit", "/nowhere/x.imh", str(path), "no", str(path), "yes"])
    console = screen()
    play_terminal(table(name), {}, console, script)
    assert "✗ /nowhere/x.imh" in console.export_text()
    assert load_file(path).ply == 2
    assert sum("Replace it?" in prompt for prompt in script.prompts) == 2


def test_questions_are_broken_between_words_and_refusals_are_told(tmp_path: Path) -> None:
    script = Script(["unload row 1", "undo", "what", "quit", "yes", "y", "No"])
    console = screen(60)
    game = play_terminal(duel_by_hand(), {}, console, script)
    assert game.ply == 1
    text = console.export_text()
    assert "Nothing was taken back." in text
    assert text.count("Type the name of the file") == 2
    question = "Somebody has seen something hidden since. Does everyone agree to take it back? (yes or no)"
    asked = [prompt for prompt in script.prompts if prompt != "> "]
    assert all(len(prompt) <= 60 for prompt in asked)
    shown = text[text.index("Somebody") :].splitlines()[0]
    assert f"{shown} {asked[0].strip()}" == question
    assert not script.lines
    assert not list(Path().glob("[yYnN]*"))
    path = tmp_path / "there.imh"
    path.write_text("")
    _, text = at_the_keyboard(duel_by_hand(), f"save {path}", "no", "place 2 1", f"load {path}")
    assert "Nothing was saved." in text
    start("duel").save(path)
    _, text = at_the_keyboard(duel_by_hand(), "place 2 1", f"load {path}", "no", "quit", "n")
    assert "Nothing was loaded" in text


@pytest.mark.parametrize("name", GAMES)
def test_the_end_of_input_leaves_at_once_and_still_offers_to_save(name: str) -> None:
    script = Script(MOVES[name][:1])
    game = play_terminal(table(name), {}, screen(), script)
    assert game.ply == 1
    assert [prompt for prompt in script.prompts if "Save this game?" in prompt]


@pytest.mark.parametrize("more", [[], ["again"]])
@pytest.mark.parametrize("name", GAMES)
def test_interrupting_leaves_cleanly(name: str, more: list[str]) -> None:
    prompts: list[str] = []

    def read(prompt: str) -> str:
        prompts.append(prompt)
        if len(prompts) == 1:
            return MOVES[name][0]
        if "Save" in prompt and not more:
            return ""
        raise KeyboardInterrupt

    game = play_terminal(table(name), {}, screen(), read)
    assert game.ply == 1
    assert len(prompts) == 3


@pytest.mark.parametrize("name", GAMES)
def test_a_bot_can_be_interrupted(name: str) -> None:
    class Thinker(Chance):
        def choose(self, question: Question) -> Move:
            raise KeyboardInterrupt

    game = play_terminal(start(name, first=1), {1: Thinker()}, screen(), Script([]))
    assert game.ply == 0


# --- one table, several games


def builder(players: int = 2) -> Game:
    """With names that nobody has at the other table."""
    return new_game("builder", players, seed=3, undo="free", names=["A", "B", "C", "D"][:players])


def test_a_record_of_another_game_can_be_loaded_and_played_on(tmp_path: Path) -> None:
    path = tmp_path / "duel.imh"
    start("duel").save(path)
    script = Script(["get", f"load {path}", "no", f"load {path}", "yes", "place 1 1", "help", "score", "log"])
    console = screen()
    game = play_terminal(builder(), {}, console, script)
    assert game.setup.game == "duel"
    assert game.ply == 1
    assert sum("isn't saved" in prompt for prompt in script.prompts) == 2
    text = console.export_text()
    assert "The Nile" in text
    assert "The harbour" in text
    assert "places a meeple in row 1, column 1" in text
    assert "Meeples in the harbour" in text
    back = tmp_path / "builder.imh"
    builder().save(back)
    game, text = at_the_keyboard(start("duel"), f"load {back}", "get", "load 1 1")
    assert [entry.text for entry in game.entries] == ["get stones", "load 1 1"]


def test_a_loaded_game_keeps_the_people_and_gives_bots_the_other_seats(tmp_path: Path) -> None:
    path = tmp_path / "four.imh"
    start("builder", 4).save(path)
    game, _ = at_the_keyboard(start("builder"), f"load {path}", "get", "get", bots={1: Chance()})
    assert game.players == 4
    assert {entry.seat for entry in game.entries if entry.kind == "move"} - {0}
    assert game.decider in (0, None)


@pytest.mark.parametrize(
    ("players", "bots", "left"),
    [
        (4, [1, 2, 3], [1]),  # the person keeps seat 0
        (4, [0, 2, 3], [0]),
        (4, [0, 1, 2], [1]),  # seat 3 is gone: the person takes the first
        (4, [0, 1, 2, 3], [0, 1]),  # whoever only watched goes on to watch
        (4, [], []),
        (3, [2], []),
    ],
)
def test_people_and_bots_keep_the_seats_that_fit(
    players: int, bots: list[int], left: list[int], tmp_path: Path
) -> None:
    path = tmp_path / "duel.imh"
    start("duel", first=0).save(path)
    lines = [f"load {path}", "yes", *["1"] * 4]  # what was not saved is left
    seats = {seat: Chance(seat) for seat in bots}
    console = screen()
    game = play_terminal(builder(players), seats, console, Script(lines))
    assert game.setup.game == "duel"
    text = console.export_text()
    thought = {seat for seat in (0, 1) if f"{NAMES[seat]} is thinking" in text}
    assert thought == set(left)
    assert game.is_over == (len(left) == 2)
