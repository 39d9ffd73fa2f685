"""Topics: their layouts, a module for relatives, found by being here."""

from harness.formats.topics.topic_files import parse_topics, read_topics, write_topics

__all__ = ["parse_topics", "read_topics", "write_topics"]
