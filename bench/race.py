"""Makes the race tables of Chinese checkers: how many moves an army alone needs from any set in the last rows.

    python -m bench race [--out FILE] [--variants 0 1 ...]

Sixteen variants of rules, a minute of processor time in all. With ``--variants`` only these are made and compared with the
file that ships.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np

from engine.games.chinese_checkers.race.build import make_table
from engine.games.chinese_checkers.race.known import FILE, VARIANTS, read_table, write_tables


def main(argv: list[str] | None = None) -> int:
    """Make tables and write or compare them."""
    parser = argparse.ArgumentParser(prog="python -m bench race", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, default=FILE)
    parser.add_argument("--variants", type=int, nargs="+", choices=range(VARIANTS), help="make and compare only these")
    args = parser.parse_args(argv)
    tables, same = [], True
    for variant in args.variants or range(VARIANTS):
        begin = time.process_time()
        table = make_table(variant)
        tables.append(table)
        counts = np.bincount(table[table < 255]).tolist()
        print(f"variant {variant}: {table.size} sets by moves {counts}, {time.process_time() - begin:.0f} s", flush=True)
        if args.variants:
            same = same and bool(np.array_equal(table, read_table(args.out, variant)))
    if args.variants:
        print("equal to the file" if same else "other than the file")
        return int(not same)
    write_tables(args.out, tables)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
