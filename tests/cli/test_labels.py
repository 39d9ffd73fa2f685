"""Tasks of labels, numbers and clusters on the command line."""

import csv
import json
import subprocess
import sys

import pytest

GOLD = "".join(f"i{n}\t{'yes' if n < 3 else 'no'}\n" for n in range(200))
NEVER = "".join(f"i{n}\tno\n" for n in range(200))
GOOD = "".join(f"i{n}\t{'yes' if n < 5 else 'no'}\t{(200 - n) / 200}\n" for n in range(200))
TASK = "kind: classification\ngold: gold.tsv\nruns: runs/\npositive: yes\n"


@pytest.fixture
def task(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs").mkdir()
    for name, text in {"gold.tsv": GOLD, "runs/never.tsv": NEVER, "runs/good.tsv": GOOD}.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "t.yaml").write_text(TASK)
    return tmp_path


def test_run_prints_the_board_and_says_where_accuracy_misleads(harness, task):
    done = harness("run", "t.yaml")
    assert done.status == 0
    assert "always 'no', the most frequent label, has accuracy 0.9850" in done.out
    assert "warning: never gives every item the label 'no'" in done.out
    assert "good: confusion matrix" in done.out
    with (task / "results/t/scores.csv").open() as file:
        scores = {(row["run"], row["measure"]): row for row in csv.DictReader(file)}
    assert float(scores["never", "accuracy"]["value"]) == 0.985
    assert float(scores["good", "accuracy"]["value"]) == 0.99
    assert (
        float(scores["good", "accuracy"]["low"]) < 0.99 < float(scores["good", "accuracy"]["high"])
    )
    manifest = json.loads((task / "results/t/manifest.json").read_text())
    assert manifest["labels"] == ["no", "yes"]
    assert {note["code"] for note in manifest["notes"]} >= {"label-majority", "label-constant"}
    assert set(manifest["files"]) == {"scores.csv", "items.csv", "confusion.csv"}
    before = {path.name: path.read_bytes() for path in (task / "results/t").glob("*.csv")}
    assert harness("run", "t.yaml", "--quiet").out == ""
    assert before == {path.name: path.read_bytes() for path in (task / "results/t").glob("*.csv")}


def test_areas_come_with_curves_and_thresholds(harness, task):
    (task / "t.yaml").write_text(f"{TASK}measures: [ROC_AUC, PR_AUC]\nsamples: 20\n")
    done = harness("run", "t.yaml")
    assert "threshold of J" in done.out
    assert "ROC_AUC is undefined (no scores): never" in done.out
    assert (task / "results/t/curves.csv").read_text().startswith("run,threshold,fpr,tpr,precision")


def test_compare_tests_all_pairs_or_two_runs(harness, task):
    done = harness("compare", "t.yaml", "good", "never", "-m", "accuracy", "--format", "json")
    (row,) = json.loads(done.out)
    assert (row["A"], row["B"], row["how"]) == ("good", "never", "McNemar's test, exact")
    assert row["p"] == pytest.approx(1.0)
    assert len(json.loads(harness("compare", "t.yaml", "--format", "json").out)) == 4
    refused = harness("compare", "t.yaml", "--baseline", "good")
    assert (refused.status, "only for comparisons of rankings: --baseline" in refused.err) == (
        2,
        True,
    )
    assert "did you mean good" in harness("compare", "t.yaml", "god", "never").err


BROKEN = "i0\tyes\ni1\tmaybe\ni1\tno\n"


def test_check_says_what_is_wrong_with_file_and_line(harness, task):
    (task / "runs/twice.tsv").write_text(BROKEN)
    (task / "runs/odd.tsv").write_text(NEVER.replace("i7\tno", "i7\tnope") + "x1\tno\n")
    (task / "runs/short.tsv").write_text(NEVER.replace("i7\tno\n", ""))
    (task / "runs/none.tsv").write_text("i0\tyes\ni1\n")
    done = harness("check", "t.yaml")
    assert done.status == 1
    for line in (
        "runs/twice.tsv: 1 error\n  error unreadable  3: the item 'i1' again (first: line 2)\n",
        (
            "  error   label-unknown  8: unknown label 'nope' (did you mean no?)\n"
            "  warning item-extra     201: the gold standard has no item 'x1'\n"
        ),
        "  error item-missing  1 of 200 items has no label: i7\n",
        "  error unreadable  2: 1 field where there should be 2\n",
        "6 runs: 4 with errors, 2 clean\nwith errors: none.tsv, odd.tsv, short.tsv, twice.tsv",
    ):
        assert line in done.out.replace(f" ({_LAYOUT})", ""), done.out
    every = harness("check", "t.yaml", "--all", "--quiet").out
    assert "runs/odd.tsv:8: error: unknown label 'nope'" in every
    assert "x1" not in every
    records = json.loads(harness("check", "t.yaml", "--format", "json").out)["files"]
    assert [run["run"] for run in records if run["state"] == "clean"] == ["good", "never"]
    run = harness("run", "t.yaml")
    assert (run.status, "not evaluated: short" in run.out) == (1, True)
    unfit = harness("check", "t.yaml", "--strict", "--repair", "drop-x", "--depth", "5")
    assert "only for checks of rankings: --depth, --repair, --strict" in unfit.err
    one = harness("check", "t.yaml", "runs/short.tsv")
    assert (one.status, "1 run: 1 with errors" in one.out) == (1, True)


_LAYOUT = "layout: item<TAB>label[<TAB>score]"


def test_missing_items_may_count_as_wrong(harness, task):
    (task / "runs/short.tsv").write_text(NEVER.replace("i7\tno\n", ""))
    (task / "t.yaml").write_text(f"{TASK}missing: wrong\nmeasures: accuracy\n")
    done = harness("run", "t.yaml", "runs/short.tsv")
    assert done.status == 0
    assert "0.9800" in done.out
    assert "(none)" in done.out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("positive: maybe\n", "t.yaml:4:11: positive: unknown label 'maybe'"),
        ("positive: yes\nmeasures: [cost]\n", "measures[0]: cost needs the key 'costs'"),
        ("measures: [acuracy]\n", "did you mean accuracy"),
        ("qrels: x\n", "qrels: unknown key"),
        ("costs: {yes: {no: 1}}\n", "no cost is given for the gold label 'no' and yes"),
        ("vectors: gold.tsv\n", "a classification has no such key"),
        ("weights: {yse: 2}\n", "weights.yse: unknown label 'yse'"),
    ],
)
def test_a_wrong_task_is_explained(harness, task, text, message):
    (task / "t.yaml").write_text(TASK.replace("positive: yes\n", "") + text)
    done = harness("run", "t.yaml")
    assert (done.status, message in done.err) == (2, True), done.err
    assert not (task / "results").exists()


@pytest.mark.parametrize("command", ["report topics", "diagnose", "pool", "gate"])
def test_other_commands_say_that_there_are_no_rankings(harness, task, command):
    given = ["runs/good.tsv", "--budget", "AP=1%"] if command == "gate" else []
    done = harness(*command.split(), "t.yaml", *given)
    assert done.status == 2
    assert "a classification has no rankings" in done.err


@pytest.mark.parametrize(
    ("suffix", "content"),
    [
        ("csv", "item,label,score\ni0,yes,0.5\n"),
        ("jsonl", '{"item": "i0", "label": "yes", "score": 0.5}\n'),
        ("json", '[{"item": "i0", "prediction": "yes", "probability": 0.5}]'),
        ("txt", "i0 yes 0.5\n"),
        ("tsv", "id\tclass\tscore\ni0\tyes\t0.5\n"),
    ],
)
def test_labels_have_many_layouts(tmp_path, suffix, content):
    from harness.formats.labels import read_labels

    (tmp_path / f"a.{suffix}").write_text(content)
    read = read_labels(tmp_path / f"a.{suffix}")
    assert (read.items, list(read.values), list(read.scores)) == (("i0",), ["yes"], [0.5])


def test_numbers_and_clusters(harness, task):
    for name in ("runs/good.tsv", "runs/never.tsv"):
        (task / name).unlink()
    (task / "gold.tsv").write_text("a 1\nb 2\nc 4\n")
    (task / "runs/x.tsv").write_text("a 1\nb 3\nc 4\n")
    (task / "runs/y.tsv").write_text("a 1\nb 9\nc x\n")
    (task / "t.yaml").write_text(
        "kind: regression\ngold: gold.tsv\nruns: runs/\nmeasures: [MSE, R2]\n"
    )
    done = harness("run", "t.yaml")
    assert (
        done.status,
        "0.3333" in done.out,
        "y.tsv:3: column 'label': 'x' is not" in done.err,
    ) == ((1, True, True))
    (task / "v.txt").write_text("a 0 0\nb 0 1\nc 9 9\n")
    (task / "t.yaml").write_text(
        "kind: clustering\ngold: gold.tsv\nruns: runs/\nvectors: v.txt\nmeasures: [B3_F1, silhouette]\n"
    )
    (task / "runs/y.tsv").write_text("a 1\nb 1\nc 2\n")
    done = harness("run", "t.yaml", "-o", "out")
    assert (done.status, "0.8000" in done.out) == (0, True), done.out + done.err


def test_thousands_of_labels_are_no_classification(harness, task):
    (task / "gold.tsv").write_text("".join(f"i{n}\t{n}\n" for n in range(1001)))
    done = harness("run", "t.yaml")
    assert (done.status, "1,001 different labels" in done.err) == (2, True)


def test_many_small_clusters_take_little_memory():
    import numpy as np

    from harness.labels.batch import LabelBatch
    from harness.labels.measures import label_measure

    items = np.arange(200_000)
    batch = LabelBatch(items, items // 2)
    assert label_measure("B3_P", "clustering").value(batch) == 0.5
    assert label_measure("purity", "clustering").value(batch) == 0.5


def test_nothing_loads_scikit_learn_before_it_is_needed(task):
    code = (
        "import sys\nfrom harness.cli.main import main\n"
        "main(['run', 't.yaml', '--quiet'])\nsys.exit('sklearn' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0


def test_participants_give_groups_and_attributes(harness, task):
    (task / "who.csv").write_text("run,team,model\ngood,A,svm\nnever,B,\nlate,C,nb\n")
    (task / "t.yaml").write_text(f"{TASK}participants: who.csv\nsamples: 20\n")
    done = harness("run", "t.yaml")
    assert (done.status, "who.csv: 1 row has no run: late" in done.out) == (0, True)
    manifest = json.loads((task / "results/t/manifest.json").read_text())
    described = {run["name"]: (run["group"], run["attributes"]) for run in manifest["runs"]}
    assert described["good"] == ("A", {"run": "good", "group": "A", "model": "svm"})
    assert harness("report", "sheets", "t.yaml", "-o", "sheets").status == 0
    assert "model: svm" in (task / "sheets/A.html").read_text()
    (task / "who.csv").write_text("run,team\ngood,A\n")
    wrong = harness("check", "t.yaml")
    assert (wrong.status, "who.csv has no row for runs/never.tsv" in wrong.err) == (2, True)


def test_findings_as_sarif(harness, task):
    (task / "runs/odd.tsv").write_text(NEVER.replace("i7\tno", "i7\tnope"))
    done = harness("check", "t.yaml", "--format", "sarif")
    assert done.status == 1
    (run,) = json.loads(done.out)["runs"]
    (result,) = run["results"]
    rule = run["tool"]["driver"]["rules"][result["ruleIndex"]]
    assert (rule["id"], result["ruleId"], result["level"]) == ("label-unknown",) * 2 + ("error",)
    place = result["locations"][0]["physicalLocation"]
    assert (place["artifactLocation"]["uri"], place["region"]["startLine"]) == ("runs/odd.tsv", 8)


SEVERAL = "item,label,no,yes\n" + "".join(
    f"i{n},{'yes' if n < 5 else 'no'},{n / 200},{1 - n / 200}\n" for n in range(200)
)


def test_scores_of_each_label(harness, task):
    (task / "runs/good.tsv").unlink()
    (task / "runs/several.csv").write_text(SEVERAL)
    (task / "t.yaml").write_text(
        f"{TASK}samples: 20\nmeasures: [ROC_AUC, ROC_AUC_ovo_macro, log_loss]\n"
    )
    done = harness("run", "t.yaml")
    assert done.status == 0
    reason = "no scores of each label"
    assert f"ROC_AUC_ovo_macro is undefined ({reason}): never" in done.out
    assert f"log_loss is undefined ({reason}, or of the positive one): never" in done.out
    items = (task / "results/t/items.csv").read_text()
    assert items.startswith("run,item,gold,label,score,score:no,score:yes")
    (task / "runs/several.csv").write_text(SEVERAL.replace("0.5,0.5", "0.5,0.8"))
    odd = harness("check", "t.yaml")
    assert "error score-range  102: the scores add up to 1.3, not to 1" in odd.out
    (task / "runs/several.csv").write_text(SEVERAL.replace("no,yes\n", "no,maybe\n"))
    lacking = harness("check", "t.yaml")
    assert "no column has the scores of the label 'yes'" in lacking.out


@pytest.mark.parametrize(
    ("gold", "run", "kind"),
    [
        (GOLD, NEVER, "classification"),
        (GOLD, NEVER.replace("no", "c1"), "clustering"),
        *[("".join(f"i{n}\t{n / 3:.2f}\n" for n in range(30)),) * 2 + ("regression",)],
    ],
)
def test_init_writes_a_task_that_runs(harness, tmp_path, monkeypatch, gold, run, kind):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lab/runs").mkdir(parents=True)
    (tmp_path / "lab/gold.tsv").write_text(gold)
    (tmp_path / "lab/runs/mine.tsv").write_text(run)
    (tmp_path / "lab/README.txt").write_text("two words\nand three words\n")
    assert harness("init", "lab").status == 0
    text = (tmp_path / "lab/lab.yaml").read_text()
    assert f"kind: {kind} " in text
    assert ('positive: "yes"' in text) == (kind == "classification")
    assert harness("run", "lab/lab.yaml").status == 0


def test_measures_are_listed_and_explained(harness):
    listed = json.loads(harness("measures", "--format", "json").out)
    own = {row["measure"] for row in listed if row["subject"].startswith("Tasks of ")}
    assert own >= {"MCC", "F1_macro", "B3_F1", "RMSE", "ROC_AUC_ovr_weighted"}
    shown = harness("measures", "MCC", "davies_bouldin", "AP").out
    assert "range: −∞ to 1" not in shown
    for line in ("range: -1 to 1", "better: lower", "needs: vectors", "source: Gorodkin", "AP@k"):
        assert line in shown, line
    assert "B3_P" in harness("measures", "--about", "b-cubed").out
    assert harness("measures", "purityy").status == 2


def test_python_scores_labels_in_hand(task):
    import harness

    table = harness.score_labels(
        "gold.tsv", {"good": "runs/good.tsv", "no": "runs/never.tsv"}, ["TPR", "ROC_AUC"],
        positive="yes",
    )  # fmt: skip
    assert table.loc["good"].tolist() == [1, 1]
    assert table.loc["no", "TPR"] == 0
    assert table["ROC_AUC"].isna().tolist() == [False, True]
    numbers = harness.score_labels({"a": 1.0, "b": 2}, {"x": {"a": 1, "b": 4}}, kind="regression")
    assert numbers.loc["x", "MAE"] == 1
    for wrong, message in (
        ({"gold": {"a": "x"}, "runs": {"r": {"b": "x"}}}, "r: 1 of 1 item has no label: a"),
        ({"gold": {"a": "x"}, "runs": {}, "kind": "class"}, "unknown kind 'class'"),
        ({"gold": {"a": "x"}, "runs": {}, "measures": ["TPR"]}, "TPR needs 'positive'"),
    ):
        with pytest.raises(harness.HarnessError, match=message):
            harness.score_labels(**wrong)


@pytest.mark.parametrize("item", ["tweet_id", "sentence_id", "id"])
@pytest.mark.parametrize(
    ("gold", "given"), [("class_label", "class_label"), ("label", "pred_label")]
)
def test_tables_name_their_columns_as_tasks_do(harness, tmp_path, monkeypatch, item, gold, given):
    """As CheckThat! has them: further columns, and quotes that are part of texts."""
    monkeypatch.chdir(tmp_path)
    rows = [(f"{n}", f'he said "no, {n}', "Yes" if n % 3 else "No") for n in range(30)]
    (tmp_path / "runs").mkdir()
    for name, label, text in (("gold.tsv", gold, "text"), ("runs/us.tsv", given, "run_id")):
        lines = [f"{item}\t{text}\t{label}", *map("\t".join, rows)]
        (tmp_path / name).write_text("\n".join(lines) + "\n")
    assert harness("init", ".", "-o", "t.yaml").status == 0
    done = harness("run", "t.yaml", "--format", "csv")
    assert (done.status, "us,1.0" in done.out) == (0, True), done.out
