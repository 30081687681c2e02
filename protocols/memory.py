"""How much memory this process uses, for protocols with a limit on it."""

from __future__ import annotations

import sys


def used_bytes() -> int | None:
    """What the system counts as this process's memory; None where it does not tell.

    Linux: resident pages; Windows: committed memory; elsewhere the largest resident size so far.
    """
    try:
        if sys.platform == "linux":
            import resource

            with open("/proc/self/statm", encoding="ascii") as file:
                return int(file.read().split()[1]) * resource.getpagesize()
        if sys.platform == "win32":
            return _windows_bytes()
        import resource

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024
    except (OSError, ValueError, ImportError, AttributeError):
        return None


def _windows_bytes() -> int | None:
    import ctypes
    from ctypes import wintypes

    class Counters(ctypes.Structure):
        """PROCESS_MEMORY_COUNTERS."""

        _fields_ = [
            ("cb", wintypes.DWORD),
            ("PageFaultCount", wintypes.DWORD),
            *[
                (name, ctypes.c_size_t)
                for name in (
                    "PeakWorkingSetSize",
                    "WorkingSetSize",
                    "QuotaPeakPagedPoolUsage",
                    "QuotaPagedPoolUsage",
                    "QuotaPeakNonPagedPoolUsage",
                    "QuotaNonPagedPoolUsage",
                    "PagefileUsage",
                    "PeakPagefileUsage",
                )
            ],
        ]

    counters = Counters()
    counters.cb = ctypes.sizeof(counters)
    library = getattr(ctypes, "windll")  # noqa: B009 - the name exists on Windows only
    library.kernel32.GetCurrentProcess.restype = wintypes.HANDLE
    found = library.psapi.GetProcessMemoryInfo(
        wintypes.HANDLE(library.kernel32.GetCurrentProcess()), ctypes.byref(counters), counters.cb
    )
    return int(counters.PagefileUsage) if found else None
