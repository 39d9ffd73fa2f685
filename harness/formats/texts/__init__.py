"""Texts of documents: their layouts, a module for relatives, found by being here."""

from harness.formats.texts.collection import read_texts

__all__ = ["read_texts"]
