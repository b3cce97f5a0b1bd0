"""A screen, a keyboard and tables of both games for tests of the terminal game."""

import io
import random
import re
from collections.abc import Callable, Iterable
from typing import Any

from rich.cells import cell_len
from rich.console import Console

from imhotep import Game, Move, new_game
from imhotep.bots import Bot, Options, Question
from imhotep.cli.terminal import play_terminal
from imhotep.table.games import RULES
from imhotep.terminal import draw

NAMES = ["Amina", "Bastian", "Chenoa", "Dimitri"]
EMPTY_SHIPS = [{"size": 4}, {"size": 3}, {"size": 2}, {"size": 2}]
HARBOUR = [[0, 1, 1], [None, 0, None], [1, None, 0]]
BOATS: dict[str, list[str] | None] = {
    "row 1": ["obelisk", "temple_4", "light_pyramid"],
    "row 2": ["tomb_7", "temple_1", "temple_2"],
    "row 3": ["dark_pyramid", "tomb_5", "tomb_12"],
    "column 1": ["tomb_8", "tomb_4", "obelisk"],
    "column 2": ["swap_and_unload", "obelisk", "place_and_unload"],
    "column 3": ["obelisk", "take", "place"],
}
TOKENS = [
    "obelisk obelisk obelisk tomb_1 tomb_2 tomb_3 tomb_6 temple_1 temple_2 temple_4 light_pyramid light_pyramid "
    "dark_pyramid take place place",
    "obelisk obelisk tomb_10 tomb_11 temple_3 temple_3 light_pyramid dark_pyramid dark_pyramid dark_pyramid "
    "dark_pyramid swap_and_unload place_and_unload",
]


class Chance(Bot):
    """A bot of the tests."""

    name = "chance"
    summary = "plays anything"

    def __init__(self, seed: int = 1) -> None:
        super().__init__(Options(), seed)

    def choose(self, question: Question) -> Move:
        return self.random.choice(question.moves)


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


def random_keyboard(game: Game, seed: int) -> Callable[[str], str]:
    chance = random.Random(seed)

    def read(prompt: str) -> str:
        moves = game.legal_moves()
        if prompt != "> " or not moves:
            return ""
        number = chance.randrange(len(moves))
        return str(number + 1) if chance.random() < 0.5 else moves[number].text

    return read


def flat(lines: Iterable[str]) -> str:
    return " ".join(" ".join(lines).split())


def plain(text: str) -> str:
    """Without frames and line breaks."""
    return flat(re.sub("[│┃]", " ", text).splitlines())


def written_to(console: Console) -> str:
    """With all that steers the terminal."""
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


# --- tables


def start(name: str, players: int = 2, sides: str = "", seed: int = 3, **options: Any) -> Game:
    sides = sides or "A" * len(RULES[name].words.sites)
    return new_game(name, players, sides, seed=seed, undo="free", names=NAMES[:players], **options)


def builder_by_hand(sides: str, players: int = 2, options: dict[str, Any] | None = None, **position: Any) -> Game:
    position.setdefault("ships", EMPTY_SHIPS)
    return start("builder", players, sides, seed=1, position=position, **options or {})


def duel_by_hand(sides: str = "AAAA", house_rules: dict[str, Any] | None = None, **position: Any) -> Game:
    """In the middle of a game, unless said otherwise."""
    position = {"harbour": HARBOUR, "boats": BOATS, "tokens": [tokens.split() for tokens in TOKENS]} | position
    return start("duel", sides=sides, seed=1, first=0, position=position, house_rules=house_rules or {})


def until(game: Game, question: str, seed: int = 1) -> Game:
    """Random play up to a question."""
    chance = random.Random(seed)
    for _ in range(2000):
        if game.question == question:
            return game
        if game.is_over:
            seed = chance.randrange(10**6)
            game = start(game.rules.id, game.players, game.setup.sides, seed, **game.setup.variants)
        game.play(chance.choice(game.legal_moves()))
    raise AssertionError(f"never asked: {question}")


# --- what is drawn


def drawn(game: Game, width: int, height: int | None = None, seat: int | None = -1) -> str:
    """The table as the decider sees it, or as that seat; as rich as it gets, or in so many lines."""
    seat = game.decider if seat == -1 else seat
    console = screen(width, height or 90, terminal=height is not None)
    console.print(draw(game.view(seat), game.events_for(seat)))
    text = console.export_text()
    check_lines(text, width)
    return text


def panel(text: str, title: str) -> list[str]:
    """The lines of one board or panel, without its frame: those below the title, as far as its frame reaches."""
    lines = text.splitlines()
    top = next(number for number, line in enumerate(lines) if title in line and re.search("[╭┏]", line))
    at = lines[top].index(title)
    left = max(lines[top].rfind("╭", 0, at), lines[top].rfind("┏", 0, at))
    right = min(found for found in (lines[top].find(sign, at) for sign in "╮┓") if found > 0)
    inside: list[str] = []
    for line in lines[top + 1 :]:
        if line[left] in "╰┗":
            return inside
        inside.append(line[left + 1 : right].rstrip())
    raise AssertionError(f"{title} has no end")
