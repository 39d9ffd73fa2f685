"""Ties: groups of tied documents, expected values, and the range that ties leave open."""
