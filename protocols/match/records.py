"""Games as text for other programs: PGN of chess (by python-chess) and of xiangqi, from the entries of the journal."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from engine import Game
from engine.errors import QijiError
from protocols.client.clock import TimeControl
from protocols.client.player import MATE_BOUND, MATE_CP, is_chess960
from protocols.match.play import BREAKDOWNS, ILLEGAL, TIME, result_text
from protocols.match.settings import MatchSettings, PgnSettings

_COLUMNS = 100


class RecordError(QijiError):
    """A game that cannot be written in the form that is wanted."""


_TERMINATIONS = {TIME: "time forfeit", ILLEGAL: "illegal move", "false-claim": "rules infraction", "stall": "stalled connection"}


def termination(reason: str) -> str:
    """The value of the tag ``Termination``."""
    if reason in _TERMINATIONS:
        return _TERMINATIONS[reason]
    if reason in BREAKDOWNS:
        return "abandoned"
    return "adjudication" if reason.startswith("adjudicated") or reason in ("tablebase", "move-limit") else "normal"


def score_text(score: int) -> str:
    """A score in pawns from the mover's view, mates as ``+M3`` (moves) and ``-M3``."""
    if abs(score) < MATE_BOUND:
        return f"{score / 100:+.2f}"
    plies = MATE_CP - abs(score)
    return f"{'+' if score > 0 else '-'}M{(plies + 1) // 2}"


def control_text(control: TimeControl) -> str:
    """The value of the tag ``TimeControl``."""
    if control.base_s is None:
        return "-" if control.movetime_s is None else f"1/{control.movetime_s:g}"
    session = f"{control.moves}/" if control.moves else ""
    return f"{session}{control.base_s:g}" + (f"+{control.increment_s:g}" if control.increment_s else "")


def move_comment(entry: dict[str, Any], ply: int, settings: PgnSettings) -> str:
    """``+0.31/12 0.510s [%clk 0:00:01.5]``; the opening's moves are ``book``."""
    if ply < entry["book"]:
        return "book"
    score, depth, time_s = entry["scores"][ply], entry["depths"][ply], entry["times_s"][ply]
    words = [(score_text(score) if score is not None else "") + (f"/{depth}" if depth is not None else "")]
    if time_s is not None:
        words.append(f"{time_s:.3f}s")
    if settings.nodes and entry["nodes"][ply] is not None:
        words.append(f"n={entry['nodes'][ply]}")
    if settings.seldepth and entry["seldepths"][ply] is not None:
        words.append(f"sd={entry['seldepths'][ply]}")
    clock = entry["clocks_s"][ply]
    if settings.clocks and clock is not None:
        tenths = math.floor(clock * 10)
        words.append(f"[%clk {tenths // 36000}:{tenths // 600 % 60:02d}:{tenths % 600 / 10:04.1f}]")
    if ply == entry["plies"] - 1:
        words.append(entry["reason"])
    return " ".join(filter(None, words)).replace("}", ")")


def _tags(entry: dict[str, Any], match: MatchSettings, first: str, second: str) -> dict[str, str]:
    names = [match.players[index].name for index in entry["seats"]]
    controls = [control_text(match.players[index].control) for index in entry["seats"]]
    tags = {
        "Event": match.event or "Qiji match",
        "Site": match.site or "?",
        "Date": entry["started"][:10].replace("-", "."),
        "Round": f"{entry['round'] + 1}.{entry['number'] + 1}",
        first: names[0],
        second: names[1],
        "Result": result_text(entry["winners"]),
        "PlyCount": str(entry["plies"]),
        "GameStartTime": entry["started"],
        "GameDuration": _duration(entry["duration_s"]),
        "Termination": termination(entry["reason"]),
        "Reason": " ".join(filter(None, (entry["reason"], entry["detail"])))[:200],
    }
    if controls[0] == controls[1]:
        tags["TimeControl"] = controls[0]
    else:
        tags[f"{first}TimeControl"], tags[f"{second}TimeControl"] = controls
    if entry["opening_name"]:
        tags["Opening"] = entry["opening_name"]
    return tags


def _duration(seconds: float) -> str:
    whole = round(seconds)
    return f"{whole // 3600:02d}:{whole // 60 % 60:02d}:{whole % 60:02d}"


def chess_pgn(entry: dict[str, Any], match: MatchSettings, game: Game) -> str:
    """One game of chess with an empty line behind it."""
    import chess
    import chess.pgn

    chess960 = is_chess960(game)
    record = chess.pgn.Game()
    start = game.position(entry["start"]).start_text
    if start != chess.STARTING_FEN or chess960:
        record.setup(chess.Board(start, chess960=chess960))
    record.headers.update(_tags(entry, match, "White", "Black"))
    if match.pgn.notation == "uci":
        return _coordinate_pgn(record.headers, entry, match.pgn)
    node: chess.pgn.GameNode = record
    for ply, text in enumerate(entry["moves"].split()):
        node = node.add_variation(node.board().parse_uci(text), comment=move_comment(entry, ply, match.pgn))
    return record.accept(chess.pgn.StringExporter(columns=_COLUMNS)) + "\n\n"


def _coordinate_pgn(headers: Any, entry: dict[str, Any], settings: PgnSettings) -> str:
    lines = [f'[{name} "{value}"]' for name, value in headers.items()]
    words = [f"{text} {{{move_comment(entry, ply, settings)}}}" for ply, text in enumerate(entry["moves"].split())]
    return "\n".join([*lines, "", *words, headers["Result"]]) + "\n\n"


def xiangqi_pgn(entry: dict[str, Any], match: MatchSettings, game: Game) -> str:
    """One game of xiangqi with an empty line behind it."""
    from engine.games.xiangqi.pgn import record_of, write_record

    tags = _tags(entry, match, "Red", "Black")
    tags.pop("Result")
    record = record_of(entry["moves"].split(), entry["start"], result_text(entry["winners"]), tags)
    node, ply = record.root, 0
    while node.children:
        node = node.children[0]
        node.comment = move_comment(entry, ply, match.pgn)
        ply += 1
    return write_record(record, game, match.pgn.notation or "chinese")


def draughts_pdn(entry: dict[str, Any], match: MatchSettings, game: Game) -> str:
    """One game of draughts with an empty line behind it."""
    from protocols.files.pdn import record_of
    from protocols.files.pdn_write import result_of, write_record

    winner = game.entry.seats[entry["winners"][0]] if entry["winners"] else ""
    start = game.position(entry["start"])
    tags = _tags(entry, match, "White", "Black")
    record = record_of(entry["moves"].split(), start.start_text, result_of(game, winner), tags)
    node, ply = record.root, 0
    while node.children:
        node = node.children[0]
        node.comment = move_comment(entry, ply, match.pgn)
        ply += 1
    return write_record(record, game, match.pgn.notation if match.pgn.notation in game.entry.notations else "")


def token_record(entry: dict[str, Any], match: MatchSettings, game: Game) -> str:
    """One game with face-down pieces or dice in the record format of its protocol, with an empty line behind it."""
    from protocols.client.player import changed_rules
    from protocols.match.token_records import TokenRecord, result_word, write_record

    record = TokenRecord(
        game.entry.id,
        entry["seed"],
        tuple(match.players[index].name if team >= 0 else "-" for index, team in zip(entry["seats"], game.teams, strict=True)),
        changed_rules(game),
        entry["start"],
        entry["moves"].split(),
        result_word(game, tuple(entry["winners"])),
    )
    if match.event:
        record.tags["Event"] = match.event
    record.tags |= {"Date": entry["started"][:10].replace("-", "."), "Round": f"{entry['round'] + 1}.{entry['number'] + 1}"}
    return write_record(record, " ".join(filter(None, (entry["reason"], entry["detail"])))[:200])


def variant_pgn(entry: dict[str, Any], match: MatchSettings, game: Game) -> str:
    """One game of a xiangqi variant, written as xiangqi under its own name."""
    return xiangqi_pgn(entry, match, game).replace('[Game "Chinese Chess"]', f'[Variant "{game.entry.id}"]', 1)


def four_seats(entry: dict[str, Any], match: MatchSettings, game: Game) -> str:
    """One game of four seats with an empty line behind it."""
    from protocols.files.pgn4 import Record4, write_record

    seats = [seat.capitalize() for seat in game.entry.seats]
    names = [match.players[index].name for index in entry["seats"]]
    end = game.position(entry["start"], entry["moves"].split()).result_string()
    if end is None and len(set(game.teams)) == 2:
        end = "1/2-1/2" if not entry["winners"] else "1-0" if 0 in entry["winners"] else "0-1"
    tags = {
        "Event": match.event or "Qiji match",
        "Date": entry["started"][:10].replace("-", "."),
        "Round": f"{entry['round'] + 1}.{entry['number'] + 1}",
        **dict(zip(seats, names, strict=False)),
        "Result": end or "*",
        "Termination": " ".join(filter(None, (entry["reason"], entry["detail"])))[:200],
    }
    moves = entry["moves"].split()
    comments = {ply: move_comment(entry, ply, match.pgn) for ply in range(len(moves))}
    return write_record(Record4(tags, entry["start"], moves, comments), game)


Writer = Callable[[dict[str, Any], MatchSettings, Game], str]
#: ``CatalogueEntry.module`` -> what writes its games.
WRITERS: dict[str, Writer] = {"chess": chess_pgn, "xiangqi": xiangqi_pgn, "draughts": draughts_pdn}
WRITERS |= {"xiangqi_variants": variant_pgn}
WRITERS |= dict.fromkeys(("sijiao_xiangqi", "siren_xiangqi", "siguo_xiangqi"), four_seats)
WRITERS |= {"siren_xiangqi": four_seats, "siguo_xiangqi": four_seats}
#: Notations that a writer can use.
NOTATIONS: dict[str, Sequence[str]] = {
    "chess": ("san", "uci"),
    "xiangqi": ("chinese", "wxf", "iccs", "wire"),
    "xiangqi_variants": ("chinese", "wxf", "iccs", "wire"),
    "draughts": ("numeric", "algebraic", "full"),
}


def writer_for(game: Game) -> Writer:
    """What writes the games of ``game``.

    Raises
    ------
    RecordError
        If nothing does.
    """
    writer = WRITERS.get(game.entry.module) if game.entry.information == "perfect" else token_record
    if writer is None:
        raise RecordError(f"games of {game.entry.id} are not written as PGN; use -jsonout")
    return writer
