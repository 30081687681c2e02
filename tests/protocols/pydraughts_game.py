"""Run with pydraughts in the path: plays a game against a Hub or DXP engine by its engine classes, and prints what happened.

python pydraughts_game.py hub COMMAND [KEY=VALUE of draughts.engine.Limit ...]
python pydraughts_game.py dxp PORT COLOR MOST_PLIES
"""

from __future__ import annotations

import json
import logging
import random
import sys
from pathlib import Path

import draughts
import draughts.engine


class Warnings(logging.Handler):
    """Collects what pydraughts did not expect."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(record.getMessage())


def hub(command: str, words: list[str], warnings: Warnings) -> dict:
    engine = draughts.engine.HubEngine([str(Path(command).resolve())])
    engine.configure({"threads": "1", "variant": "normal"})
    engine.init()
    engine.ping()
    limit = draughts.engine.Limit(
        **{key: float(value) if "." in value else int(value) for key, value in (w.split("=") for w in words)}
    )
    board, played, infos = draughts.Board(), [], 0
    while not board.is_over() and len(played) < 300:
        result = engine.play(board, limit, False)
        assert result.move.hub_move in [move.hub_move for move in board.legal_moves()], result.move.hub_move
        infos += "depth" in result.info
        played.append(result.move.hub_move)
        board.push(result.move)
        if limit.time is not None:
            limit.time = max(0.2, limit.time - 0.02)
    engine.quit()
    code = engine.p.wait(10)
    return {
        "moves": played, "over": board.is_over(), "infos": infos, "code": code, "variants": sorted(engine.variants),
        "id": engine.id, "warnings": warnings.texts,
    }  # fmt: skip


def dxp(port: str, color: str, most: int, warnings: Warnings) -> dict:
    engine = draughts.engine.DXPEngine(options={"ip": "127.0.0.1", "port": port}, initial_time=300)
    chance, board, played = random.Random(4), draughts.Board(), []
    ours = draughts.WHITE if color == "white" else draughts.BLACK
    takeback = None
    while not board.is_over() and len(played) < most:
        if board.turn == ours:
            move = chance.choice(board.legal_moves())
        else:
            move = engine.play(board).move
            if move is None:
                break
            move = next(m for m in board.legal_moves() if m.hub_move == move.hub_move)
        played.append(move.hub_move)
        board.push(move)
    if most < 30:
        accepted, after, _ = engine.takeback(1, draughts.WHITE if color == "white" else draughts.BLACK)
        takeback = [accepted, len(after.move_stack)]
    name = engine.id.get("name")
    engine.quit()
    return {"moves": played, "over": board.is_over(), "name": name, "takeback": takeback, "warnings": warnings.texts}


def main() -> None:
    warnings = Warnings()
    logging.getLogger("pydraughts").addHandler(warnings)
    kind, *words = sys.argv[1:]
    found = hub(words[0], words[1:], warnings) if kind == "hub" else dxp(words[0], words[1], int(words[2]), warnings)
    print(json.dumps(found))


main()
