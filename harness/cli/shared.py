"""Options that many commands have: one page explains them, and the others name them."""

from __future__ import annotations

from typing import Any

import click


class Shared(click.Option):
    """An option that ``harness help PAGE`` explains, and that other pages only name."""

    def __init__(self, *args: Any, page: str, **kwargs: Any) -> None:
        self.page = page
        super().__init__(*args, **kwargs)

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return all of it on its own page; elsewhere one line for all of a page, or nothing."""
        if ctx.command.name == self.page:
            return super().get_help_record(ctx)
        others = [
            option
            for option in ctx.command.params
            if isinstance(option, Shared) and option.page == self.page
        ]
        if others[0] is not self:
            return None
        flags = (max(option.opts, key=len) for option in others)
        return ", ".join(flags), f"harness help {self.page} explains them."
