import hashlib
import shutil
from dataclasses import astuple

import pytest

import harness
from harness.formats.texts import read_texts
from harness.judging.assessors import Assessor
from harness.judging.ledger import create
from harness.judging.pools import add_pool
from harness.judging.recording import record_assessor, record_guidelines
from harness.judging.server.site import Collection, Site
from harness.results.pools import read_pool, write_pool
from harness.settings.judge import Dimension, Grade, Guidelines
from harness.workflows.pool import make_pool
from tests.command import call

from .browsing import Served, follow
from .commands import KINDS, ROOT, TASK, change


def add(ledger, directory, people=(), **options):
    """Put the pool of a directory into a ledger."""
    pool, manifest = read_pool(directory)
    digest = hashlib.sha256((directory / "manifest.json").read_bytes()).hexdigest()
    return add_pool(ledger, pool, people, name="pool", sha256=digest, manifest=manifest, **options)


GRADED = Guidelines(
    text="# Relevance\nJudge what stands there.",
    dimensions=(
        Dimension(
            name="relevance",
            grades=tuple(
                Grade(value=value, name=name)
                for value, name in enumerate(("not relevant", "relevant", "highly relevant"))
            ),
        ),
    ),
)


@pytest.fixture(scope="session")
def pool_directory(tmp_path_factory):
    """The pool of the demo, to judge."""
    path = tmp_path_factory.mktemp("pool") / "pool"
    write_pool(make_pool(ROOT / "configs/demo.yaml").files(), path)
    return path


@pytest.fixture(scope="session")
def truth():
    frame = harness.read_qrels(ROOT / "qrels/demo/qrels.txt").frame
    return {
        (topic, doc): min(grade, 2)
        for topic, doc, grade in frame.select("topic", "doc", "grade").rows()
    }


@pytest.fixture
def ledger(tmp_path):
    with create(tmp_path / "task.ledger") as opened:
        with opened.transaction() as writing:
            record_guidelines(writing, GRADED)
        yield opened


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A copy of the demo, where commands are called."""
    for name in ("configs", "qrels", "runs"):
        shutil.copytree(ROOT / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def judge(capsys, monkeypatch):
    """``judge("status", …)`` → status, standard output, standard error of `harness judge`."""

    def called(*words, command="judge"):
        return astuple(call(capsys, monkeypatch, command, *words))

    return called


@pytest.fixture
def ready(folder, judge):
    """The demo with its pool in the ledger."""
    change(folder, judge={"assessors": ["ann", "ben", "cleo"], "overlap": 0.3, "kinds": KINDS})
    assert judge(TASK, "-o", "pool", command="pool")[0] == 0
    people = ("--organiser", "olga", "--adjudicator", "adele")
    status, _, err = judge("add", TASK, "pool", "--anyway", *people)
    assert status == 0, err
    return folder


@pytest.fixture
def open_page(browser):
    """A page of a browser in which every error of a script fails the test.

    Requests of the addresses in ``routes`` are given to functions. They stand before the page is
    loaded: the requests of a page that is there already go on past a new route for a while.
    """
    contexts, errors = [], []

    def opening(address, routes=None, **options):
        contexts.append(browser.new_context(**options))
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        for pattern, answer in (routes or {}).items():
            page.route(pattern, answer)
        page.goto(address)
        return follow(page)

    yield opening
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def site(tmp_path, pool_directory, demo):
    """The demo's pages, with passages, on the lists of two assessors."""
    texts = read_texts(demo / "qrels/demo/documents.jsonl")
    topics = harness.read_topics(demo / "qrels/demo/topics.txt")
    with create(tmp_path / "task.ledger") as ledger:
        with ledger.transaction() as writing:
            guidelines = GRADED.model_copy(update={"passages": True})
            record_guidelines(writing, guidelines)
            for name, role in (("ann", "assessor"), ("bob", "assessor"), ("olga", "organiser")):
                record_assessor(writing, name, role=role)
        add(ledger, pool_directory, [Assessor("ann"), Assessor("bob")], overlap=0.2)
        yield Site(ledger, topics, Collection(texts.get), "Lighthouses")


@pytest.fixture
def served(site):
    server = Served(site)
    yield server
    server.close()


@pytest.fixture
def pooled(ledger, pool_directory):
    people = map(Assessor, ("ann", "bob", "cyd"))
    add(ledger, pool_directory, [*people], overlap=0.3, repeats=0.1, seed=4)
    return ledger
