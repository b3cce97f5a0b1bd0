"""Each side, each kind of decision, each kind of move, each card that is played and each action token, by clicks.

What there is comes from the engine's own lists, so that something new that the page can't do fails here. Seeded games
are played at random without a browser; wherever something happens in them that was never pressed before, the game is
played on from there in the browser, and the same move is made by pressing what glows.
"""

import json
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import pytest

import imhotep
from imhotep.engine.builder.vocabulary import Action as BuilderAction
from imhotep.engine.duel.vocabulary import Action as DuelAction
from imhotep.table.builder import notation as builder_notation
from imhotep.table.catalogue import catalogue
from imhotep.table.duel import notation as duel_notation
from imhotep.table.duel.words import TOKEN_SOURCES
from imhotep.table.games import RULES
from tests.support.browser import Choice, NewVisitor, Player, Visitor
from tests.support.golden import FOLDER
from tests.support.paths import ROOT

Thing = tuple[str, str]

DYNASTY = {"cards": "dynasty", "prophecies": True}
TABLES: dict[str, list[dict[str, Any]]] = {
    "builder": [
        {"players": 2, "sides": "AAAAA"},
        {"players": 3, "sides": "BBBBB"},
        {"players": 2, "sides": "CCCCC", **DYNASTY},
        {"players": 4, "sides": "DDDDD", **DYNASTY, "face_down": True, "wrath": True},
    ],
    "duel": [{"players": 2, "sides": "AAAA"}, {"players": 2, "sides": "BBBB"}],
}
STUCK = {"builder": "wrath_and_stuck", "duel": "duel_stuck"}  # who is to decide there can only pass
GAMES = 12  # of each table, at most
NO_SENTENCE = (ROOT / "web/src/app/text/en.ts").read_text("utf-8").partition('"ask.other": "')[2].partition('"')[0]
HOW = "localStorage.setItem('imhotep.table', JSON.stringify({ confirm: 'guided', told: true, speed: 'off' }))"

# Stones on the sites and ships, or where they would lie: whose, and where in thousandths of the table's width.
STONES = """
(look) => {
  const table = document.querySelector("svg.table");
  if (!table) return [];
  const all = table.getBoundingClientRect();
  return [...table.querySelectorAll(`.stone${look}`)].map((stone) => {
    const { x, y, width, height } = (stone.querySelector(".top") ?? stone).getBoundingClientRect();
    const whose = [...stone.classList].find((name) => name.startsWith("seat-"));
    const at = [x + width / 2 - all.x, y + height / 2 - all.y].map((value) => (1000 * value) / all.width);
    return [whose, ...at];
  }).filter(([, , y]) => y > 45); // above is the track, on which the end of a round moves stones further
}
"""
SAME = 2.0  # thousandths
MOST_TURNS = 60


# --- what there is


def everything(game: str) -> set[Thing]:
    rules = RULES[game]
    sides = {("side", f"{site} {letter}") for site in rules.sites for letter in rules.side_letters}
    questions = {("question", question) for question in catalogue(game).questions}
    if game == "builder":
        names = builder_notation.Names(rules.colors, "1234", range(3, 4))
        moves = [builder_notation.move_of(code, names) for code in range(int(BuilderAction.COUNT))]
    else:
        moves = [duel_notation.move_of(code) for code in range(int(DuelAction.COUNT))]
    played = {("played", move.card or move.token or "") for move in moves if move.verb == "play"}
    return sides | questions | {("verb", move.verb) for move in moves} | played


def met_by(view: Any, move: Any, events: Any) -> set[Thing]:
    """What of it is met by a move and by what comes of it."""
    found = {("question", view["question"]), ("verb", move["verb"])}
    if move["verb"] == "play":
        found.add(("played", move.get("card") or move["token"]))
    for event in events:
        if event["kind"] == "ship_sailed":
            found.add(("side", f"{event['site']} {view[event['site']]['side']}"))
        if event["kind"] == "token_unloaded":
            where = TOKEN_SOURCES[str(event["token"]).rstrip("_0123456789")]
            if where in view["sites"]:
                found.add(("side", f"{where} {view['sites'][where]['side']}"))
    return found


# --- where it happens


class Moment(NamedTuple):
    entries: int  # of the game before
    move: Any
    met: set[Thing]


def moments(game: imhotep.Game, chance: random.Random) -> Iterator[Moment]:
    """What happens in a game that is played at random."""
    while not game.is_over:
        asked = game.ask()
        view = msgspec.to_builtins(asked.view)
        move = chance.choice(view["moves"])
        entries, told = len(game.entries), len(game.events_for(asked.seat, 0))
        game.play(move["text"])
        yield Moment(entries, move, met_by(view, move, msgspec.to_builtins(game.events_for(asked.seat, told))))


def games(kind: str) -> Iterator[imhotep.Game]:
    """First one in which somebody can only pass, which is rare."""
    lines = (FOLDER / f"{STUCK[kind]}.txt").read_text("utf-8").splitlines()
    table = next(line.removeprefix("table: ") for line in lines if line.startswith("table: "))
    yield imhotep.new_game(**json.loads(table))
    for seed in range(GAMES):
        for offer in TABLES[kind]:
            yield imhotep.new_game(kind, seed=seed, **offer)


# --- where a move is pressed


def keys_of(view: Any, move: Any) -> list[str]:
    """How the keys of what leads to a move begin."""
    place, boat = move.get("space"), move.get("boat")
    match move["verb"]:
        case "get":
            return ["quarry", "stay"]
        case "get_and_move":
            return ["quarry", "imhotep"]
        case "load":
            return [f"deck {move['ship']} {place}"]
        case "sail":
            return [f"ship {move['ship']}", f"site {move['site']}"]
        case "raft":
            return [f"site {move['site']}"]
        case "play":
            return [f"hand {move.get('card')}", f"action {move.get('token')}"]
        case "prophesy":
            return [f"prophecy {[god['id'] for god in view['prophecies']].index(move['prophecy']) + 1}"]
        case "look":
            return [f"place market {place}"]
        case "take_two":
            first, second = sorted((place, move["second_space"]))
            return [f"pair {first} {second}", f"first {place}"]
        case "keep":
            return [f"seen {move['card']}"]
        case "build":
            return [f"place pyramids {move['pyramid']}"]
        case "mound":
            return [f"place burial_chamber {place}"]
        case "tomb":
            return [f"token {place}", f"place burial_chamber {place}"]
        case "alley":
            return [f"place obelisks {place}"]
        case "add":
            return []  # the piece lies there already: the gold button leaves it there
        case "take_points" | "take_stones" | "take_card":
            return [f"gift {move['verb'].removeprefix('take_')}"]
        case "place":
            return [f"well {move['row']} {move['column']}"]
        case "unload":
            return [f"boat {boat}"] if boat else [f"stone {move['seat']}"]
        case "take":
            return [f"cargo {boat} {place}", f"boat {boat}"] if boat else [f"place market {place}"]
        case "swap":
            return [f"cargo {boat} {place}", f"cargo {boat} {move['second_space']}", f"boat {boat}"]
        case word:
            return [word]


def leads(key: str, begins: list[str]) -> bool:
    return any(f"{key} ".startswith(f"{begin} ") for begin in begins)


# --- who plays


class Seeker(Player):
    """Makes one move by what glows, and looks closely at what the page shows meanwhile."""

    def __init__(self, visitor: Visitor) -> None:
        super().__init__(visitor)
        self.wanted: Any = None
        self.shown: list[Any] = []  # stones of the preview
        self.entries = 0  # of the game once the move was made
        self.goes_on = False  # the same seat has to decide again at once

    def make(self, move: Any) -> set[Thing]:
        """What is met by it."""
        self.wanted, self.shown = move, []
        assert self.visitor.wait_for_choice()
        before = self.visitor.table
        self.look(before["view"])
        self.decide()
        sent = [json.loads(message) for message in self.visitor.page.evaluate("__seen.sent")]
        made = [one["command"]["text"] for one in sent if one["type"] == "do"]
        assert made[-1] == move["text"]
        told = [json.loads(message) for message in self.visitor.page.evaluate("__seen.tables")]
        after = next(message for message in told if message["entries"] > before["entries"])
        self.entries, self.goes_on = after["entries"], after["view"]["decider"] == before["view"]["decider"]
        return met_by(before["view"], move, after["events"])

    def look(self, view: Any) -> None:
        """Something is asked in words, and each of the moves can be begun."""
        asked = self.visitor.page.locator("section.bar h2").first.inner_text()
        assert asked not in ("", NO_SENTENCE), f"no sentence asks {view['question']}"
        keys = [choice.name.partition(" ")[2] for choice in self.visitor.choices()]
        for move in view["moves"]:
            begins = keys_of(view, move)
            assert not begins or any(leads(key, begins) for key in keys), f"nothing glows for {move['text']}: {keys}"

    def pick(self, choices: list[Choice]) -> Choice:
        declines, begins = self.wanted["verb"] == "decline", keys_of(self.visitor.table["view"], self.wanted)
        for kind in ("gold", "glow"):
            for choice in choices:
                key = choice.name.partition(" ")[2]
                fits = (key == "decline") == declines if kind == "gold" else leads(key, begins)
                if choice.name.startswith(kind) and fits:
                    return choice
        raise AssertionError(f"nothing leads to {self.wanted['text']}: {[choice.name for choice in choices]}")

    def press(self, choice: Choice) -> None:
        if choice.name.startswith("gold"):
            self.turn()
            self.visitor.wait("() => __seen.asking === 0")  # the previews are there
            self.shown = self.visitor.page.evaluate(STONES, ".ghost")
        super().press(choice)

    def turn(self) -> None:
        """The piece of the great obelisk, until it lies as it should."""
        if self.wanted["verb"] != "add":
            return
        tray, squares = self.visitor.page.locator(".tray"), self.wanted["text"].removeprefix("add ")
        for _ in range(MOST_TURNS):
            if tray.locator("[aria-live]").inner_text().endswith(f" {squares}"):
                return
            ways = tray.locator(".ways button:enabled")
            ways.nth(self.chance.randrange(ways.count())).click()
        raise AssertionError(f"the piece can't be turned so that it covers {squares}")

    def compare(self) -> None:
        """Stones lie where the preview showed them."""
        lying: list[Any] = self.visitor.page.evaluate(STONES, ":not(.ghost)") if self.shown else []
        for whose, x, y in self.shown:
            there = [stone[0] for stone in lying if abs(stone[1] - x) < SAME and abs(stone[2] - y) < SAME]
            assert whose in there, f"{self.wanted['text']}: at {x:.0f} {y:.0f} the preview showed {whose}, not {there}"


def play_on(visitor: Visitor, table: str, entries: int) -> None:
    """On the seat that is to decide there."""
    wish = {"entries": entries, "bot": "random"}
    visitor.go(f"/tables/{visitor.post(f'/api/tables/{table}/play-on', wish)['table']}")
    visitor.wait_for_choice()


@pytest.mark.slow
@pytest.mark.parametrize("kind", RULES)
def test_everything_is_played_by_clicks(visit: NewVisitor, kind: str) -> None:
    missing, shown = everything(kind), 0
    for number, game in enumerate(games(kind)):
        new: list[Moment] = []
        for moment in moments(game, random.Random(number)):
            if moment.met & missing:
                missing -= moment.met
                new.append(moment)
        if not new:
            continue
        visitor = visit()
        visitor.context.add_init_script(HOW)
        old = visitor.post("/api/records", {"record": game.record(), "public": False})["table"]
        seeker = Seeker(visitor)
        for entries, move, met in new:
            if not seeker.goes_on or entries != seeker.entries:
                play_on(visitor, old, entries)
            assert met <= seeker.make(move)
            if seeker.shown and seeker.entries < len(game.entries) and any(thing == "side" for thing, _ in met):
                # a bot may have gone on already: back to when the move was made
                if not seeker.goes_on:
                    play_on(visitor, old, seeker.entries)
                seeker.compare()
                shown += len(seeker.shown)
        visitor.page.close()
        if not missing:
            break
    assert not missing
    assert shown > 10 or kind == "duel"
