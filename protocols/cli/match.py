"""``qiji match``: engine against engine, own or foreign, in any game. The flags are those of fastchess and cutechess-cli."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from protocols.cli.arguments import CommandError, natural, positive

if TYPE_CHECKING:
    from protocols.match.balance import BalanceSettings
    from protocols.match.runner import Observer
    from protocols.match.settings import MatchSettings

_EPILOG = """\
Every flag may have one dash or two. Settings of engines (-engine, -each):
  cmd=PROGRAM args="..." dir=FOLDER name=NAME proto=uci|ucci|xboard|hub|dxp|gomocup|inprocess option.NAME=VALUE initstr=LINES
  tc=[MOVES/]TIME[+INC] st=S nodes=N depth=N timemargin=MS restart=on stderr=FILE
  start=S ping=S kill=S stall=S    seconds to wait for the handshake, for isready, after the flag, for a move without a clock
cmd=qiji is this program in a process of its own, proto=inprocess the same without one.

The same command goes on with a match that was interrupted: every finished game is in the journal, and no game is played twice.
Exit status: 0 finished, 1 an engine broke down and -recover was not given, 2 bad input, 130 interrupted.

Example:
  qiji match -engine cmd=qiji -engine cmd=stockfish name=sf option.Threads=1 -each tc=2+0.02 option.Hash=16
      -openings file=builtin order=random -rounds 100 -games 2 -repeat -concurrency 2 -recover
      -pgnout games.pgn -report match.html
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """All flags; lists of ``key=value`` are read later."""
    parser.epilog = _EPILOG

    def add(name: str, **settings) -> None:
        parser.add_argument(f"-{name}", f"--{name}", **settings)

    def add_words(name: str, help_line: str, repeated: bool = False) -> None:
        add(name, nargs="+", action="append" if repeated else "store", default=[], metavar="KEY=VALUE", help=help_line)

    add("game", metavar="ID", help="a game's id, see 'qiji games'; default: chess")
    add("variant", metavar="ID", help="the same, as other runners call it")
    add("option", action="append", default=[], metavar="NAME=VALUE", help="set a rule option of the game; may be repeated")
    add_words("engine", "a player; give two or more", repeated=True)
    add_words("each", "settings of all players", repeated=True)
    add_words(
        "openings", "file=FILE|builtin format=epd|fen|pgn order=sequential|random plies=N start=N policy=again|once, or make=N"
    )
    add("rounds", type=positive, metavar="N", help="rounds; default: 1")
    add("games", type=positive, metavar="N", help="games of each pairing in a round; default: 2")
    add("repeat", nargs="?", type=positive, const=2, metavar="N", help="play each opening twice, seats changed (the default)")
    add("norepeat", action="store_true", help="a new opening for every game")
    add("noswap", action="store_true", help="the first player always has the first seat")
    add("reverse", action="store_true", help="the second player begins with the first seat")
    add(
        "tournament",
        choices=("roundrobin", "gauntlet", "table"),
        default="roundrobin",
        help="table: every game seats all players, one for each team of a game of several; default: roundrobin",
    )
    add("seeds", type=positive, default=1, metavar="N", help="gauntlet: the first N players meet the others; default: 1")
    add_words("sprt", "elo0=E elo1=E alpha=A beta=B model=normalized|logistic: stop when one hypothesis is accepted")
    add_words("resign", "movecount=N score=CP twosided=true|false: adjudicate wins")
    add_words("draw", "movenumber=N movecount=N score=CP: adjudicate draws")
    add("maxmoves", type=positive, default=0, metavar="N", help="a draw after N moves of each player")
    add("tb", metavar="PATHS", help="chess: folders of Syzygy tables that adjudicate")
    add("tbpieces", type=positive, default=7, metavar="N", help="tables for up to N men")
    add("tbignore50", action="store_true", help="wins by the tables count whatever the 50-move rule says")
    add("tbadjudicate", choices=("WIN_LOSS", "DRAW", "BOTH"), default="BOTH", help="what tables decide")
    add("illegal", choices=("forfeit", "takeback", "fide"), default="forfeit", help="what an illegal move costs")
    add("flag", choices=("fide", "bare-king", "loss"), default="fide", help="chess: who cannot win on time")
    add(
        "false-claim",
        choices=("opponent+120s", "claimant-300s", "forfeit"),
        default="opponent+120s",
        help="a false claim of a result",
    )
    add("setup", choices=("players", "random"), default="players", help="army chess: who places; random: the referee by --srand")
    add("concurrency", type=positive, metavar="N", help="games at a time; default: 1, on a cluster one a processor")
    add("recover", action="store_true", help="start engines again that broke down, and go on")
    add("wait", type=natural, default=0, metavar="MS", help="pause between games")
    add("check-pv", action="store_true", help="warn about illegal moves in the lines of engines")
    add("srand", type=natural, default=1, metavar="N", help="seed of random openings, and of dice and deals; default: 1")
    add("event", default="", metavar="TEXT", help="name of the event")
    add("site", default="", metavar="TEXT", help="place of the event")
    pgn_help = "FILE, or file=FILE notation=NAME clk=true nodes=true seldepth=true: the games as PGN, PDN, PGN4 or token records"
    add_words("pgnout", pgn_help)
    add("jsonout", default="", metavar="FILE", help="games as JSON lines")
    add("journal", default="", metavar="FILE", help="the journal; default: match-....jsonl, named by the match's settings")
    add("report", default="", metavar="FILE", help="an HTML report at the end")
    add(
        "report-games",
        type=positive,
        default=200,
        metavar="N",
        help="games to be replayed in the report, the last ones; default: 200",
    )
    add("log", default="", metavar="FILE", help="all that is said to and by the engines")
    add("ratinginterval", type=natural, default=10, metavar="N", help="plain output: the score every N games; 0: at the end")
    add("quiet", action="store_true", help="plain lines on a terminal, too")
    add("ray", default="", metavar="ADDRESS", help="play on a Ray cluster: its address, auto, or local (needs the extra 'ray')")


def run(arguments: argparse.Namespace) -> int:
    """Play the match."""
    from engine.errors import QijiError
    from protocols.match.command import run_match

    try:
        settings, make = _settings(arguments)
        return run_match(settings, make, _observer(arguments), sys.stderr)
    except QijiError as error:
        raise CommandError(f"match: {error}") from None


def _settings(arguments: argparse.Namespace) -> tuple[MatchSettings, BalanceSettings | None]:
    """The match, and how its openings are to be made if they are."""
    from engine.games import find_entry
    from protocols.match import flags
    from protocols.match.openings import OpeningSettings
    from protocols.match.records import NOTATIONS
    from protocols.match.rules import MatchRules, TableRule
    from protocols.match.schedule import Plan
    from protocols.match.settings import MatchSettings, PgnSettings

    name = arguments.game or arguments.variant or "chess"
    entry = find_entry(name)
    options = dict(_pairs(arguments.option))
    if name.lower() in ("chess960", "fischerandom"):
        options.setdefault("UCI_Chess960", "true")
    if len(arguments.engine) < 2:
        raise CommandError("match: give two players or more: -engine ... -engine ...")
    players = flags.read_players(arguments.engine, arguments.each)
    if arguments.norepeat and arguments.repeat:
        raise CommandError("match: -repeat and -norepeat contradict each other")
    plan = Plan(
        players=len(players),
        rounds=arguments.rounds or 1,
        games=arguments.games or arguments.repeat or (len(players) if arguments.tournament == "table" else 2),
        tournament=arguments.tournament,
        seeds=arguments.seeds,
        repeat=not arguments.norepeat,
        swap=not arguments.noswap,
        reverse=arguments.reverse,
    )
    openings, make = OpeningSettings(seed=arguments.srand), None
    if arguments.openings:
        openings, make = flags.read_openings_flag(arguments.openings, arguments.srand)
    table = None
    if arguments.tb:
        paths = tuple(path for path in arguments.tb.split(";" if sys.platform == "win32" else ":") if path)
        table = TableRule(paths, arguments.tbpieces, arguments.tbignore50, arguments.tbadjudicate)
    rules = MatchRules(
        resign=flags.read_resign(arguments.resign) if arguments.resign else None,
        draw=flags.read_draw(arguments.draw) if arguments.draw else None,
        table=table,
        max_moves=arguments.maxmoves,
        illegal=arguments.illegal,
        flag=arguments.flag,
        false_claim=arguments.false_claim,
        setup=arguments.setup,
    )
    settings = MatchSettings(
        game=entry.id,
        options=options,
        players=players,
        plan=plan,
        openings=openings,
        rules=rules,
        sprt=flags.read_sprt(arguments.sprt) if arguments.sprt else None,
        concurrency=arguments.concurrency or (0 if arguments.ray else 1),
        recover=arguments.recover,
        wait_s=arguments.wait / 1000,
        check_pv=arguments.check_pv,
        event=arguments.event,
        site=arguments.site,
        journal=arguments.journal,
        pgn=flags.read_pgn(arguments.pgnout, NOTATIONS.get(entry.module, ())) if arguments.pgnout else PgnSettings(),
        json=arguments.jsonout,
        report=arguments.report,
        report_games=arguments.report_games,
        log=arguments.log.removeprefix("file="),
        interval=arguments.ratinginterval,
        seed=arguments.srand if entry.information != "perfect" else 1,
        ray=arguments.ray,
    )
    return settings, make


def _pairs(texts: list[str]):
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise CommandError(f"match: -option wants NAME=VALUE, not {text!r}")
        yield name.strip(), value


def _observer(arguments: argparse.Namespace) -> Observer:
    from protocols.match.display import LiveDisplay, QuietDisplay

    if arguments.quiet or not sys.stdout.isatty():
        return QuietDisplay(sys.stdout, arguments.ratinginterval)
    from rich.console import Console

    return LiveDisplay(Console())
