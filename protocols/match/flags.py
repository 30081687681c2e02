"""The words of fastchess's and cutechess-cli's flags: ``key=value`` lists, read into settings.

Every error is one line that names the flag and what it would take.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.errors import QijiError
from protocols.client import IN_PROCESS
from protocols.client.clock import TimeControl, read_control
from protocols.client.player import Patience, PlayerSpec
from protocols.match.balance import BalanceSettings
from protocols.match.openings import FORMATS, ORDERS, OpeningSettings
from protocols.match.rules import DrawRule, ResignRule
from protocols.match.settings import PgnSettings
from protocols.match.sprt import Sprt


class FlagError(QijiError):
    """A flag of the match command that cannot be carried out."""


# --- values -------------------------------------------------------------------------------------------------------------


def text(value: str) -> str:
    """Anything but nothing."""
    if not value:
        raise ValueError("a value")
    return value


def shell_words(value: str) -> list[str]:
    """Arguments as a shell would split them."""
    try:
        return shlex.split(value)
    except ValueError:
        raise ValueError("arguments with closed quotation marks") from None


def truth(value: str) -> bool:
    """``true`` or ``false`` and their kin."""
    word = value.lower()
    if word in ("true", "on", "yes", "1"):
        return True
    if word in ("false", "off", "no", "0"):
        return False
    raise ValueError("true or false")


def whole(low: int) -> Callable[[str], int]:
    """A reader of whole numbers from ``low`` on."""

    def read(value: str) -> int:
        if not value.isascii() or not value.isdigit() or len(value) > 18 or int(value) < low:
            raise ValueError(f"a whole number from {low} on")
        return int(value)

    return read


def number(low: float, high: float) -> Callable[[str], float]:
    """A reader of numbers between ``low`` and ``high``, both excluded."""

    def read(value: str) -> float:
        try:
            found = float(value)
        except ValueError:
            found = low
        if not low < found < high:
            raise ValueError(f"a number between {low:g} and {high:g}")
        return found

    return read


def one_of(*words: str) -> Callable[[str], str]:
    """A reader of one of ``words``, in any case."""

    def read(value: str) -> str:
        for word in words:
            if word.lower() == value.lower():
                return word
        raise ValueError(" or ".join(words))

    return read


Readers = dict[str, Callable[[str], Any]]


def read_words(flag: str, words: Sequence[str], readers: Readers, more: str = "") -> dict[str, Any]:
    """The values of ``key=value`` words; keys that begin with ``more`` (such as ``option.``) are kept as they are.

    Raises
    ------
    FlagError
    """
    found: dict[str, Any] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise FlagError(f"-{flag} wants KEY=VALUE, not {word!r}")
        if more and key.startswith(more) and len(key) > len(more):
            found[key] = value
        elif key not in readers:
            known = [*readers, *([f"{more}NAME"] if more else [])]
            raise FlagError(f"-{flag} has no {key!r}; known: {', '.join(known)}")
        else:
            try:
                found[key] = readers[key](value)
            except ValueError as error:
                if isinstance(error, QijiError):
                    raise FlagError(f"-{flag} {key}: {error}") from None
                raise FlagError(f"-{flag} {key} wants {error}, not {value!r}") from None
    return found


def _want(flag: str, found: dict[str, Any], *keys: str) -> None:
    for key in keys:
        if key not in found:
            raise FlagError(f"-{flag} wants {key}=...")


# --- engines ------------------------------------------------------------------------------------------------------------

_SECONDS = number(0, 1e7)
_ENGINE: Readers = {
    "cmd": text,
    "name": text,
    "proto": one_of("uci", "ucci", "xboard", "cecp", "hub", "dxp", "gomocup", IN_PROCESS),
    "dir": text,
    "args": shell_words,
    "initstr": lambda value: [line for line in value.replace("\\n", "\n").split("\n") if line],
    "tc": read_control,
    "st": _SECONDS,
    "nodes": whole(1),
    "depth": whole(1),
    "timemargin": whole(0),
    "restart": truth,
    "stderr": text,
    "start": _SECONDS,
    "ping": _SECONDS,
    "kill": _SECONDS,
    "stall": _SECONDS,
}
_OWN_NAME = "qiji"


def read_players(engines: Sequence[Sequence[str]], each: Sequence[Sequence[str]]) -> tuple[PlayerSpec, ...]:
    """The players of all ``-engine`` flags under the common settings of ``-each``.

    Raises
    ------
    FlagError
    """
    common = read_words("each", [word for words in each for word in words], _ENGINE, "option.")
    if "name" in common and len(engines) > 1:
        raise FlagError("-each cannot give all engines one name")
    players = tuple(_player(_merged(common, read_words("engine", words, _ENGINE, "option."))) for words in engines)
    names = [player.name for player in players]
    for name in names:
        if names.count(name) > 1:
            raise FlagError(f"two engines are called {name!r}; give them different names: -engine name=...")
    return players


def _merged(common: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """An engine's settings over the common ones; its own clock or move time replaces the other kind."""
    merged = {**common, **own}
    if ("tc" in own) != ("st" in own):
        merged.pop("st" if "tc" in own else "tc", None)
    return merged


def _player(found: dict[str, Any]) -> PlayerSpec:
    protocol = {"cecp": "xboard"}.get(found.get("proto", "uci"), found.get("proto", "uci"))
    command = found.get("cmd", "")
    if not command and protocol != IN_PROCESS and not (protocol == "dxp" and "option.port" in found):
        raise FlagError("-engine wants cmd=PROGRAM (cmd=qiji is this program; proto=inprocess needs none)")
    own = command in ("", _OWN_NAME) or protocol == IN_PROCESS
    program = _program(command, found.get("dir", ""))
    name = found.get("name") or (_OWN_NAME if own else Path(program[0]).name)
    words = () if own else (*program, *found.get("args", []))
    control = _control(name, protocol, found)
    patience = Patience()
    for key in ("start", "ping", "kill", "stall"):
        if key in found:
            patience = replace(patience, **{f"{key}_s": found[key]})
    return PlayerSpec(
        name=name,
        command=words,
        protocol=protocol,
        options={key.removeprefix("option."): value for key, value in found.items() if key.startswith("option.")},
        init=tuple(found.get("initstr", ())),
        directory=found.get("dir", ""),
        control=control,
        patience=patience,
        restart=found.get("restart", False),
        stderr_log=found.get("stderr", ""),
    )


def _program(command: str, directory: str) -> tuple[str, ...]:
    """A command may be a path with blanks (seen from here or from ``directory``), or a program with arguments."""
    if Path(command).exists() or (directory and Path(directory, command).exists()):
        return (command,)
    try:
        return tuple(shlex.split(command, posix=True)) or (command,)
    except ValueError:
        return (command,)


def _control(name: str, protocol: str, found: dict[str, Any]) -> TimeControl:
    moves, base_s, increment_s = found.get("tc") or (0, None, 0.0)
    movetime_s = found.get("st")
    control = TimeControl(
        moves=moves,
        base_s=base_s,
        increment_s=increment_s,
        movetime_s=movetime_s,
        nodes=found.get("nodes"),
        depth=found.get("depth"),
        margin_s=found.get("timemargin", 50) / 1000,
    )
    if not control.limited:
        raise FlagError(f"{name} has no limit; give tc=..., st=..., nodes=... or depth=... to -engine or -each")
    if movetime_s is not None and base_s is not None:
        raise FlagError(f"{name} has both tc and st")
    if protocol == "xboard" and movetime_s is not None and movetime_s != round(movetime_s):
        raise FlagError(f"{name}: XBoard engines take whole seconds as st, not {movetime_s:g}")
    own = found.get("cmd") == _OWN_NAME
    if protocol == "dxp" and not own and (base_s is None or base_s % 60 or increment_s or moves):
        raise FlagError(f"{name}: DXP programs are told whole minutes for the game and nothing else; give tc=MINUTES:00")
    if protocol == "dxp" and base_s is not None and (base_s % 60 or increment_s or moves):
        raise FlagError(f"{name}: over DXP a clock is whole minutes for the game; give tc=MINUTES:00, st=, nodes= or depth=")
    if protocol == "xboard" and control.nodes is not None:
        raise FlagError(f"{name}: XBoard engines cannot be limited by nodes")
    return control


# --- the other flags ----------------------------------------------------------------------------------------------------


def read_openings_flag(words: Sequence[str], seed: int) -> tuple[OpeningSettings, BalanceSettings | None]:
    """``-openings file= format= order= plies= start= policy=``, or ``-openings make=N plies= nodes= margin= [file=]``.

    Raises
    ------
    FlagError
    """
    found = read_words(
        "openings",
        words,
        {
            "file": text,
            "format": one_of(*FORMATS),
            "order": one_of(*ORDERS),
            "plies": whole(1),
            "start": whole(1),
            "policy": one_of("again", "once"),
            "make": whole(1),
            "nodes": whole(1),
            "margin": whole(0),
        },
    )
    make = None
    if "make" in found:
        default = BalanceSettings()
        make = BalanceSettings(
            found["make"],
            found.pop("plies", default.plies),
            found.get("nodes", default.nodes),
            found.get("margin", default.margin),
            seed,
        )
    elif {"nodes", "margin"} & found.keys():
        raise FlagError("-openings nodes and margin belong to make=N")
    elif "file" not in found:
        raise FlagError("-openings wants file=..., file=builtin or make=N")
    return OpeningSettings(
        file=found.get("file", ""),
        format=found.get("format", ""),
        order=found.get("order", "sequential"),
        start=found.get("start", 1),
        plies=found.get("plies", 0),
        seed=seed,
        again=found.get("policy", "again") == "again",
    ), make


def read_sprt(words: Sequence[str]) -> Sprt:
    """``-sprt elo0= elo1= alpha= beta= model=``.

    Raises
    ------
    FlagError
    """
    share = number(0, 0.5)
    bounds = number(-1000, 1000)
    readers = {"elo0": bounds, "elo1": bounds, "alpha": share, "beta": share, "model": one_of("normalized", "logistic")}
    found = read_words("sprt", words, readers)
    _want("sprt", found, "elo0", "elo1")
    if found["elo0"] >= found["elo1"]:
        raise FlagError("-sprt wants elo0 below elo1")
    return Sprt(**found)


def read_resign(words: Sequence[str]) -> ResignRule:
    """``-resign movecount= score= twosided=``.

    Raises
    ------
    FlagError
    """
    found = read_words("resign", words, {"movecount": whole(1), "score": whole(1), "twosided": truth})
    _want("resign", found, "score")
    return ResignRule(found.get("movecount", 1), found["score"], found.get("twosided", False))


def read_draw(words: Sequence[str]) -> DrawRule:
    """``-draw movenumber= movecount= score=``.

    Raises
    ------
    FlagError
    """
    found = read_words("draw", words, {"movenumber": whole(0), "movecount": whole(1), "score": whole(0)})
    _want("draw", found, "score")
    return DrawRule(found.get("movenumber", 0), found.get("movecount", 1), found["score"])


def read_pgn(words: Sequence[str], known_notations: Sequence[str]) -> PgnSettings:
    """``-pgnout FILE`` or ``-pgnout file= notation= clk= nodes= seldepth= fsync=``.

    Raises
    ------
    FlagError
    """
    if words and "=" not in words[0]:
        words = [f"file={words[0]}", *words[1:]]
    found = read_words(
        "pgnout",
        words,
        {"file": text, "notation": one_of(*known_notations), "clk": truth, "nodes": truth, "seldepth": truth},
    )
    _want("pgnout", found, "file")
    return PgnSettings(
        file=found["file"],
        notation=found.get("notation", ""),
        clocks=found.get("clk", True),
        nodes=found.get("nodes", False),
        seldepth=found.get("seldepth", False),
    )
