"""How the tests of the command line run it: in this process, so that kernels are loaded once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from protocols.cli import main


@dataclass(frozen=True)
class Outcome:
    """Exit status and output of one command."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """The lines of stdout."""
        return self.out.splitlines()


@pytest.fixture
def qiji(capsys) -> Callable[..., Outcome]:
    """``qiji("moves", "chess")`` runs the command and returns what it printed."""

    def run(*words: str) -> Outcome:
        capsys.readouterr()
        try:
            status = main(list(words))
        except SystemExit as end:  # argparse's --help
            status = end.code
        captured = capsys.readouterr()
        return Outcome(status, captured.out, captured.err)

    return run
