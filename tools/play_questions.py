"""Write web/fixtures/builder/decisions/*.json: decisions of every kind as who decides sees them, in random games.

Each file holds a `view` with its question and moves, the `previews` of these, and the `events` so far. They are for the
tests of the client's choosing and for its gallery.
"""

import itertools
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

import imhotep
from imhotep.table.catalogue import catalogue
from imhotep.table.previews import previews

FOLDER = Path(__file__).resolve().parent.parent / "web" / "fixtures" / "builder" / "decisions"
NAMES = ["Ahmose", "Berenib", "Djoser", "Hatshepsut"]
SIDES = ("AAAAA", "BBBBB", "CCCCC", "DDDDD", "ABCDA", "BCDAB", "CDABC", "DABCD")
GAMES = 400
LOG = 60  # events that are kept


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.json"):
        old.unlink()
    counts: dict[str, int] = {}
    for question, content in sorted(found().values(), key=lambda item: item[0]):
        counts[question] = counts.get(question, 0) + 1
        write(f"{question}-{counts[question]}", content)
    write("end", ended())
    write("words", log_words())
    print(counts)


def write(name: str, content: Any) -> None:
    text = json.dumps(plain(msgspec.to_builtins(content)), separators=(",", ":"))
    (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")


def plain(value: Any) -> Any:
    """Without nothing in moves and events, which the server's defaults say as well."""
    if isinstance(value, list):
        return [plain(item) for item in value]
    if not isinstance(value, dict):
        return value
    small = "text" in value or "kind" in value
    always = ("scores", "decider")
    return {key: plain(item) for key, item in value.items() if item is not None or not small or key in always}


def found() -> dict[Any, tuple[str, Any]]:
    """One decision for each question and what may be answered; of a kind those with the most answers."""
    best: dict[Any, tuple[str, Any]] = {}
    most: dict[Any, int] = {}
    for number in range(GAMES):
        for game in random_game(number):
            question = game.ask()
            view = question.view
            verbs = frozenset(move.verb for move in view.moves)
            key: Any = (view.question, verbs)
            if view.question == "turn":
                key = ("turn", verbs & {"prophesy", "get_and_move"}, view.cards)
            elif view.question == "order":
                key = ("order", len(view.moves))
            elif view.question == "pick_card":
                key = ("pick_card", verbs, view.market.side)
            if len(view.moves) > most.get(key, 0):
                most[key] = len(view.moves)
                events = game.events_for(question.seat, 0)[-LOG:]
                best[key] = (view.question, {"view": view, "previews": previews(question), "events": events})
    return best


def random_game(number: int) -> Iterator[Any]:
    pick = random.Random(number)
    sides = SIDES[number % len(SIDES)] if number % 3 else "".join(pick.choice("ABCD") for _ in range(5))
    variants: dict[str, Any] = {}
    if number % 2:
        variants = {"cards": "dynasty", "prophecies": True}
    if number % 5 == 4:
        variants["house_rules"] = {"may_decline_card": True}
    players = 2 + number % 3
    game = imhotep.new_game("builder", players, sides, seed=number, names=NAMES[:players], **variants)
    for _ in itertools.count():
        if game.is_over:
            return
        yield game
        game.play(pick.choice(game.ask().moves))


def ended() -> dict[str, Any]:
    """A game that is over."""
    last = next(game for number in itertools.count() for game in [whole_game(number)] if len(game.view(0).seats) == 4)
    return {"view": last.view(0), "previews": [], "events": last.events_for(0, 0)[-LOG:]}


def whole_game(number: int) -> Any:
    """As it stands after its last move."""
    *_, last = random_game(number)
    return last


def log_words() -> dict[str, Any]:
    """What the gallery needs of the catalogue."""
    words = msgspec.to_builtins(catalogue("builder"))
    used = {rule for sides in words["sides"].values() for side in sides.values() for rule in side["rules"]}
    used |= {rule for card in words["cards"].values() for rule in card["rules"]}
    words["rules"] = {id: rule for id, rule in words["rules"].items() if id in used}
    return {
        name: words[name]
        for name in ("events", "questions", "sites", "sides", "cards", "sources", "rules", "prophecies", "pays")
    }


if __name__ == "__main__":
    main()
