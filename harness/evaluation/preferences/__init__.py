"""Judgments of other kinds: several assessors side by side, and preferences of documents."""
