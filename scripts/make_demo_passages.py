"""Make the demo task of passages: topics, judgments and runs in the formats of INEX.

The articles are the documents of the first demo. What is relevant in them was marked by sentences,
in ``qrels/demo-passages/marked.txt``; here it becomes characters. The same input always gives the
same bytes.

    python scripts/make_demo_passages.py
"""

from __future__ import annotations

import argparse
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from xml.sax.saxutils import escape

import numpy as np
from make_demo_runs import DEMO, ROOT, bm25, build_collection, ranking, terms, whole

from harness.core.texts import Topic
from harness.formats.topics import read_topics

MARKED = ROOT / "qrels" / "demo-passages" / "marked.txt"
ARTICLES = 10

#: A passage: offset and length, in characters.
Span = tuple[int, int]


def sentences(text: str) -> list[Span]:
    """The sentences of a text, one after the other."""
    return [(match.start(), len(match[0])) for match in re.finditer(r"\S.*?[.!?](?= |$)", text)]


def join(first: Span, last: Span) -> Span:
    """The passage from the beginning of one to the end of another."""
    return first[0], last[0] + last[1] - first[0]


def spans(listed: str, parts: list[Span]) -> list[Span]:
    """What sentences listed as ``1-2,4`` make: (offset, length) each."""
    ranges = [part.split("-") for part in listed.split(",")]
    return [join(parts[int(ends[0]) - 1], parts[int(ends[-1]) - 1]) for ends in ranges]


def qrels(texts: dict[str, str]) -> Iterator[str]:
    """The lines of the judgments: relevant text, and articles judged without any."""
    marked: dict[tuple[str, str], tuple[str, int]] = {}
    for line in MARKED.read_text(encoding="utf-8").splitlines()[1:]:
        topic, doc, listed, entry = line.split()
        marked[topic, doc] = listed, int(entry)
    names = {topic for topic, _ in marked}
    for line in (DEMO / "qrels.txt").read_text(encoding="utf-8").splitlines():
        topic, _, doc, _ = line.split()
        if topic not in names:
            continue
        if (topic, doc) not in marked:
            yield f"{topic} Q0 {doc} 0 {len(texts[doc])}"
            continue
        listed, entry = marked[topic, doc]
        parts = sentences(texts[doc])
        passages = spans(listed, parts)
        chars, start = sum(length for _, length in passages), parts[entry - 1][0]
        written = " ".join(f"{offset}:{length}" for offset, length in passages)
        yield f"{topic} Q0 {doc} {chars} {len(texts[doc])} {start} {written}"


#: What a run retrieves of an article: from its sentences and their scores, best article first.
Choice = Callable[[list[Span], list[float]], list[Span]]


def article(parts: list[Span], _scores: list[float]) -> list[Span]:
    """All of it."""
    return [join(parts[0], parts[-1])]


def best_sentence(parts: list[Span], scores: list[float]) -> list[Span]:
    """The sentence with the best score."""
    return [parts[max(range(len(parts)), key=lambda i: scores[i])]]


def best_pair(parts: list[Span], scores: list[float]) -> list[Span]:
    """The two sentences that follow each other with the best scores."""
    first = max(range(max(len(parts) - 1, 1)), key=lambda i: sum(scores[i : i + 2]))
    return [join(parts[first], parts[min(first + 1, len(parts) - 1)])]


def matching(parts: list[Span], scores: list[float]) -> list[Span]:
    """Every sentence with a word of the topic, the best first."""
    order = sorted(range(len(parts)), key=lambda i: (-scores[i], i))
    return [parts[i] for i in order if scores[i] > 0] or article(parts, scores)


#: The runs: their names, what they retrieve, and whether sentences rank the articles.
METHODS: dict[str, tuple[Choice, bool]] = {
    "ferry-articles": (article, False),
    "ferry-matching": (matching, False),
    "pilot-sentence": (best_sentence, True),
    "pilot-pair": (best_pair, True),
}


def topics_xml(topics: list[Topic]) -> str:
    """The topics as INEX 2009 had them, with a title in NEXI."""
    body = "\n".join(
        f'<topic id="{topic.id}" ct_no="{number}">\n  <title>{escape(topic.title or "")}</title>\n'
        f"  <castitle>//article[about(., {escape(topic.title or '')})]</castitle>\n"
        f"  <description>{escape(topic.description or '')}</description>\n</topic>"
        for number, topic in enumerate(topics, start=1)
    )
    return f"<inex-topic-file>\n{body}\n</inex-topic-file>"


def run_lines(
    name: str, topics: list[Topic], texts: dict[str, str], *, by_sentence: bool, choose: Choice
) -> Iterator[str]:
    """The lines of a run: the passages of each article together, the best article first."""
    pieces = [
        (doc, text[offset : offset + length])
        for doc, text in texts.items()
        for offset, length in sentences(text)
    ]
    articles, parts = (build_collection(listed, terms) for listed in (list(texts.items()), pieces))
    for topic in topics:
        scores = defaultdict(list)
        for (doc, _), score in zip(pieces, bm25(parts, whole(terms, topic)), strict=True):
            scores[doc].append(float(score))
        values = bm25(articles, whole(terms, topic))
        if by_sentence:
            values = np.array([max(scores[doc]) for doc in articles.doc_ids])
        rank = 0
        for index in ranking(articles.doc_ids, values)[:ARTICLES]:
            doc = articles.doc_ids[index]
            for offset, length in choose(sentences(texts[doc]), scores[doc]):
                rank += 1
                line = f"{topic.id} Q0 {doc} {rank} {100 - rank}"
                yield f"{line} {name} {offset} {length}"


def main() -> None:
    """Write topics, judgments and runs."""
    parser = argparse.ArgumentParser(description="Make the demo task of passages.")
    parser.add_argument("--out", type=Path, default=ROOT, metavar="DIR")
    out = parser.parse_args().out
    lines = (DEMO / "documents.jsonl").read_text(encoding="utf-8").splitlines()
    texts = {record["doc_id"]: record["text"] for record in map(json.loads, lines)}
    judged = list(qrels(texts))
    names = {line.split()[0] for line in judged}
    topics = [t for t in read_topics(DEMO / "topics.txt").values() if t.id in names]
    write(out / "qrels" / "demo-passages" / "topics.xml", [topics_xml(topics)])
    write(out / "qrels" / "demo-passages" / "qrels.txt", judged)
    for name, (choose, by_sentence) in METHODS.items():
        run = run_lines(name, topics, texts, by_sentence=by_sentence, choose=choose)
        write(out / "runs" / "demo-passages" / f"{name}.run", run)


def write(path: Path, lines: Iterable[str]) -> None:
    """Write lines, with the same bytes everywhere."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
