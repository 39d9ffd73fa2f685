"""Data files: the only code that opens them. A layout is an entry in its module's registry."""
