"""Every layout of the registry, whatever its kind: what must hold as soon as it is registered."""

from __future__ import annotations

import itertools
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from harness.core.errors import HarnessError, InputError, Problem
from harness.formats.layouts import (
    KINDS,
    Layout,
    Sample,
    choose_layout,
    get_layout,
    layouts,
    recognise_layout,
)
from harness.formats.qrels import parse_qrels
from harness.formats.runs import parse_run
from harness.formats.submissions import parse_submission
from harness.formats.text_reading import TextReading, as_text
from harness.formats.texts import read_texts
from harness.formats.topics import parse_topics
from tests.each import each

ALL = [layout for kind in KINDS for layout in layouts(kind)]
Outcome = subprocess.CompletedProcess[str]
PAGE = Path(__file__).parents[2] / "docs" / "layouts.md"


def read(layout: Layout, content: bytes, folder: Path, name: str | None = None) -> Any:
    """What a file of a layout holds, as something that can be compared."""
    if layout.kind == "runs":
        run = parse_run(content, "file", format=name)
        return run.details["format"], run.frame.rows()
    if layout.kind == "judgments":
        qrels = parse_qrels(content, "file", name)
        return qrels.format, qrels.frame.rows()
    if layout.kind == "topics":
        topics = parse_topics(content, source="file", format=name)
        return topics.format, dict(topics)
    (folder / "file").write_bytes(content)
    texts = read_texts(folder / "file", format=name)
    return texts.format, dict(texts)


def value_of(layout: Layout) -> Any:
    """The example of a layout as what its writer takes."""
    content = layout.example_content
    if layout.kind == "runs":
        return parse_run(content, "file", format=layout.name)
    if layout.kind == "judgments":
        return parse_qrels(content, "file", layout.name)
    return parse_topics(content, source="file", format=layout.name)


def sample_of(layout: Layout) -> Sample:
    content = layout.example_content
    text = as_text(content, TextReading("file")) if layout.kind == "topics" else ""
    return Sample(content, f"file{next(iter(layout.suffixes), '')}", text)


@each(ALL)
def test_a_layout_says_what_it_is(layout: Layout) -> None:
    assert layout.summary
    assert (layout.write is None) == bool(layout.unwritten)
    assert get_layout(layout.kind, layout.name) is layout


@each(ALL)
def test_an_example_is_recognised_as_its_own_layout_and_as_no_other(layout: Layout) -> None:
    chosen, _ = recognise_layout(layout.kind, sample_of(layout))
    if layout.must_be_named:
        assert chosen is None or chosen.turn < layout.turn
    else:
        assert chosen is layout


@each([it for it in ALL if it.must_be_named])
def test_what_must_be_named_can_be_named_by_a_manifest_beside_it(
    layout: Layout, tmp_path: Path
) -> None:
    (tmp_path / "manifest.json").write_text(f'{{"layouts": {{"file": "{layout.name}"}}}}')
    sample = Sample(layout.example_content, str(tmp_path / "file"))
    assert layout.recognises(sample)
    assert not layout.recognises(Sample(layout.example_content, str(tmp_path / "other")))


@each(ALL)
def test_an_example_is_read(layout: Layout, tmp_path: Path) -> None:
    name, content = read(layout, layout.example_content, tmp_path, layout.name)
    assert name == layout.name
    assert content


@each([it for it in ALL if it.write])
def test_what_is_written_of_an_example_reads_as_the_example(layout: Layout, tmp_path: Path) -> None:
    assert layout.write is not None
    written = layout.write(value_of(layout), layout).content
    example = read(layout, layout.example_content, tmp_path, layout.name)
    again = read(layout, written, tmp_path, layout.name)
    if layout.kind == "topics":
        kept = lambda topics: {it.id: (it.title, it.description) for it in topics.values()}  # noqa: E731
        assert kept(again[1]) == kept(example[1])
    else:
        assert again == example


@each(layout for layout in ALL if layout.kind == "runs")
def test_both_readers_of_runs_read_the_same(layout: Layout) -> None:
    content = layout.example_content
    run = parse_run(content, "file", format=layout.name)
    submission = parse_submission(content, "file", format=layout.name)
    assert submission.layout is layout
    assert submission.frame.select(run.frame.columns).equals(run.frame)
    assert not submission.defects


def problems_of(reading: Callable[[], object]) -> tuple[Problem, ...]:
    try:
        reading()
    except InputError as error:
        return error.problems
    return ()


#: What may happen to one byte of a file.
DAMAGES: dict[str, Callable[[bytes, int], bytes]] = {
    "lost": lambda content, index: content[:index] + content[index + 1 :],
    "cut": lambda content, index: content[:index],
    "letter": lambda content, index: content[:index] + b"x" + content[index + 1 :],
    "blank": lambda content, index: content[:index] + b" " + content[index + 1 :],
    "line end": lambda content, index: content[:index] + b"\n" + content[index:],
    "mark": lambda content, index: content[:index] + b"<" + content[index:],
    "foreign": lambda content, index: content[:index] + b"\xe9" + content[index + 1 :],
}


@pytest.mark.parametrize(
    "places",
    [pytest.param(6, id="few"), pytest.param(200, marks=[pytest.mark.slow], id="many")],
)
@each(ALL)
def test_a_damaged_example_is_read_or_refused_and_never_a_crash(
    layout: Layout, places: int, tmp_path: Path
) -> None:
    content = layout.example_content
    step = 1 + len(content) // places
    for number, (name, damage) in enumerate(DAMAGES.items()):
        for index in range(number * step // len(DAMAGES), len(content), step):
            damaged = damage(content, index)
            for problem in problems_of(lambda: read(layout, damaged, tmp_path, layout.name)):  # noqa: B023
                assert "file" in (problem.where or ""), (name, index)


@each([b"[", b"{", b'{"a":', b'[{"a":', b"<a>"], "content")
@each(KINDS)
def test_nested_nonsense_is_refused(kind: str, content: bytes, tmp_path: Path) -> None:
    layout = layouts(kind)[0]
    assert problems_of(lambda: read(layout, content * 200_000, tmp_path))


#: Lines of documents are read in pieces, which bounds them.
@pytest.mark.parametrize(
    ("kind", "form"),
    [*itertools.product(["runs", "judgments"], ["[{}]", "{}"]), ("documents", "[{}]")],
)
def test_records_without_common_names_do_not_make_a_table_of_their_square(
    kind: str, form: str, tmp_path: Path
) -> None:
    separator = ", " if form.startswith("[") else "\n"
    records = separator.join(f'{{"topic": "1", "doc": "{n}", "x{n}": 1}}' for n in range(20_000))
    (problem, *_) = problems_of(
        lambda: read(layouts(kind)[0], form.replace("{}", records).encode(), tmp_path)
    )
    assert "different names of values" in problem.message


# --- what lists them -------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_the_page_has_a_place_for_the_table_of_each_kind(kind: str) -> None:
    section = PAGE.read_text().partition(f"\n## {kind.capitalize()}\n")[2].partition("\n## ")[0]
    assert f"\n<!-- layouts of {kind} -->\n" in section  # docs/generate.py puts it there


def harness(*arguments: str, site: str = "", cwd: Path | None = None) -> Outcome:
    """Run a command in a process of its own, with the packages of a directory."""
    code = f"import sys; sys.path.insert(0, {site!r}); from harness.cli.main import main; main()"
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_what_cannot_be_written_says_why(tmp_path: Path) -> None:
    path = tmp_path / "topics"
    path.write_bytes(get_layout("topics", "id-only").example_content)
    outcome = harness("convert", "--to", "id-only", str(path))
    assert outcome.returncode == 2
    assert "topics cannot be written as id-only: it has no texts (those that can" in outcome.stderr


# --- declaring -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "options", "message"),
    [
        ("pools", {"read": str}, "there is no kind 'pools'"),
        ("runs", {}, "the layout 'x' needs either fields or read"),
    ],
)
def test_a_wrong_declaration_is_refused(kind: str, options: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Layout(kind, "x", "…", b"", **options)


def test_what_nothing_recognises_has_the_default_layout_or_none() -> None:
    assert choose_layout("runs", None, Sample(b"odd\n", "file"))[0].name == "trec"
    with pytest.raises(InputError, match="no layout of documents fits"):
        choose_layout("documents", None, Sample(b"odd\n", "file"))


def test_own_faults_are_not_called_those_of_a_package() -> None:
    layout = Layout("runs", "mine", "…", b"", read=str)
    with pytest.raises(ZeroDivisionError), layout.guarded():
        raise ZeroDivisionError


# --- installed packages ----------------------------------------------------------------------

PLUGIN = """
from harness.formats.layouts import Layout
from harness.formats.tables import InputTable

def read(content, where):
    rows = [dict(part.split("=", 1) for part in line.split(";"))
            for line in content.decode().splitlines()]
    names = ("topic", "doc", "score", "tag")
    return InputTable({name: [row[name] for row in rows] for name in names}, where, written=True)

def write(run, _layout):
    from harness.formats.layouts import FileContent
    rows = run.frame.select("topic", "doc", "score").rows()
    lines = (f"topic={topic};doc={doc};score={score};tag={run.name}" for topic, doc, score in rows)
    return FileContent("".join(f"{line}\\n" for line in lines).encode())

LAYOUTS = (Layout("runs", "pairs", "key=value pairs", b"topic=1;doc=a;score=2;tag=me\\n",
                read=read, recognises=lambda sample: sample.content.startswith(b"topic="),
                write=write),)
"""
RUN = b"topic=1;doc=a;score=2.5;tag=me\ntopic=1;doc=b;score=1.5;tag=me\n"


@pytest.fixture
def installed(tmp_path: Path) -> Callable[[str], Callable[..., Outcome]]:
    """Installs a package with layouts, as pip would, and gives what runs harness beside it."""

    def install(source: str) -> Callable[..., Outcome]:
        site = tmp_path / "site"
        meta = site / "layouts_of_pairs-1.0.dist-info"
        meta.mkdir(parents=True)
        (site / "pairs_layout.py").write_text(source)
        (meta / "METADATA").write_text(
            "Metadata-Version: 2.1\nName: layouts-of-pairs\nVersion: 1.0\n"
        )
        (meta / "entry_points.txt").write_text("[harness.layouts]\npairs = pairs_layout\n")
        (tmp_path / "run").write_bytes(RUN)
        (tmp_path / "qrels").write_bytes(b"1 0 a 1\n1 0 b 0\n")

        return partial(harness, site=str(site), cwd=tmp_path)

    return install


def test_a_package_adds_a_layout_in_one_file(installed: Any, tmp_path: Path) -> None:
    run = installed(PLUGIN)
    evaluated = run("eval", "-m", "map", "qrels", "run")
    assert (evaluated.returncode, evaluated.stderr) == (0, evaluated.stderr)
    assert evaluated.stdout.split() == ["map", "all", "1.0000"]
    to_trec = run("convert", "--to", "trec", "run")
    assert to_trec.stdout == "1 Q0 a 1 2.5 me\n1 Q0 b 2 1.5 me\n"
    (tmp_path / "trec").write_text(to_trec.stdout)
    assert run("convert", "--to", "pairs", "trec").stdout == RUN.decode()
    checked = run("check", "run")
    assert checked.returncode == 0, checked.stderr
    assert "pairs" in checked.stdout


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("1 / 0", "the module 'pairs_layout' of the installed package 'layouts-of-pairs' failed"),
        pytest.param(
            PLUGIN.replace('"pairs", "key', '"trec", "key'),
            "there is a layout of runs called 'trec' already",
            marks=pytest.mark.slow,
        ),
        (
            PLUGIN.replace("    rows = [dict", "    1 / 0\n    rows = [dict"),
            "the layout 'pairs' of the installed package 'layouts-of-pairs' failed: ZeroDivision",
        ),
        pytest.param(
            PLUGIN.replace('sample.content.startswith(b"topic=")', "1 / 0"),
            "the layout 'pairs' of the installed package 'layouts-of-pairs' failed: ZeroDivision",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_faults_of_a_package_name_it(installed: Any, source: str, message: str) -> None:
    run = installed(source)
    outcome = run("convert", "--to", "pairs", "run")
    assert outcome.returncode == 2
    assert message in outcome.stderr
    assert "Traceback" not in outcome.stderr


def test_a_faulty_package_does_not_matter_to_files_of_own_layouts(
    installed: Any, tmp_path: Path
) -> None:
    run = installed("1 / 0")
    (tmp_path / "trec").write_bytes(b"1 Q0 a 1 2.5 me\n")
    outcome = run("eval", "-q", "-m", "map", "qrels", "trec")
    assert (outcome.returncode, "installed package" in outcome.stderr) == (0, False)


def test_errors_are_harness_errors() -> None:
    with pytest.raises(HarnessError, match=r"unknown layout of runs 'x' \(known are trec, inex"):
        get_layout("runs", "x")
