"""Games that XBoard does not know: described by ``setup`` and ``piece`` lines (item 21 of the list), shown by any CECP client."""

from __future__ import annotations

import re
import sys

import pytest

pytestmark = pytest.mark.timed

#: A process in which xiangqi is a game that XBoard has never heard of.
PATCHED = """
import sys
from protocols import xboard_boards
from protocols.detect import serve
del xboard_boards.KNOWN["xiangqi"]
xboard_boards.FOREIGN["xiangqi"] = xboard_boards.ForeignBoard(
    "PH.R.AE..K.C..ph.r.ae..k.c..", (("P&", "fmWfcF"), ("K&", "W"), ("R&", "R")), parent="xiangqi"
)
sys.exit(serve("xboard"))
"""


def test_21_engine_defined_variant(starter):
    talk = starter(command=[sys.executable, "-c", PATCHED])
    talk.send("xboard", "protover 2").wait("feature done=1")
    assert any('variants="normal,fischerandom,xiangqi"' in line for line in talk.before)
    talk.send("new", "variant xiangqi").wait(
        r"setup \(PH\.R\.AE\.\.K\.C\.\.ph\.r\.ae\.\.k\.c\.\.\) 9x10\+0_xiangqi rnbak.* w - - 0 1"
    )
    for letter in "PKR":
        talk.wait(rf"piece {letter}& \S+", 1.0)
    talk.send("st 0.2", "usermove h2e2")
    assert re.fullmatch(r"move [a-i]\d[a-i]\d", talk.wait(r"move .*"))
    talk.send("quit")
    assert talk.exit_code() == 0 and talk.errors == b""


def test_uci_describes_a_game_that_guis_do_not_know(starter):
    patched = (
        "import sys, protocols.uci as uci; from protocols.detect import serve; uci._KNOWN_TO_GUIS = (); sys.exit(serve('uci'))"
    )
    talk = starter(command=[sys.executable, "-c", patched])
    talk.send("uci", "setoption name UCI_Variant value xiangqi").wait(
        "info string variant xiangqi files 9 ranks 10 pocket 0 template xiangqi startpos rnbakabnr/.* w - - 0 1"
    )
    talk.send("quit")
    assert talk.exit_code() == 0
