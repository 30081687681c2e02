"""A player that replays a fixed game and misbehaves where it is told to; speaks UCI, UCCI or XBoard, knows no rules.

    python scripted.py --protocol uci --fault crash-on-go --at 4

``--at N``: the fault happens when N plies have been played, at the first turn from there on (0: at once).
"""

from __future__ import annotations

import argparse
import os
import sys
import time

#: A quiet game of chess and one of xiangqi, long enough for every test; both sides follow it.
CHESS = (
    "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8 h2h3 c6a5 b3c2 c7c5 d2d4 d8c7 b1d2 c5d4"
    " c3d4 a5c6 d2b3 a6a5 c1e3 a5a4 b3d2 c8d7"
).split()
XIANGQI = (
    "h2e2 h9g7 h0g2 i9h9 i0h0 g6g5 h0h6 b9c7 c3c4 c9e7 h6g6 h7i7 g6h6 h9h6 b0c2 d9e8 a0b0 a9d9 b2a2 d9d5 c2b4 d5d4 b4c6 d4e4"
).split()

FAULTS = (
    "none",
    "no-handshake",
    "no-ready",
    "crash-on-go",
    "stall",
    "late",
    "illegal",
    "nonsense",
    "empty",
    "flood",
    "long-line",
    "close-stdout",
    "close-stdin",
    "die-after-move",
    "resign",
    "offer-draw",
    "accept-draw",
    "claim-win",
    "claim-draw",
    "claim-loss",
    "deaf",
    "garbage",
)


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def hang() -> None:
    while True:
        time.sleep(60)


class Player:
    """What the protocols share: the number of plies played, and the faults."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.game = args.moves.split() if args.moves else XIANGQI if args.protocol == "ucci" or args.xiangqi else CHESS
        self.plies = 0
        self.played: list[str] = []

    def due(self, *names: str) -> bool:
        return self.args.fault in names and self.plies >= self.args.at

    def think(self, answer, before_move: str = "") -> None:
        """Answer a request for a move with ``answer(text)``, or misbehave."""
        time.sleep(self.args.think)
        if self.due("crash-on-go"):
            os._exit(3)
        if self.due("stall"):
            hang()
        if self.due("late"):
            time.sleep(self.args.delay)
        if self.due("close-stdout"):
            os.close(1)
            hang()
        if self.due("close-stdin"):
            os.close(0)
            hang()
        if self.due("long-line"):
            sys.stdout.write("x" * (2 << 20))
            sys.stdout.flush()
            hang()
        if self.due("flood"):
            block = "info string this is a flood of words that nobody wants to read\n" * 1000
            while True:
                sys.stdout.write(block)
        if self.due("garbage"):
            os.write(1, b"\xff\xfe\x00 no words at all \x80\x81\n\n\n   \nbest\n")
        if self.due("illegal"):
            answer("a1a8" if self.game is CHESS else "a0a9")
        elif self.due("nonsense"):
            answer("hello")
        elif self.due("empty"):
            answer("")
        else:
            index = self.plies
            answer(self.game[index] if index < len(self.game) else self.args.tail)
        if self.due("die-after-move"):
            os._exit(0)


class Uci(Player):
    def handle(self, line: str) -> None:
        words = line.split()
        if not words:
            return
        if words[0] == "uci":
            if self.args.fault == "no-handshake":
                hang()
            say("id name scripted")
            say("option name Hash type spin default 16 min 1 max 1024")
            say("option name Note type string default <empty>")
            if self.args.xiangqi:
                say("option name UCI_Variant type combo default chess var chess var xiangqi")
            say("uciok")
        elif words[0] == "isready":
            if self.due("no-ready"):
                hang()
            say("readyok")
        elif words[0] == "position":
            self.plies = len(words) - words.index("moves") - 1 if "moves" in words else 0
            if self.due("deaf"):
                hang()
        elif words[0] == "go":
            say(f"info depth {self.args.depth} score cp {self.args.score} nodes 100 pv {self.args.pv}".rstrip(" pv"))
            self.think(lambda move: say(f"bestmove {move}"))


class Ucci(Player):
    def handle(self, line: str) -> None:
        words = line.split()
        if not words:
            return
        if words[0] == "ucci":
            if self.args.fault == "no-handshake":
                hang()
            say("id name scripted")
            say("option usemillisec type check default true")
            say("ucciok")
        elif words[0] == "isready":
            if self.due("no-ready"):
                hang()
            say("readyok")
        elif words[0] == "position":
            self.plies = self._count(words)
        elif words[0] == "go":
            say(f"info depth {self.args.depth} score {self.args.score}")
            if self.due("resign"):
                say("nobestmove")
            elif self.due("offer-draw") or (self.due("accept-draw") and "draw" in words):
                self.think(lambda move: say(f"bestmove {move} draw"))
            else:
                self.think(lambda move: say(f"bestmove {move}"))
        elif words[0] == "quit":
            say("bye")

    def _count(self, words: list[str]) -> int:
        """The base may be any position of the game, so the moves behind it are looked for in the script."""
        moves = words[words.index("moves") + 1 :] if "moves" in words else []
        fields = words[words.index("fen") + 1 :]
        number, side = int(fields[5]), fields[1]
        return 2 * (number - 1) + (side == "b") + len(moves)


class XBoard(Player):
    forced = False

    def handle(self, line: str) -> None:
        words = line.split()
        if not words:
            return
        if words[0] == "protover":
            if self.args.fault == "no-handshake":
                say("feature done=0")
                hang()
            say('feature myname="scripted" setboard=1 ping=1 usermove=1 reuse=1 variants="normal,xiangqi" done=1')
        elif words[0] == "ping":
            if self.due("no-ready"):
                hang()
            say(f"pong {words[1]}")
        elif words[0] == "new":
            self.plies, self.forced = 0, False
        elif words[0] == "force":
            self.forced = True
        elif words[0] == "usermove":
            self.plies += 1
            if not self.forced:
                self.move()
        elif words[0] == "go":
            self.forced = False
            self.move()
        elif words[0] == "draw" and self.due("accept-draw"):
            say("offer draw")

    def move(self) -> None:
        say(f"{self.args.depth} {self.args.score} 1 100 e2e4")
        if self.due("resign"):
            say("resign")
        elif self.due("claim-win"):
            say("1-0 {White mates}" if self.plies % 2 == 0 else "0-1 {Black mates}")
        elif self.due("claim-loss"):
            say("0-1 {White resigns}" if self.plies % 2 == 0 else "1-0 {Black resigns}")
        elif self.due("claim-draw"):
            say("1/2-1/2 {Draw by repetition}")
        else:
            if self.due("offer-draw"):
                say("offer draw")
            self.think(lambda move: say(f"move {move}"))
            self.plies += 1


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--protocol", choices=("uci", "ucci", "xboard"), default="uci")
    parser.add_argument("--fault", choices=FAULTS, default="none")
    parser.add_argument("--at", type=int, default=0)
    parser.add_argument("--delay", type=float, default=0.5)
    parser.add_argument("--score", type=int, default=10)
    parser.add_argument("--depth", type=int, default=5)
    parser.add_argument("--pv", default="")
    parser.add_argument("--moves", default="", help="the game to replay instead")
    parser.add_argument("--tail", default="0000", help="what is played when the script is over")
    parser.add_argument("--xiangqi", action="store_true")
    parser.add_argument("--stderr", default="")
    parser.add_argument("--think", type=float, default=0.0, help="seconds for every move")
    parser.add_argument("--parents", default="", help="file that gets the id of the process that started this one")
    args = parser.parse_args()
    player = {"uci": Uci, "ucci": Ucci, "xboard": XBoard}[args.protocol](args)
    if args.stderr:
        print(args.stderr, file=sys.stderr, flush=True)
    if args.parents:
        with open(args.parents, "a") as file:
            file.write(f"{os.getppid()}\n")
    for line in sys.stdin:
        player.handle(line.strip())
        if line.strip() == "quit":
            return


if __name__ == "__main__":
    main()
