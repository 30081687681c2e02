"""The engine at banqi against a random mover, a greedy one, its other search, or the tree search of OpenSpiel.

    python -m bench banqi --opponent random|greedy|mcts-chance|openspiel --games 100 --seconds 0.1 [--game banqi-hk] [--check]

Every deal is played twice with seats changed. Our side gets so many nodes as it searches in ``--seconds`` of processor time,
measured at the start; OpenSpiel's bot (random rollouts, its own default constant) is given as many simulations as make its
processor time at least ours, and both are reported. Against OpenSpiel the rules are its own: no repetition rule, a wiped out
side plays on, 180 plies without progress. Its state is kept beside ours and with ``--check`` the legal moves of both are
compared at every ply.
"""

from __future__ import annotations

import math
import random
import time

import engine
from bench import frame
from engine.core.contract import move_victim
from protocols.match.chance import Deal

OPEN_SPIEL_RULES = {"Repetition": "off", "WipeoutEnds": "false", "NoProgressPlies": "180"}
_CALIBRATION_NODES = 300_000
_SIMULATIONS_AT_FIRST = 300


class EngineSide:
    """The engine with a fixed number of nodes a move."""

    def __init__(self, game: engine.Game, seconds: float, search: str = "") -> None:
        self.player = engine.Engine(game, hash_mb=32)
        if search:
            self.player.configure(search=search)
        self.player.warm_up()
        self.used_s, self.moves = 0.0, 0
        position = game.position()
        for token in "c3c3p d3d3p c4c4A d4d4b f2f2K g2g2n".split():
            position.push(token)
        self.nodes = frame.nodes_within(self.player, [position], seconds, _CALIBRATION_NODES)

    def new_game(self) -> None:
        """Forget everything."""
        self.player.new_game()

    def choose(self, position: engine.Position, mirror: Mirror | None) -> int:
        """A move."""
        begin = time.process_time()
        self.player.set_position(position)
        best = self.player.go(engine.Limits(nodes=self.nodes)).best
        self.used_s += time.process_time() - begin
        self.moves += 1
        return best


class RandomSide:
    """Any legal move."""

    def __init__(self, seed: int) -> None:
        self.rng, self.used_s, self.moves = random.Random(seed), 0.0, 0

    def new_game(self) -> None:
        """Nothing is kept."""

    def choose(self, position: engine.Position, mirror: Mirror | None) -> int:
        """A move."""
        self.moves += 1
        return int(self.rng.choice(position.legal_moves().tolist()))


class GreedySide(RandomSide):
    """Takes the most valuable piece that it can take without losing a better one for it; else flips, else moves at random."""

    def choose(self, position: engine.Position, mirror: Mirror | None) -> int:
        """A move."""
        self.moves += 1
        legal = position.legal_moves().tolist()
        self.rng.shuffle(legal)
        see, values = position.game.kernel("see"), position.game.spec.piece_values
        takes = [move for move in legal if move_victim(move) and see(position.memory, position.ply, move, 0)]
        if takes:
            return int(max(takes, key=lambda move: values[move_victim(move)]))
        flips = [move for move in legal if position.outcomes(move)]
        return int(self.rng.choice(flips or legal))


class Mirror:
    """OpenSpiel's state of the same game."""

    def __init__(self) -> None:
        import pyspiel

        self.spiel = pyspiel
        self.game = pyspiel.load_game("banqi(max_no_progress=180)")
        self.state = self.game.new_initial_state()

    def reset(self) -> None:
        """Begin again."""
        self.state = self.game.new_initial_state()

    def actions(self) -> dict[str, int]:
        """Legal actions by our token."""
        return {_token(self.state.action_to_string(action)): action for action in self.state.legal_actions()}

    def push(self, token: str) -> None:
        """Play one of our tokens, a flip with its letter."""
        self.state.apply_action(self.actions()[token[:4]])
        if self.state.is_chance_node():
            self.state.apply_action("KABRNCPkabrncp".index(token[4]))


def _square(text: str) -> str:
    row, column = text.strip("()").split(",")
    return "abcdefgh"[int(column)] + str(4 - int(row))


def _token(text: str) -> str:
    if text.startswith("Flip"):
        return 2 * _square(text[4:])
    return _square(text[1:6]) + _square(text[7:12])


class OpenSpielSide:
    """OpenSpiel's Monte Carlo tree search with random rollouts."""

    def __init__(self, mirror: Mirror, rival: EngineSide, seed: int) -> None:
        self.mirror, self.rival, self.seed = mirror, rival, seed
        self.used_s, self.moves, self.simulations = 0.0, 0, 0

    def new_game(self) -> None:
        """Nothing is kept."""

    def choose(self, position: engine.Position, mirror: Mirror | None) -> int:
        """A move; simulations follow from the speed so far and the time that is due."""
        spiel = self.mirror.spiel
        count = _SIMULATIONS_AT_FIRST
        if self.simulations and self.rival.moves:
            due = self.rival.used_s / self.rival.moves * (self.moves + 1) - self.used_s
            count = max(20, round(self.simulations / self.used_s * max(due, 0.25 * self.used_s / self.moves)))
        self.seed += 1
        begin = time.process_time()
        evaluator = spiel.RandomRolloutEvaluator(1, self.seed)
        bot = spiel.MCTSBot(self.mirror.game, evaluator, math.sqrt(2), count, 500, False, self.seed, False)
        action = bot.step(self.mirror.state)
        self.used_s += time.process_time() - begin
        self.moves += 1
        self.simulations += count
        return position.parse(_token(self.mirror.state.action_to_string(action)))


def play(game: engine.Game, seed: int, sides: list, mirror: Mirror | None, check: bool) -> tuple[float, str]:
    """One game; points of the first side and the result's words."""
    deal = Deal(game, seed)
    deal.start("startpos")
    position = game.position()
    if mirror:
        mirror.reset()
    for side in sides:
        side.new_game()
    while True:
        result = position.result()
        if result.over:
            assert mirror is None or mirror.state.is_terminal(), position.text()
            points = 0.5 if not result.winners else float(result.winning_seats[0] == 0)
            assert mirror is None or mirror.state.returns()[0] == 2 * points - 1, position.text()
            return points, str(result)
        if mirror and check:
            texts = {position.format(move) for move in position.legal_moves().tolist()}
            assert texts == set(mirror.actions()), (position.text(), texts ^ set(mirror.actions()))
        move = sides[position.player].choose(position, mirror)
        position.push(deal.settle(position, move) or move)
        if mirror:
            mirror.push(position.history()[-1])


@frame.program()
def main(words: list[str]) -> int:
    """Play the match and report."""
    parser = frame.parser(__name__)
    parser.add_argument("--game", default="banqi")
    parser.add_argument("--opponent", default="greedy")
    parser.add_argument("--search", default="", help="our search; default: the game's")
    parser.add_argument("--seconds", type=float, default=0.1, help="of processor time a move")
    parser.add_argument("--games", type=int, default=100)
    frame.add_seed(parser)
    parser.add_argument("--check", action="store_true", help="compare the legal moves with OpenSpiel's at every ply")
    args = parser.parse_args(words)
    foreign = args.opponent == "openspiel" or args.check
    game = engine.load(args.game, OPEN_SPIEL_RULES if foreign else None)
    mirror = Mirror() if foreign else None
    one = EngineSide(game, args.seconds, args.search)
    if args.opponent == "openspiel":
        assert mirror is not None
        other: EngineSide | RandomSide | OpenSpielSide = OpenSpielSide(mirror, one, args.seed)
    elif args.opponent in ("random", "greedy"):
        other = (RandomSide if args.opponent == "random" else GreedySide)(args.seed)
    else:
        other = EngineSide(game, args.seconds, args.opponent)
    results: list[float] = []
    pairs = (args.games + 1) // 2
    reasons: dict[str, int] = {}
    for pair in range(pairs):
        points = 0.0
        for swapped in (False, True):
            got, end = play(game, args.seed + pair, [other, one] if swapped else [one, other], mirror, args.check)
            got = 1 - got if swapped else got
            points += got / 2
            label = ("won" if got == 1 else "lost" if got == 0 else "drawn") + " " + end.split()[-1]
            reasons[label] = reasons.get(label, 0) + 1
        results.append(points)
        if pair % 5 == 4 or pair + 1 == pairs:
            print(f"{2 * pair + 2} games: {frame.score_text(results)}  {dict(sorted(reasons.items()))}", flush=True)
    for name, side in (("engine", one), (args.opponent, other)):
        print(f"{name}: {1000 * side.used_s / max(1, side.moves):.1f} ms a move over {side.moves} moves")
    print(f"engine: {one.nodes} nodes a move")
    if isinstance(other, OpenSpielSide):
        print(f"openspiel: {other.simulations / other.moves:.0f} simulations a move")
    return 0
