"""Fills docs/trec_eval.md from the records of deliberate differences; the tests check it.

Tables and examples stand between ``<!-- differences from … -->`` or ``<!-- examples of
differences -->`` and ``<!-- end -->``. The examples are run: the page shows what they print.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from harness.selftest.outputs import Difference
from harness.selftest.trec_eval_differences import DIFFERENCES

PAGE = Path(__file__).resolve().parent.parent / "docs/trec_eval.md"
_BLOCK = re.compile(r"(<!-- ((?:differences|examples) [\w ]+) -->\n).*?(<!-- end -->)", re.DOTALL)
_FILES = re.compile(r"<!-- files -->\n```console\n(.*?)```", re.DOTALL)


@dataclass(frozen=True)
class OtherDifference:
    """A deliberate difference from another evaluator, with commands that show ours."""

    code: str
    evaluator: str
    theirs: str
    ours: str
    why: str
    example: tuple[str, ...]
    before: str = ""


_SUBTOPICS = "printf '1 1 a 1\\n1 2 a 1\\n1 1 b 1\\n2 1 d 0\\n' > subtopics"
_RUN = "printf '1 Q0 b 1 3 t\\n1 Q0 a 2 2 t\\n2 Q0 d 1 3 t\\n' > ranked"
_STRATA = "printf '1 0 a 1 1\\n1 0 b 1 0\\n1 0 c 2 1\\n1 0 d 2 -1\\n3 0 a 1 1\\n' > strata"
_PRELS = "printf '1 a 1 1 .5\\n1 b 0 1 1\\n1 c 1 1 .2\\n2 d 0 1 1\\n' > prels"

OF_OTHERS: tuple[OtherDifference, ...] = (
    OtherDifference(
        "no-relevant-subtopic",
        "ndeval",
        theirs=("prints nan for `nNRBP` of a topic without a relevant document, and for the mean"),
        ours="0",
        why="one topic should not decide about the mean of the others",
        example=(
            _SUBTOPICS,
            _RUN,
            "harness eval --quiet --format ndeval -m nNRBP subtopics ranked",
        ),
    ),
    OtherDifference(
        "negative-subtopics",
        "ndeval",
        theirs="stops at a negative grade",
        ours="a document that was pooled and not judged",
        why="as in all judgments",
        example=(
            "printf '1 1 a 1\\n1 1 b -1\\n' > negative-subtopics",
            "printf '1 Q0 a 1 3 t\\n' > only-a",
            "harness eval --quiet --format ndeval -m P_IA@5 negative-subtopics only-a",
        ),
    ),
    OtherDifference(
        "nothing-relevant",
        "gdeval",
        theirs="prints no topic, and a mean of nothing, where no document is relevant",
        ours="an error",
        why="there is nothing to measure",
        example=(
            "printf '1 0 a 0\\n' > nothing",
            "printf '1 Q0 a 1 3 t\\n' > only-a",
            "harness eval --quiet --format gdeval nothing only-a",
        ),
    ),
    OtherDifference(
        "all-relevant",
        "sample_eval",
        theirs="`inum_rel` of `all` adds up all judged topics, answered or not",
        ours="the topics that are evaluated; all of them with `-c`",
        why="the number belongs to the others printed with it",
        example=(
            _STRATA,
            _RUN,
            "harness eval --quiet --qrels-from strata -m estNumRel strata ranked",
            "harness eval --quiet -c --qrels-from strata -m estNumRel strata ranked",
        ),
    ),
    OtherDifference(
        "topics-averaged",
        "statAP",
        theirs=(
            "leaves topics without a relevant document out, and those of which nothing was drawn "
            "by chance; stops where no topic is left"
        ),
        ours="each judged topic that is answered counts, with 0 where nothing is relevant",
        why="the number of topics should not depend on what was found relevant",
        example=(_PRELS, _RUN, "harness eval --quiet -q --qrels-from prels -m statAP prels ranked"),
    ),
    OtherDifference(
        "tied-scores",
        "rbp_eval",
        theirs="gives tied documents the mean of their weights",
        ours="orders them by identifier, descending, as all other measures do",
        why="every measure of a run is of one ranking",
        example=(
            "printf '1 0 a 1\\n1 0 b 0\\n' > binary",
            "printf '1 Q0 a 1 2 t\\n1 Q0 b 2 2 t\\n' > tied",
            "harness eval --quiet -m 'RBP(p=0.5, rel=1)' binary tied",
        ),
    ),
    OtherDifference(
        "scattered-topics",
        "statAP",
        theirs="takes a ranking for as long as the last lines of its topic that stand together",
        ours="the order of lines means nothing",
        why="a run is the same in any order of its lines",
        example=(
            _PRELS,
            "printf '1 Q0 a 1 3 t\\n2 Q0 d 1 3 t\\n1 Q0 c 2 1 t\\n' > scattered",
            "harness eval --quiet -m statAP --qrels-from prels prels scattered",
        ),
    ),
    OtherDifference(
        "repeated-documents",
        "gdeval",
        theirs="adds the gain of a document that is listed twice twice",
        ours="an error with file, line and column",
        why="the file is wrong",
        example=(
            "printf '1 0 a 1\\n' > qrels",
            "printf '1 Q0 a 1 3 t\\n1 Q0 a 2 2 t\\n' > repeated",
            "harness eval --quiet --format gdeval qrels repeated",
        ),
    ),
    OtherDifference(
        "unjudged-topics",
        "ndeval",
        theirs=(
            "stops at a rank or document that is there twice in a topic without judgments; prints "
            "nan for the mean where no topic that is judged is answered"
        ),
        ours="leaves such topics out before they are looked at; an error where none is left",
        why="as for all judgments",
        example=(
            _SUBTOPICS,
            "printf '1 Q0 a 1 3 t\\n9 Q0 a 1 3 t\\n9 Q0 b 1 2 t\\n' > extra",
            "harness eval --quiet --format ndeval -m P_IA@5 subtopics extra",
        ),
    ),
    OtherDifference(
        "nothing-answered",
        "rbp_eval",
        theirs="prints nan as the mean where no judged topic is answered",
        ours="an error",
        why="a run and judgments of other topics are a mistake",
        example=(
            "printf '1 0 a 1\\n1 0 b 0\\n' > binary",
            "printf '9 Q0 a 1 2 t\\n' > elsewhere",
            "harness eval --quiet -m 'RBP(p=0.5, rel=1)' binary elsewhere",
        ),
    ),
)

#: What ``harness`` prints when it is called with these words in a directory.
Call = Callable[[list[str], Path], str]


def rows_from_trec_eval() -> Iterator[str]:
    """The table of the differences from trec_eval."""
    yield "| difference | versions | trec_eval | harness | why |"
    yield "|---|---|---|---|---|"
    for one in DIFFERENCES:
        versions = ", ".join(one.versions or ("9", "10"))
        yield f"| `{one.code}` | {versions} | {one.theirs} | {one.ours} | {one.why} |"


def rows_from_others() -> Iterator[str]:
    """The table of the differences from other evaluators."""
    yield "| difference | evaluator | there | harness | why |"
    yield "|---|---|---|---|---|"
    for one in OF_OTHERS:
        yield f"| `{one.code}` | {one.evaluator} | {one.theirs} | {one.ours} | {one.why} |"


def examples(files: Iterable[str], call: Call) -> Iterator[str]:
    """The example of each difference, with what its commands print."""
    for one in (*DIFFERENCES, *OF_OTHERS):
        yield from ["", f"{one.before}\n"] if one.before else [""]
        yield f"<!-- {one.code} -->\n```console"
        yield from _session(one, files, call)
        yield "```"


def _session(one: Difference | OtherDifference, files: Iterable[str], call: Call) -> Iterator[str]:
    with TemporaryDirectory() as name:
        folder = Path(name)
        for command in files:
            _make(command, folder)
        for command in one.example:
            yield f"$ {command}"
            if command.startswith("printf "):
                _make(command, folder)
            elif printed := call(shlex.split(command)[1:], folder).rstrip("\n"):
                yield printed


def _make(command: str, folder: Path) -> None:
    subprocess.run(["bash", "-c", command], cwd=folder, check=True)


def filled(text: str, call: Call) -> str:
    """The page with tables and examples as they should be now."""
    found = _FILES.search(text)
    files = [line.removeprefix("$ ") for line in found[1].splitlines()] if found else []
    parts = {
        "differences from trec_eval": rows_from_trec_eval,
        "differences from others": rows_from_others,
        "examples of differences": lambda: examples(files, call),
    }
    return _BLOCK.sub(
        lambda block: block[1] + "\n".join(parts[block[2]]()).lstrip() + f"\n{block[3]}", text
    )


def printed(out: str, err: str) -> str:
    """What a reader is shown of both outputs: all but how a command is used."""
    told = [line for line in err.splitlines() if not line.startswith(("Usage", "Try"))]
    return out + "\n".join(told).lstrip("\n")


def _call(words: list[str], folder: Path) -> str:
    program = str(Path(sys.executable).with_name("harness"))
    done = subprocess.run(
        [program, *words], cwd=folder, capture_output=True, text=True, check=False
    )
    return printed(done.stdout, done.stderr)


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8"), _call), encoding="utf-8")
