"""Judgments as the golden answers of BioASQ."""

from __future__ import annotations

from harness.formats.answers import bioasq_judgments, is_bioasq
from harness.formats.layouts import Layout

LAYOUTS: tuple[Layout, ...] = (
    Layout(
        "judgments",
        "bioasq",
        'BioASQ\'s golden answers: `{"questions": [{"id": …, "documents": […]}]}`; all relevant',
        b'{"questions": [\n{"id": "51a", "documents": ["http://www.ncbi.nlm.nih.gov/pubmed/7",\n'
        b'"http://www.ncbi.nlm.nih.gov/pubmed/5"]}]}\n',
        read=bioasq_judgments,
        recognises=is_bioasq,
        turn=-1,
        unwritten="it has no grades",
    ),
)
