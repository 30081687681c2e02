"""The numbers of the search, in one table: a tuner may change them between searches without compiling anything."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np


@dataclass(frozen=True)
class Parameter:
    """One number. ``depth`` stands for plies left, scores are in score units (100 about one pawn)."""

    name: str
    default: int
    low: int
    high: int
    help: str


#: Fields of the ``PARAMS`` record in this order. The lowest value of a switch or of a ``_depth`` switches its part off.
PARAMETERS: tuple[Parameter, ...] = (
    # whole tree
    Parameter("use_table", 1, 0, 1, "cut off by transposition table scores; 0 still stores and orders by them"),
    Parameter("use_pvs", 1, 0, 1, "later moves get a null window first"),
    Parameter("use_quiescence", 1, 0, 1, "search noisy moves below depth 0; 0: the static evaluation at once"),
    Parameter("check_extension", 1, 0, 2, "one ply more for moves that give check: 1: if they lose no material; 2: always"),
    Parameter("threat_extension", 1, 0, 1, "one ply more instead of quiescence where FLAG_THREAT is set"),
    Parameter("single_reply", 0, 0, 1, "a side in check that has one move only is searched one ply deeper"),
    Parameter("aspiration_depth", 4, 0, 20, "first iteration with an aspiration window"),
    Parameter("aspiration_delta", 16, 4, 100, "half width of the first window"),
    # whole-node pruning
    Parameter("razor_depth", 3, 0, 8, "razoring up to this depth"),
    Parameter("razor_base", 200, 50, 600, "razoring margin"),
    Parameter("razor_slope", 180, 50, 500, "razoring margin by depth"),
    Parameter("futile_depth", 9, 0, 15, "reverse futility up to this depth"),
    Parameter("futile_slope", 75, 20, 200, "reverse futility margin by depth"),
    Parameter("futile_improving", 60, 0, 200, "less margin where the static evaluation rises"),
    Parameter("null_depth", 2, 0, 10, "null move from this depth on; 0: never"),
    Parameter("null_base", 4, 2, 6, "plies that a null move search is shallower"),
    Parameter("null_divisor", 4, 2, 8, "one ply more for every so many plies of depth"),
    Parameter("null_eval", 180, 50, 500, "one ply more for every so much that the evaluation is above beta"),
    Parameter("null_margin", 20, 0, 50, "the evaluation may be below beta by 6 times this less depth times this"),
    Parameter("null_verify", 14, 1, 30, "from this depth on a null move cutoff is verified without null moves (zugzwang)"),
    Parameter("probcut_depth", 5, 0, 12, "ProbCut from this depth on; 0: never"),
    Parameter("probcut_margin", 170, 50, 400, "ProbCut looks for a capture that beats beta by this"),
    Parameter("iir_depth", 4, 0, 12, "internal iterative reduction from this depth on; 0: never"),
    # single moves
    Parameter("lmp_depth", 8, 0, 15, "late move pruning up to this depth"),
    Parameter("lmp_base", 3, 1, 10, "moves before late move pruning"),
    Parameter("lmp_slope", 100, 20, 300, "hundredths times squared depth of moves more"),
    Parameter("move_futility_depth", 8, -1, 15, "futility of quiet moves up to this reduced depth"),
    Parameter("move_futility_base", 95, 20, 300, "its margin"),
    Parameter("move_futility_slope", 95, 20, 300, "its margin by reduced depth"),
    Parameter("history_depth", 5, -1, 12, "history pruning up to this reduced depth"),
    Parameter("history_slope", 4000, 500, 12000, "a quiet move is dropped below minus this times depth"),
    Parameter("see_depth", 9, -1, 15, "pruning of losing exchanges up to this depth"),
    Parameter("see_quiet", 25, 5, 100, "a quiet move may lose this times the squared reduced depth"),
    Parameter("see_noisy", 90, 20, 250, "a capture may lose this times depth"),
    Parameter("see_check", 1, 0, 1, "captures that give check are pruned for a losing exchange too"),
    Parameter("lmr_base", 70, 0, 200, "late move reduction: hundredths of a ply"),
    Parameter("lmr_divisor", 225, 100, 400, "late move reduction: hundredths that divide ln(depth) * ln(moves)"),
    Parameter("lmr_depth", 2, 0, 6, "late move reduction from this depth on; 0: never"),
    Parameter("lmr_history", 8000, 2000, 20000, "history that is worth one ply"),
    Parameter("lmr_cut", 1500, 0, 3000, "1024ths of a ply more in expected cut nodes"),
    Parameter("lmr_improving", 700, 0, 3000, "1024ths of a ply more where the static evaluation does not rise"),
    Parameter("lmr_pv", 1000, 0, 3000, "1024ths of a ply less in nodes of the principal variation"),
    Parameter("lmr_root", 0, 0, 3000, "1024ths of a ply less at the root"),
    Parameter("lmr_check", 1000, 0, 3000, "1024ths of a ply less for moves that give check"),
    Parameter("lmr_killer", 1000, 0, 3000, "1024ths of a ply less for killers and counter moves"),
    Parameter("lmr_noisy", 1000, 0, 3000, "1024ths of a ply more where the table move is noisy"),
    Parameter("lmr_cutoffs", 1000, 0, 3000, "1024ths of a ply more where the children of this ply have failed high often"),
    Parameter("lmr_deeper", 60, 10, 200, "a re-search goes one ply deeper if the score beat the best by this"),
    Parameter("singular_depth", 7, 0, 12, "singular extension from this depth on; 0: never"),
    Parameter("singular_margin", 60, 10, 200, "hundredths times depth below the table score"),
    Parameter("singular_double", 18, 0, 100, "margin of a second ply of extension"),
    # histories
    Parameter("history_bonus", 170, 20, 500, "reward by depth"),
    Parameter("history_offset", 100, 0, 500, "taken from the reward"),
    Parameter("history_limit", 1700, 200, 4000, "largest reward"),
    Parameter("history_malus", 300, 20, 500, "penalty by depth of moves tried before the best one"),
    Parameter("fail_low_bonus", 100, 0, 300, "reward by depth of a quiet move whose answers all fail low"),
    Parameter("mvv", 18, 1, 40, "weight of a victim's value against capture history"),
    Parameter("noisy_see", 64, 4, 200, "a capture is good if it loses less than its order score divided by this"),
    Parameter("correction_weight", 60, 0, 200, "largest correction of the static evaluation by the structure's history"),
    Parameter("correction_moves", 40, 0, 200, "largest correction by the history of the last two moves"),
    # quiescence
    Parameter(
        "delta", 160, 0, 500, "a capture must lift the evaluation to alpha with this to spare; 0: every capture is searched"
    ),
    Parameter("quiescence_see", 1, 0, 1, "captures that lose material are left out"),
)

PARAMS = np.dtype([(parameter.name, "i4") for parameter in PARAMETERS])
LMR_SIZE = 64  #: depths and move numbers in the reduction table


def defaults_of(changes: Mapping[str, int] = MappingProxyType({})) -> dict[str, int]:
    """The default values by name; ``changes`` are those of a game (``GameSpec.search_params``)."""
    return {parameter.name: parameter.default for parameter in PARAMETERS} | dict(changes)


def default_params(changes: Mapping[str, int] = MappingProxyType({})) -> np.ndarray:
    """A fresh record array of one element with the values of :func:`defaults_of`."""
    params = np.zeros(1, dtype=PARAMS)
    for name, value in defaults_of(changes).items():
        params[name] = value
    return params


#: Switches every part off that could change the value of a fixed-depth search; what is left is plain alpha-beta.
PLAIN = {
    "use_table": 0,
    "use_pvs": 0,
    "check_extension": 0,
    "threat_extension": 0,
    "aspiration_depth": 0,
    "razor_depth": 0,
    "futile_depth": 0,
    "null_depth": 0,
    "probcut_depth": 0,
    "iir_depth": 0,
    "lmp_depth": 0,
    "move_futility_depth": -1,
    "history_depth": -1,
    "see_depth": -1,
    "lmr_depth": 0,
    "singular_depth": 0,
    "correction_weight": 0,
    "correction_moves": 0,
    "delta": 0,
    "quiescence_see": 0,
}


def reductions(params: np.ndarray) -> np.ndarray:
    """``int32[LMR_SIZE * LMR_SIZE]``: late move reductions in 1024ths of a ply by depth (row) and move number."""
    base, divisor = float(params["lmr_base"][0]) / 100, float(params["lmr_divisor"][0]) / 100
    table = np.zeros((LMR_SIZE, LMR_SIZE), dtype=np.int32)
    for depth in range(1, LMR_SIZE):
        for number in range(1, LMR_SIZE):
            table[depth, number] = int(1024 * (base + math.log(depth) * math.log(number) / divisor))
    return table.reshape(-1)
