"""A Gomocup engine that answers from a list and tells on its standard error what it was sent; it knows no rules.

python scripted_gomocup.py [--moves "7,7 8,8"] [--fault NAME] [--at N]

``--at N``: the fault happens at the answer number N, counted from 0.
"""

from __future__ import annotations

import argparse
import os
import sys
import time

FAULTS = (
    "none",
    "no-handshake",
    "refuses",
    "crash",
    "stall",
    "late",
    "error",
    "unknown",
    "empty-line",
    "close",
    "flood",
    "suggest",
)

parser = argparse.ArgumentParser()
parser.add_argument("--moves", default="")
parser.add_argument("--fault", choices=FAULTS, default="none")
parser.add_argument("--at", type=int, default=0)
words = parser.parse_args()
moves = words.moves.split()
answered = 0


def say(line: str) -> None:
    print(line, flush=True)


def answer() -> None:
    global answered
    fault = words.fault if answered == words.at else "none"
    move = moves[answered] if answered < len(moves) else "99,99"
    if fault == "crash":
        os._exit(3)
    if fault == "close":
        os.close(1)
        time.sleep(60)
    if fault == "late":
        time.sleep(0.6)
    say("DEBUG thinking")
    say("MESSAGE depth 7-9 multipv 1 ev 41 n 1234 n/ms 5 tm 20 pv 8,8 9,9")
    if fault == "error":
        say("ERROR I do not know")
    elif fault == "unknown":
        say("UNKNOWN command")
    elif fault == "empty-line":
        say("")
        say("MESSAGE 7,7 is good")
        say(move)
    elif fault == "suggest":
        say(f"SUGGEST {move}")
    elif fault != "stall":
        say(move)
    answered += 1


block = ""
for line in sys.stdin:
    line = line.strip()
    print(line, file=sys.stderr, flush=True)
    command = line.split(" ")[0]
    if block:
        if command == "DONE":
            block = ""
            answer()
    elif command == "BOARD":
        block = command
    elif command in ("START", "RESTART"):
        if words.fault == "refuses":
            say("ERROR unsupported size")
        elif words.fault != "no-handshake":
            say("MESSAGE loading")
            say("OK")
    elif command == "PLAY":
        say(line.split(" ")[1])
    elif command in ("BEGIN", "TURN"):
        answer()
    elif command == "END":
        break
    elif command != "INFO":
        say(f"UNKNOWN {command}")
