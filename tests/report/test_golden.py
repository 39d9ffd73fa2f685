"""Every format, byte for byte, on the demo."""

from __future__ import annotations

import pytest

from tests.each import each
from tests.report.documents import GOLDEN, documents

NAMES = sorted(path.name for path in GOLDEN.iterdir())


@pytest.fixture(scope="module")
def written() -> dict[str, str]:
    return documents()


@pytest.mark.long
def test_the_golden_files_are_those_that_are_written(written):
    assert sorted(written) == NAMES


@each(NAMES, "name")
def test_a_document_is_byte_for_byte_the_golden_file(written, name):
    expected = (GOLDEN / name).read_bytes()
    assert written[name].encode() == expected, (
        "if the change is meant: python -m tests.report.documents, and look at the difference"
    )
