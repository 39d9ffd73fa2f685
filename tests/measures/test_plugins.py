"""Measures that users declare: in an installed package, in a module, in a file."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from harness.core.errors import MeasureError
from harness.core.judged_run import JudgedRun
from harness.measures import FAMILIES, parse_measure, parse_measures, plugins
from harness.measures.plugins import load_entry_points, load_module

SOURCE = '''
"""Measures of our own."""

import numpy as np

from harness.measures import Ratio, measure


@measure("{name}", aliases=("{name}Alias",), cite="here", choices={{"side": ("top", "end")}})
def share_of_grade(run, *, grade: int = 2, side: str = "top", cutoff: int | None = None):
    """Share of the documents of one grade.

    >>> 1
    1
    """
    found = (run.grades[:, :cutoff] == grade).sum(axis=1)
    return Ratio(found.astype(float), run.num_ret.astype(float))
'''


@pytest.fixture(autouse=True)
def _as_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a test declares and imports is forgotten after it."""
    modules = set(sys.modules)
    plugins._entry_points.cache_clear()
    yield
    for name in set(sys.modules) - modules:
        del sys.modules[name]
    plugins._entry_points.cache_clear()


def install(folder: Path, monkeypatch: pytest.MonkeyPatch, **modules: str) -> None:
    """A package as an installer leaves it: its modules, and their entry points in a dist-info."""
    lines = ["[harness.measures]"]
    for name, source in modules.items():
        (folder / f"{name}.py").write_text(source)
        lines.append(f"{name}_measures = {name}")
    info = folder / "our_measures-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: our-measures\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
    monkeypatch.syspath_prepend(folder)


def message_of(call, *arguments: object) -> str:
    with pytest.raises(MeasureError) as caught:
        call(*arguments)
    return str(caught.value)


# --- installed packages ---------------------------------------------------------------------


def test_a_measure_of_an_installed_package_is_found_by_its_name(tmp_path, monkeypatch):
    install(tmp_path, monkeypatch, ours=SOURCE.format(name="OurShare"))
    assert "OurShare" not in FAMILIES
    one = parse_measure("ourshare(grade=1)@2")
    assert one.notation == "OurShare(grade=1)@2"
    result = one.evaluate(JudgedRun.of([1, 0, 1, 1]))
    assert result.value.tolist() == [0.25]
    assert parse_measure("OurShareAlias").notation == "OurShare"
    assert [family.name for family in load_entry_points()] == ["OurShare"]


def test_it_works_in_weighted_sums_and_its_parameters_are_checked(tmp_path, monkeypatch):
    install(tmp_path, monkeypatch, ours=SOURCE.format(name="OurShare"))
    combined = parse_measure("0.5*OurShare(grade=1) + AP")
    assert combined.notation == "0.5*OurShare(grade=1) + AP"
    assert parse_measure("OurShare(side='end')").notation == 'OurShare(side="end")'
    assert message_of(parse_measures, "OurShare(side='ent', grad=2)").splitlines() == [
        "OurShare has no parameter 'grad' (did you mean grade?)",
        "OurShare: side='ent' is not allowed (did you mean end?)",
    ]


def test_packages_are_not_looked_for_while_every_name_is_known(tmp_path, monkeypatch):
    install(tmp_path, monkeypatch, ours="raise RuntimeError('not needed')")
    assert len(parse_measures(["AP", "official", "0.5*nDCG@5 + P@5"])) > 20


def test_a_package_that_fails_is_reported_beside_the_unknown_name(tmp_path, monkeypatch):
    broken = "import harness\n\nraise RuntimeError('out of order')\n"
    install(tmp_path, monkeypatch, broken=broken, works=SOURCE.format(name="OurShare"))
    assert parse_measure("OurShare").notation == "OurShare"  # in spite of the other one
    said = message_of(parse_measures, ["zq(x=1)", "wvk"]).splitlines()
    failure = "the module with measures failed: RuntimeError: out of order"
    assert said == [
        "unknown measure 'zq' (harness measures lists them)",
        f"{tmp_path / 'broken.py'}:3: {failure}",
        "unknown measure 'wvk' (harness measures lists them)",
    ]
    assert failure in message_of(load_entry_points)


def test_an_entry_point_without_its_module_says_which(tmp_path, monkeypatch):
    install(tmp_path, monkeypatch, gone="")
    (tmp_path / "gone.py").unlink()
    assert message_of(load_entry_points) == (
        "entry point gone_measures = gone: there is no module 'gone'"
        " (a module that can be imported, or the path of a file ending in .py)"
    )


# --- values ---------------------------------------------------------------------------------


def test_a_function_of_a_topic_is_given_its_grades_and_none_for_what_nobody_judged():
    given = []
    measure = plugins.function_measure(lambda ranking, judged: given.append((ranking, judged)) or 1)
    measure.evaluate(JudgedRun.of([0, -1, 2, -2, 1], [1], judged=[{0: 2, 1: 1, 2: 1}, {3: 1}]))
    assert given == [([0, None, 2, None, 1], [2, 1, 0, 0]), ([1], [3])]


@pytest.mark.parametrize("wrong", [-0.01, 1.01, float("nan"), float("inf"), -float("inf")])
def test_values_are_refused_beyond_the_bounds_and_not_on_them(wrong):
    measure = plugins.function_measure(lambda run: values)
    bounded = replace(measure, family=replace(measure.family, bounds=(0.0, 1.0)))
    values = np.array([0.0, 1.0])
    assert bounded.evaluate(JudgedRun.of([1], [0])) is values
    values = np.array([0.0, wrong])
    message = f"<lambda> returned {wrong:g} for topic '2' (its declared bounds are 0 to 1)"
    assert message_of(bounded.evaluate, JudgedRun.of([1], [0])) == message


# --- modules and files ----------------------------------------------------------------------


def test_a_module_is_loaded_by_name_and_again_without_harm(tmp_path, monkeypatch):
    (tmp_path / "module_of_measures.py").write_text(SOURCE.format(name="ByName"))
    monkeypatch.syspath_prepend(tmp_path)
    assert [family.name for family in load_module("module_of_measures")] == ["ByName"]
    assert [family.name for family in load_module("module_of_measures")] == ["ByName"]
    assert parse_measure("ByName@3").notation == "ByName@3"


def test_a_package_offers_the_measures_of_its_modules(tmp_path, monkeypatch):
    package = tmp_path / "package_of_measures"
    package.mkdir()
    (package / "__init__.py").write_text("from package_of_measures import one, two\n")
    (package / "one.py").write_text(SOURCE.format(name="One"))
    (package / "two.py").write_text(SOURCE.format(name="Two"))
    monkeypatch.syspath_prepend(tmp_path)
    assert [family.name for family in load_module("package_of_measures")] == ["One", "Two"]


def test_a_file_is_loaded_by_path_and_anew_after_a_change(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(SOURCE.format(name="Mine"))
    assert [family.name for family in load_module(str(file))] == ["Mine"]
    for grade in (17, 3, 4):  # two of one size within a second
        text = SOURCE.format(name="Mine").replace("grade: int = 2", f"grade: int = {grade}")
        file.write_text(text)
        load_module(str(file))
        assert FAMILIES["Mine"].defaults["grade"] == grade


def test_measures_of_a_file_are_sent_to_workers_with_their_code(tmp_path):
    cloudpickle = pytest.importorskip("cloudpickle")
    file = tmp_path / "sent.py"
    file.write_text(SOURCE.format(name="Sent"))
    (family,) = load_module(str(file))
    module = family.function.__module__
    assert plugins._declare_here() is not None
    assert module in cloudpickle.list_registry_pickle_by_value()
    cloudpickle.unregister_pickle_by_value(sys.modules[module])


def test_a_file_that_is_not_there(tmp_path):
    file = tmp_path / "mine.py"
    assert message_of(load_module, str(file)) == f"{file}: there is no such file with measures"


def test_a_module_that_is_not_there():
    assert message_of(load_module, "no_such_module.at_all") == (
        "no_such_module.at_all: there is no module 'no_such_module'"
        " (a module that can be imported, or the path of a file ending in .py)"
    )


def test_a_module_that_imports_what_is_not_there(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("\nimport no_such_module\n")
    assert message_of(load_module, str(file)) == (
        f"{file}:2: the module with measures failed:"
        " ModuleNotFoundError: No module named 'no_such_module'"
    )


def test_a_module_without_measures(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("def measure_of_mine(run):\n    return run.num_ret\n")
    assert message_of(load_module, str(file)) == (
        f"{file}: the module declares no measure"
        " (a measure is a function decorated with harness.measures.measure)"
    )


def test_a_syntax_error_is_shown_with_its_line(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("x = 1\ny = = 2\n")
    assert message_of(load_module, str(file)).startswith(
        f"{file}:2: the module with measures failed: SyntaxError: invalid syntax"
    )


def test_a_name_clash_is_shown_with_its_line_and_nothing_of_the_module_stays(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(SOURCE.format(name="Fine") + SOURCE.format(name="ndcg"))
    before = dict(FAMILIES)
    assert message_of(load_module, str(file)) == (
        f"{file}:26: the measure name 'ndcg' is already taken by nDCG"
    )
    assert before == FAMILIES


def test_two_files_with_a_measure_of_the_same_name_clash(tmp_path):
    for name in ("one", "two"):
        (tmp_path / f"{name}.py").write_text(SOURCE.format(name="Same"))
    load_module(str(tmp_path / "one.py"))
    assert "'Same' is already taken by Same" in message_of(load_module, str(tmp_path / "two.py"))


def test_a_module_that_ends_the_program_is_an_error(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("raise SystemExit(3)\n")
    assert message_of(load_module, str(file)) == (
        f"{file}:1: the module with measures failed: SystemExit: 3"
    )


def test_importing_the_measures_loads_nothing_heavy():
    code = (
        "import sys, harness.measures;"
        "heavy = {'scipy', 'pandas', 'polars', 'matplotlib', 'ir_datasets', 'importlib.metadata'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
