"""Models as assessors: asked by a module, brought by files, kept apart from people, corrected."""

from __future__ import annotations

import json
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import polars as pl
import pytest

from harness.judging.ledger import Ledger
from harness.judging.models import ModelAnswer
from tests.each import each

from .commands import ROOT, TASK, change, rows_of

pytestmark = pytest.mark.long

PAGE = (ROOT / "docs/judging-models.md").read_text(encoding="utf-8")
#: The module of the page, which waits for less long.
ENDPOINT = re.search(r"```python\n(# endpoint.py\n.*?)```", PAGE, re.DOTALL)[1].replace(
    "=1.0", "=0.001"
)
PROMPT = re.search(r"```text\n(.*?)```", PAGE, re.DOTALL)[1]
LEDGER = "configs/demo.ledger"


class Endpoint(ThreadingHTTPServer):
    """A server of chat completions that fails now and then, and at times gives no grade."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), _Answering)
        self.calls, self.broken, self.questions = 0, False, []
        self.lock = threading.Lock()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}/v1"


class _Answering(BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with self.server.lock:
            self.server.calls += 1
            number = self.server.calls
            self.server.questions.append(body["messages"][0]["content"])
        assert self.path == "/v1/chat/completions"
        if self.server.broken or number % 3 == 0:
            self.send_error(503 if number % 2 else 500)
            return
        grade = sum(body["messages"][0]["content"].encode()) % 2
        content = (
            "I cannot say" if len(body["messages"][0]["content"]) % 5 == 0 else f"Grade: {grade}."
        )
        short = number % 4 == 1
        reply = {"choices": [{"message": {"content": content}}], "usage": {"total_tokens": 7}}
        text = json.dumps(reply).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text[: len(text) // 2] if short else text)

    def log_message(self, *_):
        """Nothing is printed."""


@pytest.fixture
def endpoint():
    server = Endpoint()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def sampled(folder, judge):
    """The demo with a sample of its pool in the ledger, and a model of which the task knows."""
    pool = {"depth": 3, "strategy": "uniform", "budget": 4}
    change(folder, pool=pool)
    declare(folder)
    assert judge(TASK, "-o", "pool", command="pool")[0] == 0
    status, _, err = judge("add", TASK, "pool")
    assert status == 0, err
    return folder


def declare(folder, **entry):
    grades = {0: "no", 1: "yes", 2: "very much"}
    scale = {"relevance": {"grades": grades}}
    change(folder, judge={"assessors": ["ann"], "dimensions": scale, "models": {"small": entry}})


def with_module(folder, source, **parameters):
    (folder / "configs/asks.py").write_text(source)
    (folder / "configs/prompt.txt").write_text(PROMPT)
    declare(folder, module="asks.py", prompt="prompt.txt", parameters=parameters)


def in_ledger(query, *parameters):
    with Ledger(LEDGER) as ledger:
        return ledger.rows(query, parameters)


ANSWERS = """
    SELECT u.topic, u.doc, e.kind, e.text FROM event e JOIN assignment a ON a.id = e.assignment
    JOIN unit u ON u.id = a.unit JOIN assessor s ON s.id = a.assessor WHERE s.name = 'small'
"""
BY_LENGTH = "def judge(topic, document, guidelines):\n    return len(document.text) % 2\n"


def test_the_endpoint_of_the_page_judges_everything_though_its_server_fails(
    sampled, judge, endpoint
):
    with_module(sampled, ENDPOINT, model="m", url=endpoint.url)
    pooled = in_ledger("SELECT count(DISTINCT unit) FROM pooled")[0][0]
    assert judge("model", TASK, "small", "--most", "3")[0] == 0
    for _ in range(9):
        status, out, _ = judge("model", TASK, "small", "--at-once", "4")
        if status == 0:
            break
    assert (status, "0 failed; 0 left" in out) == (0, True)
    rows = in_ledger(ANSWERS)
    assert len(rows) == len({row[:2] for row in rows}) == pooled > 50
    told = [json.loads(row[3]) for row in rows]
    assert {row[2] for row in rows} == {"judged", "skipped"}
    for (_, _, kind, _), said in zip(rows, told, strict=True):
        assert said["cost"] == 7
        assert said["parameters"] == {"model": "m", "url": endpoint.url}
        assert len(said["prompt_sha256"]) == len(said["module_sha256"]) == 64
        assert (kind == "judged") == said["answer"].startswith("Grade")
    assert f"{pooled} answers, cost {7 * pooled}" in out
    assert "Answer with the grade alone." in endpoint.questions[0]


def test_a_server_that_is_gone_ends_the_work_and_the_next_time_goes_on(sampled, judge, endpoint):
    with_module(sampled, ENDPOINT, model="m", url=endpoint.url)
    endpoint.broken = True
    status, out, err = judge("model", TASK, "small")
    assert status == 1
    assert "5 failed" in out
    assert "run the same command again to continue" in err
    assert in_ledger(ANSWERS) == []
    endpoint.broken = False
    assert "3 documents judged" in judge("model", TASK, "small", "--most", "3")[1] or in_ledger(
        ANSWERS
    )


def test_a_changed_prompt_is_another_model(sampled, judge):
    with_module(sampled, BY_LENGTH, k=1)
    assert judge("model", TASK, "small", "--most", "2")[0] == 0
    with_module(sampled, BY_LENGTH, k=2)
    status, _, err = judge("model", TASK, "small")
    assert (status, "other parameters" in err, "another name" in err) == (2, True, True)
    (sampled / "configs/asks.py").write_text(BY_LENGTH)
    declare(sampled, module="asks.py", parameters={"k": 1})
    assert "other prompt" in judge("model", TASK, "small")[2]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (None, "there is no module"),
        ("x = 1\n", "has no function 'judge'"),
        ("raise ValueError('no')\n", "the module failed: ValueError: no"),
    ],
)
def test_a_module_that_cannot_be_used_is_refused(sampled, judge, source, message):
    if source is not None:
        with_module(sampled, source)
    status, _, err = judge("model", TASK, "small")
    assert status == 2
    assert message in err


def test_what_judge_returns_must_be_grades(sampled, judge):
    with_module(sampled, "def judge(topic, document, guidelines):\n    return 'yes'\n")
    status, _, err = judge("model", TASK, "small")
    assert (status, "judge() returned 'yes'" in err) == (1, True)


def test_unknown_models_are_told_the_nearest(sampled, judge):
    for words in (("model", TASK, "smal"), ("import", TASK, "x.csv", "--model", "smal")):
        (sampled / "x.csv").write_text("topic,doc,grade\n")
        status, _, err = judge(*words)
        assert (status, "unknown model 'smal' (did you mean small?)" in err) == (2, True), err


def test_an_untrusted_task_executes_no_model(sampled, judge):
    with_module(sampled, "raise SystemExit('executed')\n")
    for option in ("--no-modules", "--untrusted"):
        status, _, err = judge("judge", "model", TASK, "small", command=option)
        assert (status, "is not executed" in err) == (2, True), err


def everything(grade):
    rows = in_ledger("SELECT DISTINCT u.topic, u.doc FROM pooled p JOIN unit u ON u.id = p.unit")
    return "topic,doc,grade\n" + "".join(f"{topic},{doc},{grade(doc)}\n" for topic, doc in rows)


def test_models_take_nobodys_work_and_count_only_where_they_are_named(sampled, judge):
    (sampled / "small.csv").write_text(everything(lambda doc: len(doc) % 2))
    before = rows_of(judge, "status", TASK)
    status, _, err = judge("import", TASK, "small.csv", "--model", "small")
    assert status == 0, err
    assert [row for row in rows_of(judge, "status", TASK) if row["assessor"] == "ann"] == before
    assert in_ledger("SELECT kind FROM assessor WHERE name = 'small'") == [("model",)]
    assert judge("release", TASK, "-o", "none.txt")[0] == 2  # nobody has judged
    status, out, _ = judge("agreement", TASK, "--format", "json")
    assert "small" not in out
    # A later pool gives people what only the model has judged.
    change(sampled, pool={"depth": 3})
    judge(TASK, "-o", "all", command="pool")
    status, _, err = judge("add", TASK, "all")
    assert status == 0, err
    left = next(row for row in rows_of(judge, "status", TASK) if row["assessor"] == "ann")
    assert left["left"] == in_ledger("SELECT count(DISTINCT unit) FROM pooled")[0][0]


def test_a_release_with_the_model_gives_corrected_measures(sampled, judge, truth):
    listed = in_ledger(
        "SELECT u.topic, u.doc FROM pooled p JOIN unit u ON u.id = p.unit WHERE drawn"
    )
    assert judge("release", TASK, "--model", "small", "-o", "judged.csv")[0] == 2
    rows = [(topic, doc, min(truth.get((topic, doc), 0), 1)) for topic, doc in listed]
    people = pl.DataFrame(rows, schema=["topic", "doc", "grade"], orient="row")
    people.write_csv("ann.csv")
    assert judge("import", TASK, "ann.csv", "--assessor", "ann")[0] == 0
    (sampled / "small.csv").write_text(everything(lambda doc: len(doc) % 2))
    assert judge("import", TASK, "small.csv", "--model", "small")[0] == 0
    status, _, err = judge("release", TASK, "--model", "small", "-o", "judged.csv")
    assert status == 0, err
    frame = pl.read_csv("judged.csv")
    assert {"grade", "stratum", "model"} <= set(frame.columns)
    assert frame["model"].null_count() == 0
    assert frame.filter(pl.col("grade") >= 0).height == len(rows) < frame.height
    run = min((sampled / "runs/demo").glob("*.run"))
    status, out, err = judge("judged.csv", str(run), command="eval")
    assert status == 0, err
    assert "ppiP@10" in out
    # Under a name it is the same for ever, whatever the model answers later.
    named = ("release", TASK, "--model", "small", "--name", "v1")
    assert judge(*named, "-o", "first.csv")[0] == 0
    content = (sampled / "first.csv").read_bytes()
    assert content == (sampled / "judged.csv").read_bytes()
    (sampled / "small.csv").write_text(everything(lambda doc: 1 - len(doc) % 2))
    status, _, err = judge("import", TASK, "small.csv", "--model", "small")
    assert status == 0, err
    for words in (named, ("release", TASK, "--name", "v1")):
        assert judge(*words, "-o", "again.csv", "--force")[0] == 0
        assert (sampled / "again.csv").read_bytes() == content
    assert judge("release", TASK, "--model", "small", "-o", "new.csv")[0] == 0
    assert (sampled / "new.csv").read_bytes() != content
    assert "has the model small, not large" in judge(*named[:3], "large", *named[4:])[2]


@each(["1", True, None, 1.5, {"grades": 1, "prize": 2}, [1]])
def test_only_grades_are_grades(given):
    if given is None:
        assert ModelAnswer.of(given, "relevance").grades == {}
        return
    with pytest.raises(Exception, match=r"judge\(\) returned"):
        ModelAnswer.of(given, "relevance")


@pytest.fixture
def both(sampled, judge, truth):
    """People's grades of the sample, and a model that is kinder to what one run brought."""
    listed = in_ledger(
        "SELECT u.topic, u.doc, p.runs FROM pooled p JOIN unit u ON u.id = p.unit WHERE drawn"
    )
    kind = json.loads(listed[0][2])[0]
    rows = [(topic, doc, min(truth.get((topic, doc), 0), 1), runs) for topic, doc, runs in listed]
    for name, grade in (("ann", 0), ("small", 1)):
        lines = [
            f"{topic},{doc},{max(people, grade * (kind in json.loads(runs)))}\n"
            for topic, doc, people, runs in rows
        ]
        (sampled / f"{name}.csv").write_text("topic,doc,grade\n" + "".join(lines))
    assert judge("import", TASK, "ann.csv", "--assessor", "ann")[0] == 0
    assert judge("import", TASK, "small.csv", "--model", "small")[0] == 0
    return kind, rows


def test_agreement_says_where_a_model_differs_and_whom_it_favours(both, judge):
    kind, rows = both
    mistakes = sum(people == 0 and kind in json.loads(runs) for *_, people, runs in rows)
    table = rows_of(judge, "agreement", TASK, "--part", "models")
    assert [row["documents"] for row in table[:2]] == [
        sum(row[2] == 0 for row in rows),
        sum(row[2] == 1 for row in rows),
    ]
    assert (table[0]["model 1"], table[1]["model 0"]) == (mistakes, 0)
    assert table[0]["same"] == pytest.approx(1 - mistakes / len(rows), abs=1e-4)
    favours = {
        (row["of"], row["name"]): row
        for row in rows_of(judge, "agreement", TASK, "--part", "favours")
    }
    inside = [row for row in rows if kind in json.loads(row[3])]
    own = favours["run", kind]
    assert own["documents"] == len(inside)
    assert own["favour"] == pytest.approx(mistakes / len(inside), abs=1e-4)  # it errs nowhere else
    assert 0 < own["low"] <= own["favour"] <= own["high"]
    others = [row["favour"] for (of, name), row in favours.items() if of == "run" and name != kind]
    assert max(value for value in others if value is not None) < own["favour"]


def test_leaderboards_by_a_model_have_a_tau_and_no_interval(both, judge):
    words = ("agreement", TASK, "--part", "model-leaderboards", "-m", "P@3")
    table = rows_of(judge, *words)
    assert [row["model"] for row in table] == ["small"]
    assert -1 <= table[0]["τ"] <= 1
    assert not {"low", "high"} & set(table[0])
    status, out, _ = judge("agreement", TASK, "--models", "--leaderboards", "-m", "P@3")
    assert status == 0
    assert "Models and people, by grade" in out
    assert "of people and of models" in out


def test_the_family_of_a_model_is_that_of_the_participants(both, sampled, judge):
    kind, _ = both
    runs = sorted(path.stem for path in (sampled / "runs/demo").glob("*.run"))
    table = "run,group,family\n" + "".join(
        f"{run},g,{'mine' if run == kind else ''}\n" for run in runs
    )
    (sampled / "configs/who.csv").write_text(table)
    change(sampled, participants="who.csv")
    declare(sampled, family="mine")
    rows = rows_of(judge, "agreement", TASK, "--part", "favours")
    own = [row for row in rows if row["own"]]
    assert [(row["of"], row["name"]) for row in own] == [("family", "mine")]
    run = next(row for row in rows if row["of"] == "run" and row["name"] == kind)
    assert own[0]["favour"] == run["favour"]


def test_without_a_model_there_is_no_agreement_of_one(sampled, judge):
    status, _, err = judge("agreement", TASK, "--models")
    assert (status, "no document was judged by a model and by people" in err) == (2, True)
