"""What each policy releases of several people's judgments."""

import pytest

from harness.core.errors import EvaluationError
from harness.judging.incoming import FilledSheet, SheetRow
from harness.judging.judgments import standing_judgments
from harness.judging.models import simulate
from harness.judging.policies import POLICIES, Policy, decide
from harness.judging.recording import (
    Unit,
    record_assessor,
    record_assignment,
    record_units,
)
from harness.judging.releases import release_judgments
from harness.settings.names import ASSESSOR_KINDS
from harness.stats.dawid_skene import dawid_skene

from .commands import import_sheets


def vote(ledger, doc, votes):
    """Votes of assessors for one document: (assessor, grade, reason)."""
    with ledger.transaction() as writing:
        unit = next(iter(record_units(writing, [Unit("1", doc)]).values()))
        numbers = [
            (name, grade, record_assignment(writing, unit, record_assessor(writing, name), reason))
            for name, grade, reason in votes
        ]
    for name, grade, number in numbers:
        import_sheets(
            ledger,
            [FilledSheet(name, (SheetRow(Unit("1", doc), {"relevance": grade}, number),), "t")],
        )


VOTES = {
    "all agree": [("a", 1, "pool"), ("b", 1, "overlap"), ("c", 1, "overlap")],
    "two to one": [("a", 0, "pool"), ("b", 2, "overlap"), ("c", 2, "overlap")],
    "all differ": [("a", 0, "pool"), ("b", 1, "overlap"), ("c", 2, "overlap")],
    "one": [("a", 2, "pool")],
    "decided": [("a", 0, "pool"), ("b", 2, "overlap"), ("judge", 1, "adjudication")],
    "again": [("a", 0, "pool"), ("b", 1, "overlap"), ("a", 2, "repeat")],
    "alone": [("a", 0, "pool"), ("a", 2, "repeat")],
    "trained": [("a", 2, "training")],
}

EXPECTED = {
    "adjudicated": {"all agree": 1, "one": 2, "decided": 1, "alone": 2},
    "owner": {"all agree": 1, "two to one": 0, "all differ": 0, "one": 2, "decided": 0}
    | {"again": 2, "alone": 2},
    "last": {"all agree": 1, "two to one": 2, "all differ": 2, "one": 2, "decided": 1}
    | {"again": 2, "alone": 2},
    "majority": {"all agree": 1, "two to one": 2, "one": 2, "decided": 1, "alone": 2},
    "m-of-n": {"all agree": 1, "two to one": 2, "decided": 1},
    "median": {"all agree": 1, "two to one": 2, "all differ": 1, "one": 2, "decided": 1}
    | {"again": 1, "alone": 2},
    "max": {"all agree": 1, "two to one": 2, "all differ": 2, "one": 2, "decided": 1}
    | {"again": 2, "alone": 2},
}


@pytest.mark.parametrize("policy", sorted(POLICIES.keys() - {"dawid-skene"}))
def test_policies_by_hand(ledger, policy):
    for doc, votes in VOTES.items():
        vote(ledger, doc, votes)
    made = decide(standing_judgments(ledger), Policy(policy))
    assert dict(made.grades.select("doc", "grade").rows()) == EXPECTED[policy]
    judged = VOTES.keys() - {"trained"}
    assert set(made.open["doc"]) == judged - EXPECTED[policy].keys()


def test_dawid_skene_releases_the_most_probable_grades(pooled, truth):
    simulate(pooled, truth, {"ann": 0.05, "bob": 0.1, "cyd": 0.3})
    judgments = standing_judgments(pooled)
    made = decide(judgments, Policy("dawid-skene", kinds=ASSESSOR_KINDS))
    newest = judgments.unique(["topic", "doc", "assessor"], keep="last", maintain_order=True)
    wide = newest.pivot("assessor", index=["topic", "doc"], values="grade").sort("topic", "doc")
    fitted = dawid_skene(wide.drop("topic", "doc").to_numpy())
    assert made.grades["grade"].to_list() == fitted.labels.astype(int).tolist()


def test_estimates_that_do_not_settle_are_no_release(ledger):
    of_two = [(1, 1), (1, 1), (0, 1), (1, 0), (0, 0), (1, 1), (1, 1), (1, 0), (1, 1), (0, 1)]
    for number, (first, second) in enumerate([*of_two, (1, 0), (0, 1)]):
        vote(ledger, f"d{number}", [("a", first, "pool"), ("b", second, "overlap")])
    with pytest.raises(EvaluationError, match=r"estimates still change after .* 2 assessors"):
        release_judgments(ledger, "dawid-skene")
    assert release_judgments(ledger, "majority").manifest["judged"] == 6


def test_labels_of_models_count_only_when_named(ledger):
    with ledger.transaction() as writing:
        record_assessor(writing, "gpt", kind="model")
    import_sheets(
        ledger,
        [FilledSheet("gpt", (SheetRow(Unit("1", "a"), {"relevance": 2}),), "t", kind="model")],
    )
    assert release_judgments(ledger).manifest["judged"] == 0
    assert release_judgments(ledger, Policy(kinds=("model",))).manifest["judged"] == 1
