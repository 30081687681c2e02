"""CBF, the XML form of CCBridge's records: ``<ChineseChessRecord><Head>...</Head><MoveList><Move value="77-47"/>...``.

A move's value is file and row of origin and destination, rows counted from Black's side; its text is a comment. ``00-00`` at
the beginning is no move; its comment is that of the game. ``end="1"`` closes a line. As in CBR, a line behind a closed one
belongs to the last move that promised an alternative: the one with another attribute set, whatever its name.
Source: the files of the test data.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree

from protocols.files.tree import FILES, FileError, RawGame, RawNode, TreeBuilder

_TAGS = {
    "Contest": "Event", "Round": "Round", "Group": "Group", "Table": "Board", "Date": "Date", "Site": "Site",
    "TimeRule": "TimeControl", "Red": "Red", "RedTeam": "RedTeam", "RedTime": "RedTime", "RedRating": "RedElo", "Black": "Black",
    "BlackTeam": "BlackTeam", "BlackTime": "BlackTime", "BlackRating": "BlackElo", "Referee": "Referee",
    "Commentator": "Annotator", "Creator": "Author", "ECCO": "ECCO", "ResultType": "Termination",
}  # fmt: skip
_RESULTS = {"1": "1-0", "2": "0-1", "3": "1/2-1/2", "4": "1/2-1/2"}
_MOVE = re.compile(r"([0-8])([0-9])-([0-8])([0-9])")
_UNSET = ("", "0", "false")


def read_cbf(data: bytes) -> RawGame:
    """The game of a CBF file.

    Raises
    ------
    FileError
    """
    try:
        document = ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise FileError(f"CBF: bad XML: {error}") from None
    if document.tag != "ChineseChessRecord":
        raise FileError(f"CBF: <ChineseChessRecord> is expected, not <{document.tag}>")
    head, moves = document.find("Head"), document.find("MoveList")
    if head is None or moves is None:
        raise FileError(f"CBF: <{'Head' if head is None else 'MoveList'}> is missing")
    fields = {element.tag: (element.text or "").strip() for element in head}
    game = RawGame(result=_RESULTS.get(fields.get("RecordResult", ""), "*"), fen=fields.get("FEN", ""))
    game.tags = {ours: fields[theirs] for theirs, ours in _TAGS.items() if fields.get(theirs)}
    name = fields.get("Name", "")
    if name:
        game.tags["Title" if game.tags.get("Event") else "Event"] = name
    if not game.fen:
        raise FileError("CBF: <FEN> is missing")
    _read_moves(game, moves)
    return game


def _read_moves(game: RawGame, moves: ElementTree.Element) -> None:
    builder = TreeBuilder(game.root)
    elements = list(moves)
    open_ = True
    for number, element in enumerate(elements):
        value, comment = element.get("value", ""), (element.text or "").strip()
        if number == 0 and value == "00-00":
            game.root.comment = comment
            open_ = element.get("end", "") in _UNSET
            continue
        if not open_:
            game.fault = f"CBF: a line that belongs to no move, after {builder.count} moves"
            return
        found = _MOVE.fullmatch(value.strip())
        if found is None:
            game.fault = f"CBF: {value!r} is no move, after {builder.count} moves"
            return
        file, row, to_file, to_row = map(int, found.groups())
        node = RawNode(FILES * (9 - row) + file, FILES * (9 - to_row) + to_file, comment)
        promised = any(text not in _UNSET for key, text in element.attrib.items() if key not in ("value", "end"))
        more = element.get("end", "") in _UNSET and number + 1 < len(elements)
        open_ = builder.add(node, more, promised)
    if open_ and builder.count and elements[-1].get("end", "") not in _UNSET:
        game.fault = f"CBF: a promised line is missing after {builder.count} moves"
