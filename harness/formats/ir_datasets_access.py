"""Access to ir_datasets: find a dataset, forbid downloads, explain errors.

ir_datasets has no public interface for some of it; all workarounds are here.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from functools import wraps
from pathlib import Path
from threading import RLock
from typing import Any

from harness.core.errors import DatasetError, Problem, suggest
from harness.core.locations import DATASET_PREFIX
from harness.core.trust import NO_URLS_VARIABLE, trust

#: The parts of a dataset, and our words for them.
_KINDS = {"docs": "documents", "queries": "topics", "qrels": "judgments"}


def load_dataset(dataset_id: str, kind: str) -> tuple[str, Any]:
    """Return a dataset with its name for messages.

    Raises `DatasetError` for an unknown identifier, and for a dataset without a part of this
    ``kind``.
    """
    plain = dataset_id.removeprefix(DATASET_PREFIX)
    dataset = _dataset(plain)
    if not dataset.has(kind):
        raise DatasetError(_explain_lack(plain, dataset, kind, _registry()))
    return DATASET_PREFIX + plain, dataset


def list_parts(dataset_id: str) -> frozenset[str]:
    """Return which of "docs", "queries" and "qrels" a dataset has; raises `DatasetError`.

    >>> sorted(list_parts("irds:beir/scifact"))
    ['docs', 'queries']
    """
    dataset = _dataset(dataset_id.removeprefix(DATASET_PREFIX))
    return frozenset(kind for kind in _KINDS if dataset.has(kind))


def _dataset(plain: str) -> Any:
    registry = _registry()
    try:
        return registry[plain]
    except KeyError:
        hint = suggest(plain, registry, "see https://ir-datasets.com for the identifiers")
        raise DatasetError(Problem("unknown dataset", DATASET_PREFIX + plain, hint=hint)) from None


def _registry() -> Any:
    import ir_datasets

    return ir_datasets.registry


def _explain_lack(plain: str, dataset: Any, kind: str, registry: Any) -> Problem:
    has = [words for own, words in _KINDS.items() if dataset.has(own)]
    hint = f"it has {' and '.join(has) or 'none of the others either'}"
    below = [other for other in registry if other.startswith(f"{plain}/")]
    with_it = [other for other in below if registry[other].has(kind)]
    if with_it:
        more = ", …" if len(with_it) > 5 else ""
        hint += f"; {_KINDS[kind]}: {', '.join(with_it[:5])}{more}"
    return Problem(f"this dataset has no {_KINDS[kind]}", DATASET_PREFIX + plain, hint=hint)


@contextmanager
def explain_dataset_errors(name: str, dataset: Any, kind: str) -> Iterator[None]:
    """Turn any exception of ir_datasets while reading into a helpful `DatasetError`.

    Nothing is downloaded if URLs are forbidden.
    """
    forbidden = trust().why("--no-urls", NO_URLS_VARIABLE)
    try:
        with nullcontext() if trust().urls else from_disk(name, forbidden):
            yield
    except ImportError as error:
        message = f"ir_datasets needs another package for this: {error}"
        raise DatasetError(Problem(message, name)) from error
    # EOFError: a password prompt without a terminal.
    except (OSError, RuntimeError, ValueError, LookupError, AssertionError, EOFError) as error:
        raise DatasetError(list(_unreadable(name, dataset, kind, error))) from error


def _unreadable(name: str, dataset: Any, kind: str, error: BaseException) -> Iterator[Problem]:
    absent = _absent_files(getattr(dataset, f"{kind}_handler")())
    if not absent:
        message = f"the {_KINDS[kind]} cannot be read: {_first_line(error)}"
        home = os.environ.get("IR_DATASETS_HOME", Path.home() / ".ir_datasets")
        yield Problem(message, name, hint=f"ir_datasets keeps its files in {home}")
    for path, source in absent:
        message = f"the {_KINDS[kind]} cannot be downloaded: {_first_line(error)}"
        hint = f"put {source} at {path}" if source else f"put the file at {path}"
        yield Problem(message, name, hint=hint)


def _first_line(error: BaseException) -> str:
    text = str(error).strip().split("\n")[0]
    if len(text) > 200:
        text = f"{text[:200]}…"
    return text or type(error).__name__


def _absent_files(handler: Any, depth: int = 5) -> list[tuple[str, str | None]]:
    """Return the paths and addresses of the files that ir_datasets lacks for a handler.

    It keeps no list of them: they are found by walking its wrappers (`GzipExtract`, `Cache`, …).
    """
    absent: dict[str, str | None] = {}
    for download in _downloads(handler, depth, set()):
        cache = getattr(download, "_cache_path", None)
        local = [str(m._path) for m in download.mirrors if hasattr(m, "_path")]  # noqa: SLF001
        urls = [str(mirror.url) for mirror in download.mirrors if hasattr(mirror, "url")]
        paths = [str(cache)] if cache else local
        if paths and not any(Path(path).exists() for path in (*paths, *local)):
            absent[paths[0]] = urls[0] if urls else None
    return list(absent.items())


def _downloads(thing: Any, depth: int, seen: set[int]) -> Iterator[Any]:
    if id(thing) in seen or depth < 0:
        return
    seen.add(id(thing))
    if type(thing).__name__ == "Download" and hasattr(thing, "mirrors"):
        yield thing
        return
    inner: Iterable[Any] = ()
    if isinstance(thing, list | tuple):
        inner = thing
    elif type(thing).__module__.startswith("ir_datasets"):
        inner = vars(thing).values() if hasattr(thing, "__dict__") else ()
    for part in inner:
        yield from _downloads(part, depth - 1, seen)


# --- downloads -------------------------------------------------------------------------------

#: Methods of ir_datasets that are replaced to forbid downloads are replaced for all threads.
_ALONE = RLock()


#: The hint on how to download the documents of a dataset.
_ASK = "harness check TASK --download does it"


@contextmanager
def from_disk(name: str, hint: str = _ASK) -> Iterator[None]:
    """Raise `DatasetError` inside the block for anything that ir_datasets would download.

    It has no such setting. All its network access goes through one class, whose two methods are
    replaced.
    """
    from ir_datasets.util import Download

    def here(method: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(method)
        def guarded(self: Any, *args: Any, **further: Any) -> Any:
            # Without a path of its own a file is downloaded even if only its path is requested.
            forced = further.get("force", (*args, True)[0]) or self._cache_path is None
            if forced and _is_remote(self):
                raise DatasetError(Problem("it is not downloaded", name, hint=hint))
            return method(self, *args, **further)

        return guarded

    with _ALONE:
        path, stream = Download.path, Download.stream
        try:
            Download.path, Download.stream = here(path), here(stream)
            yield
        finally:
            Download.path, Download.stream = path, stream


def _is_remote(download: Any) -> bool:
    """Return whether a download of ir_datasets needs the network."""
    if download._path is not None or all(hasattr(it, "_path") for it in download.mirrors):  # noqa: SLF001
        return False
    cache = download._cache_path  # noqa: SLF001
    local = [it._path for it in download.mirrors if hasattr(it, "_path")]  # noqa: SLF001
    return not any(Path(path).exists() for path in (*local, *([cache] if cache else [])))
