"""Workflows from the files of a task to its output: the only orchestration.

Each module is one workflow. Nothing is imported here, so that commands load only what they use.
"""
