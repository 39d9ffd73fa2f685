"""Gate: whether a candidate loses more than a budget allows, by verdicts on runs beside others."""
