"""The report and the live table."""

from __future__ import annotations

import io
import json
import re

import pytest

from tests.match.conftest import engine_words

TWO = [*engine_words("<b>alpha</b>"), *engine_words("beta", "--fault", "illegal", "--at", "9"), "-each", "tc=60"]


def data_of(text: str) -> dict:
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)[1])


def cells_after(game: dict) -> list[str]:
    cells = list(game["c"])
    for changes in game["d"]:
        for index, letter in zip(changes[::2], changes[1::2], strict=True):
            cells[index] = letter
    return cells


def test_report_of_two_players(match, tmp_path, chess):
    from protocols.show.parts import cells_of

    match(*TWO, "-rounds", "2", "-maxmoves", "8", "-report", "r.html", "-sprt", "elo0=0", "elo1=9")
    text = (tmp_path / "r.html").read_text()
    assert not re.search(r'(src|href)\s*=|url\(["\']?http|@import|fetch\(', text.replace("xlink:href", "")), "not self-contained"
    assert "<b>alpha</b>" not in text.split('id="data"')[0] and "&lt;b&gt;alpha" in text
    assert "normalised Elo" in text and "log-likelihood ratio" in text and text.count("<svg") >= 5
    games = data_of(text)["games"]
    assert [game["n"] for game in games] == [1, 2, 3, 4] and all(game["f"] for game in games if game["w"] == "illegal-move")
    for game in games:
        position = chess.position(game["start"])
        for move in game["m"]:
            position.push(move)
        assert cells_after(game) == cells_of(position.text())
        assert len(game["m"]) == len(game["d"]) == len(game["s"]) == len(game["t"])
    assert games[0]["s"][:2] == [10, -10]


def test_report_of_three_players_and_xiangqi(match, tmp_path):
    three = [word for name in "abc" for word in engine_words(name, protocol="ucci")]
    match("--game", "xiangqi", *three, "-each", "tc=60", "-maxmoves", "5", "-report", "r.html", "-report-games", "2")
    text = (tmp_path / "r.html").read_text()
    data = data_of(text)
    assert len(data["games"]) == 2 and "2 of 6 games" in text and "Elo against the others" in text
    assert data["games"][0]["m"][0] == "炮二平五" and set(data["board"]["men"]) >= set("KABRNCPkabrncp")
    assert len(data["board"]["points"][0]) == 90 == len(data["games"][0]["c"])


def test_report_of_a_game_without_board_parts(match, tmp_path):
    """Pictures are put together from pieces, each kept once."""
    import engine
    from protocols.match.report.replay import SIZE
    from protocols.show import View, board_parts, board_svg

    game = engine.load("fangqi")
    assert board_parts(game.entry) is None
    two = [word for name in "ab" for word in ("-engine", "proto=inprocess", f"name={name}")]
    match("--game", "fangqi", *two, "-each", "nodes=50", "-rounds", "1", "-maxmoves", "8", "-report", "r.html")
    data = data_of((tmp_path / "r.html").read_text())
    pieces = data["board"]["pieces"]
    assert len(set(pieces)) == len(pieces) and data["board"]["width"] == SIZE
    for one in data["games"]:
        position, picture = game.position(one["start"]), list(one["c"])
        for move, (start, removed, *added) in zip(one["m"], one["d"], strict=True):
            position.push(move)
            picture[start : start + removed] = added
            assert "".join(pieces[number] for number in picture) == board_svg(View.of(position), SIZE)
        assert position.ply >= 8


@pytest.mark.parametrize(("name", "options", "seats"), [("luzhanqi", [], 2), ("chinese-checkers", ["-option", "seats=3"], 3)])
def test_report_of_hidden_kinds_and_of_three_seats(match, tmp_path, name, options, seats):
    """Tokens with what the referee says are replayed, and seats that do not play are not shown."""
    two = [word for name in "ab" for word in ("-engine", "proto=inprocess", f"name={name}")]
    words = [*two, "-each", "nodes=20", "-rounds", "1", "-maxmoves", "20", "-report", "r.html", "-journal", "j.jsonl"]
    match("--game", name, *options, *words)
    journal = [json.loads(line) for line in (tmp_path / "j.jsonl").read_text().splitlines()]
    played = {entry["number"] + 1: entry["moves"].split() for entry in journal if "moves" in entry}
    games = data_of((tmp_path / "r.html").read_text())["games"]
    assert len(games) == len(played) == 2
    for one in games:
        assert len(one["m"]) == len(one["d"]) == len(one["s"]) == len(one["who"]) == len(played[one["n"]]) > 20
        assert len(one["p"]) == seats and set(one["who"]) == set("0123456789"[:seats]) and "not shown" not in one["e"]


def test_report_of_a_table_of_three(match, tmp_path):
    """Standings by player and seat, who has won by name, and every game to replay."""
    three = [word for name in "abc" for word in ("-engine", "proto=inprocess", f"name={name}")]
    words = [*three, "-tournament", "table", "-each", "nodes=20", "-rounds", "1", "-maxmoves", "6", "-report", "r.html"]
    status, _, errors = match("--game", "chinese-checkers", "-option", "seats=3", *words)
    assert status == 0, errors
    text = (tmp_path / "r.html").read_text()
    head = text.split('id="data"')[0]
    assert "Points by seat" in head and "per cent of the points" in head and "Crosstable" not in head and "Elo" not in head
    assert all(f"<option>{result}</option>" in head for result in ("A", "C", "E", "drawn")) and "<option>1-0" not in head
    games = data_of(text)["games"]
    assert len(games) == 3 and all(sorted(seats) == ["a", "b", "c"] for seats in zip(*(game["p"] for game in games), strict=True))
    assert all(len(game["d"]) == len(game["m"]) > 6 for game in games)
    assert {game["x"] for game in games} <= {"A", "C", "E", "drawn", "A + C", "A + E", "C + E"}


def test_points_by_seat():
    from types import SimpleNamespace

    import engine
    from protocols.match.report.seats import seat_table, team_names
    from protocols.match.standings import standings_of

    game = engine.load("chinese-checkers", {"seats": "3"})
    seats = [[0, 1, 1, 2, 2, 0], [1, 2, 2, 0, 0, 1]]
    entries = [
        {
            "pairing": [0, 1, 2],
            "seats": order,
            "shares": shares,
            "points": 0,
            "reason": "goal",
            "fault": None,
            "plies": 9,
            "round": 0,
        }
        for order, shares in zip(seats, ([0.5, 0.3, 0.2], [0.6, 0.0, 0.4]), strict=True)
    ]
    playing = [seat for seat, team in enumerate(game.teams) if team >= 0]
    assert team_names(game) == [game.entry.seats[seat] for seat in playing] and len(playing) == 3
    standings = standings_of("abc", False, entries)
    text = seat_table(SimpleNamespace(standings=standings, names=["<a>", "b", "c"]), game, entries)
    rows = [re.findall(r"<t[dh][^>]*>(?:<b>)?(.*?)(?:</b>)?</t[dh]>", row) for row in re.findall("<tr>.*?</tr>", text)][1:]
    assert [row[1] for row in rows] == ["&lt;a&gt;", "c", "b", "everybody"]
    assert [row[5].split(" ")[0] for row in rows[:3]] == ["55.0", "30.0", "15.0"] and [row[6] for row in rows[:3]] == [
        "33.3 %"
    ] * 3
    for row, player in ((rows[0], 0), (rows[1], 2), (rows[2], 1)):
        for column, seat in enumerate(playing):
            shares = [100 * entry["shares"][player] for entry in entries if entry["seats"][seat] == player]
            assert row[2 + column] == (f"{shares[0]:.1f} %" if shares else ""), "one game a seat has no error bar"


@pytest.mark.parametrize("name", ["chess", "xiangqi"])
def test_board_parts_fit_the_board(request, name):
    from protocols.show import board_parts
    from protocols.show.parts import cells_of

    game = request.getfixturevalue(name)
    parts = board_parts(game.entry)
    cells = cells_of(game.entry.start)
    assert parts is not None and len(parts.points) == len(cells) == game.entry.files * game.entry.ranks
    assert {letter for letter in cells if letter} <= set(parts.men)
    assert all(0 < x < parts.width and 0 < y < parts.height for x, y in parts.points)
    assert parts.flipped_points == parts.points[::-1]


def test_live_table(match, tmp_path, monkeypatch):
    from rich.console import Console

    from protocols.match import display

    screen = io.StringIO()
    console = Console(file=screen, force_terminal=True, width=150, height=40)
    monkeypatch.setattr("protocols.cli.match._observer", lambda arguments: display.LiveDisplay(console))
    slow = [*engine_words("a", "--think", "0.04"), *engine_words("b", "--think", "0.04", "--fault", "illegal", "--at", "9")]
    status, _, _ = match(
        *slow, "-each", "tc=60", "-rounds", "2", "-maxmoves", "8", "-sprt", "elo0=0", "elo1=9", "-concurrency", "2"
    )
    shown = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", screen.getvalue())
    assert status == 0
    for words in (
        "4/4 games",
        "LOS",
        "pairs 0..2",
        "time losses",
        "other faults",
        "left",
        "playing 1",
        "LLR:",
        "Finished match: 4 games",
    ):
        assert words in shown, words


def test_charts_stand_extreme_scores():
    from protocols.match.report import charts

    assert "nan" not in charts.band_chart([1, 2, 3], [float("inf")] * 3, [float("-inf"), 0, 5], [float("inf")] * 3, "x", "y")
    assert charts.stacked_histogram([("a", "first", []), ("b", "second", [])], "x") == ""
    assert "<rect" in charts.stacked_histogram([("a", "first", [0]), ("b", "second", [300])], "x")
    assert "nan" not in charts.whisker_chart([("a", float("inf"), float("-inf"), float("inf"))], "x")
    assert charts.nice_steps(0, 10) == [0, 2, 4, 6, 8, 10] and len(charts.nice_steps(-1234, 567)) in range(3, 8)
