"""What the measuring programs share: help of every one, bad command lines in one line, means and their errors."""

from __future__ import annotations

import math

import pytest

import engine
from bench import frame
from bench.__main__ import FOLDER, main, programs

PROGRAMS = programs()


@pytest.mark.parametrize("name", PROGRAMS)
def test_help_of_every_program(name, capsys):
    with pytest.raises(SystemExit) as end:
        main([name, "--help"])
    said = capsys.readouterr().out
    assert end.value.code == 0 and said.startswith(f"usage: python -m bench {name} ")
    assert PROGRAMS[name].split()[0] in said, "the help says what it is for"


FRAMED = [name for name in PROGRAMS if "@frame.program(" in (FOLDER / f"{name}.py").read_text(encoding="utf-8")]


@pytest.mark.parametrize("name", FRAMED)
def test_a_bad_command_line_is_one_line(name, capsys):
    assert main([name, "--no-such-flag"]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.startswith(f"bench {name}: error: ") and said.err.count("\n") == 1


def test_settings_and_numbers(capsys):
    made = frame.parser("bench.seats", game=True)
    frame.add_options(made)
    made.add_argument("--games", type=frame.positive)
    given = made.parse_args(["chess", "--option", "A b=c=d", "--option", "E=", "--games", "3"])
    assert given.game == "chess" and dict(given.option) == {"A b": "c=d", "E": ""} and given.games == 3
    for words in (["chess", "--option", "A"], ["chess", "--option", "=x"], ["chess", "--games", "0"], []):
        with pytest.raises(ValueError):
            made.parse_args(words)


def test_interrupts_and_defects():
    @frame.program("later")
    def interrupted(words: list[str]) -> int:
        raise KeyboardInterrupt

    @frame.program()
    def broken(words: list[str]) -> int:
        raise KeyError("a defect")

    assert interrupted([]) == 130
    with pytest.raises(KeyError):
        broken([])


def test_mean_and_error():
    mean, error = frame.mean_error([1.0, 0.0, 0.5, 0.5])
    assert mean == 0.5 and error == pytest.approx(1.96 * math.sqrt(0.5 / 3 / 4))
    assert frame.mean_error([1.0]) == (1.0, math.inf) and frame.score_text([1.0, 1.0]) == "100.0 % +/- 0.0"


def test_nodes_within_a_time():
    class Slow:
        """Ten thousand nodes a second of somebody's time."""

        def new_game(self) -> None:
            pass

        def set_position(self, position: object) -> None:
            pass

        def go(self, limits: engine.Limits) -> engine.SearchResult:
            begin = frame.time.process_time()
            while frame.time.process_time() < begin + 0.02:
                pass
            return engine.SearchResult(0, 0, nodes=limits.nodes)

    assert frame.nodes_within(Slow(), [None] * 3, 0.1, 200) == pytest.approx(1000, rel=0.2)
