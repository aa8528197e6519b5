"""A solve as a person can follow it: one page that needs nothing else, or the trials as a film."""

from __future__ import annotations

from bubbleball.report.film import write_gif
from bubbleball.report.page import report_page, write_report

__all__ = ["report_page", "write_gif", "write_report"]
