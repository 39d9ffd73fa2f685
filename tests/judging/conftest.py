import hashlib
from pathlib import Path

import pytest

import harness
from harness.judging.ledger import create
from harness.judging.pools import add_pool
from harness.judging.recording import record_guidelines
from harness.judging.settings import Dimension, Grade, Guidelines
from harness.results.pools import read_pool, write_pool
from harness.workflows.pool import make_pool


def add(ledger, directory, people=(), **options):
    """Put the pool of a directory into a ledger."""
    pool, manifest = read_pool(directory)
    digest = hashlib.sha256((directory / "manifest.json").read_bytes()).hexdigest()
    return add_pool(ledger, pool, people, name="pool", sha256=digest, manifest=manifest, **options)


ROOT = Path(__file__).parents[2]
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
