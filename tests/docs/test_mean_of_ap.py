"""What a mean of AP is worth: the page is found, says both sides, and cites each of its sources."""

from __future__ import annotations

import re

from tests.conftest import ROOT
from tests.each import each

PAGE = (ROOT / "docs/mean-of-ap.md").read_text(encoding="utf-8")
TEXT, _, SOURCES = PAGE.partition("\n## Sources\n")
PROSE = re.sub(r"```.*?```", "", TEXT, flags=re.DOTALL)
ENTRIES = [line for line in SOURCES.splitlines() if line.startswith("* ")]


def test_a_reader_of_comparisons_is_led_to_the_page():
    assert "](mean-of-ap.md)" in (ROOT / "docs/comparing.md").read_text(encoding="utf-8")
    assert "\nmean-of-ap\n" in (ROOT / "docs/index.md").read_text(encoding="utf-8")


@each(
    [
        (r"no interval scales", ("Stevens", "Fuhr", "Ferrante")),
        (r"Others hold", ("Sakai", "Moffat", "Lord")),
        (r"limits of these conclusions", ("Giner",)),
        (r"answer Moffat", ("Ferrante, Ferro and Fuhr",)),
        (r"\*\*Wins and losses\*\*", ()),
        (r"Standardised values", ("Webber", "Urbano", "Sakai")),
        (r"GMAP", ("Robertson",)),
    ],
    "point",
    "sources",
)
def test_every_point_is_made_and_has_its_sources(point, sources):
    assert re.search(point, TEXT)
    for source in sources:
        assert source in TEXT
        assert any(entry.startswith(f"* {source}") for entry in ENTRIES)


def test_every_source_is_cited_and_has_a_year():
    assert len(ENTRIES) > 10
    for entry in ENTRIES:
        first = re.split(r"[ ,]", entry.removeprefix("* ").strip("*"))[0]
        cited = first in TEXT or any(link in TEXT for link in re.findall(r"https://[^)]+", entry))
        assert cited, entry
        assert re.search(r"\b(?:19|20)\d\d\b", entry), entry


def test_every_year_of_the_text_is_that_of_a_source():
    years = set(re.findall(r"\b(?:19|20)\d\d\b", re.sub(r"https?://\S+", "", PROSE)))
    assert years
    assert years <= set(re.findall(r"\b(?:19|20)\d\d\b", SOURCES))
