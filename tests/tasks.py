"""Texts that tests make task files of."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
#: The smallest task.
GOOD = """\
qrels: qrels.txt
runs: runs/*.run
"""
#: A module with a measure.
PLUGIN = '''\
from harness.measures import measure


@measure("{name}", cite="none")
def {function}(run):
    """A measure of a test."""
    return run.num_ret * 1.0
'''

#: Three judged topics, and one that is not; two runs of them.
TOPICS = """\
<topics>
<topic number="1" type="single"><query>pearl farming</query></topic>
<topic number="2" type="faceted"><query>lighthouses</query></topic>
<topic number="3" type="single"><query>fog</query></topic>
<topic number="9" type="faceted"><query>nobody judged this</query></topic>
</topics>
"""
QRELS = "1 0 a 1\n1 0 b 0\n1 0 c 2\n2 0 a 1\n2 0 d 1\n3 0 a 0\n"
#: Topic 1: a of a, c at rank 1. Topic 2: d of a, d at rank 2. Topic 3: not answered.
FIRST = "1 Q0 a 1 3 first\n1 Q0 b 2 2 first\n1 Q0 x 3 1 first\n2 Q0 b 1 2 first\n2 Q0 d 2 1 first\n"
#: Topic 1: a and c at the top. Topic 3: nothing relevant. Topic 7: nobody judged it.
SECOND = "1 Q0 a 1 3 second\n1 Q0 c 2 2 second\n3 Q0 a 1 1 second\n7 Q0 a 1 1 second\n"
