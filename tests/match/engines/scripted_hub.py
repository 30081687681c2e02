"""A Hub engine that answers from a list and tells on its standard error what it was sent; it searches nothing.

python scripted_hub.py [--moves M,M,...] [--info LINE] [--no-variant] [--variants "a b"] [--error TEXT] [--hang]
"""

from __future__ import annotations

import argparse
import sys

parser = argparse.ArgumentParser()
parser.add_argument("--moves", default="")
parser.add_argument("--info", default='info depth=3 score=0.25 nodes=77 time=0.001 pv="32-28 19-23"')
parser.add_argument("--no-variant", action="store_true")
parser.add_argument("--variants", default="normal killer bt frisian losing")
parser.add_argument("--error", default="", help="answers every position with this")
parser.add_argument("--hang", action="store_true", help="never finds a move")
words = parser.parse_args()
moves = iter(words.moves.split(",") if words.moves else [])


def say(line: str) -> None:
    print(line, flush=True)


for line in sys.stdin:
    line = line.strip()
    print(line, file=sys.stderr, flush=True)
    command = line.split(" ")[0]
    if command == "hub":
        say('id name=Scripted version=1 author="nobody" country=-')
        if not words.no_variant:
            say(f'param name=variant value=normal type=enum values="{words.variants}"')
        say("  param name=threads value=1 type=int min=1 max=8")
        say("wait")
    elif command == "init":
        say("init eval")
        say("ready")
    elif command == "ping":
        say("pong")
    elif command == "pos" and words.error:
        say(f'error message="{words.error}"')
    elif command == "go" and not words.hang:
        say(words.info)
        move = next(moves, "")
        say(f"done move={move}" if move else "done")
    elif command == "quit":
        break
