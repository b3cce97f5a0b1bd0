#!/usr/bin/env python3
"""A bot that reads words: imhotep terminal --bot "stdio:command=python3 examples/stdio_words_bot.py MODEL,seconds=60"

MODEL is any program, with its arguments, that reads a prompt from its input and writes an answer: a language model's
command line, or `cat`. This one needs nothing but Python, and knows no rule.
"""

import json
import re
import subprocess
import sys

PROMPT = """You are playing the board game {game}. This is the table as you see it, and below it your legal moves:

{text}
Think about it, then end your answer with the number of your move in square brackets, such as [1].
"""
NAMES = {"builder": "Imhotep: Builder of Egypt", "duel": "Imhotep: The Duel"}


def choose(game, message, model):
    prompt = PROMPT.format(game=NAMES[game], text=message["text"])
    answer = subprocess.run(model, input=prompt, capture_output=True, text=True, check=False).stdout
    numbers = [int(number) for number in re.findall(r"\[(\d{1,6})\]", answer)]
    moves = message["moves"]
    if numbers and 1 <= numbers[-1] <= len(moves):
        return moves[numbers[-1] - 1]
    print(f"no number of a move in {answer[-80:]!r}: playing the first one", file=sys.stderr)
    return moves[0]


def main(*model):
    game = ""
    for line in sys.stdin:
        message = json.loads(line)
        match message["type"]:
            case "hello":
                answer = {"type": "hello", "protocol": 1, "text": True}
            case "game":
                game = message["game"]
                continue
            case "move":
                answer = {"type": "move", "id": message["id"], "move": choose(game, message, model)}
            case _:  # over, or something of a later version that needs no answer
                continue
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
