"""The other side of the protocols: drives foreign engines (and our own) as players of a match."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from engine import Game
from protocols.client.clock import TimeControl
from protocols.client.player import EngineError, Player, PlayerSpec, changed_rules
from protocols.client.process import EngineProcess, Traffic

PROTOCOLS = ("uci", "ucci", "xboard", "hub", "dxp", "gomocup")
IN_PROCESS = "inprocess"
#: Where Debian keeps engines, beside PATH.
_MORE_FOLDERS = ("/usr/games", "/usr/local/games")
#: From here our own packages are found even where they are not installed.
_ROOT = Path(__file__).resolve().parents[2]


def find_program(name: str, directory: str = "") -> str:
    """The program ``name``: a path, a file in ``directory``, or a command of PATH or the folders of games.

    Raises
    ------
    EngineError
        If there is none.
    """
    for path in (Path(directory or ".") / name, Path(name)):
        if path.is_file() and (os.sep in name or directory):
            if not os.access(path, os.X_OK):
                raise EngineError("start", f"{name} is no program")
            return str(path.resolve())
    found = shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", ""), *_MORE_FOLDERS]))
    if found is None:
        raise EngineError("start", f"there is no program {name!r}")
    return found


def own_command(protocol: str, game: Game, spec: PlayerSpec | None = None) -> list[str]:
    """Our engine as a process of its own; ``spec`` is for DXP, which tells a program nothing but minutes for the game."""
    words = [sys.executable, "-m", "protocols.cli", protocol]
    if protocol == "dxp":
        words += ["--listen", "127.0.0.1:0"]
        control = spec.control if spec else TimeControl()
        limits = {"time": control.movetime_s, "nodes": control.nodes, "depth": control.depth}
        words += [f"--{name}={value}" for name, value in limits.items() if value is not None]
        options = changed_rules(game) | (spec.options if spec else {})
        words += [f"--option={name}={value}" for name, value in options.items()]
    return words if protocol == "xboard" else [*words, "--game", game.entry.id]


def start_player(spec: PlayerSpec, game: Game, traffic: Traffic | None = None) -> Player:
    """Start the player that ``spec`` describes, ready for ``game``.

    Raises
    ------
    EngineError
    """
    if spec.protocol == IN_PROCESS:
        from protocols.client.inprocess import InProcessPlayer

        return InProcessPlayer(spec, game)
    directory = spec.directory
    if spec.protocol == "dxp" and not spec.command and "port" in spec.options:
        from protocols.client.dxp import DxpPlayer

        return DxpPlayer(spec, game, None)
    if spec.command:
        command = [find_program(spec.command[0], directory), *spec.command[1:]]
    else:
        command, directory = own_command(spec.protocol, game, spec), directory or str(_ROOT)
    process = EngineProcess(spec.name, command, directory, Path(spec.stderr_log) if spec.stderr_log else None, traffic)
    if spec.protocol == "uci":
        from protocols.client.uci import UciPlayer

        return UciPlayer(spec, game, process)
    if spec.protocol == "ucci":
        from protocols.client.ucci import UcciPlayer

        return UcciPlayer(spec, game, process)
    if spec.protocol == "xboard":
        from protocols.client.xboard import XBoardPlayer

        return XBoardPlayer(spec, game, process)
    if spec.protocol == "hub":
        from protocols.client.hub import HubPlayer

        return HubPlayer(spec, game, process)
    if spec.protocol == "dxp":
        from protocols.client.dxp import DxpPlayer

        return DxpPlayer(spec, game, process)
    if spec.protocol == "gomocup":
        from protocols.client.gomocup import GomocupPlayer

        return GomocupPlayer(spec, game, process)
    process.close(grace_s=0.0)
    raise EngineError(
        "start", f"{spec.name}: there is no protocol {spec.protocol!r}; known: {', '.join((*PROTOCOLS, IN_PROCESS))}"
    )
