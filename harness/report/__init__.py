"""Showing an evaluation: neutral tables first, then one small renderer for each output."""
