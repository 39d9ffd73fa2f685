"""How other tools spell the names of measures, and what somebody probably meant."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Protocol

#: Spellings that one tool alone has, and ours: ranx, MTEB, NTCIREVAL.
_OTHER_TOOLS = (
    (re.compile(r"^([\w-]+?)(@\d+)?-l(\d+)$"), r"\1(rel=\3)\2"),
    (re.compile(r"^rbp\.(\d+)$"), r"RBP(p=0.\1, rel=1)"),
    (re.compile(r"^(\w+)_at_(\d+)$"), r"\1@\2"),
    (re.compile(r"@0+(?=\d+$)"), "@"),
)

#: A name, and numbers that can be nothing but cutoffs: ``ndcg_10``, ``P@5,10``, ``recall@1k``.
_WITH_CUTOFFS = re.compile(r"(.*?[A-Za-z])[\s_@.:(-]*(?:\bat\b\s*)?(\d[\dkK,;\s]*)\)?")


def in_notation(text: str, known: Iterable[str]) -> str:
    """A name in another tool's spelling in ours; anything else as it is.

    ``known`` are the names of all measures, with "_" for signs that names cannot hold.

    >>> [in_notation(text, ["Q_measure", "P"]) for text in ("Q-measure@0010", "P@5-l2", "P_at_5")]
    ['Q_measure@10', 'P(rel=2)@5', 'P@5']
    """
    for spelling, ours in _OTHER_TOOLS:
        text = spelling.sub(ours, text)
    name = re.split(r"[(@]", text, maxsplit=1)[0]
    plain = re.sub(r"[-,]", "_", name.replace("+", "_plus"))
    if plain != name and plain.lower() in {other.lower() for other in known}:
        text = plain + text[len(name) :]
    return text


#: Measures of ir_measures that have another name or other parameters here: our name, parameters
#: under our names, and what is meant there without being said.
_IR_MEASURES: dict[str, tuple[str, dict[str, str], dict[str, str]]] = {
    "Accuracy": ("AUC", {}, {"over": "retrieved"}),
    "Judged": ("Judged", {}, {"negative": "judged"}),
    "SetF": ("F", {"beta": "beta2"}, {}),
}


class ForeignMeasure(Protocol):
    """A measure object of ir_measures."""

    NAME: Any
    AT_PARAM: Any
    params: Any


def of_ir_measures(measure: ForeignMeasure) -> str:
    """The notation of a measure object of ir_measures, by what the object means there."""
    theirs = str(measure.NAME)
    name, renamed, implied = _IR_MEASURES.get(theirs, (theirs, {}, {}))
    given = {renamed.get(key, key): value for key, value in measure.params.items()}
    after_at = given.pop(measure.AT_PARAM, None)
    inside = ", ".join(f"{key}={value!r}" for key, value in {**given, **implied}.items())
    return name + (f"({inside})" if inside else "") + ("" if after_at is None else f"@{after_at}")


def meant(text: str, known: Iterable[str]) -> list[str]:
    """The measures, in notation, of a known name that is followed by cutoffs in another form.

    >>> meant("ndcg_10", ["nDCG"]), meant("P@5,10", ["P"]), meant("recall@1k", ["Recall"])
    (['nDCG@10'], ['P@5', 'P@10'], ['Recall@1000'])
    """
    match = _WITH_CUTOFFS.fullmatch(re.sub(r",000\b", "000", text.strip()))
    if match is None:
        return []
    names = {_squeezed(name): name for name in known}
    name = names.get(_squeezed(match[1]))
    cutoffs = re.findall(r"\d+[kK]?", match[2])
    return [] if name is None else [f"{name}@{_number(cutoff)}" for cutoff in cutoffs]


def _squeezed(name: str) -> str:
    return re.sub(r"[\W_]", "", name).lower()


def _number(cutoff: str) -> int:
    return int(cutoff[:-1]) * 1000 if cutoff[-1] in "kK" else int(cutoff)
