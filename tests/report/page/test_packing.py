"""What the page carries is what the payload was, in a browser as in Python, and it stays small."""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.report.page import render_page
from harness.report.page.document import read
from harness.report.page.payload import pack_payload, payload
from harness.report.page.rounding import multiples
from harness.workflows.report import gather_report

UNPACK = re.search(r"(?ms)^const SIGNS.*(?=^document\.add)", read("loader.js"))[0]

AWKWARD: dict[str, Any] = {
    "numbers": [None, -1.5, 0.1234, 10_000],
    "names": ["🙂b", "</script>", "\u2028", "\u202e", "é"],
    "nothing": None,
}


@given(st.floats(-2, 2))
def test_multiples_have_the_digits_of_the_printed_value(value):
    (number,) = multiples(np.array([value]), 10_000)
    assert float(f"{value:.4f}") == number / 10_000


def in_browser(browser, content: dict[str, Any]) -> Any:
    page = browser.new_page()
    unpack = "([script, text]) => new Function(`${script}; return unpack;`)()(text)"
    unpacked = page.evaluate(unpack, [UNPACK, pack_payload(content)])
    page.close()
    return unpacked


def test_the_payload_of_an_evaluation_is_read_back(browser, demo_report):
    content = payload(demo_report)
    expected = json.loads(json.dumps(content))
    assert in_browser(browser, content) == expected


def test_the_browser_reads_back_an_awkward_payload(browser):
    assert in_browser(browser, AWKWARD) == AWKWARD


def test_the_page_of_the_demo_is_small(demo_page):
    assert demo_page.stat().st_size <= 200_000


@pytest.mark.slow
def test_the_page_of_a_large_track_is_small(shared, tmp_path):
    trec8 = shared / "data" / "trec8"
    task = {
        "qrels": str(trec8 / "qrels.trec8.adhoc.txt"),
        "topics": str(trec8 / "topics.401-450.txt"),
        "runs": str(trec8 / "runs" / "*"),
        "participants": str(trec8 / "participants.tsv"),
        "measures": ["AP", "nDCG@10", "P@10", "P@30", "R@1000", "Rprec", "Bpref", "RR", "GMAP"],
    }
    (tmp_path / "task.yaml").write_text(json.dumps(task))
    page = render_page(gather_report(tmp_path / "task.yaml").value)
    assert len(page.encode()) <= 500_000
