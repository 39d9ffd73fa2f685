"""Self-test: random cases, on which harness and another evaluator are compared line by line."""

from __future__ import annotations
