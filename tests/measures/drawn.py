"""Measures with random parameters: what each parameter of a family is drawn from."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from harness.measures import FAMILIES, Family, Measure
from harness.measures.bound import bind

LARGE_GRADES = (9, 10, 12, 30)

MAX_GRADE = max(LARGE_GRADES)

_SHARES = st.sampled_from((0.0, 0.1, 0.2, 0.25, 0.3, 0.5, 0.75, 0.9, 1.0))

_GAINS = st.dictionaries(st.integers(0, 4), st.sampled_from((0.0, 0.5, 1.0, 2.0, 7.0)), min_size=1)

#: Measures whose gains must list every grade.
NEED_ALL_GAINS = ("RBP", "ERR", "nERR")

_ALL_GAINS = st.fixed_dictionaries(
    dict.fromkeys((0, 1, 2, 3, 4, *LARGE_GRADES), st.sampled_from((0.0, 0.5, 1.0, 7.0)))
)

#: What parameters of these names may be. A measure with a new one needs a line here.
PARAMETERS: dict[str, st.SearchStrategy[Any]] = {
    "cutoff": st.integers(1, 25),
    "rel": st.sampled_from((1, 2, 3, 10, 31)),
    "recall": _SHARES,
    "infIPrec recall": st.integers(0, 10).map(lambda tenths: tenths / 10),
    "factor": st.sampled_from((0.2, 0.4, 1.0, 1.4, 2.0)),
    "p": st.sampled_from((0.1, 0.5, 0.8, 0.95)),
    "alpha": st.sampled_from((0.1, 0.5, 1.0)),
    "beta": st.sampled_from((0.0, 0.5, 1.0, 2.0, 10.0)),
    "measure": st.sampled_from(("AP", "P@2", "nDCG(gains={1: 2})@3", "0.5*RR + 0.5*AP")),
    "NRBP beta": _SHARES,
    "uRBP gains": st.dictionaries(st.integers(0, 4), _SHARES, min_size=1),
    "cRBP gains": st.dictionaries(st.integers(0, 4), _SHARES, min_size=1),
    "nNRBP beta": _SHARES,
    "beta2": st.sampled_from((0.0, 0.5, 2.0)),
    "base": st.sampled_from((2.0, 3.0, 10.0)),
    "gains": _GAINS,
    "stops": _GAINS,
    "gamma": st.sampled_from((0.5, 0.95, 1.0)),
    "judged_only": st.booleans(),
    "normalize": st.booleans(),
    "min_grade": st.sampled_from((0, 1)),
    "depth": st.sampled_from((2, 5, 30)),
    "user": st.sampled_from(
        (
            *("INST(T=2)", "INSQ", "RBP(p=0.5)", "RR", "AP", "P@3", "SDCG@5", "BPM(T=0.13)@4"),
            *("TBG(halflife=22)", "U(L=50)", "NERR9@4"),
        )
    ),
    **dict.fromkeys(("T", "A", "R1", "R2", "b1", "b2"), st.sampled_from((0.13, 1.07, 3.11))),
    "INST T": st.sampled_from((0.5, 1.07, 3.11)),
    **dict.fromkeys(("hb", "hc", "gain_med"), st.sampled_from((0.0, 0.5, 2.0))),
    "halflife": st.sampled_from((5.0, 224.0)),
    "L": st.sampled_from((1000.0, 132000.0)),
    "length": st.sampled_from((100.0, 5000.0)),
    "snippet": st.sampled_from((0.0, 200.0)),
    "relative": st.booleans(),
    "levels": st.lists(_SHARES, min_size=1, max_size=4),
    "points": st.integers(2, 12),
    "weights": st.tuples(*[st.sampled_from((-2.0, -1.0, 0.0, 0.5, 1.0))] * 4),
    "n": st.sampled_from((1, 10, 500)),
    "level": st.sampled_from((0.01, 0.1, 0.5, 1.0)),
    "max_grade": st.integers(MAX_GRADE, MAX_GRADE + 2),
}


@st.composite
def measures_of(draw: st.DrawFn, family: Family, *, without: str | None = None) -> Measure:
    """A measure of a family with any subset of its parameters set (one of exclusive ones)."""
    names = [name for name in family.defaults if name != without]
    chosen = [name for name in names if name == "max_grade" or draw(st.booleans())]
    exclusive = [name for name in chosen if name in family.exclusive]
    values = {}
    for name in chosen:
        if name in exclusive[1:]:
            continue
        choices = {key: st.sampled_from(words) for key, words in family.choices.items()}
        if family.name in NEED_ALL_GAINS:
            choices["gains"] = _ALL_GAINS
        own = f"{family.name} {name}"
        known = {**PARAMETERS, name: PARAMETERS.get(own, PARAMETERS.get(name)), **choices}
        values[name] = draw(known[name])
    return bind(family, values)


def own_families(*sees: str) -> list[Family]:
    """The measures of the package itself; those that are given batches of certain classes."""
    return [
        family
        for family in FAMILIES.values()
        if family.function.__module__.startswith("harness.measures.")
        and (not sees or family.sees in sees)
    ]


def of_documents() -> list[Family]:
    """The measures of the package that see nothing but documents."""
    return own_families("JudgedRun", "Batch")


def for_grades(family: Family) -> str:
    """A measure in notation, ready for grades up to 4, which some must be told."""
    is_told = family.defaults.get("max_grade") == 1
    return bind(family, {"max_grade": 4}).notation if is_told else family.name
