"""``harness init``: a look at the files of a folder, and a first task file of what is there."""
