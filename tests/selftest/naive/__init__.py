"""Evaluators with the command lines of the field's, written plainly from their definitions.

Each reads its files by itself and computes in plain loops: slow, and independent of harness.
"""
