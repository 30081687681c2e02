"""Placements of army chess that win: a pool plays itself, the worse half gives way to variations of the better half.

    python -m bench setups --pool 40 --generations 4 --games 12 --nodes 150

Prints weight and letters of the last pool, best first, for ``engine/games/luzhanqi/setups.py``.
"""

from __future__ import annotations

import random

import engine
from bench import frame
from bench.hidden import play_game
from bench.hidden_players import EnginePlayer
from engine.games.luzhanqi.geometry import SLOT_HQ, SLOTS
from engine.games.luzhanqi.placement import placement_faults
from engine.games.luzhanqi.setups import SETUPS, kinds_of

#: Rows that a kind likes, as weights of rows 1 to 6.
_LIKES = {
    "a": (1, 3, 4, 3, 2, 0), "b": (2, 4, 4, 2, 2, 0), "c": (4, 4, 3, 2, 2, 0), "d": (4, 3, 3, 2, 2, 1), "e": (4, 3, 3, 3, 2, 1),
    "f": (3, 3, 3, 3, 3, 2), "g": (2, 2, 2, 3, 4, 4), "h": (1, 1, 2, 3, 4, 6), "i": (1, 2, 3, 3, 4, 3), "k": (0, 3, 4, 3, 2, 1),
}  # fmt: skip


def draw(generator: random.Random) -> str:
    """A placement with its flag behind mines, strong pieces in front and bombs near them."""
    flag = generator.choice([(6, 2), (6, 4)])
    placed = {flag: "l"}
    around = [(5, flag[1]), (6, flag[1] - 1), (6, flag[1] + 1)]
    mines = list(around)
    if generator.random() < 0.5:
        others = [slot for slot in SLOTS if slot[0] >= 5 and slot not in mines and slot != flag]
        for _ in range(generator.choice([1, 1, 2])):
            mines[generator.randrange(3)] = generator.choice(others)
    mines = list(dict.fromkeys(mines))
    while len(mines) < 3:
        extra = generator.choice([slot for slot in SLOTS if slot[0] >= 5 and slot not in mines and slot != flag])
        mines.append(extra)
    placed.update(dict.fromkeys(mines, "j"))
    for letter in "kk" + "abccddeeffggghhhiii":
        free = [slot for slot in SLOTS if slot not in placed]
        weights = [
            (_LIKES[letter][slot[0] - 1] + 0.01) * (0.02 if SLOT_HQ[SLOTS.index(slot)] and letter not in "hg" else 1.0)
            for slot in free
        ]
        if letter == "k":
            weights = [0.0 if slot[0] == 1 else weight for slot, weight in zip(free, weights, strict=True)]
        placed[generator.choices(free, weights)[0]] = letter
    return "".join(placed[slot] for slot in SLOTS)


def vary(letters: str, generator: random.Random) -> str:
    """A legal placement with a few pieces swapped, perhaps mirrored."""
    while True:
        changed = list(letters)
        for _ in range(generator.choice([1, 2, 2, 3])):
            a, b = generator.sample(range(25), 2)
            changed[a], changed[b] = changed[b], changed[a]
        if generator.random() < 0.5:
            changed = [changed[SLOTS.index((row, 6 - column))] for row, column in SLOTS]
        if not placement_faults(kinds_of("".join(changed))):
            return "".join(changed)


class _Placer(EnginePlayer):
    """The engine with a placement that is given."""

    letters = ""

    def place(self, seat: int) -> str:
        """The given one."""
        return "@" + self.letters


@frame.program()
@frame.program()
def main(words: list[str]) -> int:
    """``python -m bench setups``."""
    parser = frame.parser(__name__)
    parser.add_argument("--game", default="luzhanqi-ccgc")
    parser.add_argument("--pool", type=frame.positive, default=40)
    parser.add_argument("--generations", type=frame.positive, default=4)
    parser.add_argument(
        "--games", type=frame.positive, default=12, help="games of each placement in a generation, half in each seat"
    )
    parser.add_argument("--nodes", type=frame.positive, default=150)
    parser.add_argument("--keep", action="store_true", help="begin with the placements that ship")
    frame.add_seed(parser)
    given = parser.parse_args(words)
    generator = random.Random(given.seed)
    game = engine.load(given.game)
    pool = [letters for _, letters in SETUPS][: given.pool] if given.keep else []
    while len(pool) < given.pool:
        pool.append(draw(generator))
    players = [_Placer(game, seed, 0.0, given.nodes, {}) for seed in (1, 2)]
    points = dict.fromkeys(pool, 0.0)
    played = dict.fromkeys(pool, 0)
    for generation in range(given.generations):
        for round_number in range(given.games // 2):
            order = pool[:]
            generator.shuffle(order)
            for one, two in zip(order, order[1:] + order[:1], strict=True):
                players[0].letters, players[1].letters = one, two
                result, _ = play_game(game, players, 600)
                share = 0.5 if not result.startswith("win") else float(result.split()[1] == "red")
                points[one] += share
                points[two] += 1 - share
                played[one] += 1
                played[two] += 1
            print(f"generation {generation + 1}, round {round_number + 1}", flush=True)
        ranked = sorted(pool, key=lambda letters: -(points[letters] + 2) / (played[letters] + 4))
        for letters in ranked[:5]:
            print(f"  {points[letters]:.1f} of {played[letters]} {letters}", flush=True)
        if generation + 1 < given.generations:
            better = ranked[: given.pool // 2]
            pool = better + [
                vary(generator.choice(better[: given.pool // 4]), generator) for _ in range(given.pool - len(better))
            ]
            points |= {letters: 0.0 for letters in pool if letters not in points}
            played |= {letters: 0 for letters in pool if letters not in played}
    for letters in ranked[: given.pool // 2 + given.pool // 10]:
        rate = (points[letters] + 2) / (played[letters] + 4)
        print(f'    ({max(1, round(100 * rate**3))}, "{letters}"),  # {100 * rate:.0f} % of {played[letters]}')
    return 0
