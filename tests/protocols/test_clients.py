"""python-chess's engine module as a GUI: whole games over UCI and XBoard, analysis, pondering, Chess960."""

from __future__ import annotations

import logging
import sys

import chess
import chess.engine
import chess.variant
import pytest

from tests.protocols.talk import ROOT

pytestmark = pytest.mark.client

MOST_PLIES = 240


def command(protocol: str) -> list[str]:
    return [sys.executable, "-m", "protocols", protocol]


@pytest.fixture(scope="module")
def uci(warm_cache):
    with chess.engine.SimpleEngine.popen_uci(command("uci"), cwd=ROOT, timeout=60) as engine:
        yield engine


@pytest.fixture(scope="module")
def xboard(warm_cache):
    with chess.engine.SimpleEngine.popen_xboard(command("xboard"), cwd=ROOT, timeout=60) as engine:
        yield engine


@pytest.fixture(autouse=True)
def no_warnings(caplog):
    """python-chess warns of every line that it does not expect."""
    with caplog.at_level(logging.WARNING, logger="chess.engine"):
        yield
    odd = [r.getMessage() for r in caplog.records if "stat01" not in r.getMessage()]
    assert not odd, odd[:5]


def play(engines: list, board: chess.Board, limits: list[chess.engine.Limit], **more) -> list[chess.engine.PlayResult]:
    """Play a game to its end (or for :data:`MOST_PLIES` plies), the engines in turn."""
    results, game = [], object()
    while not board.is_game_over(claim_draw=True) and board.ply() < MOST_PLIES:
        turn = board.ply() % 2
        result = engines[turn % len(engines)].play(board, limits[turn % len(limits)], game=game, **more)
        assert result.move in board.legal_moves
        board.push(result.move)
        results.append(result)
    return results


def test_identity(uci, xboard):
    assert uci.id["name"].startswith("Qiji ") and xboard.id["name"].startswith("Qiji ")
    for name in ("Hash", "Threads", "Move Overhead", "MultiPV", "UCI_LimitStrength", "UCI_Elo"):
        assert name in uci.options


@pytest.mark.parametrize("chess960", [None, 42, 959])
def test_whole_games_over_uci(uci, chess960):
    board = chess.Board() if chess960 is None else chess.Board.from_chess960_pos(chess960)
    results = play([uci], board, [chess.engine.Limit(nodes=3000), chess.engine.Limit(depth=2)], info=chess.engine.INFO_ALL)
    assert board.is_game_over(claim_draw=True)
    assert all(r.info["pv"][0] == r.move for r in results)


@pytest.mark.parametrize("chess960", [None, 5])
def test_whole_games_over_xboard(xboard, chess960):
    board = chess.Board() if chess960 is None else chess.Board.from_chess960_pos(chess960)
    results = play([xboard], board, [chess.engine.Limit(time=0.02), chess.engine.Limit(depth=2)], info=chess.engine.INFO_ALL)
    assert results and (board.is_game_over(claim_draw=True) or board.ply() == MOST_PLIES)


def test_clocks_and_pondering_over_uci(uci):
    board, clocks, game = chess.Board(), [3.0, 3.0], object()
    for _ in range(24):
        limit = chess.engine.Limit(white_clock=clocks[0], black_clock=clocks[1], white_inc=0.05, black_inc=0.05)
        result = uci.play(board, limit, game=game, ponder=True, info=chess.engine.INFO_BASIC)
        board.push(result.move)
        if board.is_game_over():
            break
        if result.ponder:
            assert result.ponder in board.legal_moves
            board.push(result.ponder)
    assert board.ply() > 24 or board.is_game_over()


def test_clocks_and_pondering_over_xboard(xboard):
    board, game = chess.Board(), object()
    limit = chess.engine.Limit(white_clock=3.0, black_clock=3.0, white_inc=0.05, black_inc=0.05, clock_id="one")
    for _ in range(12):
        result = xboard.play(board, limit, game=game, ponder=True)
        board.push(result.move)
        board.push(next(iter(board.legal_moves)))


def test_analysis_of_several_lines(uci):
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3")
    infos = uci.analyse(board, chess.engine.Limit(depth=8), multipv=3)
    assert [info["multipv"] for info in infos] == [1, 2, 3]
    assert len({info["pv"][0] for info in infos}) == 3
    for info in infos:
        at = board.copy()
        for move in info["pv"]:
            at.push(move)
    best = uci.analyse(board, chess.engine.Limit(depth=4), root_moves=[chess.Move.from_uci("a7a6"), chess.Move.from_uci("h7h6")])
    assert best["pv"][0].uci() in ("a7a6", "h7h6")


def test_endless_analysis_is_stopped(uci):
    with uci.analysis(chess.Board()) as analysis:
        for number, _ in enumerate(analysis):
            if number > 20:
                break
    assert analysis.wait().move in chess.Board().legal_moves


def test_analysis_over_xboard(xboard):
    board = chess.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    info = xboard.analyse(board, chess.engine.Limit(time=0.5))
    assert info["pv"][0] in board.legal_moves and info["depth"] > 3
    moves = [chess.Move.from_uci("e2e3"), chess.Move.from_uci("e1d1")]
    assert xboard.analyse(board, chess.engine.Limit(time=0.3), root_moves=moves)["pv"][0] in moves


def test_mates_and_results(uci, xboard):
    board = chess.Board("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
    for engine in (uci, xboard):
        result = engine.play(board, chess.engine.Limit(time=0.3), info=chess.engine.INFO_SCORE)
        assert result.move.uci() == "d1d8" and result.info["score"].relative == chess.engine.Mate(1)
        after = board.copy()
        after.push(result.move)
        engine.send_game_result(after)
        engine.ping()


def test_options(uci, xboard):
    uci.configure({"Hash": 32, "Skill Level": 10, "UCI_LimitStrength": True, "UCI_Elo": 1200})
    assert uci.play(chess.Board(), chess.engine.Limit(time=0.1)).move
    uci.configure({"Hash": 64, "Skill Level": 20, "UCI_LimitStrength": False, "Clear Hash": None})
    xboard.configure({"memory": 32, "cores": 1})
    assert xboard.play(chess.Board(), chess.engine.Limit(time=0.1)).move


def test_draw_offers_over_xboard(xboard):
    for fen, accepted in (("4k3/8/8/8/8/8/qr6/6K1 w - - 0 1", True), ("4k3/8/8/8/8/8/QR6/4K3 w - - 0 1", False)):
        result = xboard.play(chess.Board(fen), chess.engine.Limit(depth=2), draw_offered=True)
        assert result.draw_offered is accepted
