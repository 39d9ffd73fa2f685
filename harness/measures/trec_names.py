"""The names of measures in trec_eval, their printed form and order; spellings of other tools."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Protocol, TypeGuard

from harness.core.dialects import VERSIONS, Dialect
from harness.core.errors import MeasureError, Problem, closest
from harness.core.notes import Note
from harness.measures.bound import Measure, bind
from harness.measures.registry import TREC_NAMES, Family, TrecName, is_known, load_own


class AnyName(Protocol):
    """A measure, as far as its name goes."""

    @property
    def trec_name(self) -> str | None:
        """The name it was requested by, if that is one of trec_eval's."""


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


#: trec_eval prints measures in this order, whatever the order of the options.
_GRADED = _words(
    """
    num_q num_ret num_rel num_rel_ret map gm_map Rprec bpref recip_rank iprec_at_recall P relstring
    recall infAP gm_bpref Rprec_mult utility 11pt_avg binG G dcg ideal_dcg ndcg ndcg_rel Rndcg
    ndcg_cut map_cut relative_P success set_P set_relative_P set_recall set_map set_F
    num_nonrel_judged_ret yaap rbp rbp_resid unj
    """
)
_GROUPS = _words("map_avgjg P_avgjg Rprec_mult_avgjg")
_SHORT = _words(
    "prefs_num_prefs_poss prefs_num_prefs_ful prefs_num_prefs_ful_ret prefs_simp prefs_pair"
    " prefs_avgjg"
)
_PREFERENCES = (
    *_SHORT,
    *_words(
        """
        prefs_avgjg_Rnonrel prefs_simp_ret prefs_pair_ret prefs_avgjg_ret prefs_avgjg_Rnonrel_ret
        prefs_simp_imp prefs_pair_imp prefs_avgjg_imp
        """
    ),
)
PRINT_ORDER = (*_GRADED, *_GROUPS, *_PREFERENCES)

_OFFICIAL = _words(
    "runid num_q num_ret num_rel num_rel_ret map gm_map Rprec bpref recip_rank iprec_at_recall P"
)
_SET = _words(
    "runid num_q num_ret num_rel num_rel_ret utility set_P set_recall set_relative_P set_map set_F"
)
#: Computed only if named: `-m all_trec` leaves them out.
_BY_NAME_ONLY = {"dcg", "ideal_dcg", "yaap"}

#: The beginning of the parameters in a printed name.
_PRINTED = re.compile(r"[-.\d]|p=")

#: Names for several measures.
NICKNAMES: dict[str, tuple[str, ...]] = {
    "official": _OFFICIAL,
    "set": _SET,
    "all_trec": ("runid", *(name for name in _GRADED if name not in _BY_NAME_ONLY)),
    "qrels_jg": ("runid", "num_q", *_GROUPS),
    "prefs": ("runid", "num_q", *_SHORT),
    "all_prefs": ("runid", "num_q", *_PREFERENCES),
    "ndeval": _words(
        """
        ERR_IA@5 ERR_IA@10 ERR_IA@20 nERR_IA@5 nERR_IA@10 nERR_IA@20 alpha_DCG@5 alpha_DCG@10
        alpha_DCG@20 alpha_nDCG@5 alpha_nDCG@10 alpha_nDCG@20 NRBP nNRBP AP_IA P_IA@5 P_IA@10
        P_IA@20 STREC@5 STREC@10 STREC@20
        """
    ),
    "gdeval": ('nDCG(dcg="exp-log2")@20', "ERR@20"),
}


def expand_nickname(name: str, dialect: Dialect) -> tuple[str, ...] | None:
    """Return the measures of a nickname in a dialect; None if the name is not one.
    >>> "rbp" in expand_nickname("all_trec", VERSIONS["trec_eval-9"])
    False
    """
    if name not in NICKNAMES:
        return None
    return tuple(member for member in NICKNAMES[name] if member not in dialect.lacks)


def is_of(dialect: Dialect, family: Family) -> bool:
    """Return whether the dialect's version of trec_eval has a measure, under any name."""
    return any(name.name not in dialect.lacks for name in family.trec_names)


def note_other_versions(dialect: Dialect, measures: Iterable[AnyName]) -> tuple[Note, ...]:
    """Return the notes on measures with names that only another version of trec_eval has."""
    bases = (base_name(measure.trec_name) for measure in measures if measure.trec_name)
    foreign = sorted({base for base in bases if base in dialect.lacks})
    if not foreign:
        return ()
    others = [dialect.name for dialect in VERSIONS.values() if dialect.lacks.isdisjoint(foreign)]
    text = f"{dialect.name} has no {', '.join(foreign)}: computed as in {' or '.join(others)}"
    return (Note("other-version", text, subject=", ".join(foreign)),)


def trec_names() -> list[str]:
    """Return every name of a measure in trec_eval."""
    load_own()
    return [*TREC_NAMES, *NICKNAMES]


def base_name(label: str) -> str | None:
    """Return the trec_eval measure, among those declared so far, of a name such as ``P_10``.
    >>> base_name("iprec_at_recall_0.10"), base_name("map"), base_name("nDCG")
    ('iprec_at_recall', 'map', None)
    """
    if label in TREC_NAMES:
        return label
    fitting = [
        name
        for name in TREC_NAMES
        if label.startswith(name + "_") and _PRINTED.match(label[len(name) + 1 :])
    ]
    return max(fitting, key=len) if fitting else None


def find_trec_name(label: str) -> TrecName:
    """Return the declaration behind a printed name."""
    return TREC_NAMES[base_name(label) or label][1]


def expand_trec_name(text: str) -> tuple[Measure, ...] | None:
    """Return the measures that trec_eval computes for a name; None if the name is not trec_eval's.

    The name may be a measure (``map``, ``P``), a measure with parameters (``P.5,10``) or a printed
    one (``P_10``, ``ndcg_cut_10``).

    >>> [measure.label for measure in expand_trec_name("P.10,5")]
    ['P_5', 'P_10']
    """
    if text == "runid":
        return ()
    name, dot, written = text.partition(".")
    if name in TREC_NAMES and (dot or not written):
        return _expand(*TREC_NAMES[name], written if dot else None)
    base = base_name(text)
    if base is None:
        return None
    return _expand(*TREC_NAMES[base], text[len(base) + 1 :])


def _expand(family: Family, trec: TrecName, written: str | None) -> tuple[Measure, ...]:
    if written is None and not trec.parameter:
        return (bind(family, trec.fixed, trec.name),)
    if trec.parse is not None and written is not None:
        return (
            bind(family, {**trec.fixed, **_read_whole(trec, written)}, f"{trec.name}_{written}"),
        )
    if trec.parameter is None:
        raise MeasureError(Problem(f"{trec.name!r} takes no parameters", hint=f"remove .{written}"))
    values = trec.values if written is None else _read_values(trec, written)
    return tuple(
        bind(
            family, {**trec.fixed, trec.parameter: value}, f"{trec.name}_{trec.style.format(value)}"
        )
        for value in values
    )


def _read_whole(trec: TrecName, written: str) -> dict[str, object]:
    try:
        return dict(trec.parse(written))  # type: ignore[misc]
    except (ValueError, OverflowError) as error:
        pythons, _, given = str(error).rpartition(": ")
        message = f"{given} is not a number" if pythons else given
        raise MeasureError(Problem(f"{trec.name}.{written}: {message}")) from None


def _read_values(trec: TrecName, written: str) -> list[float]:
    """Parse cutoffs and levels as trec_eval does: sorted, each once, whole if they should be."""
    integers = isinstance(trec.values[0], int)
    values = set()
    for part in written.split(","):
        try:
            value = float(part)
            values.add(int(value) if integers else value)
        except (ValueError, OverflowError):
            raise MeasureError(
                Problem(f"{trec.name}.{written}: {part!r} is not a number")
            ) from None
    return sorted(values)


#: Spellings of single tools, and ours: ranx, MTEB, NTCIREVAL.
_OTHER_TOOLS = (
    (re.compile(r"^([\w-]+?)(@\d+)?-l(\d+)$"), r"\1(rel=\3)\2"),
    (re.compile(r"^rbp\.(\d+)$"), r"RBP(p=0.\1, rel=1)"),
    (re.compile(r"^(\w+)_at_(\d+)$"), r"\1@\2"),
    (re.compile(r"@0+(?=\d+$)"), "@"),
)

#: A name, and numbers that can only be cutoffs: ``ndcg_10``, ``P@5,10``, ``recall@1k``.
_WITH_CUTOFFS = re.compile(r"(.*?[A-Za-z])[\s_@.:(-]*(?:\bat\b\s*)?(\d[\dkK,;\s]*)\)?")


def in_notation(text: str) -> str:
    """Return a name in another tool's spelling in ours; any other name unchanged.

    Names of measures have "_" for characters that they cannot hold.

    >>> [in_notation(text) for text in ("Q-measure@0010", "P@5-l2", "P_at_5")]
    ['Q_measure@10', 'P(rel=2)@5', 'P@5']
    """
    for spelling, ours in _OTHER_TOOLS:
        text = spelling.sub(ours, text)
    name = re.split(r"[(@]", text, maxsplit=1)[0]
    plain = re.sub(r"[-,]", "_", name.replace("+", "_plus"))
    if plain != name and is_known(plain):
        text = plain + text[len(name) :]
    return text


#: Measures of ir_measures with another name or other parameters here: our name, parameters under
#: our names, and parameters that are implied there.
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


class Translation(NamedTuple):
    """A measure object of ir_measures in our names: the family and its parameters.

    ``text`` is the object as ir_measures writes it, ``called`` its name there, and ``spelled`` the
    names there of parameters with another name here.
    """

    family: str
    parameters: Mapping[str, Any]
    text: str
    called: str
    spelled: Mapping[str, str]


def is_of_ir_measures(value: object) -> TypeGuard[ForeignMeasure]:
    """Return True for a measure object of ir_measures, without importing it."""
    return any(kind.__module__.partition(".")[0] == "ir_measures" for kind in type(value).__mro__)


def translate_measure(measure: ForeignMeasure) -> Translation:
    """Translate a measure object of ir_measures by its meaning there."""
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
    """Return the notation of a known name, perhaps misspelt, with cutoffs in another form.

    >>> meant("ndcg_10", ["nDCG"]), meant("P@5,10", ["P"]), meant("recal@1k", ["Recall"])
    (['nDCG@10'], ['P@5', 'P@10'], ['Recall@1000'])
    """
    match = _WITH_CUTOFFS.fullmatch(re.sub(r",000\b", "000", text.strip()))
    if match is None:
        return []
    names = {_squeeze(name): name for name in known}
    key = _squeeze(match[1])
    if key not in names and match[1].isidentifier() and match[2].isalnum():
        key = closest(key, names) or ""
    name = names.get(key)
    cutoffs = re.findall(r"\d+", re.sub(r"(?<=\d)[kK]", "000", match[2]))
    return [] if name is None else [f"{name}@{int(cutoff)}" for cutoff in cutoffs]


def _squeeze(name: str) -> str:
    return re.sub(r"[\W_]", "", name).lower()
