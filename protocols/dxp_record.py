"""How a game over DXP has ended, and its record."""

from __future__ import annotations

from datetime import date

from protocols import dxp_message
from protocols.dxp_game import Over, Side


def verdict(side: Side, over: Over) -> tuple[str | None, str]:
    """The winner (a seat's name, empty: a draw, None: nobody knows) and words for people.

    The rules decide. Where they have not ended the game, nobody's word is taken but that of who gives up, or a draw.
    """
    seats = side.game.entry.seats
    ours, theirs = seats[side.seat], seats[1 - side.seat]
    ender, other = (ours, theirs) if over.by_us else (theirs, ours)
    says = f"{ender} says: {('unknown', 'I lose', 'draw', 'I win')[over.reason]}"
    result = side.position.result()
    if result.over:
        winner = result.winners[0] if result.winners else ""
        told = {dxp_message.I_LOSE: other, dxp_message.DRAW: "", dxp_message.I_WIN: ender}.get(over.reason, winner)
        doubt = "" if told == winner else ", which the rules deny"
        return winner, f"{result} ({says}{doubt})"
    if over.reason == dxp_message.I_LOSE:
        return other, f"{other} wins by resignation"
    if over.reason == dxp_message.DRAW:
        return "", f"draw, as {ender} says"
    return None, f"unfinished ({says})"


def record_text(side: Side, winner: str | None, words: str, number: int) -> str:
    """The game as PDN."""
    from protocols.files.pdn import record_of
    from protocols.files.pdn_write import result_of, write_record

    seats = side.game.entry.seats
    names = {seats[side.seat]: side.setting.name, seats[1 - side.seat]: side.opponent}
    request = side.request
    assert request is not None
    tags = {"Event": "DXP", "Site": "?", "Date": date.today().strftime("%Y.%m.%d"), "Round": str(number)}
    tags |= {"White": names["white"], "Black": names["black"]}
    if request.minutes:
        tags["TimeControl"] = f"{60 * request.minutes}"
    position = side.position.start_text if request.board else "startpos"
    record = record_of(side.position.history(), position, result_of(side.game, winner), tags)
    node = record.root
    while node.children:
        node = node.children[0]
    node.comment = words
    return write_record(record, side.game)
