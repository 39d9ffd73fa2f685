"""Two evaluations: what differs, and what explains it."""
