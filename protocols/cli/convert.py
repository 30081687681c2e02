"""``qiji convert``: game files of xiangqi into one another, games into positions and back, PDN of draughts, PGN4."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from engine.games import find_entry
from protocols.cli.arguments import CommandError, positive

if TYPE_CHECKING:
    from engine import Game
    from engine.core.spec import CatalogueEntry
    from engine.games.xiangqi.pgn import Record

_FORMATS = ("pgn", "xqf", "pdn", "pgn4", "epd", "fen")
_ENCODINGS = {"utf-8": "utf-8", "utf8": "utf-8", "gbk": "gb18030", "gb18030": "gb18030", "gb2312": "gb18030", "big5": "cp950"}


EXAMPLES = """
  qiji convert game.xqf game.pgn --notation wxf
  qiji convert games.pgn ends.epd                              the last position of each game
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The two files and how the second one is written."""
    parser.add_argument("source", metavar="IN", help="PGN, XQF, CBR, CBL, CBF, PDN, PGN4, or positions (FEN, EPD)")
    parser.add_argument("target", metavar="OUT", help="its end tells the format: .pgn .xqf .pdn .pgn4 .epd .fen; '-': stdout")
    parser.add_argument("--to", choices=_FORMATS, help="the format, where the name of OUT does not tell it")
    parser.add_argument("--game", metavar="ID", help="chess, xiangqi, draughts, four seats; default: what the file holds")
    parser.add_argument("--only", type=positive, metavar="N", help="only the N-th game of the file")
    parser.add_argument("--partial", action="store_true", help="of damaged games keep what stands before the fault")
    parser.add_argument(
        "--notation",
        metavar="NAME",
        help="of moves; xiangqi: chinese (default), traditional, wxf, iccs; draughts: numeric, algebraic; "
        "four seats: pgn4 (default), chinese, wire",
    )
    parser.add_argument("--tags", choices=("chinese", "chess"), default="chinese", help="the dialect of a PGN of xiangqi")
    parser.add_argument("--encoding", default="utf-8", metavar="NAME", help="of a PGN of xiangqi: utf-8 (default), gbk, big5")
    parser.add_argument("--positions", choices=("end", "all", "start"), default="end", help="which ones go into EPD or FEN")


def run(arguments: argparse.Namespace) -> int:
    """Convert; nothing is written unless something could be read."""
    import engine
    from engine.errors import QijiError

    data = Path(arguments.source).read_bytes()
    if not data.strip():
        raise CommandError(f"{arguments.source}: nothing to convert")
    target = arguments.to or Path(arguments.target).suffix.lower().lstrip(".")
    if target not in _FORMATS:
        raise CommandError(f"convert: {arguments.target!r} does not tell the format; say --to {', '.join(_FORMATS)}")
    encoding = _ENCODINGS.get(arguments.encoding.lower())
    if encoding is None:
        raise CommandError(f"convert: unknown encoding {arguments.encoding!r}; known: utf-8, gbk, big5")
    from protocols.cli.convert_pdn import convert as convert_draughts

    entry = find_entry(arguments.game) if arguments.game else _told_by(data, arguments.source, target)
    four_seats = "pgn4" in entry.notations
    if entry.module not in ("chess", "xiangqi", "draughts") and not four_seats:
        holds = f"{arguments.source} holds games of {entry.id}; " if not arguments.game else ""
        raise CommandError(f"convert: {holds}only files of chess, xiangqi, draughts and games of four seats are converted")
    if target == "pgn4" and not four_seats:
        raise CommandError(f"convert: {arguments.source} holds {entry.id}; only games of four seats become .pgn4")
    if target == "pdn" and entry.module != "draughts":
        raise CommandError(f"convert: {arguments.source} holds {entry.id}; only draughts becomes .pdn")
    faults: list[str] = []
    try:
        game = engine.load(entry.id)
        if four_seats:
            from protocols.cli.convert_pgn4 import convert as convert_four_seats

            written, count = convert_four_seats(arguments, data, target, entry, faults)
        elif entry.module == "draughts":
            written, count = convert_draughts(arguments, data, target, faults)
        elif game.entry.id == "xiangqi" and not _holds_positions(data):
            written, count = _from_records(arguments, data, game, target, encoding, faults)
        else:
            written, count = _from_text(arguments, data, game, target, faults)
    except QijiError as error:
        raise CommandError(f"{arguments.source}: {error}") from None
    if count:
        _write(arguments.target, written)
        if arguments.target != "-":
            kind = "game" if target in ("pgn", "xqf", "pdn", "pgn4") else "position"
            print(f"{arguments.target}: {count} {kind}{'s' if count > 1 else ''}")
    if faults:
        more = f" ({len(faults)} faults in all)" if len(faults) > 1 else ""
        raise CommandError(f"{arguments.source}: {faults[0]}{more}")
    if not count:
        raise CommandError(f"{arguments.source}: nothing to convert")
    return 0


def _told_by(data: bytes, name: str, target: str) -> CatalogueEntry:
    """The game that a file is about; where it does not tell, PDN is about draughts."""
    from protocols.files.guess import game_of
    from protocols.files.tree import FileError

    try:
        return find_entry(game_of(data, name))
    except FileError as error:
        if target == "pdn":
            return find_entry("draughts")
        raise CommandError(f"convert: {name}: {error}") from None


def _holds_positions(data: bytes) -> bool:
    """Whether a text file begins with a position string instead of a tag or moves."""
    from protocols.files import format_of

    if format_of(data):
        return False
    first = next((line.strip() for line in data.splitlines() if line.strip() and not line.lstrip().startswith(b"#")), b"")
    return bool(re.match(rb"(?:startpos\b|\{|[^\s/]+(?:/[^\s/]+){7,9}\s)", first.removeprefix(b"\xef\xbb\xbf")))


def _chosen(items: list, only: int | None) -> list:
    if only is None:
        return items
    if only > len(items):
        raise CommandError(f"convert: the file holds {len(items)} games, there is no game {only}")
    return [items[only - 1]]


# --- xiangqi ------------------------------------------------------------------------------------------------------------


def _from_records(
    arguments: argparse.Namespace, data: bytes, game: Game, target: str, encoding: str, faults: list[str]
) -> tuple[bytes, int]:
    from engine.games.xiangqi import pgn
    from protocols.files import read_bytes

    def note(words: str) -> None:
        print(f"qiji: note: {arguments.source}: {words}", file=sys.stderr)

    records = _chosen(read_bytes(data, game, faults.append, arguments.partial, note), arguments.only)
    if not records:
        return b"", 0
    if target == "pgn":
        notation = (arguments.notation or ("traditional" if encoding == "cp950" else "chinese")).lower()
        if notation not in game.entry.notations:
            raise CommandError(f"convert: xiangqi has no notation {notation!r}; known: {', '.join(game.entry.notations)}")
        if encoding == "cp950" and notation == "chinese":
            raise CommandError("convert: Big5 lacks simplified characters; say --notation traditional")
        text = "".join(pgn.write_record(record, game, notation, arguments.tags) for record in records)
        return text.encode(encoding, errors="replace"), len(records)
    if target == "xqf":
        if len(records) > 1:
            raise CommandError(f"convert: XQF holds one game, {arguments.source} has {len(records)}; choose one with --only N")
        from protocols.files.xqf_write import write_xqf

        return write_xqf(records[0], game), 1
    lines = []
    for record in records:
        lines += _positions(game, record.position, record.main_line(), arguments.positions, target, _name(record))
    return ("\n".join(lines) + "\n").encode(), len(lines)


def _name(record: Record) -> str:
    tags = record.tags
    players = " - ".join(filter(None, (tags.get("Red") or tags.get("White"), tags.get("Black"))))
    return players or tags.get("Title") or tags.get("Event") or ""


# --- positions ----------------------------------------------------------------------------------------------------------


def _positions(game: Game, start: str, moves: list[str], which: str, target: str, name: str) -> list[str]:
    """Lines of EPD or FEN."""
    position = game.position(start)
    texts = [position.text()]
    for move in moves:
        position.push(move)
        texts.append(position.text())
    chosen = {"end": texts[-1:], "start": texts[:1], "all": texts}[which]
    if target == "fen":
        return chosen
    lines = []
    for number, text in enumerate(chosen):
        words = text.split()
        suffix = f", {number}" if which == "all" else ""
        quoted = name.replace('"', "'").replace(";", ",")
        title = f' id "{quoted}{suffix}";' if name else ""
        lines.append(f"{' '.join(words[:4])} hmvc {words[4]}; fmvn {words[5]};{title}")
    return lines


def _from_text(arguments: argparse.Namespace, data: bytes, game: Game, target: str, faults: list[str]) -> tuple[bytes, int]:
    """From chess PGN to positions, or from positions to games."""
    if b"\0" in data[:4096] and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise CommandError(f"{arguments.source}: neither text nor a game file that is known here")
    if not _holds_positions(data):
        if target not in ("epd", "fen"):
            raise CommandError(f"convert: games of {game.entry.id} in PGN become .epd or .fen")
        return _games_to_positions(arguments, data, game, target, faults)
    from engine.errors import QijiError
    from protocols.analysis.tasks import parse_line, read_lines

    tasks = []
    for number, line in read_lines(data.splitlines(keepends=True)):
        try:
            tasks.append(parse_line(game, line))
        except QijiError as error:
            faults.append(f"line {number}: {error}")
    tasks = _chosen(tasks, arguments.only)
    if target == "xqf":
        raise CommandError("convert: positions become .pgn, .epd or .fen")
    if target != "pgn":
        lines = [
            line for task in tasks for line in _positions(game, task.position.text(), [], "end", target, task.id)
        ]  # fmt: skip
        return ("\n".join(lines) + "\n").encode(), len(lines)
    texts = [_position_as_game(task.position.text(), task.id, game) for task in tasks]
    return "".join(texts).encode(), len(texts)


def _position_as_game(text: str, name: str, game: Game) -> str:
    title = name.replace("\\", "\\\\").replace('"', '\\"') or "?"
    seats = ("Red", "Black") if game.entry.id == "xiangqi" else ("White", "Black")
    head = ['[Game "Chinese Chess"]'] if game.entry.id == "xiangqi" else []
    head += [f'[Event "{title}"]', '[Site "?"]', '[Date "????.??.??"]', '[Round "?"]']
    head += [f'[{seat} "?"]' for seat in seats]
    return "\n".join([*head, '[Result "*"]', '[SetUp "1"]', f'[FEN "{text}"]', "", "*", "", ""])


def _games_to_positions(
    arguments: argparse.Namespace, data: bytes, game: Game, target: str, faults: list[str]
) -> tuple[bytes, int]:
    from protocols.analysis.games import GameError, read_game
    from protocols.analysis.scan import decode, scan

    text, _ = decode(data, chinese=False)
    lines: list[str] = []
    for one in _chosen(list(scan(text, chess=True)), arguments.only):
        try:
            played = read_game(game, one, "wire")
        except GameError as error:
            faults.append(str(error))
            continue
        lines += _positions(game, played.start.text(), list(played.moves), arguments.positions, target, one.title)
    return ("\n".join(lines) + "\n").encode(), len(lines)


def _write(name: str, data: bytes) -> None:
    if name == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    from protocols.whole import write_whole

    write_whole(name, data)
