"""How fast harness is: ratios of interleaved runs on one machine. Started by ``scripts/bench``.

The process that measures imports the standard library only: the peak memory of a new process
includes what its parent had in memory when it started it.
"""
