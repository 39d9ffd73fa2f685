"""Where the outputs of a task go: beside its file, under its name, wherever a command is called.

For ``lab/web.yaml`` these are ``lab/results/web`` (and, beside it, ``web.html``, ``web-sheets`` and
``web-figures``), ``lab/pools/web``, ``lab/packets/web``, ``lab/receipts/web`` and
``lab/web.ledger``. The keys `output` and `judge.ledger` of the task, and -o, say otherwise.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from itertools import count
from pathlib import Path

from harness.core.identity import file_names


def place_of(kind: str, path: str | os.PathLike[str], chosen: Sequence[str] = ()) -> Path:
    """The directory for outputs of a kind; ``chosen`` are runs, or measures, that were named.

    >>> place_of("results", "lab/web.yaml").as_posix(), place_of("pools", "web.yaml").as_posix()
    ('lab/results/web', 'pools/web')
    """
    return Path(path).parent / kind / stem_with(path, chosen)


def next_place(kind: str, path: str | os.PathLike[str]) -> Path:
    """The directory for the next outputs of a kind: ``pools/web-2`` after ``pools/web``.

    >>> next_place("pools", "/nowhere/web.yaml").as_posix()
    '/nowhere/pools/web-2'
    """
    first = place_of(kind, path)
    numbered = (first.with_name(f"{first.name}-{number}") for number in count(2))
    return next(free for free in numbered if not free.exists())


def stem_with(path: str | os.PathLike[str], runs: Sequence[str]) -> str:
    """The stem of files about a task; those about chosen runs are not the organisers'.

    >>> stem_with("configs/demo.yaml", []), stem_with("demo.yaml", ["runs/my best.run", "b"])
    ('demo', 'demo-my_best+b')
    """
    stem, names = Path(path).stem, [file_names(run)[0] for run in runs]
    if not names:
        return stem
    few = names if len(names) <= 3 else [names[0], f"{len(names) - 1}_more"]
    safe = re.sub(r"[^\w.+@-]", "_", "+".join(few))[:100]
    return f"{stem}-{safe}"
