"""``harness selftest`` against programs: one that is right, and some that are not."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

STAND_IN = Path(__file__).parents[1] / "selftest/stand_in.py"
#: What the stand-in can express.
MEASURES = [
    "num_q",
    "num_ret",
    "num_rel",
    "num_rel_ret",
    "map",
    "gm_map",
    "Rprec",
    "bpref",
    "recip_rank",
    "iprec_at_recall",
    "P.3,10",
    "recall",
    "infAP",
    "11pt_avg",
    "ndcg",
    "ndcg_cut.2,9",
    "map_cut",
    "success",
    "set_P",
    "num_nonrel_judged_ret",
]
ASKED = [part for name in MEASURES for part in ("-m", name)]


@pytest.fixture
def program(tmp_path, monkeypatch):
    """A program that does something before, and something to what trec_eval prints."""
    monkeypatch.chdir(tmp_path)

    def made(before="", after="cat", name="trec_eval"):
        path = tmp_path / name
        path.write_text(
            f'#!/bin/bash\nset -o pipefail\n{before}\n{sys.executable} {STAND_IN} "$@" | {after}\n'
        )
        path.chmod(0o755)
        return path

    return made


@pytest.mark.slow
def test_a_trec_eval_differs_for_known_reasons_only(harness, program):
    done = harness("selftest", "--against", program(), "--cases", 40, *ASKED)
    assert done.status == 0, done.out + done.err
    assert "dialect    trec_eval-9 (by its order of ties)" in done.out
    assert "(stand-in version of trec_eval 9)" in done.out
    assert "cases      40 from seed 0" in done.out
    compared, equal = _lines(done.out)
    assert 2000 < equal <= compared
    assert "Every line is equal, or differs for a reason given in docs/trec_eval.md." in done.out
    assert not Path("selftest-cases").exists()


def _lines(text):
    found = re.search(r"lines +([\d,]+) compared, ([\d,]+) equal", text)
    return tuple(int(number.replace(",", "")) for number in found.groups())


@pytest.mark.slow
def test_one_wrong_value_is_found_and_shown(harness, program):
    wrong = program(after=r"sed 's/^\(P_10 .*\t\)0.1000$/\10.1001/'")
    done = harness("selftest", "--against", wrong, "--cases", 15, *ASKED, "-o", "kept")
    assert done.status == 1
    assert "P_10 of all: trec_eval 0.1001, harness 0.1000" in done.out
    assert "map:" not in done.out.partition("DIFFERENT")[2]
    folder = Path("kept/01-P")
    assert sorted(path.name for path in folder.iterdir()) == [
        "commands.txt", "harness.txt", "qrels", "run", "trec_eval.txt",
    ]  # fmt: skip
    assert "0.1001" in (folder / "trec_eval.txt").read_text()
    assert len((folder / "run").read_text().splitlines()) == 1
    ours = (folder / "commands.txt").read_text().splitlines()[1].split()
    again = harness(*[folder / arg if arg in ("qrels", "run") else arg for arg in ours[1:]])
    assert again.out == (folder / "harness.txt").read_text()
    assert json.loads(Path("kept/manifest.json").read_text())["seed"] == 0


@pytest.mark.slow
def test_crashes_are_counted_apart_and_time_outs_are_no_agreement(harness, program):
    broken = program(
        before='[[ " $* " == *" -J "* ]] && kill -SEGV $$\n[[ " $* " == *" -c "* ]] && exec sleep 9'
    )
    done = harness("selftest", "--against", broken, "--cases", 12, "-m", "map", "--timeout", 3)
    assert done.status == 1
    assert re.search(r"trec_eval crashed in \d+ cases, by no known fault:", done.out)
    assert re.search(r"case \d+: signal 11 \(SIGSEGV\)", done.out)
    assert "trec_eval timed out (after 3 s)" in done.out
    assert "crashed" not in done.out.partition("DIFFERENT")[2]


def test_a_known_fault_of_the_program_is_named_and_is_no_difference(harness, program):
    """As trec_eval 10, which frees gains twice, after it printed."""
    freeing = program(
        before='[[ " $* " == *" dcg.1=2 "* ]] && echo "free(): double free detected" >&2 && '
        "kill -ABRT $$",
        after="sed 's/dcg_1=2/ndcg/'",
    )
    call = ["selftest", "--against", freeing, "--cases", 6, "--version", "10"]
    done = harness(*call, "-m", "dcg.1=2", "-m", "ndcg")
    assert done.status == 1
    assert "trec_eval crashed in 6 cases, by a known fault (gains-twice): " in done.out
    assert "lines      0 compared" in done.out
    assert "Nothing could be compared." in done.out
    assert not Path("selftest-cases").exists()


ROOT = Path(__file__).parents[2]
#: By the name of an evaluator: the module in its place, what it prints of a value, and its measure.
OTHERS = {
    "ndeval": ("ndeval", r"s/,0\.500000,/,0.500001,/", r"[\w-]+"),
    "gdeval": ("gdeval", r"s/,0\.\([0-9]*\)$/,0.9\1/", "err"),
    "sample_eval": ("sample_eval", r"s/^\(infAP.*\t\)[0-9]/\17/", "infAP"),
    "statAP": ("stat_ap", r"s/R-prec=[0-9]/R-prec=7/", "R-prec"),
    "rbp_eval": ("rbp_eval", r"s/+0/+1/", r"\+"),
}


def naive(name, folder, after="cat"):
    """An evaluator that was written plainly from the definitions, with something after it."""
    path = folder / name
    module = f"PYTHONPATH={ROOT} {sys.executable} -m tests.selftest.naive.{OTHERS[name][0]}"
    path.write_text(f'#!/bin/bash\nset -o pipefail\n{module} "$@" | {after}\n')
    path.chmod(0o755)
    return path


#: One of the evaluators for every change, the others in the night.
ONE_AND_OTHERS = [
    pytest.param(name, marks=[] if name == "statAP" else [pytest.mark.slow]) for name in OTHERS
]


@pytest.mark.processes
@pytest.mark.parametrize("name", ONE_AND_OTHERS)
def test_each_evaluator_is_recognised_and_equal_to_one_written_from_its_definition(
    harness, tmp_path, monkeypatch, name
):
    monkeypatch.chdir(tmp_path)
    done = harness("selftest", "--against", naive(name, tmp_path), "--cases", 30)
    assert done.status == 0, done.out + done.err
    assert done.out.startswith(f"{name:<10} {tmp_path}")
    compared, equal = _lines(done.out)
    assert compared > 100
    assert equal > 0.5 * compared


@pytest.mark.processes
@pytest.mark.parametrize("name", ONE_AND_OTHERS)
def test_a_wrong_value_of_each_evaluator_is_found(harness, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    _, wrong, measure = OTHERS[name]
    path = naive(name, tmp_path, f"sed '{wrong}'")
    done = harness("selftest", "--against", path, "--tool", name, "--cases", 8)
    assert done.status == 1
    assert re.search(rf"^  {measure}.*: {name} \S+, harness \S+$", done.out, re.MULTILINE)
    commands = next(Path("selftest-cases").glob("*/commands.txt")).read_text().splitlines()
    assert commands[0].startswith(str(path))
    assert commands[1].startswith("harness eval --quiet ")


def test_only_cases_of_trec_eval_can_be_chosen(harness, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = naive("ndeval", tmp_path)
    done = harness("selftest", "--against", path, "-m", "P_IA@5")
    assert done.status == 2
    assert "there is no choice of measures or files (cases of ndeval are drawn whole)" in done.err
    assert harness("selftest", "--against", path, "--version", "9").status == 2
    done = harness("selftest", "--against", path, "--tool", "ndevil")
    assert done.status == 2
    assert "did you mean ndeval" in done.err


@pytest.mark.slow
def test_files_of_ones_own_are_tried_with_random_options(harness, program):
    Path("q").write_text("1 0 a 1\n1 0 b 0\n2 0 a 2\n2 0 c 1\n")
    Path("r").write_text("1 Q0 a 1 2 t\n1 Q0 x 2 1 t\n2 Q0 c 1 1 t\n")
    done = harness("selftest", "--against", program(), "--cases", 8, *ASKED, "q", "r")
    assert done.status == 0, done.out
    assert "options only, for q and 1 run" in done.out
    assert harness("selftest", "--against", program(), "q").status == 2


@pytest.mark.slow
def test_the_same_seed_says_the_same_on_any_number_of_workers(harness, program):
    call = ["selftest", "--against", program(), "--cases", 10, "--seed", 7, *ASKED]
    first, second = harness(*call, "--workers", 1), harness(*call, "--workers", 3)
    assert first.out == second.out


def test_what_cannot_be_run_or_is_no_trec_eval_is_an_error(harness, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("text").write_text("no program")
    Path("junk").write_text("no program")
    Path("junk").chmod(0o755)
    Path("folder").mkdir()
    for path, message in {
        "./none": "there is no such program",
        "./text": "cannot be run as a program (chmod +x makes it so)",
        "./folder": "cannot be run as a program (a directory)",
        "./junk": "cannot be run: Exec format error",
        "true": "does not evaluate as trec_eval does",
        "false": "does not evaluate as trec_eval does",
    }.items():
        done = harness("selftest", "--against", path)
        assert done.status == 2
        assert message in done.err
        assert done.out == ""


def test_somebody_elses_directory_is_refused_before_anything_is_run(harness, program):
    Path("mine").mkdir()
    Path("mine/notes").write_text("mine")
    done = harness("selftest", "--against", program(before="touch ran"), "-o", "mine")
    assert done.status == 2
    assert not Path("ran").exists()
    assert Path("mine/notes").read_text() == "mine"
