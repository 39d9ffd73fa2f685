"""The key `pool` of a task: which runs are pooled, how deep, and what is wrong with it."""

from __future__ import annotations

import pytest

from harness.config import load_task
from harness.core.errors import ConfigError
from harness.pooling.plan import parse_plan
from harness.settings.pool import pooled_runs
from tests.each import each

TABLE = """\
run,team,priority,judged
a1,alpha,1,yes
a2,alpha,2,no
b1,beta,1,yes
b2,beta,2,yes
late,gamma,1,yes
"""


@pytest.fixture
def task_of(tmp_path):
    for name in ("a1", "a2", "b1", "b2"):
        (tmp_path / f"{name}.run").write_text(f"1 Q0 d{name} 1 1.0 {name}\n")
    (tmp_path / "participants.csv").write_text(TABLE)

    def make(pool, head="runs: '*.run'\nparticipants: participants.csv\n"):
        text = head + "pool:\n" + "".join(f"  {line}\n" for line in pool.splitlines())
        (tmp_path / "task.yaml").write_text(text)
        return load_task(tmp_path / "task.yaml", without=("qrels",))

    return make


def chosen(task):
    return {run.file.run_name: run.depth for run in pooled_runs(task.pool, task.runs)}


def test_the_table_of_participants_describes_the_runs(task_of):
    task = task_of("depth: 5")
    assert [(run.path, run.group, run.priority) for run in task.runs] == [
        ("a1.run", "alpha", 1),
        ("a2.run", "alpha", 2),
        ("b1.run", "beta", 1),
        ("b2.run", "beta", 2),
    ]
    assert task.runs[1].attributes["judged"] == "no"
    assert tuple(map(str, task.warnings)) == ("participants.csv: 1 row has no run: late",)
    assert chosen(task) == dict.fromkeys(("a1", "a2", "b1", "b2"), 5)


@pytest.mark.parametrize(
    ("pool", "expected"),
    [
        ("groups: beta", {"b1": 100, "b2": 100}),
        ("where: {judged: yes}", {"a1": 100, "b1": 100, "b2": 100}),
        ("where: {judged: yes, priority: ['2', '3']}\ndepth: 7", None),
        ("where: {judged: [yes, no], team: [beta]}", None),
        ("per_group: 1", {"a1": 100, "b1": 100}),
        ("priority_depths: {1: 20, 2: 10}", {"a1": 20, "a2": 10, "b1": 20, "b2": 10}),
        ("priority_depths: {2: 10}", {"a2": 10, "b2": 10}),
        (
            "priority_depths: {1: 20, 2: 10}\nrun_depths: {b2: 3}",
            {"a1": 20, "a2": 10, "b1": 20, "b2": 3},
        ),
    ],
)
def test_runs_are_chosen_by_group_priority_and_attributes(task_of, pool, expected):
    if expected is None:
        with pytest.raises(ConfigError, match="no run has"):
            task_of(pool)
    else:
        assert chosen(task_of(pool)) == expected


def test_runs_of_a_group_without_priorities_keep_the_order_of_the_task(tmp_path):
    for name in ("x", "y", "z"):
        (tmp_path / f"{name}.run").write_text(f"1 Q0 d 1 1.0 {name}\n")
    entries = "".join(
        f"- {{path: {n}.run, group: g{p}}}\n"
        for n, p in (("z", ""), ("x", ", priority: 1"), ("y", ""))
    )
    (tmp_path / "task.yaml").write_text(f"runs:\n{entries}pool: {{per_group: 2}}\n")
    task = load_task(tmp_path / "task.yaml", without=("qrels",))
    assert list(chosen(task)) == ["z", "x"]


def test_everything_wrong_with_the_pool_is_said_at_once(task_of):
    with pytest.raises(ConfigError) as caught:
        task_of(
            "groups: [alfa]\n"
            "run_depths: {a9: 3}\n"
            "priority_depths: {first: 5}\n"
            "where: {judgd: yes}\n"
            "strategy: rrf\n"
            "parameters: {kk: 3}\n"
        )
    said = "\n".join(map(str, caught.value.problems))
    for part in (
        "task.yaml:4:12: pool.groups[0]: no run is of the group 'alfa' (did you mean alpha?)",
        "task.yaml:5:20: pool.run_depths.a9: unknown run 'a9'",
        "pool.priority_depths.first: 'first' is no priority",
        "pool.where.judgd: no run has the attribute 'judgd' (did you mean judged?)",
        "pool: the strategy rrf needs a budget",
        "pool: the strategy rrf has no parameter 'kk'",
    ):
        assert part in said


@each(
    [
        ("strategy: dept", "pool.strategy: unknown strategy 'dept' .did you mean depth"),
        ("depth: 0", "pool.depth: '0' is not allowed: it must be a whole number of at least 1"),
        ("budget: 0", "pool.budget: '0' is not allowed"),
        ("order: docno", "pool.order: unknown order 'docno' .did you mean docno-"),
        ("earlier: drop", "pool.earlier: unknown treatment 'drop'"),
        ("deph: 3", "pool.deph: unknown key .did you mean depth"),
        ("pooled: nowhere", "pool.pooled: there is no directory nowhere"),
        ("judged: {path: q.txt}", "pool.judged.path: there is no file q.txt"),
        (
            "strategy: rrf\nbudget: 9\nparameters: {k: x}",
            "k = 'x' is not allowed in the strategy rrf",
        ),
        ("batch: 3", "the strategy depth chooses everything at once"),
    ],
    "pool",
    "message",
)
def test_a_wrong_value_is_refused_with_its_key(task_of, pool, message):
    with pytest.raises(ConfigError, match=message):
        task_of(pool)


def test_runs_in_no_group_are_an_error_where_others_have_one(tmp_path):
    (tmp_path / "x.run").write_text("1 Q0 d 1 1.0 x\n")
    (tmp_path / "y.run").write_text("1 Q0 d 1 1.0 y\n")
    (tmp_path / "task.yaml").write_text(
        "runs: [{path: x.run, group: g}, y.run]\npool: {depth: 3}\n"
    )
    with pytest.raises(ConfigError, match="runs in no group: y"):
        load_task(tmp_path / "task.yaml", without=("qrels",))


def test_a_plan_comes_from_the_keys(task_of):
    plan = parse_plan(
        task_of("strategy: rrf\nbudget: 9\nbudgets: {'1': 11}\nparameters: {k: 30}\nseed: 5").pool
    )
    assert (plan.strategy.name, plan.parameters, plan.seed) == ("rrf", {"k": 30.0}, 5)
    assert (plan.budget.of("1"), plan.budget.of("2")) == (11, 9)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("team\nalpha\n", "there is no column for the run"),
        ("run\na1\na1\n", "participants.csv:3: the run 'a1' has two rows"),
        ("run,priority\na1,1\na2,x\nb1,1\nb2,1\n", "participants.csv gives 'a2' the priority 'x'"),
        (
            "run\na1\nb1\nb2\n",
            "participants.csv has no row for a2.run \\(tag 'a2', file's name 'a2.run'\\)",
        ),
    ],
)
def test_a_wrong_table_of_participants_is_refused(task_of, tmp_path, table, message):
    (tmp_path / "participants.csv").write_text(table)
    with pytest.raises(ConfigError, match=message):
        task_of("depth: 3")


def test_a_table_of_groups_is_told_that_it_lists_runs(task_of, tmp_path):
    (tmp_path / "participants.csv").write_text("run\na1\na2\nb\n")
    head = "runs: '*.run'\nrun_pattern: (?P<group>[ab]).*\nparticipants: participants.csv\n"
    with pytest.raises(ConfigError, match=r"no row for b1.run .*\('b' is its group: its row has"):
        task_of("depth: 3", head)


def test_values_of_a_command_line_replace_keys(task_of, tmp_path):
    task_of("depth: 5\nstrategy: depth")
    task = load_task(tmp_path / "task.yaml", without=("qrels",), pool={"depth": "7"})
    assert task.pool.depth == 7
    with pytest.raises(ConfigError, match=r"pool\.depth: '0' is not allowed"):
        load_task(tmp_path / "task.yaml", without=("qrels",), pool={"depth": "0"})
