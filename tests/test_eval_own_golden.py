"""The repository's own golden files of `harness eval`: always run, whatever lies beside it."""

from __future__ import annotations

from pathlib import Path

import pytest
import pytrec_eval
from click.testing import CliRunner

from harness.cli.eval import command
from tests.by_hand import judgments
from tests.each import each

FOLDER = Path(__file__).parent / "golden/eval"
CASES = dict(line.split(": ") for line in (FOLDER / "cases.txt").read_text().splitlines())


def printed(arguments):
    files = [str(FOLDER / "qrels.txt"), str(FOLDER / "run.txt")]
    result = CliRunner().invoke(command, [*arguments.split(), *files])
    assert result.exit_code == 0, result.output
    return result.stdout


def values(name):
    rows = (line.split("\t") for line in (FOLDER / f"expected.{name}").read_text().splitlines())
    return {(measure.strip(), topic): value for measure, topic, value in rows}


@each(CASES)
def test_what_is_printed_is_what_was_printed(name):
    assert printed(CASES[name]) == (FOLDER / f"expected.{name}").read_text()


def test_every_golden_file_has_its_case():
    assert {f"expected.{name}" for name in CASES} == {
        path.name for path in FOLDER.glob("expected.*")
    }


def test_dialect_9_equals_the_code_of_trec_eval_9():
    qrels, run = judgments(FOLDER / "qrels.txt"), {}
    for line in (FOLDER / "run.txt").read_text().splitlines():
        topic, _, doc, _, score, _ = line.split()
        run.setdefault(topic, {})[doc] = float(score)
    theirs = pytrec_eval.RelevanceEvaluator(qrels, pytrec_eval.supported_measures).evaluate(run)
    ours = values("trec_eval-9.all.txt")
    compared = 0
    for topic, found in theirs.items():
        for name, value in found.items():
            if (name, topic) in ours and name != "relstring":
                assert float(ours[name, topic]) == pytest.approx(value, abs=5.1e-5), (name, topic)
                compared += 1
    assert compared == 4 * 90


def test_values_worked_by_hand():
    ten, nine = values("trec_eval-10.all.txt"), values("trec_eval-9.all.txt")
    # Topic 1, ties by document descending: c b a f u1 d e. Relevant c a d at 1, 3, 6; R = 4.
    assert ten["relstring", "1"] == "'201.-30'"
    assert ten["map", "1"] == f"{(1 + 2 / 3 + 3 / 6) / 4:.4f}"
    assert ten["P_5", "1"] == "0.4000"
    # In float32 d and e are tied, so e comes before d.
    assert nine["relstring", "1"] == "'201.-03'"
    assert nine["map", "1"] == f"{(1 + 2 / 3 + 3 / 7) / 4:.4f}"
    # Topic 10: h (pooled, not judged), b (relevant), q (not in the qrels).
    assert ten["relstring", "10"] == "'.1-'"
    assert ten["recip_rank", "10"] == "0.5000"
    # Topic 2 has no relevant document and is averaged with 0; 4 is not answered; 9 not judged.
    assert ten["num_q", "all"] == "4"
    assert ten["map", "2"] == "0.0000"
    complete = values("trec_eval-10.complete.txt")
    assert complete["num_q", "all"] == "5"
    assert complete["map", "4"] == "0.0000"
    assert ("map", "4") not in values("trec_eval-9.complete.txt")
