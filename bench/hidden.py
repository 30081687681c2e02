"""Games of army chess between players that see only their seat's view, each seed with both sides exchanged."""

from __future__ import annotations

import argparse
import math
import time

import engine
from bench.hidden_players import make_player


def play_game(game: engine.Game, players: list, limit: int) -> tuple[str, int]:
    """``(result, plies)``; ``players`` one for each seat. A game of ``limit`` plies is a draw."""
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
            return str(truth.result()), truth.ply
        seat = truth.player
        move = players[seat].choose(views[seat])
        assert move in truth.legal_moves()
        token = notation.view_token(truth.memory, truth.ply, move, seat, game.options)
        truth.push(move)
        for view in views:
            view.push(token)
    return "draw", truth.ply


def main(words: list[str]) -> int:
    """``python -m bench hidden GAME --first NAME --second NAME``."""
    parser = argparse.ArgumentParser(prog="python -m bench hidden", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--first", default="ismcts", help="random, rules, greedy, mcts or ismcts")
    parser.add_argument("--second", default="rules")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=0.05, help="time for each move of a search")
    parser.add_argument("--nodes", type=int, default=0, help="iterations instead of time (ismcts)")
    parser.add_argument("--plies", type=int, default=2000, help="longer games are drawn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--param", action="append", default=[], metavar="NAME=N", help="a number of the first one's search")
    parser.add_argument("--param2", action="append", default=[], metavar="NAME=N", help="the same for the second one")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    given = parser.parse_args(words)
    game = engine.load(given.game, dict(word.split("=", 1) for word in given.option))
    numbers = [{k: int(v) for k, v in (word.split("=", 1) for word in list_)} for list_ in (given.param, given.param2)]
    seats, teams = len(game.entry.seats), game.teams
    wins = draws = losses = plies = 0
    began = time.time()
    for number in range(given.games):
        side = number % 2
        players = []
        for seat in range(seats):
            which = 0 if teams[seat] == side else 1
            seed = given.seed * 1_000_003 + (number // 2) * 64 + 8 * which + seat
            name = (given.first, given.second)[which]
            players.append(make_player(name, game, seed, given.seconds, given.nodes, numbers[which]))
        result, length = play_game(game, players, given.plies)
        plies += length
        own = game.entry.seats[teams.index(side)]
        if result.startswith("win"):
            won = own in result.split()[1].split(",")
            wins, losses = wins + won, losses + (not won)
        else:
            draws += 1
        print(f"{number + 1}: {result} {length} plies; +{wins} ={draws} -{losses}", flush=True)
    done = given.games
    score = (wins + draws / 2) / done
    spread = math.sqrt(max(1e-9, (wins + draws / 4) / done - score**2) / done)
    print(f"{given.first} against {given.second}, {given.game}: {done} games +{wins} ={draws} -{losses}")
    print(f"score {100 * score:.1f} % +- {196 * spread:.1f}, {plies / done:.0f} plies a game, {time.time() - began:.0f} s")
    return 0
