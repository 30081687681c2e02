"""What files of self-play games hold: games, lengths, results, reasons, the share of positions that train a network.

python -m bench records FILE_OR_DIR ... [--replayed N]
"""

from __future__ import annotations

from pathlib import Path

from bench import frame
from engine.learn.dataset import record_files
from engine.learn.statistics import Statistics, settled_share, statistics

REPLAYED = 500


def lines(found: Statistics, share: float | None, replayed: int) -> list[str]:
    """The statistics as text."""
    games = max(found.games, 1)
    lost, drawn, won = (f"{100 * count / games:.1f} %" for count in found.results)
    said = [
        f"{found.game}: {found.games} games, {found.positions} positions with a score, {found.bytes} bytes"
        f" ({found.bytes / max(found.positions, 1):.2f} a position)",
        f"length: {found.plies / games:.1f} plies on average, {found.longest} at most,"
        f" {found.opening_plies / games:.1f} of them random",
        f"results: {found.seats[0]} won {won}, drawn {drawn}, lost {lost}",
    ]
    said += [f"  {100 * count / games:5.1f} %  {reason}" for reason, count in found.reasons.most_common()]
    if share is not None:
        said.append(f"quiet filter: {100 * share:.1f} % of the positions of {replayed} games pass")
    if found.repeated:
        said.append(f"warning: {found.repeated} games are there more than once")
    return said + [f"warning: {text}" for text in found.damaged]


@frame.program()
def main(words: list[str]) -> int:
    """Read and print; 0, or 2 for a mistake."""
    parser = frame.parser(__name__)
    parser.add_argument("places", nargs="+", type=Path, metavar="FILE_OR_DIR")
    parser.add_argument("--replayed", type=int, default=REPLAYED, help="games to replay for the quiet filter; 0: none")
    arguments = parser.parse_args(words)
    files = record_files(arguments.places)
    found = statistics(files)
    replayed = min(arguments.replayed, found.games)
    share = settled_share(files[0], replayed) if replayed > 0 else None
    print("\n".join(lines(found, share, replayed)))
    return 0
