"""Compare two evaluations: what differs, and the causes."""
