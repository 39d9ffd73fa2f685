"""Gate: whether a candidate loses more than a budget allows."""
