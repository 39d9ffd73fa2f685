"""Read the inputs of a task: topics, judgments, requirements, and checked runs."""
