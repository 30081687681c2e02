"""Hub, engine side: conversations with a real process."""

from __future__ import annotations

import random
import re

import pytest

import engine
from protocols.hub_board import hub_position, read_hub_move
from protocols.hub_line import read_line
from tests.protocols.talk import Talk

START = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww"
#: The second position of the text's dialogue; Scan plays 40-1.
KINGS = "BeeeWWeeeeeeeeeeeeeeeeeeeweeeeeeeeewweeeBeeeeeeeBee"
#: 25x20 captures one of two sets of men (rule text, 10.3, draughts 1).
AMBIGUOUS = "W:W15,K25,35,41,42,47,49:B1,12,14,K21,22,32,34,37,40"


def ready(talk: Talk, *params: str) -> Talk:
    talk.send("hub").wait("wait")
    talk.send(*params, "init").wait("ready")
    return talk


def done(talk: Talk) -> dict[str, str]:
    return read_line(talk.wait(r"done\b.*"))[1]


def test_the_dialogue_of_the_text(start_draughts):
    talk = start_draughts("hub")
    talk.send("hub").wait("wait")
    head, *params = talk.before
    assert read_line(head) == (
        "id",
        {"name": "Qiji", "version": engine.__version__, "author": "the Qiji authors", "country": "International"},
    )
    declared = {fields["name"]: fields for command, fields in map(read_line, params) if command == "param"}
    assert len(declared) == len(params)
    assert declared["variant"] == {
        "name": "variant", "value": "normal", "type": "enum", "values": "normal brazilian russian pool english english-flying",
    }  # fmt: skip
    assert all({"name", "value", "type"} <= fields.keys() for fields in declared.values())
    assert {fields["type"] for fields in declared.values()} <= {"bool", "int", "real", "string", "enum"}
    assert declared["threads"]["min"] == "1" and declared["book"]["value"] == "false"
    assert {
        "MustCapture",
        "KingRange",
        "Promotion",
        "CaptureRule",
        "DrawRules",
        "KingMovesLimit",
        "Repetition",
    } <= declared.keys()
    talk.send("init").wait("ready")
    assert all(line.startswith("init") for line in talk.before)
    talk.send("ping").wait("pong")
    talk.send(f'pos pos={START} moves="32-28 19-23 28x19x23"', "level depth=7", "go think")
    answer = done(talk)
    assert answer["move"] in ("14x23x19", "13x24x19")
    infos = [read_line(line)[1] for line in talk.before]
    assert [info["depth"] for info in infos][-1] == "7" and infos[-1]["pv"].split()[0] == answer["move"]
    assert float(infos[-1]["score"]) < 1 and int(infos[-1]["nodes"]) > 0
    talk.send("pos pos=Wxx").wait('error message="bad position: 2 squares instead of 50"')
    talk.send("foo").wait("error message=\"bad command 'foo'\"")
    talk.send(f"pos pos={KINGS}", "level infinite", "go ponder", "ping").wait("pong")
    assert not any(line.startswith("done") for line in talk.before)
    talk.send("ponder-hit")
    talk.silent(r"done\b.*", 0.5)
    talk.send("stop")
    assert done(talk)["move"]
    talk.send("quit")
    assert talk.exit_code() == 0 and talk.errors == b""


def test_nothing_is_said_before_hub(start_draughts):
    talk = start_draughts("hub")
    talk.send("init", "ping", "go", "what", "=", "hub").wait("wait")
    assert talk.before[0].startswith("id ")
    talk.send("quit")
    assert talk.exit_code() == 0 and talk.errors == b""


def test_the_first_line_tells_the_protocol(start_draughts):
    talk = start_draughts()
    talk.send("hub").wait("wait")
    talk.send("quit")
    assert talk.exit_code() == 0


def test_limits(start_draughts):
    talk = ready(start_draughts("hub"))
    for level in (
        "level depth=3", "level nodes=2000", "level move-time=0.1", "level time=1", "level moves=5 time=1",
        "level time=0.5 inc=0.1", "level moves=2 time=0.2 inc=0.05", "level depth=30 move-time=0.2 nodes=5000", "level time=0",
        "level time=-1 inc=0.01", "level depth=1 future=3",
    ):  # fmt: skip
        talk.send("pos", level, "go").wait(r"done move=\S+( ponder=\S+)?", 30)
        assert not any(line.startswith("error") for line in talk.before), level
    # The level is forgotten: without one the search ends at ``stop`` only.
    talk.send("go think")
    talk.silent(r"done\b.*", 0.7)
    talk.send("stop")
    done(talk)
    talk.send("level depth=x", "ping").wait("pong")
    assert talk.before == ["error message=\"level depth: 'x' is no whole number\""]


def test_ponder_hit_starts_the_clock(start_draughts):
    talk = ready(start_draughts("hub"))
    talk.send(f"pos pos={KINGS}", "level move-time=0.3", "go ponder")
    talk.silent(r"done\b.*", 1.0)
    talk.send("ponder-hit")
    done(talk)
    talk.send(f"pos pos={KINGS}", "level depth=4", "go ponder")
    talk.silent(r"done\b.*", 0.5)  # found long ago, and held
    talk.send("stop")
    done(talk)


def test_any_other_line_ends_a_search_first(start_draughts):
    talk = ready(start_draughts("hub"))
    talk.send("go analyze", "level depth=2", "go think", "foo")
    done(talk)
    done(talk)
    talk.wait("error message=\"bad command 'foo'\"")
    talk.send("go", "go", "go", "stop")
    for _ in range(3):
        done(talk)
    talk.send("stop", "ponder-hit", "stop", "ping").wait("pong")
    assert talk.before == []
    talk.send("go think", '"', "ping").wait("pong")
    assert talk.before[-2].startswith("done ") and talk.before[-1].startswith('error message="bad line:')
    talk.send("go think", "   ", "ping").wait("pong")
    assert not any(line.startswith("done") for line in talk.before)
    talk.send("quit")
    assert talk.exit_code() == 0


def test_positions_and_moves(start_draughts):
    talk = ready(start_draughts("hub"))

    def told(*lines: str) -> list[str]:
        talk.send(*lines, "level depth=2", "go think")
        done(talk)
        return [line for line in talk.before if line.startswith("error")]

    assert told("pos") == told("pos start") == told(f"pos  pos = {START}") == []
    assert told('pos moves="32-28 19-23 28x19x23"') == told('pos pos="W:W31-50:B1-20" moves="32-28"') == []
    assert told('pos moves="32-28 19-24 28x19x23 14x23x19"')[0].startswith('error message="move 3: illegal move')
    assert "the moves from there on are ignored" in told('pos moves="32-28 xyz"')[0]
    # Old engines leave the captured square out where there is one way only; a path is no Hub move.
    assert told('pos moves="32-28 19-23 28x19"') == []
    assert "move 1: ambiguous" in told(f"pos pos={AMBIGUOUS} moves=25x20")[0]
    assert "move 1: illegal" in told('pos pos=W:WK47:B9,12,33 moves="47x29x18x17"')[0]
    for text in ("", "B", START[:-1], START + "w", "X" + START[1:], START.replace("b", "q", 1), "W" + "e" * 50, "W" + "w" * 50):
        assert told(f'pos pos="{text}"')[0].startswith('error message="bad position'), text
    # The old position stays.
    assert told(f"pos pos={KINGS}", "pos pos=W") == ['error message="bad position: 0 squares instead of 50"']
    assert re.match(r"done move=(40|48)-", talk.lines[talk.mark - 1])


def test_a_position_without_moves(start_draughts):
    talk = ready(start_draughts("hub"))
    blocked = "W" + "e" * 5 + "b" * 5 + "e" * 40
    for go in ("go think", "go analyze", "go ponder", "go"):
        talk.send(f"pos pos={blocked}", go).wait("done", 5)


def test_parameters(start_draughts):
    talk = ready(
        start_draughts("hub"),
        "set-param name=hash value=16",
        "set-param name = threads value = 2",
        "set-param name=tt-size value=20",
    )
    assert not any(line.startswith("error") for line in talk.before)
    for line, words in {
        "set-param name=hash value=0": "option Hash: 0 is not in 1..65536",
        "set-param name=nothing value=1": "unknown parameter 'nothing'",
        "set-param name=hash": "set-param wants name= and value=",
        "set-param value=3": "set-param wants name= and value=",
        "set-param name=tt-size value=x": "parameter tt-size: 'x' is not in 0..32",
        "set-param name=variant value=killer": "Killer draughts is not played here; variants: normal brazilian",
        "set-param name=variant value=losing": "losing draughts is not played here",
        "set-param name=variant value=chess": "unknown variant 'chess'",
        "set-param name=KingRange value=long": "option KingRange: 'long' is none of flying, short",
    }.items():
        talk.send(line, "ping").wait("pong")
        assert talk.before[0].startswith(f'error message="{words}'), (line, talk.before)
    talk.send("set-param name=bb-size value=5", "set-param name=book-ply value=4", 'set-param name=log-file value=""', "ping")
    talk.wait("pong")
    assert talk.before == []


def test_rules_by_parameter(start_draughts):
    """Short kings of the rule text's section 10.3: one move; with the game's own kings two."""
    talk = ready(start_draughts("hub"), "set-param name=KingRange value=short")
    board = ["e"] * 50
    board[27], board[21], board[11] = "W", "b", "b"
    talk.send(f"pos pos=W{''.join(board)}", "level depth=2", "go")
    assert done(talk)["move"] == "28x8x12x22"
    talk.send("set-param name=KingRange value=game", f'pos pos=W{"".join(board)} moves="28x3x12x22"', "ping").wait("pong")
    assert talk.before == []


@pytest.mark.parametrize("variant, game", [("english", "checkers"), ("american", "checkers"), ("russian", "russian")])
def test_variants_of_8x8(start_draughts, variant, game):
    talk = ready(start_draughts("hub"), f"set-param name=variant value={variant}")
    position = engine.load(game).position()
    text = hub_position(position.text(), 32)
    assert text == ("B" if game == "checkers" else "W") + "b" * 12 + "e" * 8 + "w" * 12
    talk.send("pos", "level depth=3", "go")
    first = done(talk)["move"]
    position.push(read_hub_move(position, first))
    talk.send(f"pos pos={text} moves={first}", "level depth=3", "go")
    position.push(read_hub_move(position, done(talk)["move"]))
    talk.send(f"pos pos={START}", "ping").wait("pong")
    assert talk.before == ['error message="bad position: 50 squares instead of 32"']
    if game == "russian":
        talk.send('pos moves="c3-d4 d6-c5"', "ping").wait("pong")
        assert talk.before == []


def test_another_game_at_the_start(start_draughts):
    talk = start_draughts("hub", "--game", "checkers")
    talk.send("hub").wait("wait")
    assert any(line.startswith("param name=variant value=english ") for line in talk.before)
    talk.send("init").wait("ready")
    talk.send("pos", "level depth=2", "go")
    assert re.fullmatch(r"(9|10|11|12)-\d+", done(talk)["move"])


def test_games_that_hub_has_not(start_draughts):
    talk = start_draughts("hub", "--game", "chess")
    assert talk.exit_code(60) == 2 and b"chess is not played over hub" in talk.errors


def test_a_whole_game_of_two(start_draughts):
    """Two processes play each other; our rules referee."""
    players = [ready(start_draughts("hub")), ready(start_draughts("hub"))]
    position, moves = engine.load("draughts").position(), []
    while not position.result().over and len(moves) < 240:
        talk = players[len(moves) % 2]
        talk.send(f'pos moves="{" ".join(moves)}"' if moves else "pos", "level nodes=400", "go think")
        answer = done(talk)
        assert not any(line.startswith("error") for line in talk.before)
        position.push(read_hub_move(position, answer["move"]))
        moves.append(answer["move"])
        if "ponder" in answer:
            read_hub_move(position, answer["ponder"])
    assert len(moves) > 20


# --- attacks ------------------------------------------------------------------------------------------------------------

SENSIBLE = f"""hub|init|ping|pos|pos pos={START}|pos pos={KINGS} moves="40-1 36-31"|pos moves="32-28 19-23"|level depth=2
    level nodes=300|level move-time=0.01|level time=1 inc=0.1|go|go think|go ponder|go analyze|stop|ponder-hit|new-game
    set-param name=threads value=1|set-param name=KingRange value=short|set-param name=KingRange value=game|level infinite"""
WORDS = f"""hub init ping pos level go think ponder analyze stop ponder-hit new-game set-param name= value= name=hash value=1
    variant normal killer pos= moves= = "" " "32-28" 32-28 28x19x23 {START} Wb depth=1 depth= nodes=-5 time=nan inc=1e9 a=b=c \x01
    move-time=0 moves=99999999999999999999 infinite 日本 true false name=threads value=2 -- x"""


def random_line(chance: random.Random) -> str:
    if chance.random() < 0.5:
        return chance.choice([line.strip() for row in SENSIBLE.splitlines() for line in row.split("|")])
    if chance.random() < 0.1:
        return "".join(chance.choices('abcdefgh0123456789 =-"x', k=chance.randint(1, 300)))
    return " ".join(chance.choices(WORDS.split(" "), k=chance.randint(1, 7))).replace("\n", " ")


def test_thousands_of_random_lines(start_draughts):
    chance = random.Random("hub")
    talk = ready(start_draughts("hub"))
    for block in range(40):
        lines: list[str] = []
        for _ in range(100):
            lines.append(random_line(chance))
            if re.search(r"\bgo\b", lines[-1]):
                lines.append("stop")
        talk.send_bytes(("\n".join(lines) + "\n").encode())
        talk.send("stop", f"sync{block}").wait(f"error message=\"bad command 'sync{block}'\"", 120)
    strange = [
        line for line in talk.lines if not re.match(r"(id|param|wait|init|ready|info|done|pong|error message=\".*\"$)", line)
    ]
    assert not strange, strange[:5]
    talk.send("quit")
    assert talk.exit_code() == 0 and talk.errors == b"", talk.errors[-2000:]


def test_bytes_and_long_lines(start_draughts):
    talk = ready(start_draughts("hub"))
    noise = bytes(random.Random(3).randbytes(200_000)).replace(b"quit", b"")
    talk.send_bytes(noise + b"\n")
    talk.send("x" * 2_000_000, "pos moves=" + "1-2x" * 300_000, 'pos moves="' + "32-28 " * 100_000 + '"', "done1").wait(
        ".*bad command 'done1'.*", 120
    )
    assert max(map(len, talk.lines)) < 2000
    talk.send("level depth=2", "go")
    done(talk)
    talk.send_bytes(b"\xef\xbb\xbfping\r\n\0\r\n").wait("pong")


def test_ends(start_draughts):
    talk = ready(start_draughts("hub"))
    talk.send("go analyze", "quit")
    assert talk.exit_code() == 0 and talk.errors == b""
    for lines in (["hub"], ["hub", "init"], ["hub", "init", "stop"], ["hub", "init", "pos", "go think"], [], ["stop", "go"]):
        talk = start_draughts("hub")
        talk.send(*lines)
        talk.close_input()
        assert talk.exit_code(60) == 0 and talk.errors == b"", lines
    talk = start_draughts("hub")
    talk.send("hub", "init", "quit")
    assert talk.exit_code(60) == 0
    talk = start_draughts("hub")
    talk.send_bytes(b"hub\nping")
    talk.close_input()
    assert talk.exit_code(60) == 0 and talk.lines[-1] == "pong"


def test_stop_while_it_starts(start_draughts):
    talk = start_draughts("hub")
    talk.send("hub", "stop", "init", "stop", "ponder-hit", "ping", "level depth=1", "go", "stop").wait("ready")
    talk.wait("pong")
    done(talk)
    talk.silent(r"done\b.*", 0.3)
