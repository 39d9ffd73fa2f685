"""Calibration of tests, intervals, ranks and families by simulation from real score tables."""
