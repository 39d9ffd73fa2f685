"""The workflow of a judging model: pass documents to its function, record its answers."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from harness.config import Task
from harness.core.errors import EvaluationError, Problem, refuse, unknown
from harness.core.execution import Workers
from harness.core.model import Qrels
from harness.core.numbers import collect
from harness.core.packages import is_file_of_module, pl, run_module
from harness.core.texts import DocumentText, Topic
from harness.formats.files import read_utf8
from harness.inputs.prepared import read_task_texts, read_task_topics
from harness.judging.agreeing import (
    ModelAgreement,
    ModelTau,
    join_people,
    model_agreement,
)
from harness.judging.judgments import document_judgments
from harness.judging.ledger import Ledger
from harness.judging.models import (
    ModelAnswer,
    ModelGuidelines,
    list_left_to_model,
    record_answer,
    record_model,
    sum_model_cost,
)
from harness.judging.policies import Policy
from harness.judging.pools import unite_pools
from harness.measures import AnyMeasure
from harness.pooling.bias import compare_leaderboards
from harness.pooling.pool import Pool
from harness.workflows.pool_analysis import read_leaderboard

#: The function of a task's module: (topic, document, guidelines) → answer.
JudgeFunction = Callable[[Topic, DocumentText, ModelGuidelines], Any]

#: Consecutive failures after which asking stops.
MOST_FAILURES = 5


@dataclass(frozen=True, slots=True)
class ModelWork:
    """Counts of a model's answers, ``judged`` or ``unusable``, and of ``failed`` calls.

    ``left`` counts the documents not asked about, or failed; ``without_text`` those of them without
    a text; ``first_failure`` describes the first failure. ``answers`` and ``cost`` are of all
    answers in the ledger.
    """

    judged: int
    unusable: int
    failed: int
    left: int
    without_text: int
    answers: int
    cost: float
    first_failure: str | None = None


def model_guidelines(task: Task, ledger: Ledger, name: str) -> ModelGuidelines:
    """Return the guidelines of a model; raises `EvaluationError` for an undeclared one."""
    if name not in task.judge.models:
        raise EvaluationError(unknown("model", name, task.judge.models, where="judge.models"))
    entry, (_, recorded) = task.judge.models[name], ledger.guidelines
    prompt = read_utf8(task.resolve_path(entry.prompt)) if entry.prompt else ""
    return ModelGuidelines(recorded.text, recorded.dimensions, prompt, entry.parameters)


def judge_by_model(
    task: Task,
    ledger: Ledger,
    name: str,
    *,
    most: int | None = None,
    at_once: int = 1,
    tell: Callable[[int, int], object] = lambda _done, _of: None,
) -> ModelWork:
    """Ask a model about every document of all pools without an answer of it.

    Each answer is recorded before waiting for the next, so that an interruption loses none and a
    later call continues. A failed call is not recorded; asking stops after `MOST_FAILURES` in a
    row. ``most`` limits the number of documents, ``at_once`` is the number of concurrent calls, in
    threads.

    Raises `HarnessError` for an undeclared model, or an unusable module.
    """
    guidelines = model_guidelines(task, ledger, name)
    judge, asked = _function(task, name, guidelines)
    with ledger.transaction() as writing:
        person = record_model(writing, name, guidelines)
    left = list_left_to_model(ledger, name)
    topics, texts = read_task_topics(task), read_task_texts(task, {doc for _, _, doc in left})
    ready = [(unit, topic, doc) for unit, topic, doc in left if doc in texts]
    if left and not ready:
        message = f"none of {len(left):,} documents has a text to be judged"
        raise EvaluationError(Problem(message, hint="the key documents names their texts"))
    calls = (
        (unit, topics.get(topic, Topic(topic)), texts[doc])
        for unit, topic, doc in islice(ready, most)
    )
    scale = guidelines.dimensions[0].name
    counts = {"judged": 0, "unusable": 0, "failed": 0}
    first_failure: str | None = None
    in_a_row = Counter[str]()
    number = len(ready) if most is None else min(most, len(ready))
    for unit, outcome in _answers(judge, guidelines, calls, at_once, in_a_row):
        try:
            answer = ModelAnswer.of(outcome(), scale)
        except Exception as error:
            counts["failed"] += 1
            in_a_row["failed"] += 1
            first_failure = first_failure or f"{type(error).__name__}: {error}"
        else:
            right = record_answer(ledger, person, unit, answer, asked)
            counts["judged" if right else "unusable"] += 1
            in_a_row.clear()
        tell(sum(counts.values()), number)
    done = counts["judged"] + counts["unusable"]
    answers, cost = sum_model_cost(ledger, name)
    return ModelWork(
        **counts,
        left=len(left) - done,
        without_text=len(left) - len(ready),
        answers=answers,
        cost=cost,
        first_failure=first_failure,
    )


def measure_model_agreement(
    task: Task, ledger: Ledger, dimension: str | None = None
) -> list[ModelAgreement]:
    """Compute the agreement of each model with people, by the task's policy, where both judged.

    The documents of a run or group are those that it contributed to the pool; families of runs are
    the attribute ``family`` in the table of participants. Raises `EvaluationError` if no model, or
    nobody else, judged.
    """
    scale = ledger.guidelines[1].dimension(dimension)
    judgments = document_judgments(ledger, scale.name)
    names = judgments.filter(pl.col("assessor_kind") == "model")["assessor"].unique().sort()
    people = tuple(kind for kind in task.judge.kinds if kind != "model")
    policy = Policy(task.judge.policy, task.judge.agreeing, people)
    members = _members(task, unite_pools(ledger)) if len(names) else {}
    made = []
    for name in names.to_list():
        both = join_people(judgments, policy, name)
        entry = task.judge.models.get(name)
        own = ("family", entry.family) if entry and entry.family else None
        if not both.is_empty():
            made.append(
                model_agreement(
                    name,
                    both,
                    scale,
                    members,
                    own,
                    confidence=task.compare.confidence,
                    seed=task.compare.seed,
                )
            )
    if not made:
        message = "no document was judged by a model and by people"
        raise EvaluationError(Problem(message, hint="harness judge status"))
    return made


def _members(task: Task, pool: Pool) -> dict[tuple[str, str], list[tuple[str, str]]]:
    """Return the documents of each run, group and family of runs in a pool."""
    families = {run.run_name: run.attributes.get("family", "") for run in task.runs}
    pairs: list[tuple[tuple[str, str], tuple[str, str]]] = []
    rows = pl.concat([pool.frame, pool.left_out]).select("topic", "doc", "runs", "groups").rows()
    for topic, doc, runs, groups in rows:
        of_families = {families.get(run, "") for run in runs}
        names = [("run", it) for it in runs] + [("group", it) for it in groups]
        names += [("family", it) for it in sorted(of_families)]
        pairs += [(key, (topic, doc)) for key in names if key[1]]
    order = ("family", "group", "run")
    return dict(
        sorted(collect(pairs).items(), key=lambda item: (order.index(item[0][0]), item[0][1]))
    )


def compare_model_leaderboards(
    task: Task,
    made: Sequence[ModelAgreement],
    measure: str | AnyMeasure | None = None,
    *,
    workers: Workers = None,
) -> Iterator[ModelTau]:
    """Compare the leaderboards by people and by each model, by one measure (the first)."""
    runs, chosen, rules = read_leaderboard(task, measure, "a leaderboard of a model", workers)
    for each in made:
        by_people, by_model = (
            Qrels(each.both.select("topic", "doc", pl.col(side).alias("grade")))
            for side in ("people", "model")
        )
        compared = compare_leaderboards(runs, by_people, by_model, chosen, rules)
        yield ModelTau(each.model, each.both.height, compared.tau)


def _answers(
    judge: JudgeFunction,
    guidelines: ModelGuidelines,
    calls: Iterator[tuple[int, Topic, DocumentText]],
    at_once: int,
    in_a_row: Counter[str],
) -> Iterator[tuple[int, Callable[[], Any]]]:
    """Yield the unit of each call and a function that returns its result, as calls finish."""
    with ThreadPoolExecutor(at_once) as threads:
        waiting: dict[Future[Any], int] = {}
        try:
            while True:
                for unit, topic, document in islice(calls, at_once - len(waiting)):
                    waiting[threads.submit(judge, topic, document, guidelines)] = unit
                if not waiting:
                    return
                for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                    yield waiting.pop(future), future.result
                if in_a_row["failed"] >= MOST_FAILURES:
                    calls = iter(())
        finally:
            for future in waiting:
                future.cancel()


def _function(
    task: Task, name: str, guidelines: ModelGuidelines
) -> tuple[JudgeFunction, Mapping[str, Any]]:
    """Return the function of a model's module, and its record for each answer."""
    module = task.judge.models[name].module
    key = f"judge.models.{name}.module"
    if module is None:
        hint = "the module that asks the model; harness judge import takes answers from elsewhere"
        raise EvaluationError(Problem("there is no module", where=key, hint=hint))
    path = str(task.resolve_path(module)) if is_file_of_module(module) else module
    try:
        loaded = run_module(path, prefix="harness_model_", with_what="that asks a model")
    except EvaluationError:
        raise
    except Exception as error:
        refuse(getattr(error, "problems", ()), EvaluationError)
        message = f"the module failed: {type(error).__name__}: {error}"
        raise EvaluationError(Problem(message, where=module)) from error
    judge = getattr(loaded, "judge", None)
    if not callable(judge):
        hint = "judge(topic, document, guidelines) returns a grade"
        raise EvaluationError(Problem("the module has no function 'judge'", module, hint=hint))
    asked = {
        "module": module,
        "prompt_sha256": guidelines.details()["prompt_sha256"],
        "parameters": dict(guidelines.parameters),
    }
    with suppress(OSError):
        source = Path(str(loaded.__file__)).read_bytes()
        asked["module_sha256"] = hashlib.sha256(source).hexdigest()
    return judge, asked
