"""An evaluation as one self-contained HTML page that needs no network."""

from __future__ import annotations

from harness.report.page.document import render_page

__all__ = ["render_page"]
