"""Lines are evaluated without polars, the same by the kernel and by its twin, whatever they look like."""

import subprocess
import sys
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.core import kernel
from harness.core.errors import HarnessError
from harness.settings.eval import Request
from harness.workflows.eval import evaluator

_QRELS = [f"{topic} 0 d{doc} {doc % 3}" for topic in (1, 2, 10) for doc in range(8)]
_RUN = [f"{topic} Q0 d{doc} {doc + 1} {9 - doc}.5 me" for topic in (1, 2, 10) for doc in range(12)]
#: What a line may become: other fields, other blanks, other bytes.
_DAMAGE = (
    lambda line: line.replace(" ", "\t"),
    lambda line: line.replace(" ", "  ", 1),
    lambda line: f"{line} more",
    lambda line: f"{line} ",
    lambda line: line.rpartition(" ")[0],
    lambda line: f"#{line}",
    lambda line: f"\n{line}",
    lambda line: f"{line}\r",
    lambda line: line.replace("d", "\x1c"),
    lambda line: line.replace("d", "é"),
    lambda line: line.replace("d", "\udcff"),
    lambda line: line.replace("1", "3", 1),
    lambda line: f"{line}\n{line}",
    *(
        lambda line, value=value: " ".join([*line.split()[:4], value, *line.split()[5:]])
        for value in ("1_0", "inf", "nan", "1e400", "1e39", "-0.0", "0", "x", "+.5e1", "٣", "7.5")
    ),
    *(
        lambda line, value=value: " ".join([*line.split()[:3], value, *line.split()[4:]])
        for value in ("-2", "1.0", "+1", "99999", "L2", "1_0", "x")
    ),
    lambda line: line.replace(" 0 ", " S ").replace(" Q0 ", " A "),
)


def _request(folder, qrels, run, **asked):
    """What asks for an evaluation of these lines."""
    for name, lines in (("a.qrels", qrels), ("a.run", run)):
        (folder / name).write_bytes("\n".join(lines).encode("utf-8", "surrogateescape"))
    paths = str(folder / "a.qrels"), (str(folder / "a.run"),)
    return Request(*paths, **{"measures": (), "dialect": "trec_eval-10"} | asked)


def _shuffled(lines):
    """The lines with ranks that have nothing to do with their scores."""
    ranks = [(7 * row) % 12 + 1 for row in range(12)] * 3
    split = [line.split() for line in lines]
    return [" ".join([*p[:3], str(rank), *p[4:]]) for p, rank in zip(split, ranks, strict=True)]


@pytest.fixture
def files(tmp_path):
    """What writes lines as judgments and as a run, and asks for these."""
    return partial(_request, tmp_path)


def _answers(request):
    """What is answered for each run, or why nothing is."""
    outcomes = []
    try:
        for outcome in evaluator(request)(request.runs):
            failed = isinstance(outcome, HarnessError)
            outcomes.append(outcome.problems if failed else _with_texts(outcome))
    except HarnessError as error:
        return error.problems
    return outcomes


def _same_by_both(request):
    """What kernel and twin answer, which is the same."""
    answers = _answers(request)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(kernel.VARIABLE, "0")
        assert answers == _answers(request)
    return answers


def _with_texts(answer):
    return answer._replace(text=tuple(answer.text), scores=None)


_asked = st.fixed_dictionaries(
    {
        "per_topic": st.booleans(),
        "complete": st.booleans(),
        "dialect": st.sampled_from(["trec_eval-10", "trec_eval-9", "ndeval", "gdeval"]),
        "measures": st.sampled_from([(), ("all_trec",), ("nDCG@3", "runid"), ("num_q",)]),
        "level": st.sampled_from([1, 2]),
    }
)
_lines = st.tuples(st.integers(0, 35), st.sampled_from(_DAMAGE))


@pytest.mark.long
@settings(max_examples=2 * settings().max_examples)
@given(
    st.lists(_lines, max_size=2),
    st.lists(_lines, max_size=2),
    st.permutations(range(12)),
    st.lists(st.sampled_from(["2.5", "2.50", "1", "16777217", "16777216"]), max_size=12),
    _asked,
)
def test_kernel_and_twin_answer_the_same_whatever_the_files_are(
    tmp_path_factory, qrels_damage, run_damage, order, scores, asked
):
    qrels, run = list(_QRELS), [_RUN[i] for i in order] + _RUN[12:]
    for i, score in enumerate(scores):
        fields = run[i].split()
        run[i] = " ".join([*fields[:4], score, fields[5]])
    for lines, damage in ((qrels, qrels_damage), (run, run_damage)):
        for index, change in damage:
            lines[index % len(lines)] = change(lines[index % len(lines)])
    _same_by_both(_request(tmp_path_factory.mktemp("lines"), qrels, run, **asked))


@pytest.mark.parametrize(
    ("qrels", "run"),
    [
        pytest.param(_QRELS, _RUN, id="regular"),
        pytest.param(_QRELS, [line.replace(" ", "\t") for line in _RUN], id="tabs"),
        pytest.param(_QRELS, _RUN[12:], id="a topic is missing"),
        pytest.param(_QRELS[:16], _RUN, id="topics are not judged"),
        pytest.param(_QRELS, [line.replace(".5 ", " ") for line in _RUN], id="whole scores"),
        pytest.param(_QRELS, [line.replace("9.5", "8.5") for line in _RUN], id="ties"),
        pytest.param(_QRELS, [line.replace("d", "x") for line in _RUN], id="nothing is judged"),
        pytest.param(_QRELS, [line.replace("d", "dd") for line in _RUN], id="renamed"),
        pytest.param(_QRELS[:8], _RUN, id="most topics are not judged"),
        pytest.param(_QRELS, [_RUN[1], _RUN[0], *_RUN[2:]], id="not in order"),
    ],
)
def test_runs_and_judgments_are_answered_for(files, qrels, run):
    [answer] = _same_by_both(files(qrels, run, measures=("all_trec",), per_topic=True))
    assert b"".join(answer.text).count(b"num_rel_ret") > 1


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda lines: lines[1:] + lines[:1], id="a topic comes back"),
        pytest.param(lambda lines: lines[::-1], id="backwards"),
        pytest.param(lambda lines: lines[::2] + lines[1::2], id="interleaved"),
        pytest.param(lambda lines: ["# a comment", *lines], id="comment"),
        pytest.param(lambda lines: [*lines, "", ""], id="blank"),
        pytest.param(lambda lines: [f"{line}\r" for line in lines], id="crlf"),
        pytest.param(lambda lines: [f" {line}  " for line in lines], id="blanks around"),
        pytest.param(
            lambda lines: [line.replace(" ", " \t ") for line in lines], id="several blanks"
        ),
        pytest.param(lambda lines: [*lines[:-1], lines[-1].replace("me", "you")], id="two tags"),
        pytest.param(lambda lines: ["\ufeff" + lines[0], *lines[1:]], id="mark"),
        pytest.param(
            lambda lines: [line.replace(" 9.5 ", " inf ") for line in lines], id="infinite"
        ),
    ],
)
def test_harmless_irregularities_change_no_number(files, change):
    asked = {"measures": ("all_trec",), "per_topic": True}
    [plain] = _same_by_both(files(_QRELS, _RUN, **asked))
    [changed] = _same_by_both(files(_QRELS, change(_RUN), **asked))
    assert changed.text == plain.text
    [judged] = _same_by_both(files(change(_QRELS), _RUN, **asked))
    assert judged.text == plain.text


def test_real_runs_have_the_same_answer(shared):
    folder = shared / "data" / "trec8"
    request = Request(str(folder / "qrels.trec8.adhoc.txt"), (), ("all_trec",), "trec_eval-10")
    # Numbers do not descend in the first lines of some, and ranks contradict the scores of others.
    names = ("1", "CL99SD", "weaver1")
    paths = tuple(str(folder / "runs" / f"{name}.gz") for name in names)
    _same_by_both(request._replace(runs=paths, per_topic=True))


@pytest.mark.parametrize("form", ["trec_eval", "table", "tsv", "csv", "json", "latex"])
@pytest.mark.parametrize("topics", [["-q"], []])
def test_runs_are_shown_alike_whoever_works(harness, files, tmp_path, form, topics):
    other = tmp_path / "b.run"
    # Of the second run, ranks contradict the scores all over, which is said.
    other.write_text("".join(f"{line.replace(' me', ' you')}\n" for line in _shuffled(_RUN)))
    request = files(_QRELS, _RUN)
    words = ["eval", *topics, request.qrels, *request.runs, other, "--format", form]
    shown = harness(*words)
    assert shown == harness(*words, "--backend", "threads")
    assert "contradict" in shown.err


@pytest.mark.parametrize("begins", ["as most do", "with doubts", "with a comment"])
def test_polars_is_not_loaded_for_lines(files, begins):
    lines = {"as most do": _RUN, "with doubts": _shuffled(_RUN), "with a comment": ["# a", *_RUN]}
    request = files(_QRELS, lines[begins])
    program = (
        "import sys\nfrom harness.cli.main import main\n"
        f"main(['eval', {request.qrels!r}, {request.runs[0]!r}])\n"
        "print(sorted({'polars', 'pandas', 'scipy', 'rich', 'pydantic'} & set(sys.modules)))"
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
    assert ("contradict" in done.stderr) == (begins == "with doubts")
    assert "runid                 \tall\tme" in done.stdout
