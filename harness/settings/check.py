"""Keys of a task file: requirements of submissions, and their deadline."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field

from harness.settings.model import Count, Natural, OneOf, SettingsModel, Text, Texts, wrong
from harness.settings.names import ANY_TAG, PASSAGE_TASKS
from harness.settings.sources import DatasetName, ExistingFile, OneOrigin, source_alone, topics_in


class DocumentsEntry(OneOrigin):
    """The documents of the collection."""

    pattern: Text | None = Field(
        default=None, description="A regular expression that each whole identifier must fit."
    )
    path: ExistingFile | None = Field(
        default=None,
        description="A file with all identifiers, one a line or in a column `docno`, `doc_id`, "
        "`id`, ….",
    )
    dataset: DatasetName | None = Field(
        default=None, description="An ir_datasets identifier; documents are looked up in its store."
    )


class CheckSettings(SettingsModel):
    """Requirements of each run, and repairs of runs that fail them."""

    tag: Text = Field(
        default=ANY_TAG,
        description="Rule for tags: `any`, `trec` (1 to 24 letters, digits, `.`, `_` and `-`) or a "
        "regular expression that the whole tag must fit.",
    )
    tag_is_file_name: bool = Field(
        default=False, description="The tag must be the file's name, with or without its suffix."
    )
    layout: Texts = Field(
        default=(),
        description="The layouts that are accepted: `trec`, `inex`, `msmarco`, `csv`, …. Default: "
        "all that can be read.",
    )
    depth: Count | None = Field(
        default=None, description="The most documents of a topic. Default: any number."
    )
    least_depth: Count = Field(
        default=1,
        description="The fewest documents of a topic that has any; the number of `depth`, where "
        "all topics must have so many.",
    )
    topics: Texts = Field(
        default=(),
        description="The topics: identifiers, and ranges such as `401-450` or `D01-D12`. Default: "
        "the task's.",
    )
    all_topics: bool = Field(default=True, description="Whether every topic must have documents.")
    documents: Annotated[DocumentsEntry, BeforeValidator(source_alone)] | None = Field(
        default=None,
        description="The documents of the collection: a pattern, a file or a dataset. Default: not "
        "checked.",
    )
    passages: Annotated[Text, OneOf("task of passages", PASSAGE_TASKS)] = Field(
        default=PASSAGE_TASKS[0],
        description="The task of runs of passages: `focused` (passages do not overlap), "
        "`relevant-in-context` (also each article in one block), `best-in-context` (also one "
        "passage of each article).",
    )
    first_rank: Natural = Field(default=1, description="The rank at which each topic starts.")
    unique_tags: bool = Field(
        default=True,
        description="Whether no two runs may have one tag, where the task gives them no names. "
        "Names always differ.",
    )
    runs_per_group: Count | None = Field(
        default=None, description="The most runs of a group. Default: any number."
    )
    severity: dict[Text, Text] = Field(
        default_factory=dict,
        description="The severity of findings, by code: `error`, `warning`, `note` or `off`.",
    )
    repairs: Texts = Field(default=(), description="Repairs to make, by name.")

    def topic_ids(self) -> tuple[str, ...]:
        """Return the topics, with ranges expanded, each once.

        >>> CheckSettings(topics=("9", "D08-D10", "008-010")).topic_ids()
        ('9', 'D08', 'D09', 'D10', '008', '009', '010')
        """
        return tuple(dict.fromkeys(name for text in self.topics for name in topics_in(text)))


_SUCH_AS = "such as 2026-11-30T23:59:59+00:00"


def _moment(text: str) -> str:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise wrong(f"{text!r} is no date and time", _SUCH_AS) from None
    if moment.tzinfo is None:
        raise wrong(f"{text!r} does not say of which time zone it is", _SUCH_AS)
    return text


class ReceiveSettings(SettingsModel):
    """The deadline of submissions for `harness receive`."""

    deadline: Annotated[Text, AfterValidator(_moment)] | None = Field(
        default=None,
        description="Date, time and offset (`2026-11-30T23:59:59+00:00`) until which submissions "
        "count; later ones are kept. Default: any time.",
    )
