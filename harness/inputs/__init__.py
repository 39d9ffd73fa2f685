"""The inputs of a task, opened: topics, judgments, requirements, and runs as they were checked."""
