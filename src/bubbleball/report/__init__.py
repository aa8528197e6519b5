"""Reports of a solve for people: one self-contained page, or a film of the trials."""

from __future__ import annotations

from bubbleball.report.page import report_page, write_report
from bubbleball.report.solve_film import write_gif

__all__ = ["report_page", "write_gif", "write_report"]
