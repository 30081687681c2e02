"""Games of army chess between players that see only their seat's view, each seed with both sides exchanged.

    python -m bench hidden siguo-junqi --second mcts --games 100 --seconds 0.02

Players: random, rules, greedy, mcts, ismcts (the engine); ``bench/hidden_players.py`` tells about them.
"""

from __future__ import annotations

import json
import time

import engine
from bench import frame
from bench.hidden_players import PLAYERS, make_player


def play_game(game: engine.Game, players: list, limit: int) -> tuple[str, engine.Position]:
    """The result and the truth after the last ply; ``players`` one for each seat. A game of ``limit`` plies is a draw."""
    notation = game.spec.notation
    seats = len(players)
    truth = game.position("startpos", [player.place(seat) for seat, player in enumerate(players)])
    views = []
    for seat in range(seats):
        tokens = [notation.view_token(truth.memory, ply, truth.moves[ply], seat, game.options) for ply in range(seats)]
        start = notation.view_position(game.position().memory, 0, seat, game.options)
        views.append(game.position(start, tokens))
    while truth.ply < limit:
        if not len(truth.legal_moves()):
            return str(truth.result()), truth
        seat = truth.player
        move = players[seat].choose(views[seat])
        assert move in truth.legal_moves()
        token = notation.view_token(truth.memory, truth.ply, move, seat, game.options)
        truth.push(move)
        for view in views:
            view.push(token)
    return "draw", truth


@frame.program()
def main(words: list[str]) -> int:
    """``python -m bench hidden GAME --first NAME --second NAME``."""
    parser = frame.parser(__name__, game=True)
    parser.add_argument("--first", choices=PLAYERS, default="ismcts")
    parser.add_argument("--second", choices=PLAYERS, default="rules")
    parser.add_argument("--games", type=frame.positive, default=100)
    parser.add_argument("--seconds", type=float, default=0.05, help="processor time for each move of a search")
    parser.add_argument("--nodes", type=int, default=0, help="iterations instead of time (ismcts)")
    parser.add_argument("--plies", type=frame.positive, default=2000, help="longer games are drawn")
    parser.add_argument("--record", default="", metavar="FILE", help="append each game's tokens there, an object a line")
    frame.add_options(parser, "--param", "a number of the first one's search")
    frame.add_options(parser, "--param2", "the same for the second one")
    frame.add_options(parser)
    frame.add_seed(parser)
    given = parser.parse_args(words)
    game = engine.load(given.game, dict(given.option))
    numbers = [{name: int(value) for name, value in pairs} for pairs in (given.param, given.param2)]
    teams, points, plies = game.teams, [], 0
    began = time.process_time()
    for number in range(given.games):
        side = number % 2
        players = []
        for seat, team in enumerate(teams):
            which = 0 if team == side else 1
            seed = given.seed * 1_000_003 + (number // 2) * 64 + 8 * which + seat
            name = (given.first, given.second)[which]
            players.append(make_player(name, game, seed, given.seconds, given.nodes, numbers[which]))
        result, truth = play_game(game, players, given.plies)
        plies += truth.ply
        if given.record:
            with open(given.record, "a", encoding="utf-8") as file:
                file.write(json.dumps({"game": given.game, "result": result, "moves": truth.history()}) + "\n")
        winners = result.split()[1].split(",") if result.startswith("win") else []
        points.append(0.5 if not winners else float(game.entry.seats[teams.index(side)] in winners))
        count = f"+{points.count(1.0)} ={points.count(0.5)} -{points.count(0.0)}"
        print(f"{number + 1}: {result} {truth.ply} plies; {count}", flush=True)
    print(f"{given.first} against {given.second}, {given.game}: {given.games} games {count}")
    seconds = time.process_time() - began
    print(f"score {frame.score_text(points)}, {plies / given.games:.0f} plies a game, {seconds:.0f} s of processor time")
    return 0
