"""How well samples of army chess know hidden kinds, over games that ``bench hidden`` recorded.

    python -m bench hidden luzhanqi --second ismcts --games 50 --nodes 150 --record games.jsonl
    python -m bench beliefs games.jsonl

Loss: the mean of -log2 p(true kind) over living foreign pieces that the seat to move does not know, at four times of each game;
p from 200 samples and one more for every kind that the piece may be. Priors: ``flat`` (all kinds alike where the rules allow
them), ``prior`` (as shipped).
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

import engine
from bench import frame
from engine.games.luzhanqi.evidence import FIXED, IDS, KIND_NOW, MASK, WEIGHT, WHERE, WORDS
from engine.games.luzhanqi.geometry import ARMY, SLOT_POINT
from engine.games.luzhanqi.state import KIND, STATE

_TURNS = (4, 10, 20, 36)  #: own turns after which the seat to move is asked
_SAMPLES, _SETTLE = 200, 40


def _moments(path: str) -> Iterator[tuple[Callable[[], None], np.ndarray, np.ndarray]]:
    """``(next sample, its chain, true kind of each id)`` at each time of each game of a record."""
    with open(path, encoding="utf-8") as file:
        games = [json.loads(line) for line in file]
    for number, record in enumerate(games):
        game = engine.load(record["game"])
        seats = len(game.entry.seats)
        position = game.position("startpos", record["moves"])
        rows = position.memory.view(STATE)
        places = SLOT_POINT[int(rows[0]["board"]), :seats].ravel()
        truth = np.zeros(IDS, np.int64)
        truth[: ARMY * seats] = rows[seats]["piece"][places] & KIND
        for turns in _TURNS:
            ply = seats * (turns + 1)
            if ply >= position.ply:
                break
            chain = np.zeros(WORDS, np.int64)
            chain[0] = random.Random(f"{number} {ply}").getrandbits(62)
            sample = partial(game.kernel("determinize"), position.memory.copy(), ply, int(rows[ply]["player"]), chain)
            sample()
            yield sample, chain, truth


def losses(path: str) -> dict[str, list[float]]:
    """Prior -> loss of every moment."""
    found: dict[str, list[float]] = {"flat": [], "prior": []}
    for sample, chain, truth in _moments(path):
        wanted = [
            piece
            for piece in range(IDS)
            if not chain[FIXED + piece // ARMY] and chain[WHERE + piece] >= 0 and chain[MASK + piece] & (chain[MASK + piece] - 1)
        ]
        if not wanted:
            continue
        kinds = np.array([int(chain[MASK + piece]).bit_count() for piece in wanted])
        now, right = KIND_NOW + np.array(wanted), truth[wanted]
        shipped = chain[WEIGHT : WEIGHT + 16 * IDS].copy()
        for name, values in found.items():
            chain[WEIGHT : WEIGHT + 16 * IDS] = 1 if name == "flat" else shipped
            for _ in range(_SETTLE):  # away from where the other prior left the chain
                sample()
            hits = np.zeros(len(wanted))
            for _ in range(_SAMPLES):
                sample()
                hits += chain[now] == right
            values.append(float(-np.log2((hits + 1) / (_SAMPLES + kinds)).mean()))
    return found


@frame.program()
def main(words: list[str]) -> int:
    """``python -m bench beliefs FILE``."""
    parser = frame.parser(__name__)
    parser.add_argument("file", help="games that bench hidden recorded")
    found = losses(parser.parse_args(words).file)
    for name, values in found.items():
        mean, error = frame.mean_error(values)
        print(f"{name}: {mean:.3f} +/- {error:.3f} bits a piece, {len(values)} moments")
    gain, error = frame.mean_error([a - b for a, b in zip(found["flat"], found["prior"], strict=True)])
    print(f"the prior saves {gain:.3f} +/- {error:.3f} bits a piece")
    return 0
