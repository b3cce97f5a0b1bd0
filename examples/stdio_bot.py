#!/usr/bin/env python3
"""A bot that speaks JSON lines: imhotep arena "stdio:command=python3 examples/stdio_bot.py" greedy

It needs nothing but Python, knows no rule, and beats `random` in Builder.
"""

import json
import random
import sys


def worth(move, view):
    """In Builder: ships that carry mostly one's own stones sail, others are loaded, and an empty sled is filled. In The
    Duel moves tell what they bring."""
    if move["verb"] == "sail" and "ship" in move:
        stones = view["ships"][move["ship"] - 1]["spaces"]
        mine = stones.count(view["seat"])
        return 2 * mine - sum(stone is not None for stone in stones)  # those of others count against it
    if move["verb"] == "load":
        return 0.5
    if move["verb"] == "get" and view["game"] == "builder":
        return move.get("amount", 0) / 3
    return move.get("amount", 0)


def choose(view, chance):
    best = max(worth(move, view) for move in view["moves"])
    return chance.choice([move["text"] for move in view["moves"] if worth(move, view) == best])


def main():
    chance = random.Random()
    for line in sys.stdin:
        message = json.loads(line)
        match message["type"]:
            case "hello":
                answer = {"type": "hello", "protocol": 1}
            case "game":
                chance.seed(message["seed"])
                continue
            case "move":
                answer = {"type": "move", "id": message["id"], "move": choose(message["view"], chance)}
            case _:  # over, or something of a later version that needs no answer
                continue
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
