"""``qiji games``: the catalogue."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from protocols.cli.arguments import can_print

if TYPE_CHECKING:
    from engine.core.spec import CatalogueEntry


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``--json``."""
    parser.add_argument("--json", action="store_true", help="one JSON object a line, with rule options and start position")


def describe(entry: CatalogueEntry) -> dict[str, Any]:
    """What ``--json`` prints of a game."""
    return {
        "id": entry.id,
        "name": entry.name,
        "chinese_name": entry.chinese_name,
        "aliases": list(entry.aliases),
        "rules": entry.rules,
        "seats": list(entry.seats),
        "teams": list(entry.teams),
        "information": entry.information,
        "searches": list(entry.searches),
        "protocols": list(entry.protocols),
        "notations": list(entry.notations),
        "files": entry.files,
        "ranks": entry.ranks,
        "start": entry.start,
        "options": [{**asdict(option), "values": list(option.values)} for option in entry.options],
    }


def run(arguments: argparse.Namespace) -> int:
    """Print the catalogue."""
    from rich.cells import cell_len

    from engine.games import CATALOGUE

    if arguments.json:
        for entry in CATALOGUE:
            print(json.dumps(describe(entry), ensure_ascii=not can_print(entry.chinese_name)))
        return 0
    rows: list[tuple[str, ...]] = [("id", "game", "seats", "information", "search", "protocols")]
    for entry in CATALOGUE:
        name = f"{entry.name} {entry.chinese_name}" if can_print(entry.chinese_name) else entry.name
        lists = (" ".join(part) for part in (entry.seats, (entry.information,), entry.searches, entry.protocols))
        rows.append((entry.id, name, *lists))
    widths = [max(cell_len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        print("  ".join(text + " " * (width - cell_len(text)) for text, width in zip(row, widths, strict=True)).rstrip())
    return 0
