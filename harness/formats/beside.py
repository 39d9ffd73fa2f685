"""What a manifest in the same directory says of the layout of a file.

Samples of judgments have layouts that cannot be told from others by their lines, and a comment in
the file would stop the evaluators of the field. A manifest names them: ``{"layouts": {"qrels.txt":
"strata"}}``.
"""

from __future__ import annotations

import json
from pathlib import Path

#: The file, and the key in it.
_MANIFEST, LAYOUTS = "manifest.json", "layouts"


def layout_beside(where: str) -> str | None:
    """The layout that a manifest beside a file names for it; None without one.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "manifest.json").write_text('{"layouts": {"q.txt": "prels"}}')
    ...     layout_beside(f"{folder}/q.txt"), layout_beside(f"{folder}/other.txt")
    ('prels', None)
    """
    path = Path(where)
    try:
        manifest = json.loads(path.with_name(_MANIFEST).read_text(encoding="utf-8"))
        layout = manifest[LAYOUTS][path.name]
    except (OSError, ValueError, LookupError, TypeError):
        return None
    return layout if isinstance(layout, str) else None
