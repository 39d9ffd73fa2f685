"""Judgments as tests read them: rows, and what is wrong with them."""

from __future__ import annotations

from harness.core.errors import InputError
from harness.formats.qrels import parse_qrels
from tests.errors import problems_of


def rows(content: bytes, format: str | None = None, **options: object) -> list[tuple[object, ...]]:
    return parse_qrels(content, "a.qrels", format, **options).frame.rows()  # type: ignore[arg-type]


def problems(content: bytes, format: str | None = None, where: str = "a.qrels") -> list[str]:
    return problems_of(parse_qrels, content, where, format, kind=InputError)
