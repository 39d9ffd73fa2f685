"""Reports of labels, numbers and clusters: tables, figures, the page, the sheets of runs."""
