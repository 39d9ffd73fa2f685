"""Builds the kernel where there is a C compiler; without one the wheel is a pure one.

``python hatch_build.py`` builds it in place, for an editable installation.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zlib
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # to build in place takes no hatchling
    BuildHookInterface = object

ROOT = Path(__file__).parent
SOURCE, LIBRARY = ROOT / "harness/core/kernel.c", ROOT / "harness/core/_kernel.so"
#: With this in the environment no compiler is looked for.
VARIABLE = "HARNESS_NO_KERNEL"
FLAGS = ("-O3", "-std=gnu11", "-shared", "-fPIC", "-fvisibility=default")


def compiler() -> str | None:
    """Return the C compiler of this machine, if any."""
    named = os.environ.get("CC")
    return named or next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)


def build() -> bool:
    """Build the kernel in place; False where that cannot be, with the reason on standard error."""
    found = None if os.environ.get(VARIABLE) else compiler()
    if found is None:
        return False
    source = f"-DKERNEL_SOURCE={zlib.crc32(SOURCE.read_bytes())}u"
    with tempfile.TemporaryDirectory(dir=LIBRARY.parent) as folder:
        made = Path(folder, "kernel.so")
        command = [*found.split(), *FLAGS, source, "-o", str(made), str(SOURCE), "-lm"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            print(f"the kernel was not built: {done.stderr}", file=sys.stderr)
            return False
        made.replace(LIBRARY)
    return True


class KernelHook(BuildHookInterface):
    """Puts the kernel into wheels, which are then of one platform and of all versions of Python."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Build the kernel, and say what the wheel then is."""
        if self.target_name != "wheel" or not build():
            return
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform}"
        build_data["artifacts"].append("/harness/core/_kernel.so")


if __name__ == "__main__":
    sys.exit(not build())
