"""Runs that are evaluated together have the answers that each has alone."""

import pytest

from harness.core.errors import HarnessError
from harness.evaluation import scoring
from harness.settings.eval import Request
from harness.workflows.eval import evaluator

_TOPICS = ("1", "2", "10")
_QRELS = [f"{topic} 0 d{doc} {doc % 3}" for topic in _TOPICS for doc in range(8)]


def _lines(topics=_TOPICS, docs=range(12), tag="me"):
    return [
        f"{topic} Q0 d{doc} {rank} {99 - rank} {tag}"
        for topic in topics
        for rank, doc in enumerate(docs, start=1)
    ]


_RUNS = {
    "all": _lines(),
    "short": _lines(docs=(3, 1)),
    "deep": _lines(docs=range(40, -1, -1)),
    "no-topic-2": _lines(topics=("1", "10")),
    "one-topic": _lines(topics=("2",)),
    "other-topics": _lines(topics=("8", "9")),
    "no-run": ["1 Q0 d1"],
    "unjudged": _lines(docs=range(50, 60)),
    "tied": [line.rpartition(" ")[0].rpartition(" ")[0] + " 1 me" for line in _lines()],
    "again": _lines(docs=(7, 5, 1, 40)),
}


@pytest.fixture
def request_for(tmp_path):
    """What asks for the evaluation of all these runs."""
    (tmp_path / "qrels").write_text("\n".join(_QRELS))
    for name, lines in _RUNS.items():
        (tmp_path / name).write_text("\n".join(lines))

    def make(*measures, **asked):
        paths = tuple(str(tmp_path / name) for name in _RUNS)
        dialect = asked.pop("dialect", "trec_eval-10")
        return Request(str(tmp_path / "qrels"), paths, measures, dialect, per_topic=True, **asked)

    return make


def _comparable(answer):
    if isinstance(answer, HarnessError):
        return answer.problems
    scores = answer.scores
    if scores is None:
        return answer
    arrays = scores.values, scores.numerators, scores.denominators
    texts = {column: values.tolist() for column, values in scores.texts.items()}
    facts = (scores.run, scores.topics, scores.coverage, scores.warnings, texts)
    return answer._replace(scores=None), facts, [array.tobytes() for array in arrays]


@pytest.mark.parametrize("form", ["trec_eval", "table"])
@pytest.mark.parametrize("dialect", ["trec_eval-10", "trec_eval-9"])
@pytest.mark.parametrize("complete", [False, True])
def test_the_answers_are_those_of_each_run_alone(request_for, form, dialect, complete):
    request = request_for("all_trec", format=form, dialect=dialect, complete=complete)
    answer = evaluator(request)
    together = [*map(_comparable, answer(request.runs))]
    assert together == [_comparable(answer([path])[0]) for path in request.runs]


def test_neighbours_with_the_same_topics_are_one_batch(request_for, monkeypatch):
    sizes = []
    score = scoring._score_stack
    monkeypatch.setattr(
        scoring,
        "_score_stack",
        lambda runs, *rest: (sizes.append(len(runs)), score(runs, *rest))[1],
    )
    request = request_for("AP", format="table")
    evaluator(request)(request.runs)
    # Of all ten two are refused, and two answer other topics than their neighbours.
    assert sizes == [3, 1, 1, 3]


def test_a_measure_that_cannot_be_computed_is_the_error_of_each_run(request_for):
    request = request_for("ERR(max_grade=1)", format="table")
    for answer in evaluator(request)(request.runs):
        assert isinstance(answer, HarnessError)


@pytest.mark.parametrize("declared", ["", "(across_topics=True)"])
def test_a_measure_of_a_user_sees_one_run(request_for, tmp_path, declared):
    module = tmp_path / f"own_{len(declared)}.py"
    module.write_text(
        "import numpy as np\n"
        "from harness.core.judged_run import JudgedRun\n"
        "from harness.measures import measure\n"
        f"@measure('Topics{len(declared)}', bounds=(0, 9){declared and ', across_topics=True'})\n"
        "def topics(run: JudgedRun):\n"
        "    '''The number of topics.'''\n"
        "    assert run.name == 'me'\n"
        "    return np.full(len(run.topics), float(len(run.topics)))\n"
    )
    request = request_for(f"Topics{len(declared)}", format="table", modules=(str(module),))
    values = [
        answer.scores.values.ravel().tolist()
        for answer in evaluator(request)(request.runs)
        if not isinstance(answer, HarnessError)
    ]
    assert values == [[3.0] * 3, [3.0] * 3, [3.0] * 3, [2.0] * 2, [1.0], *[[3.0] * 3] * 3]
