"""The pages of a task: what assessors see of topics and documents, also of those that come later."""

import pytest

from harness.judging.access import Person
from harness.judging.server.assessing import item, show_topic, work_list
from harness.workflows.judge import open_ledger, task_to_judge
from harness.workflows.judge_site import make_site

from .commands import TASK, change

pytestmark = pytest.mark.long

LANGUAGES = """<?xml version="1.0" encoding="UTF-8"?>
<queries><query><id>D01</id><en>lamps of lighthouses</en><fr>lampes des phares</fr>
<cz>lampy</cz></query></queries>
"""


def test_a_batch_that_is_added_while_the_pages_are_served_has_its_texts(ready, judge):
    task = task_to_judge(ready / TASK)
    with open_ledger(task) as ledger:
        site = make_site(task, ledger)
        ann = Person(ledger.assessor("ann")[0], "ann", "assessor", 0)
        before = {it[0] for it in work_list(site, ann)["items"]}
        assert judge(TASK, "--depth", "40", "-o", "later", command="pool")[0] == 0
        assert judge("add", TASK, "later", "--anyway")[0] == 0
        new = [it[0] for it in work_list(site, ann)["items"] if it[0] not in before]
        assert len(new) > 20
        shown = [item(site, ann, number) for number in new]
        assert all(it["is_there"] and it["text"] for it in shown)
        assert all(show_topic(site, it["topic"])["title"] for it in shown)


@pytest.mark.parametrize(
    ("language", "title"),
    [(None, "lamps of lighthouses"), ("fr", "lampes des phares"), ("de", "lamps of lighthouses")],
)
def test_topics_in_several_languages_are_shown_in_one(ready, language, title):
    (ready / "topics.xml").write_text(LANGUAGES)
    change(ready, topics="../topics.xml", judge={"assessors": ["ann"], "language": language})
    task = task_to_judge(ready / TASK)
    with open_ledger(task) as ledger:
        assert show_topic(make_site(task, ledger), "D01")["title"] == title
