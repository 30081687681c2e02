"""One process of a pool: settings and tasks as JSON lines on stdin, results as JSON lines on stdout.

It ends when stdin is closed, also in the middle of a search: then whoever started it is gone.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
import traceback
from typing import Any

from protocols.analysis.analyst import Analyst, Settings
from protocols.analysis.perform import perform


def main() -> None:
    """Serve until stdin is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever is printed by mistake must not get between the results

    def say(message: dict[str, Any]) -> None:
        try:
            output.write(json.dumps(message) + "\n")
            output.flush()
        except OSError:
            os._exit(1)

    tasks: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    settings = Settings(**json.loads(sys.stdin.buffer.readline() or b"{}"))
    try:
        analyst = Analyst(settings)
    except (MemoryError, ValueError) as error:
        say({"fatal": str(error) or f"no memory for a table of {settings.hash_mb} MB"})
        return
    threading.Thread(target=_read, args=(tasks,), name="qiji-tasks", daemon=True).start()
    try:
        while True:
            say(perform(analyst, tasks.get(), lambda ply: say({"done": ply})))
    except BaseException:
        traceback.print_exc()
        os._exit(1)  # an ordinary end would wait for the thread that reads


def _read(tasks: queue.SimpleQueue[dict[str, Any]]) -> None:
    for line in sys.stdin.buffer:
        tasks.put(json.loads(line))
    os._exit(0)


if __name__ == "__main__":
    main()
