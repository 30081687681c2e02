"""Syzygy tables at the root, with real 3- and 4-man files; python-chess is the judge of every position."""

from __future__ import annotations

import os
import random
import re

import chess
import chess.syzygy
import pytest

import engine
from engine.search.limits import Info
from protocols.tablebase import TABLE_SCORE, Tablebases


@pytest.fixture(scope="module")
def folder(data_folder):
    return data_folder / "syzygy"


@pytest.fixture(scope="module")
def tables(folder):
    opened = Tablebases(os.pathsep.join([str(folder), "/no/such/folder", ""]))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def judge(folder):
    with chess.syzygy.open_tablebase(str(folder)) as opened:
        yield opened


@pytest.fixture(scope="module")
def game():
    return engine.load("chess")


def random_board(chance: random.Random, pieces: str) -> chess.Board:
    """A legal position of ``pieces`` (symbols as in FEN)."""
    while True:
        board = chess.Board(None)
        for symbol, square in zip(pieces, chance.sample(chess.SQUARES, len(pieces)), strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(symbol))
        board.turn = chance.random() < 0.5
        if board.is_valid() and any(board.legal_moves):
            return board


@pytest.mark.parametrize("pieces", ["KQk", "KRk", "KPk", "KBNk", "KPkp", "KQkr", "KRkn", "KPPk"])
def test_kept_moves_keep_the_result(tables, judge, game, pieces):
    chance = random.Random(pieces)
    for _ in range(25):
        board = random_board(chance, pieces)
        known = tables.probe(game.position(board.fen()))
        value = judge.probe_wdl(board)
        assert known is not None and known.moves and known.probes == board.legal_moves.count()
        assert known.outcome == {-2: -1, -1: 0, 0: 0, 1: 0, 2: 1}[value]
        position = game.position(board.fen())
        for packed in known.moves:
            after = board.copy()
            after.push_uci(position.format(packed))
            assert after.is_checkmate() or -judge.probe_wdl(after) >= value or value == -2


def test_a_win_is_won_with_best_play(tables, judge, game):
    """King, bishop and knight against the king: moves of the tables mate in time, whatever the defender does."""
    chance = random.Random(3)
    board = chess.Board("8/8/8/4k3/8/8/8/K1B1N3 w - - 0 1")
    while not board.is_game_over(claim_draw=True):
        if board.turn:
            history = chess.Board("8/8/8/4k3/8/8/8/K1B1N3 w - - 0 1")
            position = game.position(history.fen(), [move.uci() for move in board.move_stack])
            known = tables.probe(position)
            assert known.outcome == 1
            board.push_uci(position.format(chance.choice(known.moves)))
        else:
            board.push(max(board.legal_moves, key=lambda move: distance(judge, board, move)))
    assert board.is_checkmate()


def distance(judge, board: chess.Board, move: chess.Move) -> int:
    after = board.copy()
    after.push(move)
    return abs(judge.probe_dtz(after)) if not after.is_insufficient_material() else 1000


def test_the_fifty_move_rule(tables, game):
    position = game.position("8/8/8/4k3/8/8/8/K1B1N3 w - - 90 80")
    assert tables.probe(position).outcome == 0
    assert tables.probe(position, fifty_moves=False).outcome == 1


def test_what_the_tables_do_not_know(tables, game):
    assert tables.probe(game.position()) is None
    assert tables.probe(game.position("4k3/8/8/8/8/8/8/4K2R w K - 0 1")) is None
    assert tables.probe(game.position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), most_pieces=2) is None
    assert tables.probe(game.position("R3k3/8/4K3/8/8/8/8/8 b - - 0 1")) is None  # mated
    assert tables.probe(engine.load("xiangqi").position()) is None
    nothing = Tablebases("/no/such/folder")
    assert nothing.count == 0 and nothing.probe(game.position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")) is None


def test_scores(tables, game):
    def line(score: int) -> Info:
        return Info(5, 5, 1, score, "exact", 100, 0.1, 1000, 0, (), (100, 800, 100))

    won = tables.probe(game.position("8/8/8/4k3/8/8/8/K1B1N3 w - - 0 1"))
    assert won.adjusted(line(30)).score == TABLE_SCORE and won.adjusted(line(engine.MATE - 9)).score == engine.MATE - 9
    assert won.adjusted(line(30)).tbhits == won.probes and won.adjusted(line(30)).wdl is None
    drawn = tables.probe(game.position("8/8/8/4k3/8/8/4P3/K7 b - - 0 1"))
    assert drawn.outcome != 1 and drawn.adjusted(line(-99)).score in (0, -TABLE_SCORE)


@pytest.mark.parametrize("pieces", ["KQk", "KPk", "KQkr", "KBNk", "KPkp"])
def test_several_lines_come_in_the_order_of_the_tables(tables, judge, game, pieces):
    """Three lines of a real search: the three best moves by distance and result, whatever the search thinks of them."""
    chance, player = random.Random(pieces), engine.Engine(game, hash_mb=1)
    player.configure(multipv=3)
    for _ in range(10):
        board = random_board(chance, pieces)
        position = game.position(board.fen())
        known = tables.probe(position, lines=3)
        player.set_position(position)
        blocks: list[list[Info]] = []

        def collect(info: Info, blocks: list[list[Info]] = blocks) -> None:
            if info.multipv == 1:
                blocks.append([])
            blocks[-1].append(info)

        result = known.concluded(player.go(engine.Limits(depth=3, search_moves=known.moves), known.listener(collect)))
        shown = min(3, board.legal_moves.count())
        assert [len(block) for block in blocks] == [shown] * len(blocks)
        for block in (*blocks, result.lines):
            assert [info.multipv for info in block] == list(range(1, shown + 1))
            assert [info.score for info in block] == sorted((info.score for info in block), reverse=True)
            values = [worth(judge, board, position.format(info.pv[0])) for info in block]
            assert values == sorted(values, reverse=True)
            assert values == sorted((worth(judge, board, move.uci()) for move in board.legal_moves), reverse=True)[:shown]
            assert [(info.score > 9999) - (info.score < -9999) for info in block] == values
        assert result.best == result.lines[0].pv[0]


def worth(judge, board: chess.Board, move: str) -> int:
    """1, 0 or -1 for the mover, the 50-move rule considered."""
    after = board.copy()
    after.push_uci(move)
    if after.is_game_over():
        return 1 if after.is_checkmate() else 0
    return {-2: 1, 2: -1}.get(judge.probe_wdl(after), 0)


def test_only_the_moves_asked_for(tables, game):
    position = game.position("8/8/8/4k3/8/8/8/K1B1N3 w - - 0 1")
    bad = position.parse("c1f4")  # loses the bishop
    known = tables.probe(position, among=(bad,))
    assert known.moves == (bad,) and known.outcome == 0


@pytest.mark.timed
def test_over_uci_and_xboard(starter, folder):
    talk = starter("uci")
    talk.send("uci", f"setoption name SyzygyPath value {folder}", "isready").wait("readyok")
    assert any("tablebase files found" in line for line in talk.before)
    talk.send("position fen 8/8/8/4k3/8/8/8/K1B1N3 w - - 0 1", "go nodes 500").wait("bestmove .*")
    last = [line for line in talk.before if " pv " in line][-1]
    assert f"score cp {TABLE_SCORE}" in last and " tbhits 0 " not in last
    talk.send("setoption name MultiPV value 3", "position fen 8/8/8/3P4/7k/8/8/1K6 w - - 0 1", "go depth 6").wait("bestmove .*")
    heads = [re.search(r" multipv (\d) score cp (-?\d+) .* pv (\S+)", line) for line in talk.before if " depth 6 " in line]
    assert [m.group(1, 2) for m in heads] == [("1", str(TABLE_SCORE)), ("2", "0"), ("3", "0")] and heads[0][3] == "d5d6"
    talk.send("setoption name MultiPV value 1", "position startpos", "go depth 3").wait("bestmove .*")
    assert all(" tbhits 0 " in line for line in talk.before if " pv " in line)
    talk = starter("xboard")
    talk.send("xboard", "protover 2").wait("feature done=1")
    talk.send(f"egtpath syzygy {folder}", "new", "force", "setboard 8/8/8/4k3/8/8/8/K1B1N3 w - - 0 1", "post", "sd 4", "go")
    talk.wait("move .*")
    assert f" {TABLE_SCORE} " in talk.before[-1]
