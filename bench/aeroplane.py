"""The engine at aeroplane chess against simple players, on equal dice, and against exact play on a reduced board.

    python -m bench aeroplane --opponent random|foremost|sensible --players 2|3|4 --games 400 --depth 2
    python -m bench aeroplane --exact --games 200        two planes a seat: moves and scores against the solved game
    python -m bench aeroplane --learn 40000 --seed 1     weights from games that the evaluation plays with itself
    python -m bench aeroplane --table                    the exact chances that ship with the game

Every seed of dice is played once for each turn of the seats. ``sensible`` hits if it can, then finishes, flies or jumps, takes
off, leaves squares where it can be hit, and else moves the foremost plane that lands where nobody can hit it.
"""

from __future__ import annotations

import argparse
import random

import numpy as np

import engine
from bench import frame
from protocols.match.chance import Rolls, forced_token

PLAYERS = ("2", "3", "4")


class EngineSide:
    """The engine at a fixed depth (decisions looked ahead)."""

    def __init__(self, game: engine.Game, depth: int, search: str = "") -> None:
        self.player = engine.Engine(game, hash_mb=8)
        if search:
            self.player.configure(search=search)
        self.player.warm_up()
        self.limits = engine.Limits(nodes=depth) if search == "mcts-chance" else engine.Limits(depth=depth)

    def choose(self, position: engine.Position) -> int:
        """A decision."""
        self.player.set_position(position)
        return self.player.go(self.limits).best


class SimpleSide:
    """Players of a few rules."""

    def __init__(self, kind: str, seed: int) -> None:
        self.kind, self.rng = kind, random.Random(seed)

    def choose(self, position: engine.Position) -> int:
        """A decision."""
        legal = position.legal_moves().tolist()
        if self.kind == "random":
            return int(self.rng.choice(legal))
        if self.kind == "foremost":
            return int(max(legal, key=lambda move: _place(position.format(move))))
        return int(max(legal, key=lambda move: self._rank(position, move)))

    def _rank(self, position: engine.Position, move: int) -> tuple:
        """What the sensible player likes, the first difference counts."""
        seat = position.player
        before = _planes(position.text())
        position.push(move)
        after, over = _planes(position.text()), position.result().over
        position.pop()
        hurt = sum(_travelled(before[other]) - _travelled(after[other]) for other in range(4) if other != seat)
        gain = _travelled(after[seat]) - _travelled(before[seat])
        finished = after[seat].count(56) - before[seat].count(56)
        risk = _risk(before, seat) - _risk(after, seat)
        takes_off = before[seat].count(-1) > after[seat].count(-1)
        return over, gain > -2 and hurt > 0, finished, gain > 6, takes_off, gain >= 0, risk, _place(position.format(move))


def _place(text: str) -> int:
    return int(text.rstrip("n")) if text.rstrip("n").isdigit() else -1


def _planes(text: str) -> list[list[int]]:
    words = [[] if seat == "-" else seat.split(",") for seat in text.split()[0].split("/")]
    return [[{"H": -1, "F": 56}[word] if word in "HF" else int(word) for word in seat] for seat in words]


def _travelled(places: list[int]) -> int:
    return sum(place + 1 for place in places)


def _risk(planes: list[list[int]], seat: int) -> int:
    """What lone planes within six steps of an enemy have come."""
    total = 0
    for place in planes[seat]:
        if not 1 <= place <= 50 or planes[seat].count(place) > 1:
            continue
        square = (13 * seat + place - 1) % 52
        hunters = [
            enemy
            for other in range(4)
            if other != seat
            for enemy in planes[other]
            if 0 <= enemy <= 50 and 1 <= (square - 13 * other) % 52 + 1 - enemy <= 6
        ]
        total += place if hunters else 0
    return total


def play(game: engine.Game, seed: int, sides: list) -> int:
    """One game; the seat that won."""
    rolls = Rolls(game, seed)
    position = game.position(rolls.start("startpos"))
    while not (result := position.result()).over:
        token = rolls.settle(position, 0) or forced_token(position)
        position.push(token or sides[position.player].choose(position))
    return result.winning_seats[0]


def match(args: argparse.Namespace) -> None:
    """Our engine on every other seat in turn."""
    game = engine.load("aeroplane", {"Players": args.players})
    ours = EngineSide(game, args.depth, args.search)
    theirs: EngineSide | SimpleSide = SimpleSide(args.opponent, args.seed)
    if args.opponent == "mcts-chance":
        theirs = EngineSide(game, args.rival, "mcts-chance")
    seats = [seat for seat, team in enumerate(game.teams) if team >= 0]
    won: list[float] = []
    expected = 0.0
    seed = args.seed
    while len(won) < args.games:
        for turn in range(len(seats)):
            mine = {seats[turn]} if args.players != "4" else {seats[turn], seats[(turn + 2) % 4]}
            sides = [ours if seat in mine else theirs for seat in range(4)]
            won.append(float(play(game, seed, sides) in mine))
            expected += len(mine) / len(seats)
        seed += 1
        if seed % 20 == 0 or len(won) >= args.games:
            print(f"{len(won)} games: {frame.score_text(won)} (even: {100 * expected / len(won):.0f} %)", flush=True)


def compare(args: argparse.Namespace) -> None:
    """Two planes a seat: the engine's decisions and scores against the exact chances."""
    from engine.games.aeroplane import exact

    game = engine.load("aeroplane", {"Players": "2"})
    start = game.position("H,H/-/H,H/- r - 0 0")
    size = game.spec.state.itemsize
    memory = np.zeros(4 * size, np.uint8)
    memory[:size] = start.memory[:size]
    values = exact.solve(memory, exact.ORDER, report=print)
    begins = exact.offsets(exact.ORDER)
    ours, rng = EngineSide(game, args.depth), random.Random(args.seed)
    lost, same, errors, decisions = 0.0, 0, [], 0
    for _ in range(args.games):
        position = game.position(start.text())
        while not position.result().over:
            if position.chance_due:
                position.push(rng.choice(position.outcomes())[0])
                continue
            legal = position.legal_moves().tolist()
            if len(legal) > 1:
                seat, chances = position.player, []
                for move in legal:
                    position.push(move)
                    chance = exact_chance(position, values, begins)
                    chances.append(chance if position.player == seat or position.result().over else 1 - chance)
                    if position.result().over:
                        chances[-1] = 1.0
                    position.pop()
                best = legal.index(ours.choose(position))
                decisions += 1
                same += chances[best] >= max(chances) - 1e-9
                lost += max(chances) - chances[best]
                score = ours.player.evaluate(position)
                errors.append(abs((score / 1000 + 1) / 2 - max(chances)))
            position.push(int(rng.choice(legal)))
    print(f"{decisions} decisions: {100 * same / decisions:.1f} % best, {lost / decisions:.5f} of a win lost each")
    print(f"mean error of the static evaluation: {np.mean(errors):.4f}")


def exact_chance(position: engine.Position, values: np.ndarray, begins: np.ndarray) -> float:
    """The exact chance of the seat that rolls."""
    from engine.games.aeroplane.exact import TUPLES

    if position.result().over:
        return 1.0
    planes = _planes(position.text())
    codes = []
    for seat in (position.player, (position.player + 2) % 4):
        own = sorted(place + 1 for place in planes[seat] if place != 56)
        codes.append((len(own), own[0] if len(own) == 1 else own[1] * (own[1] + 1) // 2 + own[0]))
    (mine, first), (yours, second) = codes
    return float(values[begins[mine, yours] + first * TUPLES[yours] + second])


def learn(games: int, seed: int) -> None:
    """Print weights in thousandths of a logit."""
    from engine.games.aeroplane.training import learned

    print(" ".join(str(round(1000 * weight)) for weight in learned(games, seed)))


def table() -> None:
    """Solve and write the tables that ship."""
    from engine.games.aeroplane import exact

    position = engine.load("aeroplane", {"Players": "2"}).position()
    size = position.game.spec.state.itemsize
    memory = np.zeros(4 * size, np.uint8)
    memory[:size] = position.memory[:size]
    exact.write(exact.solve(memory, report=print))


@frame.program()
def main(words: list[str]) -> int:
    """Measure."""
    parser = frame.parser(__name__)
    parser.add_argument("--opponent", default="sensible", choices=("random", "foremost", "sensible", "mcts-chance"))
    parser.add_argument("--players", default="2", choices=PLAYERS)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--depth", type=int, default=2, help="decisions; for the tree search iterations")
    parser.add_argument("--rival", type=int, default=1000, help="iterations of the rival's tree search")
    parser.add_argument("--search", default="")
    frame.add_seed(parser)
    parser.add_argument("--exact", action="store_true")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--learn", type=int, default=0, metavar="GAMES")
    args = parser.parse_args(words)
    if args.table:
        table()
    elif args.learn:
        learn(args.learn, args.seed)
    elif args.exact:
        compare(args)
    else:
        match(args)
    return 0
