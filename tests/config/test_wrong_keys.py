"""The task file: one test for each way of getting it wrong."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

import pytest

from harness.config import load_task
from harness.config.sources import missing_file
from harness.config.yaml_positions import MAX_VALUES, read_yaml
from harness.core.errors import ConfigError, UnavailableError
from harness.settings.task import TaskFile
from tests.each import each
from tests.nightly import one_in
from tests.tasks import GOOD

# What is wrong: the file as a whole


@each(
    [
        ("", "the file is empty", None, None),
        ("# only a comment\n", "the file is empty", None, None),
        ("- a\n- b\n", "this is not a mapping of keys", 1, 1),
        ("just words\n", "this is not a mapping of keys", 1, 1),
        ("qrels: [a, b\nruns: x\n", "not YAML: expected ',' or ']', but got ':'", 2, 5),
        ("qrels: a\n\truns: b\n", "not YAML: ", 2, 1),
        ("qrels: @a\n", "not YAML: found character '@' that cannot start any token", 1, 8),
        ("name: a: b\n", "not YAML: mapping values are not allowed here", 1, 8),
        ("a: 1\n---\nb: 2\n", "not YAML: but found another document", 2, 1),
        ("qrels: *nowhere\n", "not YAML: found undefined alias 'nowhere'", 1, 8),
        ("qrels: \x07\n", "not YAML: special characters are not allowed", None, None),
        ("qrels: !!python/name:os.system x\n", "the tag !!python/name:os.system is not", 1, 8),
        ("qrels: !mine {a: b}\n", "the tag !mine is not used here", 1, 8),
        ("qrels: &q [*q]\n", "the alias stands inside what it refers to", 1, 8),
        ("? [a, b]\n: c\n", "a key must be a text", 1, 3),
    ],
    "text",
    "message",
    "line",
    "column",
)
def test_a_file_that_is_no_task_is_refused_with_its_place(problem_of, text, message, line, column):
    problem = problem_of(text)
    assert problem.message.startswith(message)
    assert (problem.line, problem.column) == (line, column)
    assert problem.where.endswith("task.yaml")


def test_a_key_given_twice_is_refused_at_the_second(problem_of):
    problem = problem_of(GOOD + "depth: 5\nname: x\ndepth: 6\n")
    assert problem.message == "the key 'depth' is given twice"
    assert (problem.line, problem.column, problem.hint) == (5, 1, "first in line 3")


def test_a_file_that_is_not_utf8_is_refused(problem_of):
    problem = problem_of("name: ok\ndescription: é\n".encode("latin-1"))
    assert (problem.message, problem.line) == ("this is not UTF-8 text", 2)


def test_a_missing_task_file_is_refused_with_the_nearest_name(tmp_path):
    (tmp_path / "demo.yaml").write_text(GOOD)
    with pytest.raises(UnavailableError, match=r"no such file \(did you mean demo.yaml\?\)"):
        load_task(tmp_path / "dmeo.yaml")


def test_aliases_that_multiply_are_stopped(tmp_path):
    lines = ["a0: &a0 [x,x,x,x,x,x,x,x,x,x]"]
    lines += [f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]
    (tmp_path / "bomb.yaml").write_text("\n".join(lines))
    with pytest.raises(ConfigError, match=f"more than {MAX_VALUES} values"):
        read_yaml(tmp_path / "bomb.yaml")


@pytest.mark.long
def test_a_file_nested_too_deeply_is_refused(problem_of):
    assert "nested too deeply" in problem_of("qrels: " + "[" * 5000).message


# What is wrong: keys and values


@each(
    [
        ("measure: AP", "measure", "unknown key", "did you mean measures?", 3),
        ("qrles: a", "qrles", "unknown key", "did you mean qrels?", 3),
        ("curves: {cutof: 5}", "curves.cutof", "unknown key", "did you mean cutoffs?", 3),
        ("topics: {pth: a}", "topics.pth", "unknown key", "did you mean path?", 3),
        ("measures: [AP, nDGC@10]", "measures[1]", "unknown measure 'nDGC'", "did you mean", 3),
        ("measures: [P(rell=2)]", "measures[0]", "P has no parameter 'rell'", "rel?", 3),
        ("measures: [relstring]", "measures[0]", "relstring is a text", None, 3),
        ("measures: [MCC@10]", "measures[0]", "MCC@10 needs the number of doc", "collection_", 3),
        ("measures: {a: b}", "measures", "a list is expected", None, 3),
        ("measures: [[AP]]", "measures[0]", "a text is expected", None, 3),
        ("measures: [P.5,10]", "measures[1]", "unknown measure", "put quotes around", 3),
        ("measures: ['']", "measures[0]", "the text is empty", None, 3),
        ("dialect: trec_eval-8", "dialect", "unknown dialect 'trec_eval-8'", "trec_eval-9", 3),
        ("topic_policy: judge", "topic_policy", "unknown topic policy 'judge'", "judged?", 3),
        ("summaries: [mean, medan]", "summaries[1]", "unknown summary 'medan'", "median?", 3),
        ("depth: ten", "depth", "'ten' is not a whole number", None, 3),
        ("depth: 2,5", "depth", "'2,5' is not a whole number; it has a decimal comma", None, 3),
        ("depth: 0", "depth", "'0' is not allowed", "must be a whole number of at least 1", 3),
        ("relevance_level: -1", "relevance_level", "'-1' is not allowed", "of at least 1", 3),
        ("collection_size: 0", "collection_size", "'0' is not allowed", "of at least 1", 3),
        ("curves: {cutoffs: [5, 0]}", "curves.cutoffs[1]", "'0' is not allowed", "at least 1", 3),
        ("measures: []", "measures", "there is no measure", "harness measures lists them", 3),
        ("measures: [runid]", "measures", "there is no measure", "harness measures lists", 3),
        ("relevance_level: 1.5", "relevance_level", "'1.5' is not a whole number", None, 3),
        ("judged_only: perhaps", "judged_only", "'perhaps' is neither true nor false", None, 3),
        ("collection_size: many", "collection_size", "'many' is not a whole number", None, 3),
        ("collection_size: {}", "collection_size", "give one of documents and dataset", None, 3),
        (
            "curves: {recall_levels: [2]}",
            "curves.recall_levels[0]",
            "not allowed",
            "from 0 to 1",
            3,
        ),
        ("curves: {recall_levels: -.1}", "curves.recall_levels", "not allowed", "0 to 1", 3),
        ("curves: {recall_levels: nan}", "curves.recall_levels", "not allowed", "0 to 1", 3),
        ("curves: 5", "curves", "a mapping of keys is expected", None, 3),
        ("topics: tpics.txt", "topics", "there is no file tpics.txt", "topics.txt?", 3),
        ("topics: runs", "topics", "runs is a directory, not a file", "it has a.run", 3),
        ("topics: no/a.txt", "topics", "there is no file no/a.txt", "there is no directory", 3),
        ("topics: {format: tsv}", "topics", "give one of path and dataset", None, 3),
        ("topics: {dataset: a, format: tsv}", "topics", "format is for files", None, 3),
        ("topics: {path: topics.txt, format: tvs}", "topics.format", "unknown format", "tsv?", 3),
        ("measure_modules: [no_such]", "measure_modules[0]", "there is no module", None, 3),
        ("measure_modules: [no.py]", "measure_modules[0]", "there is no such file", None, 3),
        ("subsets: {all: [1]}", "subsets.all", "'all' is the name of the whole", None, 3),
        ("subsets: {few: []}", "subsets.few", "the subset names no topic", None, 3),
        ("subsets: {few: {}}", "subsets.few", "the subset names no topic", None, 3),
        ("subsets: {few: {type: a}}", "subsets.few", "needs the key 'topics'", None, 3),
        ("facets: [type]", "facets", "facets need the key 'topics'", None, 3),
        ("run_pattern: '('", "run_pattern", "not a regular expression", None, 3),
        ("run_pattern: 'a'", "run_pattern", "there is no named group in it", "?P<group>", 3),
        ("run_pattern: '(?P<team>a)'", "run_pattern", "unknown named group 'team'", None, 3),
    ],
    "text",
    "key",
    "message",
    "hint",
    "line",
)
def test_a_wrong_value_is_explained_with_key_line_and_hint(
    problem_of, text, key, message, hint, line
):
    problem = problem_of(f"{GOOD}{text}\n")
    assert problem.key == key
    assert message in problem.message
    assert hint is None or hint in (problem.hint or "") + problem.message
    assert problem.line == line
    assert problem.column


@each(
    [
        ("[]", "runs", "nothing is given", None),
        ("", "runs", "", None),
        ("runs/*.txt.gz", "runs", "no file matches runs/*.txt.gz", "has 3 files"),
        ("rnus/*.run", "runs", "no file matches rnus/*.run", "there is no directory"),
        ("[runs/a.run, runs/c.run]", "runs[1]", "there is no file runs/c.run", "did you mean"),
        ("[{path: runs/a.run, grp: x}]", "runs[0].grp", "unknown key", "did you mean group?"),
        ("[{group: x}]", "runs[0]", "the key 'path' is missing", None),
        ("[runs/*.run, runs/a.run]", "runs[1]", "runs/a.run is listed already", "in runs[0]"),
        ("[{path: runs/*.run, name: x}]", "runs[0].name", "one name for 2 runs", None),
        ("[{path: runs/a.run, format: tre}]", "runs[0].format", "unknown format", "trec?"),
        (
            "[{path: runs/a.run, name: x}, {path: runs/b.run, name: x}]",
            "runs",
            "2 runs are called 'x': runs/a.run, runs/b.run",
            "runs[].name, or run_pattern",
        ),
    ],
    "runs",
    "key",
    "message",
    "hint",
)
def test_wrong_runs_are_explained(problem_of, runs, key, message, hint):
    problem = problem_of(f"qrels: qrels.txt\nruns: {runs}\n")
    assert problem.key == key
    assert message in problem.message
    assert hint is None or hint in problem.hint
    assert problem.line == 2


def test_a_broken_link_says_where_it_leads_and_does_not_suggest_itself(problem_of, tmp_path):
    (tmp_path / "judged.txt").symlink_to("../gone.txt")
    problem = problem_of("qrels: judged.txt\nruns: runs/a.run\n")
    assert problem.message == "judged.txt is a broken symbolic link"
    assert problem.hint == "there is no ../gone.txt"


def test_a_broken_link_that_a_pattern_finds_is_not_left_out_in_silence(problem_of, tmp_path):
    (tmp_path / "runs" / "z.run").symlink_to("gone.run")
    problem = problem_of(GOOD)
    assert problem.key == "runs"
    assert problem.message == "runs/z.run is a broken symbolic link"
    assert problem.hint == "there is no gone.run"


def test_a_file_that_is_listed_but_not_there_is_not_suggested(tmp_path, monkeypatch):
    (tmp_path / "a.run").write_text("1 Q0 d1 1 1.0 tag\n")
    monkeypatch.setattr(Path, "is_file", lambda _path: False)  # another process has moved it
    assert missing_file("a.run", tmp_path) == (
        "there is no file a.run",
        f"it is looked for in {tmp_path}",
    )


@pytest.mark.parametrize("key", one_in(3, TaskFile.model_fields))
def test_the_words_of_pydantic_are_shown_nowhere(task_of, key):
    numbers = ["0", "-1", "2.5", "nan", "inf", "9" * 5000]
    others = [
        "''",
        "x",
        "[]",
        "[[]]",
        "[0]",
        "[x]",
        "{}",
        "{a: b}",
        "{a: {b: c}}",
        "{path: 0}",
        "~",
    ]
    rest = "".join(line for line in GOOD.splitlines(True) if line.split(":")[0] != key)
    said = []
    for value in (*numbers, *others):
        with contextlib.suppress(ConfigError):
            task_of(f"{rest}{key}: {value}\n")
            continue
        with pytest.raises(ConfigError) as caught:
            task_of(f"{rest}{key}: {value}\n")
        said += [str(problem) for problem in caught.value.problems]
    foreign = re.compile(r"input should|valid|unable to parse|exceeded|digits", re.IGNORECASE)
    assert not list(filter(foreign.search, said))


# The key check


@each(
    [
        ("check: 5", "check", "a mapping of keys is expected", ""),
        ("check: {dept: 5}", "check.dept", "unknown key", "depth?"),
        ("check: {depth: 0}", "check.depth", "'0' is not allowed", ""),
        ("check: {first_rank: -1}", "check.first_rank", "of at least 0", ""),
        ("check: {tag: '('}", "check.tag", "not a regular expression", ""),
        ("check: {tag_is_file_name: perhaps}", "check.tag_is_file_name", "neither true nor", ""),
        ("check: {topics: [1, 9-3]}", "check.topics[1]", "the range 9-3 is empty", "first-last"),
        ("check: {topics: 1-99999999}", "check.topics", "is too long", ""),
        ("check: {documents: {}}", "check.documents", "give one of pattern, path and", ""),
        ("check: {documents: {path: a, dataset: b}}", "check.documents.path", "no file a", ""),
        ("check: {documents: {patern: a}}", "check.documents.patern", "unknown key", "pattern?"),
        ("check: {documents: {pattern: '['}}", "check.documents.pattern", "regular expr", ""),
        ("check: {documents: topcs.txt}", "check.documents", "no file topcs.txt", "topics.txt?"),
        (
            "check: {severity: {rank-strat: off}}",
            "check.severity.rank-strat",
            "code",
            "rank-start?",
        ),
        ("check: {severity: {rank-gap: of}}", "check.severity.rank-gap", "severity 'of'", "off?"),
        ("check: {severity: {fields: note}}", "check.severity.fields", "stays an error", "drop-un"),
        ("check: {repairs: [cut-to-dept]}", "check.repairs[0]", "repair 'cut-to-dept'", "depth?"),
        ("check: {repairs: cut-to-depth}", "check.repairs", "cut-to-depth needs the key depth", ""),
        (
            "check: {repairs: [rerank-by-score, rescore-by-rank]}",
            "check.repairs",
            "contradict each other",
            "",
        ),
    ],
    "text",
    "key",
    "message",
    "hint",
)
def test_what_is_wrong_with_the_key_check_is_explained(problems_of, text, key, message, hint):
    (problem, *_) = problems_of(f"{GOOD}{text}\n")
    assert problem.key == key
    assert message in problem.message
    assert hint in (problem.hint or "")
    assert (problem.line, problem.column is not None) == (3, True)


def test_all_problems_of_the_key_check_are_reported_at_once(problems_of):
    text = "check:\n  tag: '('\n  severity:\n    a: off\n    rank-gap: b\n  repairs: [c]\n"
    found = [(problem.line, problem.key) for problem in problems_of(GOOD + text)]
    assert found == [
        (4, "check.tag"),
        (6, "check.severity.a"),
        (7, "check.severity.rank-gap"),
        (8, "check.repairs[0]"),
    ]


def test_what_is_to_be_checked_is_part_of_the_resolved_task(task_of):
    task = task_of(GOOD + "check: {depth: 5, documents: {pattern: 'd.*'}}\n")
    said = task.resolved()["check"]
    assert (said["depth"], said["documents"]) == (5, {"pattern": "d.*"})
    assert (said["first_rank"], said["severity"], said["repairs"]) == (1, {}, [])
    assert task_of(GOOD).resolved()["check"] is None


# Runs that do not fit


def test_a_pattern_that_fits_no_run_is_refused(problems_of):
    problems = problems_of(GOOD + "run_pattern: '(?P<group>z).run'")
    assert {(problem.key, problem.message) for problem in problems} == {
        ("run_pattern", f"run_pattern does not fit runs/{name}.run") for name in "ab"
    }


@pytest.mark.parametrize("key", ["qrels", "runs"])
def test_a_required_key_that_is_missing_is_named(problem_of, key):
    text = "".join(line for line in GOOD.splitlines(keepends=True) if not line.startswith(key))
    assert problem_of(text).message == f"the key {key!r} is missing"


def test_all_problems_are_reported_at_once_in_the_order_of_the_file(problems_of):
    found = problems_of(
        """\
qrels: qrels.tx
runs:
  - runs/a.run
  - {path: runs/nothing.run, gruop: x}
measures: [AP, nDGC, P(rell=1)]
dialect: trec
depth: ten
facets: type
sumaries: mean
"""
    )
    assert [(problem.line, problem.key) for problem in found] == [
        (1, "qrels"),
        (4, "runs[1].path"),
        (4, "runs[1].gruop"),
        (5, "measures[1]"),
        (5, "measures[2]"),
        (6, "dialect"),
        (7, "depth"),
        (8, "facets"),
        (9, "sumaries"),
    ]
    assert str(found[0]).endswith(
        "task.yaml:1:8: qrels: there is no file qrels.tx (did you mean qrels.txt?)"
    )
