"""`harness run --format codabench|tira`, run as the platforms do, from the files of the how-to.

Codabench (Competition Bundle Structure, Leaderboard Functionality and its compute worker): zips are
unpacked to input/ref and input/res, the command of metadata.yaml is split at blanks with $input
and $output replaced, and the columns of the leaderboard are found in output/scores.json by key.
TIRA (its evaluators and the parser of its client): $inputDataset, $inputRun and $outputDir are
replaced, and evaluation.prototext has lines of one colon whose values are in quotation marks.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import yaml

from harness.report.sheets.files import tira_scores
from tests.nightly import now, one_in

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/how-to/platforms.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"<!-- file (\S+) -->\n```\w+\n(.*?)```\n", PAGE, re.DOTALL))
#: What the how-to shows of the demo's run.
SCORES = {"nDCG@10": 0.5563501049072814, "AP": 0.4734624309856744, "P@10": 0.39333333333333337}


def packed(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def unpacked(path: Path, folder: Path) -> Path:
    with zipfile.ZipFile(path) as archive:
        archive.extractall(folder)
    return folder


@pytest.fixture
def bundle(tmp_path):
    """The bundle of the how-to, with its parts as zips."""
    qrels = (ROOT / "qrels/demo/qrels.txt").read_bytes()
    task = FILES["reference_data/task.yaml"].encode()
    program = {"metadata.yaml": FILES["scoring_program/metadata.yaml"].encode()}
    packed(tmp_path / "reference_data.zip", {"task.yaml": task, "qrels.txt": qrels})
    packed(tmp_path / "scoring_program.zip", program)
    (tmp_path / "competition.yaml").write_text(FILES["competition.yaml"])
    return tmp_path


def called(command: list[str], cwd: Path) -> subprocess.CompletedProcess[str]:
    """A command without a shell, as in a container that has harness on its path."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return subprocess.run(
        command,
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PATH": path},
    )


def on_codabench(bundle: Path, submission: Path):
    """Score a submission as Codabench's compute worker does: the row of the leaderboard, and log."""
    competition = yaml.safe_load((bundle / "competition.yaml").read_text())
    [task] = competition["tasks"]
    app = bundle / "app"
    shutil.rmtree(app, ignore_errors=True)
    (app / "output").mkdir(parents=True)
    unpacked(bundle / task["reference_data"], app / "input/ref")
    unpacked(submission, app / "input/res")
    unpacked(bundle / task["scoring_program"], app / "program")
    command = yaml.safe_load((app / "program/metadata.yaml").read_text())["command"]
    for variable, place in {"$input": "input", "$output": "output", "$program": "program"}.items():
        command = command.replace(variable, str(app / place))
    done = called(command.split(" "), app / "program")
    written = sorted(path.name for path in (app / "output").iterdir())
    if done.returncode:
        return None, done.stderr, written
    scores = json.loads((app / "output/scores.json").read_text())
    columns = competition["leaderboards"][0]["columns"]
    return {column["key"]: scores[column["key"]] for column in columns}, done.stderr, written


def test_a_submission_to_codabench_gets_its_scores_and_its_sheet(bundle):
    run = (ROOT / "runs/demo/keeper-qld.run").read_bytes()
    submission = packed(bundle / "s.zip", {"run.txt": run, "__MACOSX/._run.txt": b"\0"})
    row, _, written = on_codabench(bundle, submission)
    assert row == SCORES
    assert written == ["detailed_results.html", "scores.json"]
    sheet = (bundle / "app/output/detailed_results.html").read_text(encoding="utf-8")
    assert "keeper-qld" in sheet
    assert "0.5564" in sheet
    assert "<script" not in sheet


@pytest.mark.parametrize(
    ("files", "said"),
    one_in(
        2,
        [
            ({"run.txt": b"D01 Q0 LH-1 1 high t\n"}, "the score 'high' is not a number"),
            ({"run.txt": b"D01 Q0 LH-001 1 2 t\nD01 Q0 LH-001 2 1 t\n"}, "LH-001"),
            (
                {"a.txt": b"D01 Q0 a 1 2 a\n", "b.txt": b"D01 Q0 a 1 2 b\n"},
                "takes one run, and these",
            ),
            ({"README.md": b"nothing"}, "there is no run in this directory"),
        ],
    ),
)
def test_what_is_wrong_with_a_submission_is_what_its_participant_reads(bundle, files, said):
    row, log, written = on_codabench(bundle, packed(bundle / "s.zip", files))
    assert (row, written) == (None, [])
    assert said in log
    assert "Traceback" not in log


def parsed(text: str) -> dict[str, float]:
    """The measures of an evaluation.prototext, read as TIRA's client reads it."""
    found = {}
    for part in text.split("measure {")[1:]:
        fields = [line.split(":") for line in part.split("\n") if ":" in line]
        assert all(len(field) == 2 for field in fields)
        values = {name.strip(): value.split('"')[1] for name, value in fields}
        found[values["key"]] = float(values["value"])
    return found


@pytest.mark.parametrize("name", now(["run.txt.gz"], ["run.txt", "run.txt.gz"]))
def test_a_run_on_tira_is_evaluated(tmp_path, name):
    [line] = re.findall(r"^harness run \$inputDataset.*$", PAGE, re.MULTILINE)
    dataset, output = tmp_path / "truth", tmp_path / "output"
    dataset.mkdir()
    output.mkdir()
    (tmp_path / "run").mkdir()
    (dataset / "task.yaml").write_text(FILES["reference_data/task.yaml"])
    shutil.copy(ROOT / "qrels/demo/qrels.txt", dataset)
    content = (ROOT / "runs/demo/keeper-qld.run").read_bytes()
    (tmp_path / "run" / name).write_bytes(
        gzip.compress(content) if name.endswith("gz") else content
    )
    (tmp_path / "run/ir-metadata.yml").write_text("tag: keeper-qld\n")
    places = {"$inputDataset": dataset, "$inputRun": tmp_path / "run", "$outputDir": output}
    for variable, place in places.items():
        line = line.replace(variable, str(place))
    done = called(line.split(), tmp_path)
    assert done.returncode == 0, done.stderr
    assert parsed((output / "evaluation.prototext").read_text()) == SCORES
    assert "keeper-qld" in (output / "detailed_results.html").read_text(encoding="utf-8")


def test_no_label_can_break_the_lines_of_tira():
    assert parsed(tira_scores({'a"b: c\n': 0.5, "AP": 0.25})) == {"a'b  c\\n": 0.5, "AP": 0.25}


def test_a_platform_is_told_where_to_write(harness, demo):
    task, run = demo / "configs/demo.yaml", demo / "runs/demo/keeper-qld.run"
    got = harness("run", task, run, "--format", "tira")
    assert (got.status, got.out) == (2, "")
    assert "--format tira needs --output" in got.err
