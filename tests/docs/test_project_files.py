"""The files that other programs read: workflows, hooks, citation, and the examples of them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
PAGE = ROOT / "docs/gate.md"


def check(schema: str, *paths: Path) -> str:
    """What is wrong with files by a schema that check-jsonschema brings."""
    pytest.importorskip("check_jsonschema")
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}"]
    done = subprocess.run([*command, *map(str, paths)], capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def test_the_workflows_are_valid():
    assert len(WORKFLOWS) >= 2
    assert check("github-workflows", *WORKFLOWS) == ""


def test_the_checker_finds_a_wrong_workflow(tmp_path):
    wrong = tmp_path / "wrong.yml"
    wrong.write_text("on: push\njobs:\n  a:\n    steps:\n      - uses: [x]\n")
    assert check("github-workflows", wrong) != ""


def test_every_declared_python_is_tested():
    nightly = yaml.safe_load((ROOT / ".github/workflows/nightly.yml").read_text())
    matrix = nightly["jobs"]["matrix"]["strategy"]["matrix"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["requires-python"] == f">={matrix['python'][0]}"
    named = {text.rpartition(" ")[2] for text in project["classifiers"] if "Python :: 3." in text}
    assert {text.rpartition(":")[2].strip() for text in named} == set(matrix["python"])


def test_every_action_is_pinned_by_its_hash_with_the_version_beside_it():
    uses = [line.strip("- \n") for path in WORKFLOWS for line in path.read_text().splitlines()
            if "uses: " in line and "./.github" not in line]  # fmt: skip
    assert len(uses) > 15
    assert [u for u in uses if not re.fullmatch(r"uses: [\w/-]+@[0-9a-f]{40} # v[\d.]+", u)] == []
    assert len({use.partition("@")[2] for use in uses if "/cache/" not in use}) == len(
        {use.partition("@")[0] for use in uses if "/cache/" not in use}
    )


def test_the_extras_that_are_installed_exist():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    named = {
        name
        for path in [*WORKFLOWS, ROOT / "Containerfile", *(ROOT / "scripts").glob("*")]
        if path.is_file()
        for listed in re.findall(r"\"\.\[([\w,-]+)\]\"", path.read_text(encoding="utf-8"))
        for name in listed.split(",")
    }
    assert {"test", "judging"} <= named <= set(extras)


def test_every_extra_is_on_the_page_of_installation():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    page = (ROOT / "docs/installation.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `\.\[([\w-]+)\]` \|", page, re.MULTILINE)) == set(
        project["optional-dependencies"]
    )


def test_nothing_is_published_before_the_tests_have_passed():
    jobs = yaml.safe_load((ROOT / ".github/workflows/publish.yml").read_text())["jobs"]

    def needed(name: str) -> set[str]:
        needs = jobs[name].get("needs", [])
        direct = [needs] if isinstance(needs, str) else needs
        return {*direct, *(further for job in direct for further in needed(job))}

    assert jobs["tests"]["uses"] == "./.github/workflows/tests.yml"
    assert [name for name in jobs if name != "tests" and "tests" not in needed(name)] == []


def test_the_image_starts_commands_that_there_are(harness):
    """Its instructions are read, not run: that takes a container engine."""
    text = (ROOT / "Containerfile").read_text(encoding="utf-8")
    (entry,) = re.findall(r"^ENTRYPOINT (.*)$", text, re.MULTILINE)
    (shown,) = re.findall(r"^CMD (.*)$", text, re.MULTILINE)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert json.loads(entry) == list(project["scripts"]) == ["harness"]
    assert harness(*json.loads(shown)).status == 0
    calls = re.findall(r"^#   podman run .* harness ([a-z ]+) task\.yaml(.*)$", text, re.MULTILINE)
    assert [words for words, _ in calls] == ["run", "judge serve"]
    for words, options in calls:
        page = harness(*words.split(), "--help").out
        assert all(option in page for option in options.split() if option.startswith("--"))


def test_publishing_writes_the_address_of_the_site():
    import importlib.util

    spec = importlib.util.spec_from_file_location("site", ROOT / "scripts/site_address.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    text = (ROOT / "harness/_version.py").read_text()
    assert 'DOCUMENTATION = ""' in text
    found: dict[str, str] = {}
    exec(script.addressed(text, "Lab/harness"), found)
    assert found["DOCUMENTATION"] == "https://lab.github.io/harness/"


def test_every_script_that_a_workflow_calls_is_there():
    for path in [*WORKFLOWS, ROOT / ".ci/run"]:
        for name in re.findall(r"\./(scripts/[\w-]+)|(?<!\w)(\.ci/run)", path.read_text()):
            assert (ROOT / (name[0] or name[1])).is_file(), (path.name, name)


def test_the_hooks_are_valid():
    pytest.importorskip("pre_commit")
    command = [sys.executable, "-m", "pre_commit", "validate-config", ".pre-commit-config.yaml"]
    assert subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode == 0


def test_the_citation_is_valid_and_of_this_version():
    from harness import __version__

    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert citation["version"] == __version__
    assert check("citation-file-format", ROOT / "CITATION.cff") == ""


@pytest.mark.parametrize(
    ("name", "schema"),
    [(".github/workflows/runs.yml", "github-workflows"), (".gitlab-ci.yml", "gitlab-ci")],
)
def test_the_examples_for_continuous_integration_are_valid(name, schema, tmp_path):
    text = PAGE.read_text(encoding="utf-8")
    content = re.search(rf"<!-- file {re.escape(name)} -->\n```yaml\n(.*?)```", text, re.DOTALL)[1]
    (tmp_path / "example.yml").write_text(content)
    assert check(schema, tmp_path / "example.yml") == ""


def test_every_script_is_described():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    scripts = {path.name for path in (ROOT / "scripts").iterdir() if path.name != "__pycache__"}
    assert [name for name in sorted(scripts) if f"`scripts/{name}" not in text] == []
