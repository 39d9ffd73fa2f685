"""Page, sheets, tables and figures of tasks of labels, numbers and clusters."""

import json
import re

import pytest

GOLD = {
    "classification": ("yes", "no", "no", "yes", "no", "no", "no", "no"),
    "regression": ("1", "2", "3", "4", "2.5", "1.5", "0.5", "3"),
    "clustering": ("x", "x", "y", "y", "y", "z", "z", "z"),
}
RUNS = {
    "classification": ("yes", "no", "yes", "no", "no", "no", "no", "no"),
    "regression": ("1.5", "2", "2", "4.5", "2.5", "1", "1", "3"),
    "clustering": ("1", "1", "2", "2", "3", "3", "3", "3"),
}
#: What the page and the sheet of each kind have, and what those of the others must not.
SHOWN = {
    "classification": ("confusion matrix", "label of the run", "Labels"),
    "regression": ("gold and run", "residuals", "too high"),
    "clustering": ("contingency", "items in clusters", "Largest clusters"),
}
#: What means nothing to labels, and of which there must be no trace.
OF_RANKINGS = ("topic", "pool", "unjudged", "precision at", "nDCG", "document")


@pytest.fixture(params=GOLD)
def kind(request, tmp_path, monkeypatch):
    """A task with two runs of the group G and one of nobody."""
    monkeypatch.chdir(tmp_path)
    name = request.param
    wrong = (*RUNS[name][1:], RUNS[name][0])
    files = {"gold": GOLD[name], "good": GOLD[name], "fair": RUNS[name], "poor": wrong}
    for stem, values in files.items():
        rows = (f"i{nth}\t{value}\n" for nth, value in enumerate(values))
        (tmp_path / f"{stem}.tsv").write_text("".join(rows))
    runs = "[{path: good.tsv, group: G}, {path: poor.tsv, group: G}, fair.tsv]"
    text = f"kind: {name}\ngold: gold.tsv\nruns: {runs}\nsamples: 50\n"
    (tmp_path / "t.yaml").write_text(text)
    return name


def test_the_page_has_what_the_kind_has_and_nothing_of_rankings(harness, kind, tmp_path):
    assert harness("report", "t.yaml").status == 0
    page = (tmp_path / "results/t.html").read_text()
    assert page.count("<h2") == len(["leaderboard", "differences", "good", "fair", "poor", "about"])
    text = re.sub(r"(?s)<(style|script).*?</\1>", "", page)
    for word in SHOWN[kind]:
        assert word in text, word
    for other in set(SHOWN) - {kind}:
        assert not any(word in text for word in SHOWN[other])
    assert not [word for word in OF_RANKINGS if word in text]
    policy = re.search('http-equiv="Content-Security-Policy" content="([^"]*)"', page)[1]
    assert policy.startswith("default-src 'none'")
    assert policy.count("sha256-") == 2
    assert "http://" not in re.sub(r'xmlns(:\w+)?="[^"]*"', "", text)


def test_a_directory_of_results_gives_the_same_page(harness, kind, tmp_path):
    assert harness("report", "t.yaml").status == 0
    of_task = (tmp_path / "results/t.html").read_bytes()
    assert harness("run", "t.yaml", "--quiet").status == 0
    assert harness("report", "results/t").status == 0
    assert (tmp_path / "results/t.html").read_bytes() == of_task
    (tmp_path / "results/t/items.csv").unlink()
    broken = harness("report", "results/t")
    assert (broken.status, "damaged results: " in broken.err) == (2, True)
    assert (tmp_path / "results/t.html").read_bytes() == of_task


def test_a_sheet_names_nobody_else(harness, kind, tmp_path):
    assert harness("report", "sheets", "t.yaml", "-o", "sheets").status == 0
    assert harness("report", "sheets", "t.yaml", "-o", "paper", "--format", "pdf").status == 0
    pages = {path.stem: path.read_text() for path in (tmp_path / "sheets").glob("*.html")}
    assert set(pages) == {"G", "fair"}
    assert "good" in pages["G"]
    assert "poor" in pages["G"]
    assert "Your runs" in pages["G"]
    assert not re.search(r"\bfair\b", pages["G"])
    assert not re.search(
        r"\b(good|poor|G)\b", re.sub(r"(?s)<(style|svg).*?</\1>", "", pages["fair"])
    )
    papers = {path.stem: path.read_bytes() for path in (tmp_path / "paper").glob("*.pdf")}
    assert set(papers) == {"good", "poor", "fair", "G-runs"}
    for content in papers.values():
        assert len(re.findall(rb"/Type /Page\b", content)) == 1
    alone = harness("report", "t.yaml", "--participant", "G", "-o", "own.html")
    assert alone.status == 0
    assert (tmp_path / "own.html").read_text().startswith(pages["G"].rstrip()[:2000])
    nobody = harness("report", "t.yaml", "--participant", "H", "-o", "other.html")
    assert (nobody.status, (tmp_path / "other.html").exists()) == (2, False)


def test_figures_and_tables_for_a_paper(harness, kind, tmp_path):
    assert harness("report", "figures", "t.yaml", "-o", "figures", "--top", "2").status == 0
    stems = {path.stem for path in (tmp_path / "figures").glob("*.svg")}
    own = {"classification": "confusion", "regression": "residuals", "clustering": "contingency"}
    assert {f"{own[kind]}-1", f"{own[kind]}-2"} <= stems
    assert f"{own[kind]}-3" not in stems
    table = harness("report", "table", "t.yaml", "--format", "latex")
    assert (table.status, table.out.count("\\bfseries") > 0) == (0, True)
    data = json.loads(harness("report", "table", "t.yaml", "--format", "json", "--top", "1").out)
    assert [row["run"] for row in data] == ["good"]
    assert harness("report", "leaderboard", "t.yaml", "good", "fair").status == 0
    assert "did you mean" in harness("report", "figures", "t.yaml", "-o", "x", "--run", "god").err


@pytest.mark.parametrize(
    "arguments",
    [
        ("report", "t.yaml", "--roc"),
        ("report", "table", "t.yaml", "--column", "rank"),
        ("report", "figures", "t.yaml", "-o", "x", "--pair", "good", "fair"),
        ("report", "topics", "t.yaml"),
    ],
)
def test_what_is_of_rankings_is_refused(harness, kind, tmp_path, arguments):
    refused = harness(*arguments)
    assert refused.status == 2
    assert "rankings" in refused.err
    assert not (tmp_path / "results").exists()
    assert not (tmp_path / "x").exists()


def test_refused_runs_are_said_on_the_page_and_on_their_sheet(harness, kind, tmp_path):
    (tmp_path / "poor.tsv").write_text("i0\n")
    done = harness("report", "t.yaml")
    assert (done.status, "poor.tsv:1" in done.err) == (1, True)
    assert "poor.tsv:1" in (tmp_path / "results/t.html").read_text()
    assert harness("report", "sheets", "t.yaml", "-o", "sheets").status == 1
    assert "poor.tsv:1" in (tmp_path / "sheets/G.html").read_text()
    assert "poor.tsv:1" not in (tmp_path / "sheets/fair.html").read_text()


@pytest.mark.parametrize("kind", ["classification"], indirect=True)
def test_the_page_says_why_accuracy_misleads(harness, kind, tmp_path):
    rows = [f"i{nth}\t{'yes' if nth < 30 else 'no'}\n" for nth in range(2000)]
    (tmp_path / "gold.tsv").write_text("".join(rows))
    (tmp_path / "never.tsv").write_text("".join(rows).replace("yes", "no"))
    (tmp_path / "t.yaml").write_text("kind: classification\ngold: gold.tsv\nruns: never.tsv\n")
    assert harness("report", "t.yaml").status == 0
    lead = (tmp_path / "results/t.html").read_text().partition("</header>")[0]
    assert "accuracy 0.9850: accuracy says little here" in lead
    assert "Never gives every item the label" in lead or "never gives every item" in lead


@pytest.mark.parametrize("kind", ["classification"], indirect=True)
def test_hostile_names_and_labels_do_not_act(harness, kind, tmp_path):
    evil = "<img src=x onerror=alert(1)>"
    for name in ("gold", "good", "fair", "poor"):
        path = tmp_path / f"{name}.tsv"
        path.write_text(path.read_text().replace("yes", evil))
    text = (tmp_path / "t.yaml").read_text().replace("group: G", "group: '<b>G</b>'")
    (tmp_path / "t.yaml").write_text(text)
    assert harness("report", "t.yaml").status == 0
    assert harness("report", "sheets", "t.yaml", "-o", "sheets").status == 0
    for path in [tmp_path / "results/t.html", *(tmp_path / "sheets").glob("*.html")]:
        page = path.read_text()
        assert "<img" not in page
        assert "<b>" not in page
