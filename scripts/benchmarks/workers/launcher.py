"""Start a command and write what it took: FILE COMMAND…; run as a program, on nothing but `os`.

It stays small: Linux counts what a process held when it started another one as that one's peak.
Into FILE go the exit status, seconds, CPU seconds and the peak of the largest process.
"""

import os
import sys
import time

usage, *command = sys.argv[1:]
started = time.perf_counter()
pid = os.posix_spawnp(command[0], command, os.environ)
_, status, used = os.wait4(pid, 0)
seconds = time.perf_counter() - started
code = os.waitstatus_to_exitcode(status)
with open(usage, "w") as file:  # noqa: PTH123
    print(code, seconds, used.ru_utime + used.ru_stime, used.ru_maxrss, file=file)
