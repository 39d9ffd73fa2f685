"""Judging: from a pool to judgments. Everything that assessors do is kept in a ledger."""
