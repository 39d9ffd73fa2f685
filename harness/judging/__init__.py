"""Judging: from a pool to judgments. A ledger records everything that assessors do."""
