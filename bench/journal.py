"""A JSON lines file that a killed program goes on with: a header that says what is measured, then a line a result."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


class Journal:
    """Reads what is there and appends. ``lines``: the results so far, without the header."""

    def __init__(self, path: Path, header: dict[str, Any]) -> None:
        """Open or begin the file at ``path``.

        Raises
        ------
        ValueError
            If the file belongs to another measurement, with the fields that differ, or is no such file.
        """
        self.path = path
        self.lines: list[dict[str, Any]] = []
        if path.exists() and path.stat().st_size:
            self._read(header)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(header) + "\n", encoding="utf-8")

    def _read(self, header: dict[str, Any]) -> None:
        whole = self.path.read_bytes()
        complete = whole[: whole.rfind(b"\n") + 1]
        found = []
        for number, line in enumerate(complete.decode("utf-8", "replace").splitlines(), start=1):
            try:
                entry = json.loads(line)
            except ValueError:
                raise ValueError(f"{self.path} line {number} is not JSON") from None
            if not isinstance(entry, dict):
                raise ValueError(f"{self.path} line {number} is no JSON object")
            found.append(entry)
        other = found[0] if found else {}
        if other != header:
            differ = [name for name in {**header, **other} if header.get(name) != other.get(name)]
            raise ValueError(f"{self.path} belongs to another measurement: it differs in {', '.join(differ)}")
        self.lines = found[1:]
        if len(complete) < len(whole):  # the line that a kill cut off
            with self.path.open("r+b") as file:
                file.truncate(len(complete))

    def add(self, line: dict[str, Any]) -> None:
        """Append a result."""
        self.lines.append(line)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
