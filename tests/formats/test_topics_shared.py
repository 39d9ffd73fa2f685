"""Topics of real campaigns; the files are not part of the repository, so these may be skipped."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from harness.core.texts import Topics
from harness.formats.topics import parse_topics, read_topics, write_topics
from tests.each import each

SHARED = Path(__file__).parents[2].parent / "shared" / "data"
LIST = SHARED / "topics" / "topics.json"
needs_shared = pytest.mark.skipif(not LIST.exists(), reason=f"no shared test data at {SHARED}")
ROWS: list[dict[str, Any]] = json.loads(LIST.read_text())["files"] if LIST.exists() else []
COLLECTIONS = {
    "gov2/topics.terabyte04.701-750.txt": ("trec-sgml", 50, "701", "U.S. oil industry history"),
    "gov2/topics.terabyte05.751-800.txt": ("trec-sgml", 50, "751", "Scrabble Players"),
    "gov2/topics.terabyte06.801-850.txt": ("trec-sgml", 50, "801", "Kudzu Pueraria lobata"),
    "trec8/topics.401-450.txt": ("trec-sgml", 50, "401", "foreign minorities, Germany"),
    "clef/topics/de_topics.xml": ("clef-xml", 155, "41-AH", "Pestizide in Babykost"),
    "clef/topics/fr_topics.xml": ("clef-xml", 99, "251-AH", "Médecines douces"),
    "clef/topics/it_topics.xml": ("clef-xml", 90, "41-AH", "Pesticidi negli alimenti per bambini"),
    "clef/topics/ru_topics.xml": (
        "clef-xml",
        62,
        "143-AH",
        "Конференция по положению Женщин в Пекине",
    ),
    "clef/topics/topics.clef06fr.mono.fr.txt": ("tsv", 49, "301-AH", "Les Produits Nestlé"),
    "inex/inex-2002-topics.xml": ("inex-xml-2002", 2, "45", "augmented reality and medicine"),
}


def named(row: dict[str, Any]) -> str:
    return str(row["file"])


@needs_shared
def test_the_list_of_examples_is_there() -> None:
    # Without the shared data the tests below have no parameters; this one shows as skipped.
    assert len(ROWS) >= 29


@needs_shared
@each(ROWS)
def test_a_real_file_gives_the_format_ids_title_and_fields_that_are_listed(
    row: dict[str, Any],
) -> None:
    topics = read_topics(SHARED / "topics" / row["file"])
    assert topics.format == row["format"]
    assert len(topics) == row["topics"]
    assert list(topics) == row["ids"]
    assert {name for topic in topics.values() for name in topic.fields} == set(row["fields"])
    first = topics[row["first_id"]]
    if row["format"] == "jsonl":  # the list only says how this one starts
        assert (first.title or "").startswith(row["note"].split('"')[1])
    else:
        assert first.title == row["first_title"]
    assert topics.warnings == ()


@needs_shared
@each(ROWS)
def test_naming_the_format_reads_the_same_as_finding_it(row: dict[str, Any]) -> None:
    path = SHARED / "topics" / row["file"]
    assert dict(read_topics(path, format=row["format"])) == dict(read_topics(path))


@needs_shared
@each(ROWS)
def test_json_lines_hold_everything_but_the_names_of_the_fields(row: dict[str, Any]) -> None:
    topics = read_topics(SHARED / "topics" / row["file"])
    written = write_topics(topics, "jsonl")
    assert written.lost == {}
    again = parse_topics(written.content, source="again.jsonl")
    for name in ("title", "description", "narrative", "language", "attributes", "subtopics"):
        expected = [getattr(topic, name) for topic in topics.values()]
        assert [getattr(topic, name) for topic in again.values()] == expected, name


@needs_shared
@pytest.mark.parametrize("name", COLLECTIONS)
def test_a_whole_collection_is_read(name: str) -> None:
    topics = read_topics(SHARED / name)
    first = next(iter(topics.values()))
    assert (topics.format, len(topics), first.id, first.title) == COLLECTIONS[name]
    assert all(topic.title for topic in topics.values())
    assert topics.warnings == ()


@needs_shared
def test_web_subtopics_keep_number_text_and_type() -> None:
    topic = read_topics(SHARED / "topics" / "web-2009.xml")["2"]
    assert topic.attributes == {"type": "faceted"}
    assert [aspect.id for aspect in topic.subtopics] == ["1", "2", "3", "4"]
    assert topic.subtopics[0].type == "nav"
    text = "Find the homepage for French Lick Resort and Casino."
    assert topic.subtopics[0].text == text


@needs_shared
def test_fire_says_its_language() -> None:
    topics: Topics = read_topics(SHARED / "topics" / "fire-hi.xml")
    assert {topic.language for topic in topics.values()} == {"hi"}


@needs_shared
def test_background_linking_has_the_url_and_no_title() -> None:
    topic = read_topics(SHARED / "topics" / "trec-background-linking.txt")["336"]
    assert topic.title is None
    assert topic.fields["docid"] == "2a340b8573d498e261d6f2365b37f8eb"
    assert topic.fields["url"].endswith("inside-bears-mouth/")


@needs_shared
def test_inex_2002_pairs_content_words_with_their_context() -> None:
    topic = read_topics(SHARED / "topics" / "inex-2002.xml")["09"]
    words = topic.fields["Title/cw"].split("\n")
    contexts = topic.fields["Title/ce"].split("\n")
    assert list(zip(words, contexts, strict=True)) == [
        ("nonmonotonic reasoning", "bdy/sec"),
        ("1999 2000", "hdr//yr"),
        ("-calendar", "tig/atl"),
        ("belief revision", ""),
    ]
    assert topic.attributes == {"query-type": "CAS", "ct-no": "048"}
