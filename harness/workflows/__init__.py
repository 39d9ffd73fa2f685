"""The ways of a task from its files to what is shown: the only orchestration.

Each module is one way. Nothing is imported here: what a command does not use is not loaded.
"""
