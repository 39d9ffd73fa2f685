"""How other tools spell the names of measures, and what somebody probably meant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeGuard

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


@dataclass(frozen=True, slots=True)
class Translation:
    """A measure object of ir_measures in our names: the family and its parameters.

    ``text`` is how ir_measures writes the object, ``called`` its name there, and ``spelled`` the
    names there of parameters that have another one here.
    """

    family: str
    parameters: Mapping[str, Any]
    text: str
    called: str
    spelled: Mapping[str, str]


def is_of_ir_measures(value: object) -> TypeGuard[ForeignMeasure]:
    """Return True for a measure object of ir_measures, which is not imported for that."""
    return any(kind.__module__.partition(".")[0] == "ir_measures" for kind in type(value).__mro__)


def translated(measure: ForeignMeasure) -> Translation:
    """Translate a measure object of ir_measures by what the object means there."""
    called = str(measure.NAME)
    family, renamed, implied = _IR_MEASURES.get(called, (called, {}, {}))
    own = {renamed.get(key, key): value for key, value in measure.params.items()}
    try:
        text = str(measure)
    except KeyError:  # it looks the defaults of all parameters up, also of those it does not have
        text = f"{called}({', '.join(f'{key}={value!r}' for key, value in measure.params.items())})"
    spelled = {ours: theirs for theirs, ours in renamed.items()}
    return Translation(family, {**own, **implied}, text, called, spelled)


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
