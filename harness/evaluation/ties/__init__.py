"""What tied documents leave open: groups of ties, expected values, the report of a run."""
