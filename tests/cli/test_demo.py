"""The first step after installing: a task that is there, evaluated, with its report."""

from pathlib import Path

import pytest

from harness.starting import demo_files


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.long
def test_the_demo_is_written_evaluated_and_shown(harness, here, monkeypatch):
    opened = here / "opened"
    monkeypatch.setenv("BROWSER", f"sh -c 'echo %s > {opened}'")
    got = harness("demo", "--no-open")
    assert got.status == 0
    assert "keeper-rrf" in got.out
    assert "harness compare harness-demo/configs/demo.yaml" in got.out
    page = Path("harness-demo/report.html")
    assert 'id="payload"' in page.read_text()
    assert Path("harness-demo/configs/results/demo/manifest.json").is_file()
    assert not opened.exists()
    again = harness("demo", "--no-open")  # what is there stays, and is no error
    assert again.status == 0


def test_files_of_others_are_not_replaced(harness, here):
    own = Path("mine/configs/demo.yaml")
    own.parent.mkdir(parents=True)
    own.write_text("name: mine\n")
    got = harness("demo", "mine")
    assert got.status == 2
    assert "another file is in the place of one of the demo" in got.err
    assert [path for path in Path("mine").rglob("*") if path.is_file()] == [own]
    assert own.read_text() == "name: mine\n"


def test_the_demo_is_the_task_of_the_source_tree(demo):
    files = demo_files()
    assert {"configs/demo.yaml", "qrels/demo/qrels.txt", "runs/demo/tern-char4.run"} <= set(files)
    assert files["configs/demo.yaml"] == (demo / "configs/demo.yaml").read_bytes()
