"""Writes the address of the documentation's site into the package, before it is published.

``scripts/site_address.py OWNER/NAME`` takes the repository whose GitHub Pages have the site.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

VERSION = Path(__file__).resolve().parent.parent / "harness/_version.py"


def addressed(text: str, repository: str) -> str:
    """The module of the version with the address of a repository's site."""
    owner, name = repository.split("/")
    line = f'DOCUMENTATION = "https://{owner.lower()}.github.io/{name}/"'
    return re.sub(r'^DOCUMENTATION = ".*"$', line, text, flags=re.MULTILINE)


if __name__ == "__main__":
    VERSION.write_text(addressed(VERSION.read_text(encoding="utf-8"), sys.argv[1]), "utf-8")
