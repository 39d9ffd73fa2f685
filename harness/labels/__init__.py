"""Measures of labels, numbers and clusters of items, computed by scikit-learn."""
