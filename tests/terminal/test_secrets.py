"""Hidden cards at the terminal: nobody sees another one's secrets, and who needs to take the keyboard is asked to.

Only Builder of Egypt has secrets between people.
"""

import random
import re
import sys
from typing import Any, ClassVar

import pytest

from imhotep import Game, Move, new_game
from imhotep.bots import Question
from imhotep.cli import terminal
from imhotep.cli.terminal import play_terminal
from imhotep.table.builder.view import BuilderView
from imhotep.terminal import draw
from tests.support.terminal import (
    NAMES,
    Chance,
    Script,
    at_the_keyboard,
    builder_by_hand,
    check_lines,
    plain,
    screen,
    start,
    until,
    written_to,
)

DYNASTY: dict[str, Any] = {"cards": "dynasty", "prophecies": True, "face_down": True}


def test_taking_back_a_look_needs_the_others_at_the_keyboard() -> None:
    position = {
        "ships": [{"size": 1, "stones": [0]}, {"size": 3}, {"size": 2}, {"size": 2}],
        "face_down": ["statue", "sail"],
    }
    game = new_game("builder", 2, "BAAAA", seed=1, undo="free", position=position | {"market": ["lever"]})
    console = screen()
    script = Script(["sail 1 market", "look 4", "", "undo", "no", "undo", "yes", "take lever"])
    play_terminal(game, {}, console, script)
    assert sum("Does everyone agree" in prompt for prompt in script.prompts) == 2
    assert game.view().seats[0].hand == ["lever"]


def looking(players: int = 2) -> Game:
    return until(start("builder", players, "BAAAA"), "keep_card")


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
    assert f"Pass the keyboard to ▐{'●▲'[seat]}▌ {NAMES[seat]}" in plain(shown[0])
    assert "The Nile" not in shown[0]
    assert "only you see them" in shown[1]
    assert all("only you see them" not in text for text in shown[2:])
    written = written_to(console)
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
    written = written_to(console)
    assert written.count("\x1b[?1049h") == written.count("\x1b[?1049l") == 1


class Watched:
    """A game at a terminal, and what is true of every drawing: nobody sees another one's secrets."""

    def __init__(self, game: Game, bots: dict[int, Chance], monkeypatch: pytest.MonkeyPatch) -> None:
        self.game = game
        self.bots = bots
        self.console = screen(terminal=True)
        self.curtains: list[int | None] = []
        self.asked: list[int | None] = []  # the people at the keyboard since the last curtain
        self.secrets = 0  # drawings that show some
        self.chance = random.Random(4)
        monkeypatch.setattr(terminal, "draw", self.draw)

    def draw(self, view: BuilderView, events: Any, reasons: Any, to_you: bool) -> Any:
        assert not reasons
        public = self.game.view(None)
        is_secret = (view.market, view.seats, view.groups) != (public.market, public.seats, public.groups)
        is_secret = is_secret or events != self.game.events_for(None)
        several = self.game.players - len(self.bots) > 1
        assert view.seat not in self.bots
        assert to_you == (self.game.players - len(self.bots) == 1)
        if several:
            assert view.seat == self.game.decider
            assert self.console.is_alt_screen == is_secret
            if is_secret:
                self.secrets += 1
                assert self.curtains[-1] == view.seat
                assert set(self.asked) <= {view.seat}
        return "SECRET" if is_secret else "everybody may see this"  # drawing takes its time

    def read(self, prompt: str) -> str:
        if prompt == "":
            self.curtains.append(self.game.decider)
            self.asked.clear()
            return ""
        moves = self.game.legal_moves()
        if prompt != "> " or not moves:
            return ""
        self.asked.append(self.game.decider)
        return str(self.chance.randrange(len(moves)) + 1)

    def play(self) -> None:
        play_terminal(self.game, self.bots, self.console, self.read)
        assert self.game.is_over
        written = written_to(self.console)
        assert written.count("\x1b[?1049h") == written.count("\x1b[?1049l") == len(self.curtains)
        if self.game.players - len(self.bots) == 1:
            return
        in_the_open = re.sub(r"(?s)\x1b\[\?1049h.*?\x1b\[\?1049l", "", written)
        assert written.count("SECRET") == self.secrets
        assert "SECRET" not in in_the_open
        assert "everybody may see this" in in_the_open


@pytest.mark.parametrize(
    ("sides", "options"),
    [("DAAAA", {}), ("AACAA", {"face_down": True}), ("DDCDC", DYNASTY), ("CCBCB", DYNASTY), ("AAAAA", {})],
)
def test_no_secret_without_a_curtain(sides: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(start("builder", 3, sides, seed=2, **options), {}, monkeypatch)
    watched.play()
    assert (watched.secrets > 0) == (sides != "AAAAA")
    assert bool(watched.curtains) == (sides != "AAAAA")


def test_two_people_and_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    class Thinker(Chance):
        def choose(self, question: Question) -> Move:
            assert not watched.console.is_alt_screen  # however long it thinks, no secret stays on the screen
            return super().choose(question)

    watched = Watched(start("builder", 3, "DACBB", seed=2, **DYNASTY), {1: Thinker()}, monkeypatch)
    watched.play()
    assert set(watched.curtains) == {0, 2}


@pytest.mark.parametrize("bots", [[1, 2], [0, 1, 2]])
def test_no_curtain_without_other_people(bots: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    game = start("builder", 3, "DACBB", seed=2, **DYNASTY)
    watched = Watched(game, {seat: Chance(seat) for seat in bots}, monkeypatch)
    watched.play()
    assert watched.curtains == []


def secretive(**position: Any) -> Game:
    ships = [{"size": 2, "stones": [0, 0]}, {"size": 3}, {"size": 2}, {"size": 2}]
    return builder_by_hand(
        "DAAAA",
        options={"face_down": True},
        ships=ships,
        face_down=[["statue", "lever", "hammer"], ["sail"]],
        hands_face_down=[["chisel"], []],
        market=["sail", "statue"],
        **position,
    )


def test_who_has_the_keyboard_is_not_asked_to_take_it() -> None:
    game = secretive()
    script = Script(["", "sail 1 market", "look 3", "keep statue", "take sail", "quit", ""])
    console = screen(100, 90, terminal=True)
    play_terminal(game, {}, console, script)
    assert script.prompts == ["", *["> "] * 5, script.prompts[-1]]
    assert "Save this game?" in script.prompts[-1]
    assert game.decider == 1
    assert console.export_text().count("Pass the keyboard") == 1


def test_the_curtain_falls_between_two_people_who_both_have_secrets() -> None:
    game = builder_by_hand("AAAAA", options={"face_down": True}, hands_face_down=[["chisel"], ["lever"]])
    shown: list[str] = []
    console = screen(100, 90, terminal=True)

    def read(prompt: str) -> str:
        shown.append(console.export_text())
        return ["", "get", "", "get", "", "quit", ""][len(shown) - 1]

    play_terminal(game, {}, console, read)
    assert [bool(re.search(r"\bChisel\b", text)) for text in shown] == [False, True, False, False, False, True, False]
    assert [bool(re.search(r"\bLever\b", text)) for text in shown] == [False, False, False, True, False, False, False]
    assert ["Pass the keyboard" in text for text in shown] == [True, False, True, False, True, False, False]


def test_behind_the_curtain_a_long_drawing_comes_in_pages() -> None:
    console = screen(60, 24, terminal=True)
    shown: list[str] = []

    def read(prompt: str) -> str:
        shown.append(console.export_text())
        return "" if prompt != "> " else "quit"

    play_terminal(secretive(), {}, console, read)
    pages = shown[1:]
    assert len(pages) > 2
    assert all(page.count("\n") <= 24 for page in pages)
    text = "".join(pages)
    for part in ("I M H O T E P", "Pyramids A", "Obelisks A", "Market D", "The Nile", "Chisel", "Your turn"):
        assert part in text
    check_lines(text, 60)


def test_what_was_typed_in_secret_cannot_be_called_back(monkeypatch: pytest.MonkeyPatch) -> None:
    class History:
        lines: ClassVar[list[str]] = ["keep statue"]

        def clear_history(self) -> None:
            self.lines.clear()

    monkeypatch.setitem(sys.modules, "readline", History())
    open_table = start("builder")
    play_terminal(open_table, {}, screen(), Script(["get"]))
    assert History.lines == ["keep statue"]
    play_terminal(secretive(), {}, screen(), Script(["", "get"]))
    assert History.lines == []
