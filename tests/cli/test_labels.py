"""Tasks of labels, numbers and clusters on the command line."""

import json
import subprocess
import sys

import pytest

GOLD = "".join(f"i{n}\t{'yes' if n < 3 else 'no'}\n" for n in range(200))
NEVER = "".join(f"i{n}\tno\n" for n in range(200))
GOOD = "".join(f"i{n}\t{'yes' if n < 5 else 'no'}\t{(200 - n) / 200}\n" for n in range(200))
TASK = "kind: classification\nqrels: gold.tsv\nruns: runs/\npositive: yes\n"


@pytest.fixture
def task(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs").mkdir()
    for name, text in {"gold.tsv": GOLD, "runs/never.tsv": NEVER, "runs/good.tsv": GOOD}.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "t.yaml").write_text(TASK)
    return tmp_path


def test_the_board_says_where_accuracy_misleads(harness, task):
    done = harness("labels", "t.yaml")
    assert done.status == 0
    assert "always 'no', the most frequent label, has accuracy 0.9850" in done.out
    assert "warning: never has accuracy 0.9850, no more than always 'no'" in done.out
    assert "good: confusion matrix" in done.out
    rows = {
        row["run"]: row for row in json.loads(harness("labels", "t.yaml", "--format", "json").out)
    }
    assert (rows["never"]["accuracy"], rows["good"]["accuracy"]) == (0.985, 0.99)
    assert list(rows) == ["good", "never"]


def test_a_confusion_matrix_alone(harness, task):
    rows = json.loads(harness("labels", "t.yaml", "--confusion", "good", "--format", "json").out)
    assert rows == [
        {"gold": "no", "no": 195, "yes": 2, "items": 197},
        {"gold": "yes", "no": 0, "yes": 3, "items": 3},
    ]
    wrong = harness("labels", "t.yaml", "--confusion", "god")
    assert (wrong.status, "did you mean good" in wrong.err) == (2, True)


def test_runs_without_scores_have_no_areas(harness, task):
    (task / "t.yaml").write_text(f"{TASK}measures: [ROC_AUC, PR_AUC]\n")
    assert "ROC_AUC is undefined (no scores): never" in harness("labels", "t.yaml").out


def test_what_is_wrong_with_runs_is_said_with_file_and_line(harness, task):
    (task / "runs/twice.tsv").write_text("i0\tyes\ni1\tmaybe\ni1\tno\n")
    (task / "runs/odd.tsv").write_text(NEVER.replace("i7\tno", "i7\tnope") + "x1\tno\n")
    (task / "runs/short.tsv").write_text(NEVER.replace("i7\tno\n", ""))
    (task / "runs/none.tsv").write_text("i0\tyes\ni1\n")
    done = harness("labels", "t.yaml")
    assert done.status == 1
    for line in (
        "runs/twice.tsv:3: the item 'i1' again (first: line 2)",
        "runs/odd.tsv:8: unknown label 'nope' (did you mean no?)",
        "runs/short.tsv: 1 of 200 items has no label: i7",
        "runs/none.tsv:2: 1 field where there should be 2",
    ):
        assert line in done.err, done.err
    assert "never" in done.out
    (task / "runs/extra.tsv").write_text(f"{NEVER}x1\tno\n")
    extra = harness("labels", "t.yaml", "runs/extra.tsv")
    assert "extra: 1 item is not judged, ignored: x1" in extra.out + extra.err
    none = harness("labels", "t.yaml", "runs/odd.tsv")
    assert (none.status, none.out) == (2, "")


def test_missing_items_may_count_as_wrong(harness, task):
    (task / "runs/short.tsv").write_text(NEVER.replace("i7\tno\n", ""))
    (task / "t.yaml").write_text(f"{TASK}missing: wrong\nmeasures: accuracy\n")
    done = harness("labels", "t.yaml", "runs/short.tsv")
    assert done.status == 0
    assert "0.9800" in done.out
    assert "(none)" in done.out


def test_names_of_runs_choose_among_them(harness, task):
    assert "never" not in harness("labels", "t.yaml", "good", "--format", "tsv").out
    wrong = harness("labels", "t.yaml", "god")
    assert (wrong.status, "did you mean good" in wrong.err) == (2, True)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("positive: maybe\n", "t.yaml:4:11: positive: unknown label 'maybe'"),
        ("positive: yes\nmeasures: [cost]\n", "measures[0]: cost needs the key 'costs'"),
        ("measures: [acuracy]\n", "did you mean accuracy"),
        ("gold: x\n", "gold: unknown key"),
        ("costs: {yes: {no: 1}}\n", "no cost is given for the gold label 'no' and yes"),
        ("vectors: gold.tsv\n", "a classification has no such key"),
        ("weights: {yse: 2}\n", "weights.yse: unknown label 'yse'"),
    ],
)
def test_a_wrong_task_is_explained(harness, task, text, message):
    (task / "t.yaml").write_text(TASK.replace("positive: yes\n", "") + text)
    done = harness("labels", "t.yaml")
    assert (done.status, message in done.err) == (2, True), done.err


@pytest.mark.parametrize("command", ["run", "check", "compare", "report", "diagnose", "pool"])
def test_other_commands_name_the_one_for_labels(harness, task, command):
    done = harness(command, "t.yaml")
    assert done.status == 2
    assert "a classification has no rankings" in done.err
    assert "harness labels" in done.err


def test_a_task_of_rankings_is_none_of_labels(harness, task):
    (task / "t.yaml").write_text("qrels: gold.tsv\nruns: runs/\n")
    done = harness("labels", "t.yaml")
    assert (done.status, "kind" in done.err) == (2, True)


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
    given = "qrels: gold.tsv\nruns: runs/\n"
    (task / "t.yaml").write_text(f"kind: regression\n{given}measures: [MSE, R2]\n")
    done = harness("labels", "t.yaml")
    assert (done.status, "0.3333" in done.out) == (1, True)
    assert "y.tsv:3: column 'label': 'x' is not" in done.err
    (task / "v.txt").write_text("a 0 0\nb 0 1\nc 9 9\n")
    measures = "vectors: v.txt\nmeasures: [B3_F1, silhouette]\n"
    (task / "t.yaml").write_text(f"kind: clustering\n{given}{measures}")
    (task / "runs/y.tsv").write_text("a 1\nb 1\nc 2\n")
    done = harness("labels", "t.yaml")
    assert (done.status, "0.8000" in done.out) == (0, True), done.out + done.err
    assert harness("labels", "t.yaml", "--confusion", "x").status == 2


def test_thousands_of_labels_are_no_classification(harness, task):
    (task / "gold.tsv").write_text("".join(f"i{n}\t{n}\n" for n in range(1001)))
    done = harness("labels", "t.yaml")
    assert (done.status, "1,001 different labels" in done.err) == (2, True)


SEVERAL = "item,label,no,yes\n" + "".join(
    f"i{n},{'yes' if n < 5 else 'no'},{n / 200},{1 - n / 200}\n" for n in range(200)
)


def test_scores_of_each_label(harness, task):
    (task / "runs/good.tsv").unlink()
    (task / "runs/several.csv").write_text(SEVERAL)
    (task / "t.yaml").write_text(f"{TASK}measures: [ROC_AUC, ROC_AUC_ovo_macro, log_loss]\n")
    done = harness("labels", "t.yaml")
    assert done.status == 0
    reason = "no scores of each label"
    assert f"ROC_AUC_ovo_macro is undefined ({reason}): never" in done.out
    assert f"log_loss is undefined ({reason}, or of the positive one): never" in done.out
    (task / "runs/several.csv").write_text(SEVERAL.replace("0.5,0.5", "0.5,0.8"))
    odd = harness("labels", "t.yaml")
    assert "several.csv:102: the scores add up to 1.3, not to 1" in odd.err
    (task / "runs/several.csv").write_text(SEVERAL.replace("no,yes\n", "no,maybe\n"))
    assert "no column has the scores of the label 'yes'" in harness("labels", "t.yaml").err


def test_other_commands_do_not_load_scikit_learn(task):
    code = (
        "import sys\nfrom harness.cli.main import main\n"
        "main(['labels', '--help'])\nsys.exit('sklearn' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], check=False, timeout=600, capture_output=True
    )
    assert done.returncode == 0


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
    (tmp_path / "t.yaml").write_text("kind: classification\nqrels: gold.tsv\nruns: runs/\n")
    done = harness("labels", "t.yaml", "--format", "json")
    assert json.loads(done.out)[0]["accuracy"] == 1


def test_the_judgments_have_one_key_in_all_tasks(harness, tmp_path):
    (tmp_path / "a.tsv").write_text("a\tx\nb\ty\n")
    (tmp_path / "t.yaml").write_text("kind: classification\ngold: a.tsv\nruns: a.tsv\n")
    got = harness("labels", tmp_path / "t.yaml")
    assert (got.status, got.out) == (2, "")
    assert "the key 'qrels' is missing" in got.err
    assert "gold: unknown key (the judgments are the key qrels, as in every task)" in got.err
