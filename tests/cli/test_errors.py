"""Whatever is wrong with a command line: one line on stderr that says what and where, exit status 2, nothing on stdout."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

WORDS = ["--position", "--moves", "--option", "startpos", "e2e4", "h2e2", "1", "--divide", "--notation", "san"]

BAD = [
    (["castle"], "'castle'"),
    ([""], "unknown command ''"),
    (["--nonsense"], "--nonsense"),
    (["--game", "tictactoe"], "tictactoe"),
    (["--game"], "--game"),
    (["uci", "--game", "tictactoe"], "tictactoe"),
    (["ucci", "--game", "chess"], "chess"),
    (["xboard", "extra"], "extra"),
    (["position"], "GAME"),
    (["position", "tictactoe"], "tictactoe"),
    (["position", "chess", "--position", "blah"], "blah"),
    (["position", "chess", "--position"], "--position"),
    (["position", "chess", "--position", ""], "bad position: empty"),
    (["show", "xiangqi", "--position", " "], "bad position: empty"),
    (["analyse", "chess", "--position", "", "--depth", "1"], "bad position: empty"),
    (["position", "chess", "--position", "8/8/8/8/8/8/8/4K3 w - - 0 1"], "king"),
    (["position", "chess", "--position", "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1"], "check"),
    (["position", "chess", "--moves", "e2e4", "e2e4"], "move 2"),
    (["position", "chess", "--moves", "e2e4", "Nf6", "zz"], "move 3"),
    (["position", "chess", "--unknown"], "--unknown"),
    (["position", "chess", "--pos", "startpos"], "--pos"),
    (["position", "xiangqi", "--position", "9/9/9/9/9/9/9/9/9/9 w"], "bad position"),
    (["position", "xiangqi", "--moves", "炮二平十"], "炮二平十"),
    (["position", "chess", "--option", "Foo=1"], "unknown option 'Foo'; known: UCI_Chess960, shredder_fen"),
    (["position", "xiangqi", "--option", "repetitoin rule=1"], "unknown option 'repetitoin rule'; did you mean Repetition Rule"),
    (["position", "pylos", "--option", "Foo=1"], "unknown option 'Foo'; "),
    (["position", "chess", "--option", "UCI_Chess960"], "NAME=VALUE"),
    (["position", "chess", "--option", "=true"], "NAME=VALUE"),
    (["position", "chess", "--option", "UCI_Chess960=maybe"], "maybe"),
    (["position", "xiangqi", "--option", "Repetition Fold=9"], "2..5"),
    (["position", "xiangqi", "--option", "Repetition Rule=None"], "ChineseRule"),
    (["moves", "chess", "--notation", "runes"], "runes"),
    (["result", "chess", "--moves", "e2e5"], "e2e5"),
    (["perft", "chess"], "DEPTH"),
    (["perft", "chess", "-1"], "-1"),
    (["perft", "chess", "two"], "two"),
    (["perft", "chess", "1", "2"], "2"),
    (["show", "chess", "--svg", "/nowhere/at/all.svg"], "/nowhere/at/all.svg"),
    (["show", "chess", "--size", "0"], "0"),
    (["analyse", "chess", "no-such-file.epd"], "no-such-file.epd"),
    (["analyse", "chess", "--time", "0"], "--time"),
    (["analyse", "chess", "--time", "soon"], "soon"),
    (["analyse", "chess", "--depth", "0"], "--depth"),
    (["analyse", "chess", "--multipv", "x"], "--multipv"),
    (["analyse", "chess", "--threads", "100000"], "at most 256"),
    (["analyse", "chess", "--jobs", "99999", "x.epd"], "at most 1024"),
    (["convert", "/dev/null", "out.pgn"], "nothing to convert"),
    (["analyse", "chess", "--notation", "wxf"], "wxf"),
    (["analyse", "chess", "x.epd", "--position", "8/8/8/8/8/8/8/8 w"], "FILE"),
    (["bench", "tictactoe"], "tictactoe"),
    (["warmup", "tictactoe"], "tictactoe"),
]


@pytest.mark.parametrize(("words", "part"), BAD, ids=[" ".join(words) for words, _ in BAD])
def test_bad_command_lines(qiji, words, part):
    done = qiji(*words)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("qiji: error: ") and done.err.count("\n") == 1 and part in done.err
    assert len(done.err) < 400


def test_bad_lines_of_a_file_are_named(qiji, tmp_path):
    path = tmp_path / "suite.epd"
    path.write_text('# two positions\nstartpos\n\n4k3/8/8/8/8/8/8/4K2R w K - bm Zz9; id "x";\n')
    done = qiji("analyse", "chess", str(path), "--depth", "1")
    assert done.status == 2 and "suite.epd line 4" in done.err and "Zz9" in done.err
    path.write_text("# nothing\n\n")
    assert "holds no position" in qiji("analyse", "chess", str(path)).err
    assert qiji("analyse", "chess", str(tmp_path)).status == 2


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    command=st.sampled_from(["position", "moves", "result", "perft"]),
    game=st.sampled_from(["chess", "xiangqi"]),
    words=st.lists(
        st.one_of(
            st.sampled_from(WORDS),
            st.text(st.characters(codec="utf-8"), max_size=12).filter(lambda text: not text.startswith("-")),
        ),
        max_size=5,
    ),
)
def test_no_command_line_ends_in_a_traceback(qiji, command, game, words):
    if command == "perft":
        words = ["1", *words]
    done = qiji(command, game, *words)
    assert done.status in (0, 2)
    if done.status:
        assert done.err.startswith("qiji: error: ") or "qiji: error: " in done.err.splitlines()[-1]


def test_help(qiji):
    from protocols.cli import COMMANDS

    overview = qiji("--help")
    assert overview.status == 0 and all(f"  {name} " in overview.out for name in COMMANDS)
    assert qiji("-h").out == qiji("help").out == overview.out
    for name in COMMANDS:
        done = qiji(name, "--help")
        assert done.status == 0 and done.out.startswith(f"usage: qiji {name}") and not done.err


def test_version(qiji):
    import engine

    assert qiji("--version").out == qiji("-V").out == f"qiji {engine.__version__}\n"
