"""Make the runs of the demo task in ``runs/demo``.

Every run comes from a different retrieval method over the same small collection, so that the
demo shows what real shared-task submissions show: systems of different quality, near-equal
systems, tied scores and a run that leaves out a topic. Only numpy and scipy compute, and the
same input always gives the same bytes.

    python scripts/make_demo_runs.py --out runs/demo
"""

from __future__ import annotations

import argparse
import json
import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from harness.core.texts import Topic
from harness.formats.topics import read_topics

ROOT = Path(__file__).resolve().parent.parent
DEMO = ROOT / "qrels" / "demo"

Vector = NDArray[np.float64]
Weights = Mapping[str, float]

# Scores are rounded before sorting, so that two documents whose printed scores are equal are
# ordered by the same rule everywhere and not by the last bits of a floating-point sum.
DECIMALS = 6

STOPWORD_TEXT = """
a about above after all an and any are as at be because been before being both but by can
could did do does each for from had has have he her his how i if in into is it its may more
most much no nor not of on one or other our out over own she should so some such than that
the their them then there these they this those through to up was were what when where
which while who whom whose why will with would you your
"""
STOPWORDS = frozenset(STOPWORD_TEXT.split())

SHORTEST_STEM = 4
SUFFIXES = ("ations", "ation", "ings", "ing", "ies", "ied", "ers", "er", "ed", "es", "ly", "s")


@dataclass(frozen=True)
class Collection:
    """The documents as text and as bags of terms, with the counts every method needs."""

    doc_ids: list[str]
    texts: list[str]
    vocabulary: dict[str, int]
    counts: csr_matrix
    """Documents by terms, raw term frequencies."""
    lengths: Vector
    doc_freqs: Vector

    @property
    def size(self) -> int:
        """The number of documents."""
        return len(self.doc_ids)

    def column(self, term: str) -> Vector:
        """Return the frequency of a term in every document (zeros if it is unknown)."""
        index = self.vocabulary.get(term)
        if index is None:
            return np.zeros(self.size)
        return np.asarray(self.counts[:, [index]].toarray(), dtype=np.float64).ravel()

    def doc_freq(self, term: str) -> float:
        """Return the number of documents a term is in."""
        index = self.vocabulary.get(term)
        return 0.0 if index is None else float(self.doc_freqs[index])


def words(text: str) -> list[str]:
    """Return the lower-case words of a text without stop words."""
    found = re.findall(r"[^\W_]+", text.lower())
    return [word for word in found if word not in STOPWORDS and len(word) > 1]


def stem(word: str) -> str:
    """Cut one common English suffix and a final "e" off a word that stays long enough."""
    for suffix in (*SUFFIXES, ""):
        if word.endswith(suffix) and len(word) - len(suffix) >= SHORTEST_STEM:
            root = word.removesuffix(suffix)
            return root.removesuffix("e") if len(root) > SHORTEST_STEM else root
    return word


def terms(text: str) -> list[str]:
    """Return the stemmed index terms of a text, in order."""
    return [stem(word) for word in words(text)]


def character_grams(text: str, size: int = 4) -> list[str]:
    """Return the overlapping character n-grams of a text, with a blank between words."""
    joined = f" {' '.join(words(text))} "
    return [joined[i : i + size] for i in range(len(joined) - size + 1)]


def read_documents(path: Path) -> list[tuple[str, str]]:
    """Read (document id, title and text) pairs from a JSON-lines file."""
    records = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [(record["doc_id"], f"{record['title']} {record['text']}") for record in records]


def build_collection(
    documents: Sequence[tuple[str, str]], analyse: Callable[[str], list[str]]
) -> Collection:
    """Count the terms which ``analyse`` finds in each document."""
    bags = [Counter(analyse(text)) for _, text in documents]
    vocabulary = {term: i for i, term in enumerate(sorted(set().union(*bags)))}
    rows, columns, values = [], [], []
    for row, bag in enumerate(bags):
        for term in sorted(bag):
            rows.append(row)
            columns.append(vocabulary[term])
            values.append(float(bag[term]))
    counts = csr_matrix((values, (rows, columns)), shape=(len(bags), len(vocabulary)))
    return Collection(
        doc_ids=[doc_id for doc_id, _ in documents],
        texts=[text for _, text in documents],
        vocabulary=vocabulary,
        counts=counts,
        lengths=np.asarray(counts.sum(axis=1)).ravel(),
        doc_freqs=np.asarray((counts > 0).sum(axis=0), dtype=np.float64).ravel(),
    )


def bm25(collection: Collection, query: Weights, k1: float = 1.2, b: float = 0.75) -> Vector:
    """Score all documents with BM25 for a weighted query."""
    norm = k1 * (1.0 - b + b * collection.lengths / collection.lengths.mean())
    scores = np.zeros(collection.size)
    for term in sorted(query):
        df = collection.doc_freq(term)
        idf = math.log(1.0 + (collection.size - df + 0.5) / (df + 0.5))
        tf = collection.column(term)
        scores += query[term] * idf * tf * (k1 + 1.0) / (tf + norm)
    return scores


def relevance_feedback(
    collection: Collection,
    query: Weights,
    feedback_docs: int = 5,
    feedback_terms: int = 20,
    original_weight: float = 0.6,
) -> dict[str, float]:
    """Expand a query with the strongest terms of the best BM25 documents, as RM3 does.

    The feedback model is the mean of the documents' term distributions, each weighted by its
    share of the first-pass scores; it is cut to ``feedback_terms`` terms and mixed with the
    original query.
    """
    first = bm25(collection, query)
    best = [i for i in ranking(collection.doc_ids, first)[:feedback_docs] if first[i] > 0]
    total = sum(query.values())
    expanded = {term: original_weight * query[term] / total for term in sorted(query)}
    if not best:
        return expanded
    share = first[best] / first[best].sum()
    model = np.zeros(len(collection.vocabulary))
    for weight, index in zip(share, best, strict=True):
        model += weight * collection.counts[[index]].toarray().ravel() / collection.lengths[index]
    model = model.round(12)
    names = list(collection.vocabulary)
    chosen = sorted(range(len(names)), key=lambda i: (-model[i], names[i]))[:feedback_terms]
    mass = model[chosen].sum()
    for index in chosen:
        name = names[index]
        extra = (1.0 - original_weight) * float(model[index] / mass)
        expanded[name] = expanded.get(name, 0.0) + extra
    return expanded


def dirichlet(collection: Collection, query: Weights, mu: float = 60.0) -> Vector:
    """Score documents by query likelihood with Dirichlet smoothing (logs, hence negative).

    Documents without any query term get minus infinity, which keeps them out of the run.
    """
    total = collection.lengths.sum()
    scores = np.zeros(collection.size)
    matched = np.zeros(collection.size, dtype=bool)
    for term in sorted(query):
        tf = collection.column(term)
        if not tf.any():
            continue
        background = mu * tf.sum() / total
        scores += query[term] * np.log((tf + background) / (collection.lengths + mu))
        matched |= tf > 0
    return np.where(matched, scores, -np.inf)


def tfidf_matrix(collection: Collection) -> tuple[csr_matrix, Vector]:
    """Return the documents as TF-IDF rows of length 1, and the idf of every term."""
    idf = np.log((1.0 + collection.size) / (1.0 + collection.doc_freqs)) + 1.0
    weighted = collection.counts.copy()
    weighted.data = (1.0 + np.log(weighted.data)) * idf[weighted.indices]
    norms = np.sqrt(np.asarray(weighted.multiply(weighted).sum(axis=1)).ravel())
    return csr_matrix(weighted.multiply(1.0 / norms[:, None])), idf


def query_vector(collection: Collection, query: Weights, idf: Vector) -> Vector:
    """Return a query as a TF-IDF vector of length 1 (zeros if no term is known)."""
    vector = np.zeros(len(collection.vocabulary))
    for term, count in query.items():
        index = collection.vocabulary.get(term)
        if index is not None:
            vector[index] = (1.0 + math.log(count)) * idf[index]
    norm = math.sqrt(float(vector @ vector))
    return vector / norm if norm else vector


def tfidf_cosine(collection: Collection, query: Weights) -> Vector:
    """Score documents by the cosine of TF-IDF vectors."""
    matrix, idf = tfidf_matrix(collection)
    return np.asarray(matrix @ query_vector(collection, query, idf), dtype=np.float64)


def lsa_cosine(collection: Collection, query: Weights, dimensions: int = 40) -> Vector:
    """Score documents by the cosine in the space of a truncated SVD of the TF-IDF matrix.

    The full dense SVD is taken and then cut: the collection is small, and unlike the iterative
    solvers it needs no random start. Cosines do not depend on the signs of the axes.
    """
    matrix, idf = tfidf_matrix(collection)
    left, singular, right = np.linalg.svd(matrix.toarray(), full_matrices=False)
    documents = left[:, :dimensions] * singular[:dimensions]
    folded = right[:dimensions] @ query_vector(collection, query, idf)
    norms = np.linalg.norm(documents, axis=1) * np.linalg.norm(folded)
    safe = np.where(norms > 0, norms, 1.0)
    return np.where(norms > 0, documents @ folded / safe, 0.0)


def coordination(collection: Collection, query: Weights) -> Vector:
    """Score documents by the number of different query words they hold (many ties)."""
    scores = np.zeros(collection.size)
    for term in sorted(query):
        scores += collection.column(term) > 0
    return scores


def fusion(doc_ids: Sequence[str], parts: Sequence[Vector], k: float = 60.0) -> Vector:
    """Merge several scorings by reciprocal rank; documents no part matched get zero."""
    scores = np.zeros(len(doc_ids))
    for part in parts:
        matched = [i for i in ranking(doc_ids, part) if part[i] > 0]
        for rank, index in enumerate(matched, start=1):
            scores[index] += 1.0 / (k + rank)
    return scores


def ranking(doc_ids: Sequence[str], scores: Vector) -> list[int]:
    """Return document indices by falling rounded score, ties by document id."""
    rounded = scores.round(DECIMALS)
    return sorted(range(len(doc_ids)), key=lambda i: (-rounded[i], doc_ids[i]))


Method = Callable[[Topic], Vector]
Analyser = Callable[[str], list[str]]


def title(analyse: Analyser, topic: Topic) -> Counter[str]:
    """Return the features of a topic's title."""
    return Counter(analyse(topic.title or ""))


def whole(analyse: Analyser, topic: Topic) -> Counter[str]:
    """Return the features of a topic's title and description."""
    return Counter(analyse(f"{topic.title} {topic.description}"))


def methods(documents: Sequence[tuple[str, str]]) -> dict[str, tuple[list[str], Method]]:
    """Return each run's tag with the document ids and the scoring function behind it."""
    stems = build_collection(documents, terms)
    plain = build_collection(documents, words)
    grams = build_collection(documents, character_grams)
    ids = stems.doc_ids

    def expanded(topic: Topic) -> Vector:
        return bm25(stems, relevance_feedback(stems, whole(terms, topic)))

    def merged(topic: Topic) -> Vector:
        parts = [
            expanded(topic),
            lsa_cosine(stems, whole(terms, topic)),
            tfidf_cosine(grams, whole(character_grams, topic)),
        ]
        return fusion(ids, parts)

    return {
        "atlantic-bm25t": (ids, lambda t: bm25(stems, title(terms, t))),
        "atlantic-bm25td": (ids, lambda t: bm25(stems, whole(terms, t))),
        "fresnel-rm3": (ids, expanded),
        "fresnel-lsa": (ids, lambda t: lsa_cosine(stems, whole(terms, t))),
        "keeper-qld": (ids, lambda t: dirichlet(stems, whole(terms, t))),
        "keeper-rrf": (ids, merged),
        "skerry-tfidf": (ids, lambda t: tfidf_cosine(plain, whole(words, t))),
        "tern-char4": (ids, lambda t: tfidf_cosine(grams, title(character_grams, t))),
        "wick-coord": (ids, lambda t: coordination(plain, title(words, t))),
    }


def run_lines(
    topics: Sequence[Topic], doc_ids: Sequence[str], method: Method, tag: str, depth: int
) -> list[str]:
    """Return the lines of a run; documents the method did not match are left out.

    A score that prints as zero counts as no match, and so does minus infinity.
    """
    lines = []
    for topic in topics:
        scores = method(topic).round(DECIMALS)
        matched = [i for i in ranking(doc_ids, scores) if np.isfinite(scores[i]) and scores[i] != 0]
        for rank, index in enumerate(matched[:depth], start=1):
            score = f"{scores[index]:.{DECIMALS}f}"
            lines.append(f"{topic.id} Q0 {doc_ids[index]} {rank} {score} {tag}")
    return lines


def parse_arguments(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description="Make the runs of the demo task.")
    parser.add_argument("--documents", type=Path, default=DEMO / "documents.jsonl")
    parser.add_argument("--topics", type=Path, default=DEMO / "topics.txt")
    parser.add_argument("--out", type=Path, default=ROOT / "runs" / "demo", metavar="DIR")
    parser.add_argument("--depth", type=int, default=50, help="documents a topic at most")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> None:
    """Write one run file for each method."""
    options = parse_arguments(arguments)
    documents = read_documents(options.documents)
    topics = list(read_topics(options.topics).values())
    options.out.mkdir(parents=True, exist_ok=True)
    for tag, (doc_ids, method) in methods(documents).items():
        lines = run_lines(topics, doc_ids, method, tag, options.depth)
        path = options.out / f"{tag}.run"
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")
        print(f"{path}: {len(lines)} lines")


if __name__ == "__main__":
    main()
