"""The built wheel works with the source tree out of the way."""

from __future__ import annotations

import subprocess
import sys
import zipfile

import pytest


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory, demo):
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--wheel-dir", str(folder), str(demo)], check=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def run(unpacked, *arguments):
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        check=True,
        cwd=unpacked.parent,
        env={"PYTHONPATH": str(unpacked), "PATH": "/usr/bin:/bin"},
    ).stdout


def test_the_wheel_holds_the_package_and_nothing_else(unpacked):
    names = {path.name for path in unpacked.iterdir()}
    assert {name for name in names if not name.endswith(".dist-info")} == {"harness"}
    assert (unpacked / "harness/py.typed").is_file()


def test_the_wheel_evaluates_the_demo(unpacked, demo):
    where = run(unpacked, "-c", "import harness; print(harness.__file__)")
    assert where.startswith(str(unpacked))
    out = run(unpacked, "-m", "harness", "run", str(demo / "configs/demo.yaml"), "-o", "results")
    assert "keeper-rrf" in out
    assert (unpacked.parent / "results/manifest.json").is_file()


@pytest.mark.slow
def test_the_wheel_has_the_templates_and_scripts_of_pages(unpacked, demo):
    task = str(demo / "configs/demo.yaml")
    run(unpacked, "-m", "harness", "report", task, "-o", "demo.html")
    run(unpacked, "-m", "harness", "report", task, "--participant", "tern", "-o", "tern.html")
    page, sheet = ((unpacked.parent / name).read_text() for name in ("demo.html", "tern.html"))
    assert 'id="payload">' in page
    assert "unpack" in page
    assert "tern-char4 by topic" in sheet


@pytest.mark.slow
def test_the_wheel_has_the_demo(unpacked):
    out = run(unpacked, "-m", "harness", "demo", "first", "--no-open")
    assert "keeper-rrf" in out
    assert (unpacked.parent / "first/report.html").is_file()
