"""Ourselves against somebody's trec_eval: random cases, compared line by line."""

from __future__ import annotations
