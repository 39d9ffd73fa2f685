"""Tasks whose runs are labels, numbers or clusters of items: measures, intervals and tests."""
