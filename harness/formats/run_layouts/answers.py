"""Runs as the answers of BioASQ and iKAT."""

from __future__ import annotations

from harness.formats.answers import bioasq_run, ikat_run, is_bioasq, is_ikat
from harness.formats.layouts import Layout

LAYOUTS: tuple[Layout, ...] = (
    Layout(
        "runs",
        "bioasq",
        'BioASQ, phase A: `{"questions": [{"id": …, "documents": [best, …]}]}`; rankings without '
        "scores",
        b'{"questions": [\n{"id": "51a", "documents": ["http://www.ncbi.nlm.nih.gov/pubmed/7",\n'
        b'"http://www.ncbi.nlm.nih.gov/pubmed/5"]}]}\n',
        read=bioasq_run,
        recognises=is_bioasq,
        turn=-1,
        unwritten="json and trec hold the same",
    ),
    Layout(
        "runs",
        "ikat",
        'TREC iKAT: `{"run_name": …, "turns": [{"turn_id": …, "responses": [{"passage_provenance": '
        '[{"id": …, "score": …}]}]}]}`',
        b'{"run_name": "bm25", "run_type": "automatic", "turns": [\n{"turn_id": "9-1_1",\n'
        b'"responses": [{"rank": 1, "text": "Yes.", "passage_provenance": [\n'
        b'{"id": "clueweb22-1:0", "text": "It is.", "score": 0.75},\n'
        b'{"id": "clueweb22-2:3", "text": "So.", "score": 0.5}]}]}]}\n',
        read=ikat_run,
        recognises=is_ikat,
        turn=-1,
        unwritten="its answers are texts, which a run has not",
    ),
)
