"""The names of settings are those of the registries, and settings load nothing that has one."""

import subprocess
import sys
from pathlib import Path

from harness.comparison import TESTS
from harness.core.ordering import ORDERS
from harness.evaluation.views.subtopics import DIMENSIONS
from harness.judging.exports import EXPORTS
from harness.judging.policies import POLICIES, Policy
from harness.measures.curves import LEVELS
from harness.measures.ranked import CUTOFFS
from harness.measures.summaries import SUMMARIES
from harness.pooling import STRATEGIES
from harness.report.figures import VENUES
from harness.report.figures.plots import FORMATS
from harness.report.table import FILES, RENDERERS
from harness.selftest.tools import TOOLS
from harness.settings import names
from harness.settings.check import CheckSettings
from harness.settings.compare import CompareSettings
from harness.settings.gate import FAILS, GateSettings
from harness.settings.judge import JudgeSettings
from harness.settings.pool import PoolSettings
from harness.stats.corrections import CORRECTIONS
from harness.stats.topics import STANDARDISATIONS
from harness.validation import REPAIRS, Requirements
from tests.conftest import ROOT
from tests.each import each
from tests.judging.test_policies import EXPECTED

REGISTRIES = {
    "CURVE_CUTOFFS": CUTOFFS,
    "DIMENSION_NAMES": DIMENSIONS,
    "EVALUATOR_NAMES": TOOLS,
    "EXPORT_NAMES": EXPORTS,
    "FIGURE_FORMATS": FORMATS,
    "FILE_FORMS": FILES,
    "POLICY_NAMES": POLICIES,
    "P_VALUE_CORRECTIONS": CORRECTIONS,
    "RECALL_LEVELS": LEVELS,
    "REPAIR_NAMES": REPAIRS,
    "RUN_ORDERS": ORDERS,
    "STANDARDISATIONS": ("none", *STANDARDISATIONS),
    "STRATEGY_NAMES": STRATEGIES,
    "SUMMARY_KINDS": (*SUMMARIES, "micro"),
    "TABLE_FORMS": RENDERERS,
    "TEST_NAMES": TESTS,
    "VENUE_NAMES": VENUES,
}


@each(REGISTRIES)
def test_a_list_of_names_is_that_of_its_registry(name):
    assert getattr(names, name) == tuple(REGISTRIES[name]), "names stand in the registry's order"


def test_every_policy_is_documented_and_worked_out_by_hand():
    page = (ROOT / "docs/judging.md").read_text(encoding="utf-8")
    assert [name for name in POLICIES if f"| `{name}` |" not in page] == []
    assert POLICIES.keys() - EXPECTED.keys() == {"dawid-skene"}, "add it to EXPECTED"


def test_every_list_of_names_with_an_implementation_is_compared():
    text = Path(names.__file__).read_text()
    said = {
        line.partition(" = ")[0]
        for comment, line in zip(text.splitlines(), text.splitlines()[1:], strict=False)
        if comment.startswith("#: ") and "`harness." in comment
    }
    assert said <= REGISTRIES.keys()


def test_defaults_are_those_of_what_is_made_of_the_settings():
    assert Policy() == Policy(JudgeSettings().policy, JudgeSettings().agreeing)
    check, asked = CheckSettings(), Requirements()
    same = ("tag", "depth", "least_depth", "all_topics", "passages", "first_rank", "unique_tags")
    assert [getattr(check, key) for key in same] == [getattr(asked, key) for key in same]
    assert check.passages in names.PASSAGE_TASKS
    assert PoolSettings().strategy in STRATEGIES
    assert CompareSettings().test == next(iter(TESTS))
    assert GateSettings().fail_on == next(iter(FAILS))


def test_settings_load_no_other_room_than_core():
    code = (
        "import harness.settings.task, sys\n"
        "rooms = {name.split('.')[1] for name in sys.modules if name.startswith('harness.')}\n"
        "print(sorted(rooms))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['_version', 'core', 'settings']"


def test_an_evaluation_loads_nothing_that_its_task_does_not_ask_for(tmp_path):
    code = (
        "import sys\nfrom harness.cli.main import main\n"
        f"main(['run', 'configs/demo.yaml', '--quiet', '-o', {str(tmp_path / 'out')!r}])"
    )
    code = (
        "import sys, atexit\n"
        "loaded = lambda: sys.stderr.write(' '.join(sorted({n.split('.')[1] for n in sys.modules"
        " if n.startswith('harness.')})))\natexit.register(loaded)\n" + code
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    asked = {"comparison", "diagnosis", "judging", "labels", "pooling", "stats", "validation"}
    assert not asked & set(done.stderr.split())
