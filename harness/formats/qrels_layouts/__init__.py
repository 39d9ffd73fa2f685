"""The layouts of judgments, related ones in one module; modules here are found automatically.

Layouts that look alike are never guessed: four fields per line are TREC's, unless another layout is
named; five fields must be named, by the user or in a manifest beside the file.
"""
