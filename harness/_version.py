"""The version of the package, in a module of its own so that reading it imports nothing else."""

__version__ = "0.2.0"
#: The address of the documentation's site, with a slash at its end; publishing fills it in.
DOCUMENTATION = ""
