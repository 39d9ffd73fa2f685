"""From a pool to judgments and back: lists, sheets, imports, policies, releases, agreement."""

import json
import re

import polars as pl
import pytest

import harness
from harness.core.errors import EvaluationError, InputError
from harness.judging.agreeing import agreement_report
from harness.judging.assessors import Assessor
from harness.judging.incoming import FilledSheet, SheetRow, record_sheets
from harness.judging.judgments import progress, standing_judgments
from harness.judging.ledger import create
from harness.judging.models import simulate
from harness.judging.policies import Policy
from harness.judging.pools import unite_pools
from harness.judging.recording import (
    Entry,
    Unit,
    record_assessor,
    record_entry,
)
from harness.judging.releases import record_release, release_judgments, reproduce_release
from harness.judging.sheets import csv_sheet, grade_columns, read_sheets, sheet_rows
from harness.judging.workbooks import workbook
from harness.settings.names import ASSESSOR_KINDS

from .commands import import_sheets
from .conftest import add

pytestmark = pytest.mark.long

PEOPLE = [Assessor("ann"), Assessor("bob"), Assessor("cyd")]


def sheet_of(ledger, name, grade):
    """The sheet of an assessor with every grade as ``grade(topic, doc)`` says."""
    rows = sheet_rows(ledger, name).rows(named=True)
    return FilledSheet(
        name,
        tuple(
            SheetRow(
                Unit(row["topic"], row["doc"]),
                {"relevance": grade(row["topic"], row["doc"])},
                row["assignment"],
            )
            for row in rows
        ),
        "test",
    )


def test_a_pool_brings_its_documents_and_lists_once(ledger, pool_directory):
    added = add(ledger, pool_directory, PEOPLE, overlap=0.3, seed=4)
    assert (added.new, added.known) == (430, 0)
    shown = progress(ledger)
    assert shown["assigned"].sum() == sum(added.assigned.loads.values())
    assert shown.filter(pl.col("left") != pl.col("assigned")).is_empty()
    again = add(ledger, pool_directory, PEOPLE)
    assert again.already
    assert progress(ledger).equals(shown)


def test_what_a_pool_records_comes_back_from_the_ledger(pooled, pool_directory):
    from harness.results.pools import read_pool

    pool, _ = read_pool(pool_directory)
    back = unite_pools(pooled)
    assert back.frame.equals(pool.frame)
    assert back.plan == pool.plan


def test_simulated_assessors_agree_as_far_as_their_error_rates_let_them(pooled, truth):
    simulate(pooled, truth, {"ann": 0.0, "bob": 0.2, "cyd": 0.4}, seed=2)
    judgments = standing_judgments(pooled)
    error = (
        judgments.with_columns(
            true=pl.Series([truth.get(unit, 0) for unit in judgments.select("topic", "doc").rows()])
        )
        .group_by("assessor")
        .agg((pl.col("grade") != pl.col("true")).mean(), pl.len())
    )
    rates = {name: rate for name, rate, _ in error.rows()}
    assert rates["ann"] == 0
    assert rates["bob"] == pytest.approx(0.2, abs=0.08)
    assert rates["cyd"] == pytest.approx(0.4, abs=0.09)
    scale = pooled.guidelines[1].dimension()
    report = agreement_report(judgments, scale, samples=50)
    values = {
        (pair.first, pair.second): pair.coefficients["percent agreement"].value
        for pair in report.pairs
    }
    assert values["ann", "bob"] == pytest.approx(0.8, abs=0.15)
    assert report.consistency["ann"].value == 1.0
    assert report.consistency["cyd"].value < 1.0
    overall = report.overall["percent agreement"]
    assert overall.low <= overall.agreement.value <= overall.high


def test_a_perfect_assessor_releases_the_truth_and_scores_the_runs_the_same(pooled, truth, demo):
    simulate(pooled, truth, {})
    made = release_judgments(pooled, Policy("owner", kinds=ASSESSOR_KINDS))
    assert {(t, d): g for t, d, g in made.qrels.frame.select("topic", "doc", "grade").rows()} == {
        unit: truth.get(unit, 0) for unit in unite_pools(pooled).frame.select("topic", "doc").rows()
    }
    assert made.manifest["judged"] == 430
    assert made.manifest["open"] == 0


def test_a_release_is_the_same_bytes_whatever_is_recorded_later(pooled, truth):
    simulate(pooled, truth, {"bob": 0.5})
    made = release_judgments(pooled, Policy("majority", kinds=ASSESSOR_KINDS))
    record_release(pooled, "first", made)
    flipped = sheet_of(pooled, "ann", lambda topic, doc: 2 - truth.get((topic, doc), 0))
    import_sheets(pooled, [flipped])
    assert (
        release_judgments(pooled, Policy("majority", kinds=ASSESSOR_KINDS)).content != made.content
    )
    assert reproduce_release(pooled, "first").content == made.content
    record_release(pooled, "first", made)
    with pytest.raises(EvaluationError, match="there is another release 'first'"):
        record_release(
            pooled, "first", release_judgments(pooled, Policy("majority", kinds=ASSESSOR_KINDS))
        )
    with pytest.raises(EvaluationError, match="did you mean first"):
        reproduce_release(pooled, "frist")


@pytest.mark.parametrize("suffix", ["csv", "tsv", "xlsx", "jsonl", "json", "parquet"])
def test_packets_come_back_half_filled_then_whole_then_again(pooled, truth, tmp_path, suffix):
    frame = sheet_rows(pooled, "ann")
    grades = [truth.get(unit, 0) for unit in frame.select("topic", "doc").rows()]
    half = frame.height // 2
    path = tmp_path / f"ann.{suffix}"

    def write(values):
        filled = frame.with_columns(grade=pl.Series(values, dtype=pl.Int64))
        if suffix == "xlsx":
            guidelines = pooled.guidelines[1]
            path.write_bytes(workbook(filled, guidelines, grade_columns(guidelines)))
        elif suffix in ("csv", "tsv"):
            filled.write_csv(path, separator="," if suffix == "csv" else "\t")
        elif suffix == "json":
            path.write_text(json.dumps(filled.rows(named=True)))
        else:
            getattr(filled, {"jsonl": "write_ndjson", "parquet": "write_parquet"}[suffix])(path)

    write(grades[:half] + [None] * (frame.height - half))
    sheets = read_sheets(path, pooled)
    (seen,) = import_sheets(pooled, sheets, keep=False)
    assert pooled.position == 0
    assert import_sheets(pooled, sheets) == [seen]
    assert (seen.judgments, seen.blank, seen.outside) == (half, frame.height - half, 0)
    write(grades)
    (rest,) = import_sheets(pooled, read_sheets(path, pooled))
    assert (rest.judgments, rest.same) == (frame.height - half, half)
    position = pooled.position
    (again,) = import_sheets(pooled, read_sheets(path, pooled))
    assert (again.adds, again.same) == (0, frame.height)
    assert pooled.position == position


@pytest.fixture
def packet(pooled, tmp_path):
    """Ann judged everything 0, got a packet, and judged one document again elsewhere since."""
    frame = sheet_rows(pooled, "ann")
    path = tmp_path / "ann.csv"
    frame.with_columns(grade=pl.lit(0)).write_csv(path)
    import_sheets(pooled, read_sheets(path, pooled))
    path = tmp_path / "packet" / "ann.csv"
    path.parent.mkdir()
    path.write_bytes(csv_sheet(sheet_rows(pooled, "ann")))
    number = frame["assignment"][0]
    with pooled.transaction() as writing:
        record_entry(writing, number, Entry("judged", "elsewhere", {"relevance": 2}))
    return path, number


def grade_of(ledger, number):
    query = """
        SELECT value FROM standing JOIN grade ON grade.event = standing.event WHERE assignment = ?
    """
    return ledger.value(query, (number,))


def test_a_packet_that_nobody_touched_takes_nothing_back(pooled, packet):
    path, number = packet
    (done,) = import_sheets(pooled, read_sheets(path, pooled))
    assert (done.adds, done.untouched) == (0, 1)
    assert grade_of(pooled, number) == 2


def test_what_changed_here_and_elsewhere_is_a_conflict_that_somebody_decides(pooled, packet):
    path, number = packet
    frame = pl.read_csv(path)
    mine = frame.with_columns(
        grade=pl.when(pl.col("assignment") == number).then(1).otherwise(pl.col("grade"))
    )
    mine.write_csv(path)
    message = r"ann.csv:2: .*: relevance 1 here, and relevance 2 in the ledger since"
    with pytest.raises(EvaluationError, match=message) as error:
        import_sheets(pooled, read_sheets(path, pooled))
    assert grade_of(pooled, number) == 2
    with pooled.transaction(keep=False) as writing:
        (left,) = record_sheets(writing, read_sheets(path, pooled), "ledger")
        assert (left.untouched, left.changed) == (1, 0)
        assert record_sheets(writing, read_sheets(path, pooled), "file")[0].changed == 1
    event = int(re.search(r"or (\d+) into its column event", str(error.value))[1])
    mine.with_columns(
        event=pl.when(pl.col("assignment") == number).then(event).otherwise(pl.col("event"))
    ).write_csv(path)
    assert import_sheets(pooled, read_sheets(path, pooled))[0].changed == 1
    assert grade_of(pooled, number) == 1


def test_a_packet_that_is_filled_in_further_is_no_conflict_with_itself(pooled, packet):
    path, number = packet
    frame = pl.read_csv(path)
    other = frame["assignment"][1]
    for grade in (1, 2):
        frame.with_columns(
            grade=pl.when(pl.col("assignment") == other).then(grade).otherwise(pl.col("grade"))
        ).write_csv(path)
        import_sheets(pooled, read_sheets(path, pooled))
        assert grade_of(pooled, other) == grade
    assert grade_of(pooled, number) == 2


def test_repeats_without_numbers_go_to_their_assignments_in_order(pooled):
    frame = sheet_rows(pooled, "ann").drop("assignment", "position")
    twice = frame.group_by("topic", "doc").len().filter(pl.col("len") == 2)
    assert twice.height
    rows = tuple(
        SheetRow(Unit(topic, doc), {"relevance": 1})
        for topic, doc in frame.select("topic", "doc").rows()
    )
    (done,) = import_sheets(pooled, [FilledSheet("ann", rows, "s")])
    assert (done.judgments, done.outside) == (frame.height, 0)
    extra = FilledSheet("ann", (*rows, rows[0], rows[0]), "s")
    with pytest.raises(EvaluationError, match="is judged twice"):
        import_sheets(pooled, [extra])


def test_the_sheets_of_two_assessors_in_one_file_stand_side_by_side(ledger, tmp_path):
    (tmp_path / "both.csv").write_text("topic,doc,grade,assessor\n1,a,1,ann\n1,a,2,ben\n1,b,,ann\n")
    done = import_sheets(ledger, read_sheets(tmp_path / "both.csv", ledger))
    assert [(it.assessor, it.judgments, it.blank, it.new_units) for it in done] == [
        ("ann", 1, 1, 1),
        ("ben", 1, 0, 0),
    ]
    assert release_judgments(ledger, "adjudicated").manifest["open"] == 1
    assert release_judgments(ledger, "max").qrels.frame.rows() == [("1", "a", 2, 0)]


def test_qrels_come_back_as_judgments_of_a_file(ledger, tmp_path):
    (tmp_path / "nist.qrels").write_text("1 0 a 1\n1 0 b -1\n1 0 c 0\n")
    (done,) = import_sheets(ledger, read_sheets(tmp_path / "nist.qrels", ledger))
    assert (done.assessor, done.judgments) == ("nist.qrels", 2)
    assert standing_judgments(ledger)["assessor_kind"].unique().to_list() == ["import"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("topic,doc,grade\n1,a,9\n", "ann.csv:2: 9 is no grade of 'relevance'"),
        ("topic,doc,grade\n1,a,x\n", "ann.csv:2: the grade 'x' is not a whole number (its grades"),
        ('topic,doc,grade\n1,a,"2,0"\n', "'2,0' is not a whole number; it has a decimal comma"),
        ("topic,doc,grade\n1,,1\n", "ann.csv:2: the doc is missing"),
        ("topic,doc\n1,a\n", "there is no column grade"),
        ("topic,grade\n1,1\n", "there is no column 'doc'"),
        ("topic,doc,grade\n1,a,1\n1,a,1\n", "ann.csv:3: document 'a' is judged twice"),
        ("assignment,topic,doc,grade\n77,1,a,1\n", "the assignment 77 is not this document"),
    ],
)
def test_wrong_sheets_are_refused_whole(ledger, tmp_path, content, message):
    with ledger.transaction() as writing:
        record_assessor(writing, "ann")
    (tmp_path / "ann.csv").write_text(content)
    with pytest.raises((InputError, EvaluationError)) as caught:
        import_sheets(ledger, read_sheets(tmp_path / "ann.csv", ledger))
    assert message in str(caught.value)
    assert ledger.position == 0


def test_whose_a_sheet_is_must_be_known(pooled, tmp_path):
    (tmp_path / "an.csv").write_text("topic,doc,grade\nD01,a,1\n")
    with pytest.raises(InputError, match="did you mean ann"):
        read_sheets(tmp_path / "an.csv", pooled)


def test_a_simulation_is_in_no_release_that_does_not_name_it(pooled, truth):
    simulate(pooled, truth, {})
    made = release_judgments(pooled, "owner")
    assert (made.manifest["judged"], len(made.qrels)) == (0, 0)
    given = pooled.rows("SELECT count(*) FROM assignment WHERE reason <> 'training'")[0][0]
    assert made.manifest["not_counted"] == {"simulated": given}


def test_a_later_batch_joins_and_topics_stay_with_their_assessors(ledger, demo, tmp_path):
    from harness.config import load_task
    from harness.results.pools import write_pool
    from harness.workflows.pool import make_pool

    task = load_task(demo / "configs/demo.yaml")
    early = task.model_copy(update={"pool": task.pool.model_copy(update={"depth": 3})})
    write_pool(make_pool(early).files(), tmp_path / "early")
    add(ledger, tmp_path / "early", PEOPLE)
    owners = {row["topic"]: row["assessor"] for row in progress(ledger).rows(named=True)}
    write_pool(make_pool(task).files(), tmp_path / "late")
    added = add(ledger, tmp_path / "late", PEOPLE)
    assert added.new + added.known == len(unite_pools(ledger))
    assert added.known > 0
    assert {row["topic"]: row["assessor"] for row in progress(ledger).rows(named=True)} == owners
    assert progress(ledger)["assigned"].sum() == len(unite_pools(ledger))


def test_samples_are_released_with_their_probabilities(tmp_path, demo, truth):
    from harness.config import load_task
    from harness.results.pools import read_pool, write_pool
    from harness.workflows.pool import make_pool

    task = load_task(demo / "configs/demo.yaml")
    settings = task.pool.model_copy(update={"strategy": "uniform", "budget": 10})
    write_pool(make_pool(task.model_copy(update={"pool": settings})).files(), tmp_path / "pool")
    pool, _ = read_pool(tmp_path / "pool")
    with create(tmp_path / "binary.ledger") as ledger:
        add(ledger, tmp_path / "pool", PEOPLE)
        simulate(ledger, {unit: min(grade, 1) for unit, grade in truth.items()}, {})
        made = release_judgments(ledger, Policy("owner", kinds=ASSESSOR_KINDS))
        assert unite_pools(ledger).left_out.equals(pool.left_out)
    assert made.qrels.format == "strata"
    frame = made.qrels.frame
    assert (frame["grade"] >= 0).sum() == len(pool)
    assert (frame["grade"] == -1).sum() == pool.left_out.height
    (tmp_path / "q").write_bytes(made.content)
    assert harness.read_qrels(tmp_path / "q", format="strata").frame.equals(frame.drop("iter"))
