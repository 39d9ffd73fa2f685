"""Parse measure names: ``nDCG@10``, ``P(rel=2)@5``, ``0.8*F@10 + 0.2*AP``, ``P.5,10``."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from harness.core.errors import (
    EvaluationError,
    MeasureError,
    Problem,
    closest,
    nearest,
    refuse,
    suggest,
)
from harness.core.numbers import collect
from harness.measures.bound import AnyMeasure, Combination, Measure, bind
from harness.measures.expressions import UnknownNameError, parse_expression, with_implied
from harness.measures.parameters import RULES
from harness.measures.registry import (
    REFUSED_NAMES,
    TREC_NAMES,
    find_family,
    is_known,
    known_names,
    load_common,
    load_own,
    load_trec_eval,
    unknown_measure,
)
from harness.measures.trec_names import (
    NICKNAMES,
    ForeignMeasure,
    expand_trec_name,
    in_notation,
    is_of_ir_measures,
    meant,
    translate_measure,
    trec_names,
)

#: Cutoffs at the end of a name, perhaps with letters that look like digits.
_CUTOFF = re.compile(r"(?<=[@._,])[\dOoIl]+\Z", re.ASCII)


def parse_measures(names: str | Iterable[str | AnyMeasure]) -> tuple[AnyMeasure, ...]:
    """Parse the measures of one or several names, in that order, no label twice.

    A measure is labelled by its name as given; trec_eval's names are labelled as it prints them,
    and such a name gives several measures if it has several parameters, or none where trec_eval has
    default ones. Two spellings of one measure are two labels of equal measures. Measure objects of
    ir_measures are accepted too. Raises `MeasureError` with every problem.

    >>> [str(m) for m in parse_measures(["P.5,10", "RBP(p=0.8)", "map"])]
    ['P@5', 'P@10', 'RBP', 'AP']
    >>> [m.label for m in parse_measures(["P.5,10", "RBP(p=0.8)", "map"])]
    ['P_5', 'P_10', 'RBP(p=0.8)', 'map']
    """
    parsed: dict[tuple[object, ...], AnyMeasure] = {}
    problems: dict[Problem, None] = {}
    for name in [names] if isinstance(names, str) else names:
        try:
            for measure in _resolve_measures(name):
                parsed.setdefault((measure.label, measure.notation, measure.given), measure)
        except MeasureError as error:
            wrong = _with_hint(name, error) if isinstance(name, str) else error.problems
            problems.update(dict.fromkeys(wrong))
    if problems:
        raise MeasureError(problems)
    return tuple(parsed.values())


def _with_hint(text: str, error: MeasureError) -> Iterable[Problem]:
    """Return the problem of a text, with the likely spelling as a hint."""
    names = _several(text) or list(filter(_is_known, _meant(text)))
    names = names or list(filter(_is_known, _respell(text)))[:1]
    if len(names) > 1:
        options = " ".join(f"-m {name}" for name in names)
        listed = ", ".join(f'"{name}"' if "," in name else name for name in names)
        hint = f"write a list: [{listed}], or {options}"
        return (Problem(f"{text!r} is {len(names)} measures in one text", hint=hint),)
    if names:
        return (replace(error.problems[0], hint=nearest(names[0])),)
    return error.problems


def _several(text: str) -> list[str]:
    """Return the names of the measures that a text lists, if it is such a list."""
    for separators in (r"[,;]?\s+|;", r"[,;\s]+"):
        names = re.split(separators, text.strip())
        if len(names) > 1 and all(map(_is_known, names)):
            return names
    return []


def _meant(text: str) -> Iterator[str]:
    """Yield the notation of a name with cutoffs in another form."""
    known = known_names()
    families = {trec: declared[0].name for trec, declared in TREC_NAMES.items()}
    for name in meant(text, [*families, *known, *REFUSED_NAMES]):
        base, _, cutoff = name.partition("@")
        yield f"{families.get(base, base)}@{cutoff}"


def _respell(text: str) -> Iterator[str]:
    """Yield a name without slips of typing, one at a time.

    They are wide characters, letters for digits in a cutoff, an open bracket, and a misspelt name
    of trec_eval before parameters.

    >>> [name for name in _respell("P@1O") if _is_known(name)]
    ['P@10']
    """
    yield unicodedata.normalize("NFKC", text)
    yield _CUTOFF.sub(lambda cutoff: re.sub("[Oo]", "0", re.sub("[Il]", "1", cutoff[0])), text)
    yield f"{text})".replace("()", "")
    name, dot, values = text.strip().partition(".")
    yield f"{dot and name.isidentifier() and closest(name, TREC_NAMES)}{dot}{values}"


def _is_known(name: str) -> bool:
    try:
        return bool(_resolve_measures(name))
    except MeasureError:
        return False


def parse_measure(name: str) -> AnyMeasure:
    """Parse the name of one measure.

    Parameters
    ----------
    name
        In notation (``"nDCG@10"``), or as in trec_eval (``"ndcg_cut_10"``).

    Returns
    -------
    Measure or Combination
        The measure with its parameters.

    Raises
    ------
    MeasureError
        For a name of no measure, or of several.

    Examples
    --------
    >>> parse_measure("nDCG(dcg='exp-log2')@20")
    <Measure nDCG(dcg="exp-log2")@20>
    """
    measures = parse_measures(name)
    if len(measures) != 1:
        labels = ", ".join(measure.label for measure in measures[:4])
        raise MeasureError(
            Problem(f"{name!r} stands for {len(measures)} measures", hint=f"{labels}, …")
        )
    return measures[0]


def numeric_measures(
    names: str | Iterable[str | AnyMeasure], own: Iterable[AnyMeasure] = ()
) -> tuple[AnyMeasure, ...]:
    """Return the measures of the given names; `MeasureError` for measures with texts as values.

    A label of one of the ``own`` measures, of a task, stands for that measure.
    """
    by_label = {measure.label: measure for measure in own}
    listed = [names] if isinstance(names, str) else list(names)
    chosen = [by_label.get(_label(name), name) for name in listed]
    measures = parse_measures(chosen)
    refuse(
        _named_twice([known for name in chosen for known in parse_measures([name])]), MeasureError
    )
    texts = [measure.label for measure in measures if measure.summary == "text"]
    refuse((Problem(f"{label} is a text, which has no mean") for label in texts), MeasureError)
    return measures


def _named_twice(measures: Iterable[AnyMeasure]) -> Iterator[Problem]:
    """Yield a problem for each measure that is named more than once, with all of its names."""
    for measure, labels in collect((measure, measure.label) for measure in measures).items():
        if len(set(labels)) > 1:
            listed = " and ".join(map(repr, dict.fromkeys(labels)))
            yield Problem(f"{listed} are one measure, {measure.notation}")
        elif len(labels) > 1:
            yield Problem(f"the measure {labels[0]!r} is named twice")


def single_measure(name: str | AnyMeasure, own: Iterable[AnyMeasure] = ()) -> AnyMeasure:
    """Return the only measure of a name, like `numeric_measures`; refuse several measures."""
    chosen = {measure.label: measure for measure in own}.get(_label(name), name)
    return numeric_measures([parse_measure(chosen) if isinstance(chosen, str) else chosen])[0]


def find_measure(
    name: str | AnyMeasure, among: Sequence[str | AnyMeasure], level: int | None = None
) -> int | None:
    """Return the index of a measure among others: by its label, or else by its meaning.

    With ``level``, the lowest relevant grade of the rules (which measures among them show, too),
    names without a grade of their own mean that level.

    >>> find_measure("map", ["nDCG@10", "AP"]), find_measure("mine", ["AP", "mine"])
    (1, 1)
    >>> find_measure("AP", ["AP(rel=2)"]), find_measure("AP", ["AP(rel=2)"], level=2)
    (None, 0)
    >>> find_measure("AP(rel=2)", ["AP"]), find_measure("AP(rel=2)", ["AP"], level=2)
    (None, 0)
    """
    labels = list(map(_label, among))
    if _label(name) in labels:
        return labels.index(_label(name))
    level = level or find_level(among)
    notations = [_notations(measure, level) for measure in among]
    for wanted in (_notations(name), _notations(name, level)):
        if wanted and wanted in notations:
            return notations.index(wanted)
    return None


def find_level(among: Iterable[str | AnyMeasure]) -> int | None:
    """Return the lowest relevant grade that measures have from the rules, not from their names."""
    terms = [measure for measure in among if isinstance(measure, Measure)]
    for measure in among:
        terms += [term for _, term in measure.terms] if isinstance(measure, Combination) else []
    own = (term.parameters for term in terms if "rel" not in term.given)
    return next((parameters["rel"] for parameters in own if parameters.get("rel")), None)


def find_measure_index(
    name: str | AnyMeasure, among: Sequence[str | AnyMeasure], level: int | None = None
) -> int:
    """Find a measure like `find_measure`; `EvaluationError` if it was not computed."""
    index = find_measure(name, among, level)
    if index is None:
        message = f"the measure {_label(name)!r} was not computed"
        raise EvaluationError(Problem(message, hint=suggest(_label(name), map(_label, among))))
    return index


def _label(measure: str | AnyMeasure | ForeignMeasure) -> str:
    """Return the label of a measure; a text is its own label."""
    if isinstance(measure, str):
        return measure
    if is_of_ir_measures(measure):
        return _convert_foreign(measure).label
    return measure.label  # type: ignore[union-attr]


def _notations(name: str | AnyMeasure, level: int | None = None) -> set[str]:
    """Return the notations of a measure's name; empty if it is unknown."""
    with suppress(MeasureError):
        measures = parse_measures([name])
        return {measure.with_default("rel", level).notation for measure in measures}
    return set()


def _resolve_measures(name: object) -> tuple[AnyMeasure, ...]:
    if isinstance(name, str):
        return _expand(name)
    if isinstance(name, Measure | Combination):
        return (name,)
    if is_of_ir_measures(name):
        return (_convert_foreign(name),)
    raise MeasureError(Problem(f"{name!r} is no measure", hint="give its name as a text"))


def _convert_foreign(theirs: ForeignMeasure) -> AnyMeasure:
    """Convert a measure object of ir_measures, labelled by its name there if that means it here.

    `MeasureError`, which names the object, if there is no such measure here.
    """
    known = translate_measure(theirs)
    try:
        family = find_family(known.family)
    except MeasureError:
        hint = suggest(known.called, known_names(), "harness measures lists them")
        message = f"{known.text} of ir_measures is no measure here"
        raise MeasureError(Problem(message, hint=hint)) from None
    parameters, spelled = with_implied(family, known.called, known.parameters, known.text)
    measure = bind(family, parameters, spelled={**spelled, **known.spelled})
    with suppress(MeasureError):
        if _expand(known.text) == (measure,):
            return replace(measure, label=known.text)
    return measure


def _load_others() -> None:
    from harness.measures.plugins import load_entry_points

    load_entry_points()


def _expand(name: str) -> tuple[AnyMeasure, ...]:
    """Return the measures of one name, loading more modules and packages while it is unknown."""
    for load in (load_common, load_trec_eval, load_own, _load_others):
        broken: tuple[Problem, ...] = ()
        try:
            load()
        except MeasureError as error:
            broken = error.problems
        try:
            return _expand_known(name)
        except UnknownNameError as error:
            text: str = error.args[0]
    named = re.split(r"[(@]", text, maxsplit=1)[0]
    raise MeasureError((unknown_measure(text, named, [*trec_names(), *known_names()]), *broken))


def _expand_known(name: str) -> tuple[AnyMeasure, ...]:
    text = in_notation(name.strip())
    if text in NICKNAMES:
        return tuple(measure for name in NICKNAMES[text] for measure in _expand_known(name))
    from_trec = expand_trec_name(text)
    if from_trec is not None:
        return from_trec
    family = find_family(text) if is_known(text) else None
    is_its_own = family is not None and family.name.lower() == text.lower()
    measure = bind(family, {}) if family and is_its_own else parse_expression(text)
    return (replace(measure, label=" ".join(name.split()), trec_name=None),)


def _is_of_documents(name: object) -> bool:
    """Return whether this is the notation of one measure of documents with numbers as values."""
    try:
        measures = numeric_measures([name]) if isinstance(name, str) else ()
    except MeasureError:
        return False
    families = [family for measure in measures for family in measure.requirements()]
    return len(measures) == 1 and all(family.sees == "JudgedRun" for family in families)


RULES["measure"] = (_is_of_documents, "the notation of one measure of documents, in quotes")
