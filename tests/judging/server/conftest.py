"""The pages of a ledger without a browser: who is signed in, and what is sent."""

import re

import pytest
from argon2 import PasswordHasher

import harness
from harness.core.texts import DocumentText
from harness.judging.access import new_link
from harness.judging.assessors import Assessor
from harness.judging.ledger import create
from harness.judging.recording import record_assessor, record_guidelines
from harness.judging.server.app import FORM_TOKEN, application
from harness.judging.server.site import Collection, Site

from ..conftest import GRADED, add

ROLES = {"ann": "assessor", "bob": "assessor", "jane": "adjudicator", "olga": "organiser"}


@pytest.fixture(autouse=True)
def quick_hashes(monkeypatch):
    """Hashes of passwords that take no time: what they cost is none of these tests' business."""
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr("harness.judging.access._hasher", lambda: cheap)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory, pool_directory):
    """A folder of a ledger with a pool on two lists, to copy, and of its documents as PDF."""
    path = tmp_path_factory.mktemp("prepared") / "task.ledger"
    with create(path) as ledger:
        with ledger.transaction() as writing:
            record_guidelines(writing, GRADED)
            for name, role in ROLES.items():
                record_assessor(writing, name, role=role)
        people = [Assessor("ann"), Assessor("bob")]
        add(ledger, pool_directory, people, overlap=1.0, repeats=0.05)
        ledger.backup(path.with_name("copy"))
        for (doc,) in ledger.rows("SELECT doc FROM unit"):
            path.with_name(f"{doc}.pdf").write_bytes(b"%PDF-1.4")
    return path.parent


@pytest.fixture
def site(prepared, tmp_path, demo):
    (tmp_path / "task.ledger").write_bytes((prepared / "copy").read_bytes())
    topics = harness.read_topics(demo / "qrels/demo/topics.txt")
    with create(tmp_path / "task.ledger") as ledger:
        texts = lambda doc: DocumentText(doc, "Title <b>", f"text of {doc}")  # noqa: E731
        yield Site(ledger, topics, Collection(texts, pdfs=prepared), "Demo")


@pytest.fixture
def visit(site):
    """A browser in which somebody followed the personal link."""
    from starlette.testclient import TestClient

    app = application(site)

    def visiting(name=None):
        client = TestClient(app, base_url="http://127.0.0.1", follow_redirects=False)
        if name:
            answer = client.post(f"/link/{new_link(site.ledger, name)}")
            assert answer.status_code == 303
            client.headers[FORM_TOKEN] = token_in(client)
        return client

    return visiting


def token_in(client):
    """The token that the page of an assessor has."""
    return re.search(r'data-form-token="(\w+)"', client.get("/judge").text)[1]


def entry(assignment, grade=1, key="0123456789abcdef", **more):
    given = {"assignment": assignment, "key": key, "kind": "judged", "grades": {"relevance": grade}}
    return given | more


def first_of(client):
    """The first assignment on the list of who is signed in."""
    return client.get("/api/list").json()["items"][0][0]
