"""The report on a match: one HTML file that needs nothing else, neither other files nor a network."""

from __future__ import annotations

from protocols.match.report.page import ReportError, write_report

__all__ = ["ReportError", "write_report"]
