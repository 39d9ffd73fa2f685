"""`harness init`: a folder becomes a task file that runs, whatever lies there."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
import sys

import pytest
import yaml

from harness.config import load_task


def lines(name, topics=("1", "2"), docs="abc", first=1):
    return "".join(
        f"{topic} Q0 {doc} {rank} {9 - rank} {name}\n"
        for topic in topics
        for rank, doc in enumerate(docs, start=first)
    )


def qrels(topics=("1", "2"), grades=(1, 0, 2)):
    return "".join(f"{t} 0 {d} {g}\n" for t in topics for d, g in zip("abc", grades, strict=True))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    place = tmp_path / "track"
    (place / "runs").mkdir(parents=True)
    (place / "qrels.txt").write_text(qrels())
    (place / "topics.tsv").write_text("1\tlight\n2\tsea\n")
    for name in ("x", "y"):
        (place / "runs" / f"{name}.run").write_text(lines(name))
    return place


def tira(output):
    """A run as TIRA has it: always called run.txt.gz, with what it took to make it."""
    output.mkdir(parents=True)
    (output / "run.txt.gz").write_bytes(gzip.compress(lines("x").encode()))
    (output / "ir-metadata.yml").write_text("tag: x\n")


def written(folder):
    return yaml.safe_load((folder / f"{folder.name}.yaml").read_text())


def test_the_file_runs_as_it_is_and_the_next_commands_are_said(harness, folder):
    got = harness("init", "track")
    assert (got.status, got.err) == (0, "")
    assert "2 runs, up to 3 documents a topic" in got.out
    assert "  harness run track/track.yaml" in got.out
    got = harness("init", "track", "-o", "my task.yaml")
    assert "  harness run 'my task.yaml'\n" in got.out
    task = written(folder)
    assert (task["topics"], task["qrels"], task["runs"]) == (
        "topics.tsv", "qrels.txt", "runs/*.run"
    )  # fmt: skip
    assert task["measures"][0] == "nDCG@10"  # grades above 1
    assert task["check"] == {"depth": 5, "all_topics": True, "tag_is_file_name": True}
    for command in ("run", "check", "compare", "report"):
        assert harness(command, "track/track.yaml").status == 0


#: Prints how often a run is opened by a command.
COUNTED = """
import sys
opened = []
sys.addaudithook(lambda event, given: event == "open" and opened.append(str(given[0])))
from harness.cli.main import main
try:
    main(sys.argv[1:])
finally:
    print(sum(name.endswith("x.run.gz") for name in opened))
"""


@pytest.mark.parametrize(("docs", "times"), [("abc", 1), ("aba", 3)])
def test_a_run_is_unpacked_once_and_again_to_say_what_is_wrong(folder, docs, times):
    packed = gzip.compress(lines("x", docs=docs).encode())
    (folder / "runs" / "x.run.gz").write_bytes(packed)
    (folder / "runs" / "x.run").unlink()
    command = [sys.executable, "-c", COUNTED, "init", "track", "-o", "-"]
    got = subprocess.run(command, capture_output=True, text=True, check=True)
    assert got.stdout.split()[-1] == str(times)


def test_nothing_is_replaced_unless_forced(harness, folder):
    (folder / "track.yaml").write_text("mine")
    got = harness("init", "track")
    assert got.status == 2
    assert "the file exists (--force replaces it)" in got.err
    assert (folder / "track.yaml").read_text() == "mine"
    assert harness("init", "track", "--force").status == 0
    assert harness("init", "track", "-o", "-").out.startswith("# Written by harness init")


def test_paths_start_at_the_file_wherever_it_is(harness, folder):
    assert harness("init", "track", "-o", "configs.yaml").status == 0
    assert load_task("configs.yaml").qrels.path == "track/qrels.txt"


@pytest.mark.parametrize(
    ("change", "expected", "comment"),
    [
        (lambda f: (f / "qrels.txt").write_text(qrels(grades=(1, 0, 1))), {}, "binary: grades 0, 1"),
        (
            lambda f: (f / "other.qrels").write_text(qrels(("8", "9"))),
            {"qrels": "qrels.txt"},
            "# qrels: other.qrels",
        ),
        (
            lambda f: (f / "more.qrels").write_text(qrels(("1",))),
            {"qrels": "qrels.txt"},
            "# known_judgments: [more.qrels]",
        ),
        (
            lambda f: (f / "topics8.tsv").write_text("8\tx\n9\ty\n"),
            {"topics": "topics.tsv"},
            "# topics: topics8.tsv",
        ),
        (
            lambda f: (f / "runs" / "odd.run").write_text(lines("x")),
            {"run_pattern": r"^runs/(?P<name>[^/]+?)\.run$"},
            "Several runs have one tag (x)",
        ),
        (
            lambda f: [
                *((f / "runs" / run).unlink() for run in ("x.run", "y.run")),
                *(tira(f / "runs" / team) for team in ("us", "them")),
            ],
            {"run_pattern": "^runs/(?P<name>[^/]+)/[^/]+$"},
            "they are called as their folders",
        ),
        (
            lambda f: [tira(f / "runs" / team / "output") for team in ("us", "them")],
            {"run_pattern": r"^runs/(?P<name>.+?)(?:\.run|\.txt\.gz)$"},
            "they are called as their paths",
        ),
        (
            lambda f: [shutil.move(path, f) for path in (f / "runs").iterdir()],
            {"runs": "*.run"},
            "check:",
        ),
        (  # the task file will lie there, too
            lambda f: [
                *(shutil.move(f / "runs" / f"{name}.run", f / name) for name in "xy"),
                *((f / name).unlink() for name in ("qrels.txt", "topics.tsv")),
            ],
            {"runs": ["x", "y"]},
            "check:",
        ),
        (
            lambda f: (f / "qread.txt").write_text(qrels()),
            {"qrels": "qrels.txt"},
            "# dimensions: {understandability: qread.txt}",
        ),
        (
            lambda f: (f / "bread.txt").write_text(qrels()),
            {"qrels": "qrels.txt"},
            "# known_judgments: [bread.txt]",
        ),
        (  # five fields can be several things
            lambda f: (f / "prels.1").write_text("1 a 1 1 0.5\n2 a 0 1 1\n"),
            {"qrels": "qrels.txt"},
            "# qrels: {path: prels.1, format: trec}",
        ),
        (  # no documents, whatever their name's end
            lambda f: (f / "qrels.tsv").write_text("tweet\t0\tclaim\tgrade\n1\t0\ta\tx\n"),
            {"qrels": "qrels.txt"},
            "# harness info qrels.tsv says why",
        ),
        (
            lambda f: [(f / "runs" / n).write_text(lines(n[0], first=0)) for n in ("x.run", "y.run")],
            {},
            "  first_rank: 0",
        ),
        (
            lambda f: (f / "runs" / "z.run").write_text(lines("z").replace(" c ", " a ")),
            {},
            "# check:",
        ),
        (
            lambda f: (f / "who.tsv").write_text("run\tgroup\nx\tX\ny\tY\n"),
            {"participants": "who.tsv"},
            "participants:",
        ),
        (
            lambda f: (f / "who.tsv").write_text("run\tgroup\nx\tX\n"),
            {},
            "# participants: who.tsv  # 1 of 2 runs has no row: y",
        ),
        (
            lambda f: (f / "documents.jsonl").write_text('{"id": "a", "text": "A light"}\n'),
            {"documents": "documents.jsonl"},
            "documents:",
        ),
    ],
)  # fmt: skip
def test_what_lies_there_decides_what_is_written(harness, folder, change, expected, comment):
    change(folder)
    got = harness("init", "track")
    assert got.status == 0, got.err
    task = written(folder)
    assert {key: task[key] for key in expected} == expected
    assert comment in (folder / "track.yaml").read_text()
    if "qrels" in task:
        load_task(folder / "track.yaml")
        assert harness("run", "track/track.yaml", "-o", "out").status in (0, 1)
    assert harness("check", "track/track.yaml").status in (0, 1)


def own_collection(folder, lag):
    (folder / lag / "runs").mkdir(parents=True)
    (folder / lag / "qrels.txt").write_text(qrels())
    (folder / lag / "topics.tsv").write_text("1\tlight\n2\tsea\n")
    (folder / lag / "runs" / "x.run").write_text(lines("x"))


def test_the_runs_of_a_task_are_those_beside_its_judgments(harness, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for lag in ("lag6", "lag8"):
        own_collection(tmp_path / "track", lag)
    got = harness("init", "track")
    task = written(tmp_path / "track")
    assert (task["topics"], task["runs"]) == ("lag6/topics.tsv", "lag6/runs/*.run")
    assert "runs in lag8 are left out" in got.err
    assert "harness init track/lag8" in got.err


def test_judgments_whose_topics_runs_write_in_another_way_are_theirs(harness, folder):
    (folder / "qrels.txt").write_text(qrels(("001", "002")))
    got = harness("init", "track")
    assert written(folder)["qrels"] == "qrels.txt"
    assert "topics seem to lack the zeros that pad them" in got.err


def test_judgments_of_other_topics_are_not_taken_and_so_said(harness, folder):
    (folder / "qrels.txt").write_text(qrels(("eight", "nine")))
    got = harness("init", "track")
    assert "qrels" not in written(folder)
    assert "no topic in common with qrels.txt (the runs have 1, 2; the judgments have" in got.err


def test_topics_that_are_not_judged_are_left_out_and_so_said(harness, folder):
    (folder / "topics.tsv").write_text("MB001\tlight\nMB002\tsea\n")
    (folder / "runs" / "z.run").write_text(lines("z", ("MB001", "MB002")))
    got = harness("init", "track")
    assert "topics" not in written(folder)
    assert got.err.count("no topic in common with qrels.txt") == 2
    assert "the prefix 'MB00'" in got.err
    evaluated = harness("run", "track/track.yaml", "-o", "out")
    assert evaluated.status == 1
    # What refuses a run is what the check finds.
    assert "error topics-renamed: 1 of 3 runs" in evaluated.err
    assert "error topics-renamed" in harness("check", "track/track.yaml").out


@pytest.mark.parametrize(
    ("topics", "judged", "wanted"),
    [(("a", "b"), "x", True), (("1", "2"), "x", False), (("a", "b"), "a", False)],
)
def test_topics_that_retrieve_themselves(harness, folder, topics, judged, wanted):
    """Numbers may be those of other documents; who judged them meant documents."""
    (folder / "qrels.txt").write_text("".join(f"{topic} 0 {judged} 1\n" for topic in topics))
    (folder / "topics.tsv").write_text("".join(f"{topic}\tlight\n" for topic in topics))
    for name in ("x", "y"):
        (folder / "runs" / f"{name}.run").write_text(lines(name, topics, docs="abx12"))
    assert harness("init", "track").status == 0
    assert written(folder).get("ignore_identical", False) is wanted
    assert ("# ignore_identical" in (folder / "track.yaml").read_text()) is (topics[0] == "1")


def test_judgments_of_something_else_are_no_relevance(harness, folder):
    (folder / "qrels.txt").rename(folder / "qrels-relevance.txt")
    for name in ("qrels-qtrust.txt", "qrels-qunder.txt", "qrels-quality.txt"):
        (folder / name).write_text(qrels())
    assert harness("init", "track").status == 0
    assert written(folder)["qrels"] == "qrels-relevance.txt"
    text = (folder / "track.yaml").read_text()
    further = "credibility: qrels-qtrust.txt, understandability: qrels-qunder.txt"
    assert f"# dimensions: {{{further}}}" in text


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("runs/comma.run", re.sub(r" (\d) c", r" \1,5 c", lines("c")), "a decimal comma"),
        ("runs/two.json", '{"run_name": "x", "turns": [{"id": "1"}]}', "no column for the topic"),
        ("qrels.diversity", "1 1 a 1\n1 2 a 1\n", "diversity or qrels_jg?"),
        ("labels.csv", "example,label\nq1,E\n", "no layout fits"),
        ("other.db", "word\n", "no layout fits"),
        ("runs/z.eval", "num_ret\tall\t9\nmap\tall\t0.5\n", "as evaluators print them"),
        ("tar.out", "Skipping topic: 9\n1\tnum_shown\t9\n1\twss_95\t0.8\n", "evaluators"),
    ],
)
def test_what_is_not_used_is_said_with_its_reason(harness, folder, name, content, why):
    (folder / name).write_text(content)
    got = harness("init", "track")
    line = next(line for line in got.out.splitlines() if name in line)
    assert line.startswith("not used")
    assert why in line


def test_without_judgments_a_task_is_for_pooling(harness, folder):
    (folder / "qrels.txt").unlink()
    got = harness("init", "track")
    assert "  harness pool track/track.yaml" in got.out
    assert written(folder)["pool"] == {"depth": 5}
    assert harness("pool", "track/track.yaml").status == 0


def test_one_run_makes_no_rule_for_others(harness, folder):
    harness("init", "track", "-o", "two.yaml")
    assert "\n  tag_is_file_name: true\n" in (folder.parent / "two.yaml").read_text()
    assert "\n  all_topics: true " in (folder.parent / "two.yaml").read_text()
    (folder / "runs" / "y.run").unlink()
    harness("init", "track")
    assert "tag_is_file_name" not in (folder / "track.yaml").read_text()
    assert "\n  all_topics: false " in (folder / "track.yaml").read_text()


def test_without_runs_a_task_scores_those_of_the_command_line(harness, folder, tmp_path):
    shutil.move(folder / "runs" / "x.run", tmp_path / "mine.txt")
    shutil.rmtree(folder / "runs")
    got = harness("init", "track")
    assert "  harness run track/track.yaml RUN..." in got.out
    assert harness("run", "track/track.yaml", "mine.txt").status == 0


def test_files_that_are_nothing_are_named_with_the_reason(harness, folder):
    (folder / "junk.dat").write_bytes(b"\x00\x01\x02" * 50)
    (folder / "torn.gz").write_bytes(gzip.compress(lines("x").encode())[:30])
    (folder / "wrong.qrels").write_text(lines("x"))
    got = harness("init", "track")
    assert got.status == 0
    assert "junk.dat: this is a binary file" in got.out
    assert "torn.gz" in got.out
    assert "wrong.qrels: named as judgments, with the lines of a run" in got.out


def test_a_folder_with_nothing_is_an_error(harness, tmp_path):
    (tmp_path / "notes.dat").write_text("hello world, this is text\n")
    for name, said in (("", "notes.dat: no layout fits"), ("nowhere", "no such folder")):
        got = harness("init", tmp_path / name)
        assert got.status == 2
        assert said in got.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["notes.dat"]


HITS = {"1": {"hits": {"hits": [{"_id": "a", "_score": 1.0}]}}, "2": {"hits": {"hits": []}}}
GENERATED = "".join(
    json.dumps({"topic_id": topic, "topic": "…", "answer": []}) + "\n" for topic in "12"
)


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        # Folders of groups: what lies in them is hardly the topics.
        ({"runs/alpha/generated.jsonl": GENERATED}, {"topics": "topics.tsv"}),
        ({"runs/alpha/es.json": json.dumps(HITS)}, {"topics": "topics.tsv"}),
        # Questions of three words that end in a number.
        ({"topics.tsv": "1\twhat is 5\n2\twhat is 6\n"}, {"topics": "topics.tsv"}),
        (
            {"qrels.txt": None, "judged.csv": "query,q0,docid,rel\n1,0,a,1\n2,0,a,0\n"},
            {"qrels": "judged.csv"},
        ),
        (  # the lines of judgments may be those of a run, too
            {"qrels.txt": None, "a.qrels": "query-id\tcorpus-id\tscore\n1\ta\t1\n"},
            {"qrels": "a.qrels"},
        ),
        (
            {"qrels.txt": None, "xml.relevancy": "1\ta\t1\t1.0\ttrue\n2\ta\t1\t1.0\tfalse\n"},
            {"qrels": "xml.relevancy"},
        ),
        (
            {"qrels.txt": None, "default/test.tsv": "query-id\tcorpus-id\tscore\n1\ta\t1\n"},
            {"qrels": "default/test.tsv"},
        ),
    ],
)
def test_what_others_call_and_lay_out_in_their_way_is_told_apart(harness, folder, files, expected):
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if content is None:
            path.unlink()
        else:
            path.write_text(content)
    assert harness("init", "track").status == 0
    task = written(folder)
    assert {key: task[key] for key in expected} == expected
    assert harness("run", "track/track.yaml").status == 0
