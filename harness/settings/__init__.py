"""The models of all settings, and the names that their values may have; only `core` is below.

`task` has the keys of task files, `check`, `pool`, `judge` and `compare` those of one subject each,
`eval` the options of ``harness eval``. `names` lists tests, strategies, policies and other choices
as data: no implementation is imported here, and ``tests/settings`` compares the lists with the
registries.
"""
