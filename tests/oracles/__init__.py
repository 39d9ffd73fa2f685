"""Every measure once more: slow, obvious, straight from its definition, with nothing shared.

No numpy and nothing of `harness` is used here. A `Topic` is one ranking as a list of grades, best
first (−1 not in the qrels, −2 in them with a negative grade), and the number of judged documents
by grade, with that of negative grades in ``negative``. An oracle returns one number (0 where the
measure is undefined, 1 where low values are good), or a text.
"""

from tests.oracles import counts_and_sets, curves_and_incomplete, graded, users
from tests.oracles.topics import ORACLES, Topic, unfrozen
from tests.oracles.users import read_topics

__all__ = [
    "ORACLES",
    "Topic",
    "counts_and_sets",
    "curves_and_incomplete",
    "graded",
    "read_topics",
    "unfrozen",
    "users",
]
