"""What the README shows is what the program does."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from engine.games import CATALOGUE

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```\w*\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
COMMANDS = [line for block in BLOCKS for line in block.splitlines() if line.startswith("qiji ")]

#: Makes the long ones short.
SHORTER = {
    "--time 10": "--time 0.2",
    "--time 1 ": "--depth 2 ",
    "--depth 12": "--depth 3",
    "--nodes 20000": "--nodes 300",
    "qiji bench": "qiji bench --depth 2",
    "perft chess 5": "perft chess 3",
}


def test_opens_with_the_two_commands():
    assert BLOCKS[0].splitlines()[0].split()[:2] == ["make", "run"] and BLOCKS[0].splitlines()[1].split()[:2] == ["make", "test"]
    makefile = (ROOT / "Makefile").read_text()
    assert "\nrun:" in makefile and "\ntest:" in makefile
    assert (ROOT / ".ci" / "run").read_text().rstrip().endswith("\nmake test")


def test_every_game_has_its_row():
    for entry in CATALOGUE:
        row = next(line for line in TEXT.splitlines() if line.startswith(f"| `{entry.id}` |"))
        listed = {name.strip().lower() for name in row.split("|")[-2].split(",")}
        assert listed == set(entry.protocols) and entry.chinese_name in row


def make_files(folder):
    """The files that the commands name."""
    from engine import load
    from engine.games.xiangqi.pgn import record_of
    from protocols.files.xqf_write import write_xqf

    (folder / "suite.epd").write_text("startpos\n")
    (folder / "many.fen").write_text("startpos\nstartpos moves e4\n")
    (folder / "game.pgn").write_text('[White "A"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n')
    (folder / "game.xqf").write_bytes(write_xqf(record_of(["h2e2", "h9g7"]), load("xiangqi")))


@pytest.mark.parametrize("line", COMMANDS)
def test_commands_run(qiji, line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    make_files(tmp_path)
    command, _, comment = (part.strip() for part in re.split(r"(\s{3,})", line, maxsplit=1))
    for long, short in SHORTER.items():
        command = f"{command} ".replace(long, short).strip()
    done = qiji(*shlex.split(command)[1:])
    assert done.status == 0 and done.out
    if comment.startswith("win "):
        assert done.out.strip() == comment


def test_session_with_its_output(qiji):
    block = next(block for block in BLOCKS if block.startswith("$ qiji"))
    command, output = block.replace("\\\n", " ")[2:].split("\n", 1)
    assert qiji(*shlex.split(command)[1:]).out == output


def test_python_example_runs(capsys):
    example = next(block for block in BLOCKS if "import engine" in block)
    exec(compile(example.replace("movetime_s=2.0", "movetime_s=0.1"), "README.md", "exec"), {})
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith(" red ongoing") and "H8+7" in lines
    assert re.fullmatch(r"[\u4e00-\u9fff]{4}", lines[-1])


def test_links_and_files_exist():
    for target in re.findall(r"\]\(([^)#]+)\)", TEXT):
        assert target.startswith("https://") or (ROOT / target).exists(), target
    for name in re.findall(r"python -m bench (\w+)", TEXT):
        assert (ROOT / "bench" / f"{name}.py").exists()


def test_json_keys_are_those_named():
    from protocols.analysis.records import KEYS

    named = re.search(r"always have the keys `([^`]+)`", TEXT)
    assert named and named[1].split() == KEYS
