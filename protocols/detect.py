"""Which protocol a GUI speaks: the command line says so, or else its first line."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module

from engine.errors import QijiError
from protocols.lines import Events, Output
from protocols.session import Session

#: Protocol -> module and class of its session.
SESSIONS = {
    "uci": ("protocols.uci", "UciSession"),
    "ucci": ("protocols.ucci", "UcciSession"),
    "xboard": ("protocols.xboard", "XboardSession"),
    "hub": ("protocols.hub", "HubSession"),
    "gomocup": ("protocols.gomocup", "GomocupSession"),
    "ccgc": ("protocols.ccgc", "CcgcSession"),
}
#: First word of a conversation -> protocol. People who type UCI commands at once get UCI.
FIRST_WORDS = {
    "uci": "uci",
    "ucicyclone": "uci",
    "ucci": "ucci",
    "xboard": "xboard",
    "protover": "xboard",
    "hub": "hub",
    "ccgc": "ccgc",
    **dict.fromkeys(("start", "about", "rectstart", "info", "yxshowinfo", "yxboard"), "gomocup"),
    **dict.fromkeys(("isready", "setoption", "position", "go", "ucinewgame", "d", "bench", "perft", "eval", "help"), "uci"),
}
#: The championship protocol of army chess begins with a version; Gomocup's INFO has a key and a value.
_CCGC = re.compile(r"INFO\s+[0-9]+(\.[0-9]+)*")


def serve(protocol: str | None = None, game: str | None = None, tune: bool = False) -> int:
    """Talk to the GUI on standard input and output until it goes; returns the exit code.

    protocol : a key of :data:`SESSIONS`; None waits for a first line that tells.
    game : the game to begin with; None is the protocol's usual one.
    tune : UCI only, announce the numbers of the search as options.

    Raises
    ------
    engine.errors.UnknownGameError, engine.errors.OptionError
    """
    events, output = Events(), Output()
    output.on_closed = lambda: events.post(None)
    if protocol is not None and protocol not in SESSIONS:
        raise QijiError(f"unknown protocol {protocol!r}; known: {', '.join(SESSIONS)}")
    session = make_session(protocol, events, output, game) if protocol else None
    if session is not None:
        session.tuning = tune
    events.read_from(0)
    first_line = None
    while session is None:
        first_line = events.next_line()
        if first_line is None or first_line.split()[0] in ("quit", "END"):
            return 0
        word = first_line.split()[0]
        if _CCGC.fullmatch(first_line.strip()):
            word = "ccgc"
        if FIRST_WORDS.get(word.lower()) == "gomocup":  # the only protocol in upper case, and in any
            word = word.lower()
        if word in FIRST_WORDS:
            session = make_session(FIRST_WORDS[word], events, output, game)
        else:
            output.aside(f"unknown first line {first_line.strip()[:80]!r}; a GUI begins with uci, ucci, xboard, hub or START")
    return session.run(first_line)


def make_session(protocol: str, events: Events, output: Output, game: str | None) -> Session:
    """A session of ``protocol``, not yet running."""
    module, name = SESSIONS[protocol]
    factory: Callable[..., Session] = getattr(import_module(module), name)
    return factory(events, output, game)
