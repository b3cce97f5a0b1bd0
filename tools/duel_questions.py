"""Write web/fixtures/duel/decisions/*.json: decisions of every kind at The Duel, as who decides sees them.

Each file holds a `view` with its question and moves, the `previews` of these, and the `events` so far, from seeded
random games. They are for the tests of the client's choosing and for its gallery.
"""

import itertools
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import play_questions

import imhotep
from imhotep.table.catalogue import catalogue
from imhotep.table.previews import previews

FOLDER = Path(__file__).resolve().parent.parent / "web" / "fixtures" / "duel" / "decisions"
NAMES = ["Ahmose", "Berenib"]
SIDES = ("AAAA", "BBBB", "ABAB", "BABA", "AABB", "BBAA")
HOUSE = {"refill_at_end_of_turn": True, "partial_action_tokens": True}
GAMES = 120
LOG = 80  # events that are kept


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
    text = msgspec.json.encode(play_questions.plain(msgspec.to_builtins(content))).decode()
    (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")


def found() -> dict[Any, tuple[str, Any]]:
    """One decision for each question and what may be answered, of a kind those with the most answers; and by sides."""
    best: dict[Any, tuple[str, Any]] = {}
    most: dict[Any, int] = {}
    for number in range(GAMES):
        for game in random_game(number):
            question = game.ask()
            view = question.view
            verbs = frozenset(move.verb for move in view.moves)
            tokens = frozenset(move.token for move in view.moves if move.verb == "play")
            key = (view.question, verbs, tokens, view.sides in SIDES[:2] and view.sides)
            if view.question != "turn":
                key = (view.question, verbs, frozenset(), False)
            elif len(tokens) not in (0, 2, 4):
                continue
            elif len(tokens) == 2:
                key = (view.question, verbs, frozenset("2"), key[3])
            if len(view.moves) > most.get(key, 0):
                most[key] = len(view.moves)
                events = game.events_for(question.seat, 0)[-LOG:]
                best[key] = (view.question, {"view": view, "previews": previews(question), "events": events})
    return best


def random_game(number: int) -> Iterator[Any]:
    pick = random.Random(number)
    rules = HOUSE if number % 5 == 4 else {}
    game = imhotep.new_game("duel", 2, SIDES[number % len(SIDES)], seed=number, names=NAMES, house_rules=rules)
    for _ in itertools.count():
        if game.is_over:
            return
        yield game
        moves = game.ask().moves
        # tokens are kept for a while, so that there are some to choose from
        kept = [move for move in moves if move.verb != "play"] if pick.random() < 0.6 else []
        game.play(pick.choice(kept or moves))


def ended() -> dict[str, Any]:
    """A game that is over."""
    *_, last = random_game(0)
    return {"view": last.view(0), "previews": [], "events": last.events_for(0, 0)[-LOG:]}


def log_words() -> dict[str, Any]:
    """What the gallery needs of the catalogue."""
    words = msgspec.to_builtins(catalogue("duel"))
    return {name: words[name] for name in ("events", "sites", "sides", "tokens", "sources", "rules")}


if __name__ == "__main__":
    main()
