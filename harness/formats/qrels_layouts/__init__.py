"""The layouts of judgments, a module for relatives: found by being here, as those of runs.

Layouts that look alike are never guessed between: four fields a line are TREC's, unless another
layout is asked for by name; five fields must be named, here or in a manifest beside the file.
"""
