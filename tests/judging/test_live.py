"""Documents that a strategy hands out while people judge."""

from __future__ import annotations

import math
import signal
import threading
from collections import Counter
from contextlib import closing
from fractions import Fraction

import polars as pl
import pytest
import scipy

from harness.core.arrays import generator
from harness.judging.access import new_link
from harness.judging.judgments import standing_judgments
from harness.judging.ledger import Ledger
from harness.judging.recording import Entry, record_assignment, record_entry
from harness.judging.stopping import missed_p
from harness.pooling import STRATEGIES
from harness.workflows.judge_site import live_strategy, make_site
from harness.workflows.ledgers import task_to_judge
from harness.workflows.pool import read_candidates
from scripts.benchmarks.judging import LEDGER, Server, Visitor, entry
from tests.each import each

from .browsing import Served, begun, expect, saved, until
from .commands import TASK, change, rows_of

pytestmark = pytest.mark.long

BUDGET = 8


@pytest.fixture
def live(folder, judge):
    """``live(batch=1, …)``: the demo with an adaptive pool whose next documents come live."""

    def prepared(batch=1, **keys):
        pool = {"depth": 20, "strategy": "maxmean", "budget": BUDGET, "batch": batch}
        change(folder, pool=pool, judge={"assessors": ["ann", "ben"], "next": "live"} | keys)
        assert judge(TASK, "-o", "pool", command="pool")[0] == 0
        status, _, err = judge("add", TASK, "pool", "--anyway", "--organiser", "olga")
        assert status == 0, err
        return task_to_judge(folder / TASK)

    return prepared


def is_relevant(truth, topic, doc):
    return int(truth.get((topic, doc), 0) > 0)


def open_list(ledger, name):
    """What is open on a list: assignment, topic, document."""
    query = """
        SELECT a.id, u.topic, u.doc FROM assignment a JOIN unit u ON u.id = a.unit
        JOIN assessor s ON s.id = a.assessor LEFT JOIN standing ON standing.assignment = a.id
        WHERE s.name = ? AND standing.event IS NULL ORDER BY a.position
    """
    return ledger.rows(query, (name,))


def give_grade(ledger, assignment, grade, number):
    with ledger.transaction() as writing:
        given = Entry("judged", f"live-{number:08}", {"relevance": grade})
        return record_entry(writing, assignment, given)


def judge_all(ledger, strategy, truth, names=("ann", "ben")):
    """Let these people judge by turns, a document each, until nothing is handed out any more."""
    people = {name: ledger.assessor(name)[0] for name in names}
    order = []
    while True:
        before = len(order)
        for name, number in people.items():
            strategy.hand_out(ledger, number)
            for assignment, topic, doc in open_list(ledger, name)[:1]:
                give_grade(ledger, assignment, is_relevant(truth, topic, doc), ledger.position)
                order.append((topic, doc, name))
        if len(order) == before:
            return order


def test_with_one_at_a_time_it_is_the_strategy_that_is_told_each_grade(live, truth):
    task = live()
    with Ledger(LEDGER) as ledger:
        judge_all(ledger, live_strategy(task, ledger), truth)
        handed = pl.DataFrame(
            ledger.rows(
                "SELECT u.topic, u.doc, min(p.batch) FROM pooled p JOIN unit u ON u.id = p.unit"
                " GROUP BY u.id ORDER BY 1, 3"
            ),
            schema=["topic", "doc", "batch"],
            orient="row",
        )
    for topic in read_candidates(task).candidates:
        # The generator itself, with the true answers: nothing of what hands documents out.
        asked = STRATEGIES["maxmean"].function(topic, generator(1, "maxmean", topic.topic))
        docs, answer = [], None
        for _ in range(min(BUDGET, len(topic.docs))):
            docs.append(topic.docs[asked.send(answer)])
            answer = bool(is_relevant(truth, topic.topic, docs[-1]))
        assert handed.filter(pl.col("topic") == topic.topic)["doc"].to_list() == docs


@pytest.mark.slow
@pytest.mark.parametrize("share", ["topics", "documents"])
def test_no_document_is_given_twice_and_the_budget_holds(live, truth, share):
    task = live(batch=3, share=share)
    with Ledger(LEDGER) as ledger:
        order = judge_all(ledger, live_strategy(task, ledger), truth)
        given = Counter((topic, doc) for topic, doc, _ in order)
        assert set(given.values()) == {1}
        assert set(Counter(topic for topic, _ in given).values()) == {BUDGET}
        people = {topic: {n for t, _, n in order if t == topic} for topic, _, _ in order}
        # Each topic has one person, or else both come to some topics.
        assert {len(names) for names in people.values()} == ({1} if share == "topics" else {1, 2})
        assert not open_list(ledger, "ann")


@pytest.mark.slow
def test_the_same_pool_again_from_manifest_and_ledger(live, judge, truth, folder):
    task = live(batch=2)
    with Ledger(LEDGER) as ledger:
        judge_all(ledger, live_strategy(task, ledger), truth)
        # A grade that is changed, and one that is taken back, later: they were not known then.
        first = standing_judgments(ledger).row(0, named=True)
        give_grade(ledger, first["assignment"], 1 - first["grade"], 10**6)
        with ledger.transaction() as writing:
            record_entry(writing, first["assignment"], Entry("undone", "live-taken-back"))
    for name in ("one", "two"):
        status, _, err = judge("pool", TASK, "-o", name)
        assert status == 0, err
        assert "90 of them handed out live" in err
    files = sorted(path.name for path in (folder / "one").iterdir() if path.name != "log.json")
    assert all(
        (folder / "one" / n).read_bytes() == (folder / "two" / n).read_bytes() for n in files
    )
    pool = pl.read_parquet("one/pool.parquet")
    assert pool.group_by("topic").len()["len"].unique().to_list() == [BUDGET]
    # Each was a batch of its own, in the order in which they were handed out.
    assert pool.filter(pl.col("batch") > 1)["batch"].sort().to_list() == list(range(2, 92))
    # Another grade at the time would have been followed by other documents, and is noticed.
    with Ledger(LEDGER) as ledger:
        strategy = live_strategy(task, ledger)
        assert strategy.repeat(ledger) == 90
        other = {topic: dict.fromkeys(docs.docs[:3], 1) for topic, docs in strategy.topics.items()}
        strategy.before.update(other)
        with pytest.raises(Exception, match=r"the strategy asks for .* now"):
            strategy.repeat(ledger)


def test_what_cannot_be_asked_live_is_refused_at_once(folder, judge):
    keys = {"next": "live", "overlap": 0.1, "repeats": 0.1, "own_documents": "none"}
    change(folder, judge={"assessors": ["ann", "ben"], "policy": "dawid-skene", **keys})
    assert judge(TASK, "-o", "pool", command="pool")[0] == 0
    status, _, err = judge("add", TASK, "pool", "--anyway")
    assert status == 2
    for words in ("depth learns from no", "overlap is", "repeats is", "own_documents is", "dawid-"):
        assert words in err
    assert not (folder / LEDGER).exists()


def test_other_runs_or_another_plan_than_those_of_the_pool_are_refused(live, judge, folder):
    live()
    change(folder, pool={"depth": 20, "strategy": "maxmean", "budget": 9, "batch": 1})
    for words in (("serve", TASK, "--port", "0"), ("pool", TASK, "-o", "again")):
        status, _, err = judge(*words)
        assert (status, "are not those of the pool in the ledger" in err) == (2, True)
    status, _, err = judge("next", TASK, "-o", "again")
    assert (status, "the pages hand out" in err) == (2, True)
    assert not (folder / "again").exists()


def test_closed_topics_capacity_and_moved_work_end_what_is_handed_out(live, truth):
    task = live(assessors=[{"name": "ann", "capacity": 20}, "ben"])
    with Ledger(LEDGER) as ledger:
        strategy, site = live_strategy(task, ledger), make_site(task, ledger)
        ann, ben = (ledger.assessor(name)[0] for name in ("ann", "ben"))
        topic = open_list(ledger, "ben")[0][1]
        (number,) = [n for n, of, _ in open_list(ledger, "ben") if of == topic]
        with ledger.transaction() as writing:
            closed = Entry("closed", "closed-00000001", text="enough")
            record_entry(writing, number, closed)
        # What an organiser gives to another goes on there, and no more with whom it was.
        (number, own, _), *_ = open_list(ledger, "ann")
        with ledger.transaction() as writing:
            moved = Entry("closed", "moved-00000001", text="ben has time", source="move")
            record_entry(writing, number, moved)
            unit = ledger.value("SELECT unit FROM assignment WHERE id = ?", (number,))
            record_assignment(writing, unit, ben, "pool")
        assert strategy.hand_out(ledger, ann) == 0
        judge_all(ledger, strategy, truth, ["ben"])
        judged = standing_judgments(ledger).filter(pl.col("topic") == own)
        assert (judged.height, set(judged["assessor"])) == (BUDGET, {"ben"})
        assert topic not in {row["topic"] for row in standing_judgments(ledger).rows(named=True)}
        judge_all(ledger, strategy, truth, ["ann"])
        judged = standing_judgments(ledger)
        assert judged.filter(pl.col("assessor") == "ann").height == 20
        assert strategy.hand_out(ledger, ann) == strategy.hand_out(ledger, ben) == 0
        assert site.live is None  # packets hand nothing out


@pytest.mark.processes
def test_two_people_at_once_and_a_server_that_is_killed(live, judge, truth, folder):
    """The real server: both judge as fast as they can, it is killed in the middle, and goes on."""
    live(batch=2, share="documents")
    with Ledger(LEDGER) as ledger:
        links = {name: new_link(ledger, name) for name in ("ann", "ben")}
    problems = []

    def work(server, name, most):
        try:
            with closing(Visitor(server, links[name])) as visitor:
                for number in range(most):
                    listed = visitor.json("/api/list")
                    left = [item for item in listed["items"] if item[4] is None]
                    if not left:
                        return
                    assignment, topic, doc = left[0][:3]
                    grade = is_relevant(truth, topic, doc)
                    visitor.send([entry(assignment, f"{name}-{server.port}-{number:06}", grade)])
        except Exception as error:  # a thread's own would be lost
            problems.append(error)

    for most, how in ((10, signal.SIGKILL), (1000, signal.SIGINT)):
        server = Server(folder)
        people = [threading.Thread(target=work, args=(server, name, most)) for name in links]
        for person in people:
            person.start()
        for person in people:
            person.join()
        server.stop(how)
    assert problems == []
    with Ledger(LEDGER) as ledger:
        units = ledger.rows("SELECT unit, count(*) FROM assignment GROUP BY unit")
        assert {count for _, count in units} == {1}
        assert len(units) == 15 * BUDGET
        assert standing_judgments(ledger)["assessor"].n_unique() == 2
    status, _, err = judge("pool", TASK, "-o", "again")
    assert status == 0, err
    status, out, _ = judge("status", TASK, "--stopping")
    assert (status, "candidates" in out) == (0, True)


@pytest.mark.slow
@pytest.mark.browser
def test_the_next_document_comes_by_itself_and_in_its_topic(live, judge, truth, open_page):
    task = live(batch=1, assessors=["ann"])
    with Ledger(LEDGER) as ledger:
        site = make_site(task, ledger, live=live_strategy(task, ledger))
        served = Served(site)
        try:
            page = begun(open_page(served.link("ann")))
            topics = []
            for number in range(2 * BUDGET):
                topics.append(page.inner_text("#topic-id"))
                if number == BUDGET:  # a second life of the server, the page stays open
                    served.stop()
                    served.start()
                before = page.inner_text("#doc-id")
                page.keyboard.press("01"[is_relevant(truth, topics[-1], before)])
                expect(page.locator("#doc-id")).not_to_have_text(before)
                page.wait_for_selector("#document:not([aria-busy])")
            # Topic after topic although one document of each is open, until its budget is used up.
            assert topics == [topics[0]] * BUDGET + [topics[BUDGET]] * BUDGET
            saved(page)
            until(page, "#progress-text", "16 of")
            assert ledger.position == 2 * BUDGET
            # Somebody else's page has the same list.
            other = begun(open_page(served.link("ann")))
            until(other, "#progress-text", page.inner_text("#progress-text"))
            # The organiser sees on the same page when to stop.
            until(open_page(served.link("olga")), "#recall", "since the last relevant")
        finally:
            served.close()
    rows = rows_of(judge, "status", TASK, "--stopping")
    assert [row["judged"] for row in rows if row["judged"]] == [BUDGET, BUDGET]


@each(range(40))
def test_the_test_of_recall_is_the_slow_one(seed):
    """By the hypergeometric distribution of scipy, from every moment."""
    random = generator(seed, "missed")
    size = int(random.integers(0, 25))
    candidates = size + int(random.integers(0, 40))
    found = (random.random(size) < random.random()).tolist()
    least = math.floor(Fraction(sum(found)) / Fraction(9, 10)) + 1
    tails = [
        scipy.stats.hypergeom.cdf(sum(found[i:]), candidates - i, least - sum(found[:i]), size - i)
        if least - sum(found[:i]) <= candidates - i
        else 0.0
        for i in range(size + 1)
    ]
    assert missed_p(found, candidates) == pytest.approx(min(tails), abs=1e-9)
