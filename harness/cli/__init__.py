"""The command line: one thin module per command; the only place that prints or exits."""

import gc

# Loading libraries makes many objects that stay, and looking for cycles among them again and again
# takes a tenth of a short command's time: from before the first one on, Python looks rarely.
gc.set_threshold(200_000, 20, 50)
