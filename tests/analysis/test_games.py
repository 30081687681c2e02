"""Whole games on the command line: verdicts, JSON, annotated PGN, graphs, faults, going on after an interruption."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import chess.pgn
import pytest

from protocols.analysis.scan import scan

ROOT = Path(__file__).resolve().parents[2]
FOOL = '[Event "x"]\r\n[White "A"]\r\n[Black "B"]\r\n[Result "0-1"]\r\n\r\n1. f3 e5 2. g4?? {oops} Qh4# 0-1\r\n'
LIMITS = ["--depth", "4", "--hash", "1"]


@pytest.fixture
def fool(tmp_path):
    path = tmp_path / "fool.pgn"
    path.write_bytes(FOOL.encode())
    return path


def test_the_table(qiji, fool):
    done = qiji("analyse", "chess", str(fool), *LIMITS)
    assert done.status == 0 and done.lines[0] == "A - B  0-1" and "error" not in done.err
    rows = done.lines[3:7]
    assert [row.split()[0] for row in rows] == ["1.", "1...", "2.", "2..."]
    assert rows[2].startswith("2. g4??") and "#-1" in rows[2] and rows[3].startswith("2... Qh4#") and "  #  " in rows[3]
    white, black = done.lines[-3:-1]
    assert white.startswith("white: accuracy ") and white.endswith("1 ??") and black.startswith("black: accuracy ")


def test_json(qiji, fool):
    found = [json.loads(line) for line in qiji("analyse", "chess", str(fool), *LIMITS, "--json").lines]
    moves, (summary,) = found[:-1], found[-1:]
    assert [record["move"] for record in moves] == ["f2f3", "e7e5", "g2g4", "d8h4"]
    assert len({tuple(record) for record in moves}) == 1
    blunder, mate = moves[2], moves[3]
    assert (blunder["mark"], blunder["nag"], blunder["seat"], blunder["label"]) == ("??", 4, "white", "2.")
    assert blunder["best"] != "g2g4" and blunder["expected_after"] == 0 and blunder["loss_cp"] > 500
    assert mate["best_name"] == mate["name"] == "Qh4#" and mate["accuracy"] == 100 and mate["loss"] == 0
    assert summary["kind"] == "game" and summary["moves"] == 4 and summary["result"] == "0-1" and summary["error"] is None
    assert [seat["blunders"] for seat in summary["seats"]] == [1, 0] and summary["title"] == "A - B"


def test_annotated_pgn_and_graph(qiji, fool, tmp_path):
    out, graph = tmp_path / "out.pgn", tmp_path / "g.svg"
    done = qiji("analyse", "chess", str(fool), *LIMITS, "--annotate", str(out), "--graph", str(graph))
    assert done.status == 0 and not list(tmp_path.glob("*.resume*")) and not list(tmp_path.glob("*.new"))
    data = out.read_bytes()
    assert (
        data.startswith(FOOL.encode()[: FOOL.index("1. f3")] + b"{Qiji ")
        and b"\n" not in data.replace(b"\r\n", b"")
        and b"g4??" in data
    )
    with open(out, encoding="utf-8") as file:
        game = chess.pgn.read_game(file)
    assert not game.errors and [move.uci() for move in game.mainline_moves()] == ["f2f3", "e7e5", "g2g4", "d8h4"]
    blunder = game.next().next().next()
    assert (
        blunder.nags == {4} and "oops" in blunder.comment and "Blunder" in blunder.comment and len(blunder.parent.variations) == 2
    )
    assert blunder.eval() == chess.engine.PovScore(chess.engine.Mate(1), chess.BLACK)
    root = ElementTree.parse(graph).getroot()
    assert root.tag.endswith("svg") and "2. g4??" in "".join(root.itertext()) and "accuracy" in "".join(root.itertext())
    again = qiji("analyse", "chess", str(out), *LIMITS, "--annotate", str(tmp_path / "twice.pgn"))
    assert "annotated already" in again.out and (tmp_path / "twice.pgn").read_bytes() == data


def test_png(qiji, fool, tmp_path):
    from PIL import Image

    picture = tmp_path / "g.png"
    assert qiji("analyse", "chess", str(fool), *LIMITS, "--graph", str(picture)).status == 0
    with Image.open(picture) as image:
        assert image.size[0] == 2000 and len(image.convert("RGB").getcolors(1 << 20)) > 10


def test_several_games_and_a_bad_one(qiji, fool, tmp_path):
    path, out = tmp_path / "many.pgn", tmp_path / "out.pgn"
    bad = '[White "C"]\n\n1. e4 Qh4\n\n'
    path.write_text(FOOL.replace("\r\n", "\n") + "\n" + bad + '[White "D"]\n\n*\n\n[White "E"]\n\n1. d4 d5 *\n')
    done = qiji("analyse", "chess", str(path), *LIMITS, "--annotate", str(out), "--graph", str(tmp_path / "g.svg"), "--jobs", "2")
    assert done.status == 2 and "game 2: line 10: 'Qh4' is no legal move" in done.err and done.err.count("\n") == 1
    assert "1/4  A - B" in done.out and "2. C - ?: line 10" in done.out and "4/4  E - ?" in done.out
    text = out.read_text()
    assert bad in text and len(list(scan(text, chess=True))) == 4 and text.count("{Qiji ") == 2
    assert sorted(name.name for name in tmp_path.glob("g-*.svg")) == ["g-1.svg", "g-3.svg", "g-4.svg"]
    records = [json.loads(line) for line in qiji("analyse", "chess", str(path), *LIMITS, "--json").lines]
    games = [record for record in records if record["kind"] == "game"]
    assert [record["number"] for record in games] == [1, 2, 3, 4] and [bool(record["error"]) for record in games] == [0, 1, 0, 0]
    assert len({tuple(record) for record in games}) == 1


def test_processes_change_nothing(qiji, data_folder, tmp_path):
    text = (data_folder / "pgn" / "molinari-bordais-1979.pgn").read_text() + "\n" + FOOL.replace("\r\n", "\n")
    path = tmp_path / "two.pgn"
    path.write_text(text)
    results = []
    for jobs in ("1", "2"):
        out = tmp_path / f"{jobs}.pgn"
        assert qiji("analyse", "chess", str(path), *LIMITS, "--annotate", str(out), "--jobs", jobs).status == 0
        results.append(out.read_bytes())
    assert results[0] == results[1]


def test_xiangqi_files(qiji, data_folder, tmp_path):
    out = tmp_path / "out.pgn"
    done = qiji("analyse", "xiangqi", str(data_folder / "xiangqi" / "game_varations.xqf"), "--depth", "2", "--annotate", str(out))
    assert done.status == 0 and "红方棋手 - 黑方棋手" in done.out and "red: accuracy" in done.out
    text = out.read_text(encoding="utf-8")
    assert "{Qiji " in text and "准确率" in text and text.count("(") >= 5
    gbk = tmp_path / "gbk.pgn"
    done = qiji("analyse", "xiangqi", str(data_folder / "xiangqi" / "endgame_test.pgn"), "--depth", "2", "--annotate", str(gbk))
    assert done.status == 0 and "准确率" in gbk.read_bytes().decode("gb18030")
    assert "xiangqi" in qiji("analyse", "chess", str(data_folder / "xiangqi" / "test.cbr"), "--depth", "1").err


def test_going_on_after_an_interruption(fool, tmp_path):
    """A run that is killed has kept what it found; the same command again searches only the rest."""
    path, out = tmp_path / "long.pgn", tmp_path / "out.pgn"
    path.write_text('[White "A"]\n\n' + " ".join(f"{n}. Nf3 Nf6 {n}. Ng1 Ng8" for n in range(1, 30)) + " *\n")
    command = [sys.executable, "-m", "protocols.cli", "analyse", "chess", str(path), "--nodes", "3000", "--hash", "1"]
    command += ["--annotate", str(out)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ)
    store = Path(f"{out}.resume")
    begin = time.monotonic()
    while count(store) < 20 and process.poll() is None and time.monotonic() - begin < 120:
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    known = count(store)
    assert known >= 20 and not out.exists()
    done = subprocess.run([*command, "--json"], cwd=ROOT, capture_output=True, text=True, check=False)
    records = [json.loads(line) for line in done.stdout.splitlines()]
    stored = sum(record["stored"] for record in records if record["kind"] == "move")
    assert done.returncode == 0 and known - 1 <= stored < len(records) - 1 and out.exists() and not store.exists()


def count(store: Path) -> int:
    import sqlite3

    if not store.exists():
        return 0
    base = sqlite3.connect(store, timeout=10)
    try:
        return int(base.execute("SELECT count(*) FROM analysis").fetchone()[0])
    except sqlite3.Error:
        return 0
    finally:
        base.close()


@pytest.mark.parametrize(
    "words,said",
    [
        (["--graph", "x.gif"], ".svg or .png"),
        (["--graph", "no/such/x.svg"], "no folder"),
        (["--annotate", "no/such/x.pgn"], "no folder"),
        (["--epd", "x"], "--epd"),
        (["--store", "no/such/folder/s"], "store"),
    ],
)
def test_errors(qiji, fool, words, said):
    done = qiji("analyse", "chess", str(fool), *LIMITS, *words)
    assert done.status == 2 and said in done.err and done.err.count("\n") == 1


def test_files_without_games(qiji, tmp_path):
    path = tmp_path / "empty.pgn"
    path.write_text("\n\n")
    assert "holds no game" in qiji("analyse", "chess", str(path), *LIMITS).err
    path.write_text('[White "x"]\n')
    assert qiji("analyse", "chess", str(path), *LIMITS).status == 0
    path.write_bytes(b"\xff\xfe\x00")
    assert qiji("analyse", "xiangqi", str(path), *LIMITS).status == 2


def test_a_watched_terminal_gets_a_bar(fool):
    pty = pytest.importorskip("pty")
    code = f"import sys; from protocols.cli import main; sys.exit(main({['analyse', 'chess', str(fool), *LIMITS]!r}))"
    chunks: list[bytes] = []

    def read(descriptor: int) -> bytes:
        chunks.append(os.read(descriptor, 4096))
        return b""

    os.environ["PYTHONPATH"] = str(ROOT)
    try:
        status = pty.spawn(
            [sys.executable, "-c", code], lambda descriptor: read(descriptor) or chunks[-1], lambda descriptor: b""
        )
    except OSError as error:
        pytest.skip(f"no terminal here: {error}")
    text = b"".join(chunks).decode(errors="replace")
    assert os.waitstatus_to_exitcode(status) == 0 and "positions" in text and "2. g4??" in text
