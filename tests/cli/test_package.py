"""The distribution: builds as a wheel, and the wheel alone gives a working ``qiji`` in a fresh environment."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("pyproject.toml", "README.md", "LICENSE", "engine", "protocols", "bench")


def run(*words: str | Path, **settings) -> str:
    done = subprocess.run([*map(str, words)], capture_output=True, text=True, timeout=300, check=False, **settings)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, source / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / part, source / part)
    options = ["--no-deps", "--no-build-isolation", "--disable-pip-version-check", "--quiet"]
    run(sys.executable, "-m", "pip", "wheel", *options, "--wheel-dir", target, source)
    (found,) = target.glob("qiji-*.whl")
    return found


def test_wheel_holds_code_and_data_and_nothing_else(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"engine", "protocols", "bench"}
    for wanted in ("protocols/show/glyphs/outlines.json", "protocols/show/glyphs/OFL.txt", "engine/games/chess/entry.py"):
        assert wanted in names
    files = (path.relative_to(ROOT).as_posix() for top in ("engine", "protocols", "bench") for path in (ROOT / top).rglob("*.py"))
    assert set(files) <= set(names), "a folder without __init__.py?"
    metadata = zipfile.ZipFile(wheel).read(next(name for name in names if name.endswith("/METADATA"))).decode()
    assert "License-Expression: GPL-3.0-or-later AND OFL-1.1" in metadata and "Requires-Dist: numba" in metadata
    assert any(name.endswith("/licenses/LICENSE") for name in names)


def test_wheel_works_in_a_fresh_environment(wheel, tmp_path):
    """Dependencies come from this environment; Qiji itself only from the wheel."""
    run(sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv")
    scripts = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin")
    python = scripts / ("python.exe" if os.name == "nt" else "python")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    settings = {"cwd": tmp_path, "env": environment}  # away from the sources, whose egg-info pip could take for an installed Qiji
    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", "--quiet", wheel, **settings)
    site = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    where = run(python, "-c", "import engine, protocols, bench; print(engine.__file__)", **settings).strip()
    assert Path(where).is_relative_to(site)
    qiji = scripts / ("qiji.exe" if os.name == "nt" else "qiji")
    assert run(qiji, "--version", **settings).startswith("qiji ")
    assert "xiangqi" in run(qiji, "games", **settings)
    assert "uciok" in run(qiji, input="uci\nquit\n", **settings)
    assert "ucciok" in run(scripts / qiji.name.replace("qiji", "qiji-xiangqi"), input="ucci\nquit\n", **settings)
    assert 'name="Qiji"' in run(scripts / qiji.name.replace("qiji", "pbrain-qiji"), input="ABOUT\nEND\n", **settings)
    board = tmp_path / "board.svg"
    code = "from protocols.show import View, board_svg; from engine.games import find_entry; e = find_entry('xiangqi')"
    draw = "print(board_svg(View(e, {}, e.start, 'red', False, 'ongoing', None, (), None)))"
    board.write_text(run(python, "-c", f"{code}; {draw}", **settings))
    assert "</svg>" in board.read_text()
