"""``qiji games``: the catalogue, and one game of it with its options."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from protocols.cli.arguments import can_print

if TYPE_CHECKING:
    from engine.core.options import Option
    from engine.core.spec import CatalogueEntry


EXAMPLES = """
  qiji games                 the list
  qiji games xiangqi         its seats, notations, start position and rule options
"""
_INFORMATION = {
    "perfect": "nothing is hidden",
    "chance": "dice or face-down pieces",
    "hidden": "pieces that only their owner sees",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``GAME`` and ``--json``."""
    parser.add_argument("games", nargs="*", metavar="GAME", help="tell all about these; default: the list of all games")
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


def _value(option: Option, value: object) -> str:
    return ("true" if value else "false") if option.kind == "check" else str(value)


def details(entry: CatalogueEntry) -> list[str]:
    """The lines on one game."""
    name = f"{entry.name} {entry.chinese_name}" if can_print(entry.chinese_name) else entry.name
    rows = {
        "also called": ", ".join(entry.aliases),
        "seats": ", ".join(entry.seats),
        "information": _INFORMATION[entry.information],
        "searches": ", ".join(entry.searches),
        "protocols": ", ".join(entry.protocols),
        "notations": ", ".join(entry.notations),
        "start position": entry.start,
        "rules": f"engine/games/{entry.module}/RULES.md",
    }
    lines = [f"{entry.id}: {name}", *(f"  {label:16}{text}" for label, text in rows.items() if text)]
    if entry.options:
        lines.append("rule options, as --option NAME=VALUE:")
    for option in entry.options:
        may_be = {"check": "true or false", "spin": f"{option.low}..{option.high}", "combo": ", ".join(option.values)}
        lines.append(f"  {option.name}={_value(option, option.default)}  ({may_be.get(option.kind, 'text')})")
        if option.help:
            lines.append(f"      {option.help}")
    return lines


def run(arguments: argparse.Namespace) -> int:
    """Print the catalogue, or what there is to know of some games."""
    from rich.cells import cell_len

    from engine.games import CATALOGUE, find_entry

    chosen = [find_entry(name) for name in arguments.games]
    if arguments.json:
        for entry in chosen or CATALOGUE:
            print(json.dumps(describe(entry), ensure_ascii=not can_print(entry.chinese_name)))
        return 0
    if chosen:
        print("\n\n".join("\n".join(details(entry)) for entry in chosen))
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
