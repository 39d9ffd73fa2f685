"""The files that a task names: find them, and keep an untrusted task inside its folder.

Every key that names a path, a dataset or code has a mark in its type (`harness.core.trust`).
`keep_inside` checks each value of such a key in an untrusted task, before any other use.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from harness.config.yaml_positions import Path as KeyPath
from harness.config.yaml_positions import YamlDocument, read_yaml
from harness.core.errors import (
    MAX_PROBLEMS,
    HarnessError,
    InputError,
    UnavailableError,
    keeps_going,
    some,
)
from harness.core.harmless import real_path, shown_path
from harness.core.listing import NO_DATA, below, fixed_part, is_directory, is_pattern, matching
from harness.core.locations import (
    DATASET_PREFIX,
    MEMBER,
    address_parts,
    find_archive,
    is_read_once,
)
from harness.core.trust import (
    CODE,
    DATASET,
    READS_BELOW,
    UNTRUSTED_HINT,
    WRITES,
    Reach,
    leads_out,
    trust,
)
from harness.formats.files import TASK_SUFFIXES, open_pieces
from harness.formats.layouts import Sample, recognise_layout
from harness.formats.members import contents, exists, files_in, is_archive_name, list_left_out
from harness.formats.opening import is_broken_link, nearest_file
from harness.formats.remote import expand_urls, is_url, keep_copies
from harness.settings.model import SettingsModel, find_mark
from harness.settings.sources import InputKind, Message
from harness.settings.task import TaskFile


class TaskFolder:
    """The folder of a task file, in which validation looks for named files.

    >>> TaskFolder(Path("configs")).complaint("demo.yaml", "file") is None
    True
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._absent = 0

    def complaint(self, path: str, kind: InputKind) -> Message | None:
        """Return the message and hint for a path that names nothing of the kind; else None."""
        if kind == "file":
            return self._absent_file(path)
        if kind == "directory":
            return missing_directory(path, self.folder)
        try:
            there = bool(find_paths(path, self.folder))
        except HarnessError as error:  # from an object store, or a search beyond the limits
            return error.problems[0].message, error.problems[0].hint
        if there:
            return None
        if is_directory(self.folder / real_path(path)):
            return None if kind == "texts" else self._no_run(path)
        if kind == "runs" and keeps_going() and not is_pattern(path):
            return None  # reading the run reports that it is missing
        return self._absent_file(path) or (f"no file matches {path}", None)

    def _absent_file(self, path: str) -> Message | None:
        """Return the message on a missing file, with hints on the first ones only.

        A list of thousands of files may be for another directory.
        """
        if missing_file(path, self.folder, hinted=False) is None:
            return None
        self._absent += 1
        return missing_file(path, self.folder, hinted=self._absent <= MAX_PROBLEMS)

    def _no_run(self, path: str) -> Message:
        ignored = left_out(path, self.folder)
        hint = f"left out: {some(ignored)}" if ignored else None
        written = explain_no_runs(self.folder / real_path(path))
        return f"there is no run in the directory {path}", written or hint


def find_paths(pattern: str, folder: Path) -> tuple[str, ...]:
    """Return the files of a path or pattern, in bytewise order; relative to ``folder`` if it is.

    The pattern and the paths are in shown form (`harness.core.harmless`). A directory stands for
    all files in it that may be runs (`left_out` has the others), and an archive with several data
    files for these; ``a.zip!/runs/*.txt`` for some of them. A file whose name looks like a pattern
    (``run[1].txt``) is that file. Raises `InputError` for a pattern beyond the limits.
    """
    if is_url(pattern):
        return tuple(expand_urls(pattern))
    with keep_copies():
        return tuple(
            shown_path(inside)
            for path in _find_paths(real_path(pattern), folder)
            for inside in _files_in(path, folder)
        )


def _files_in(path: str, folder: Path) -> list[str]:
    """Return the path itself, or the members of the archive, relative to ``folder`` if it is."""
    files = files_in(str(folder / path))
    lead = str(folder / find_archive(path)) if MEMBER in path else str(folder / path)
    own = find_archive(path) if MEMBER in path else path
    return [own + file[len(lead) :] for file in files] if files != [str(folder / path)] else [path]


def _find_paths(pattern: str, folder: Path) -> tuple[str, ...]:
    start, mark, inside = pattern.partition(MEMBER)
    if mark and is_pattern(start) and not _is_file(folder / pattern):
        return tuple(f"{path}{MEMBER}{inside}" for path in _find_paths(start, folder))
    if mark and address_parts(str(folder / pattern)) is not None:
        return (pattern,) if exists(folder / pattern) or keeps_going() else ()
    if _is_file(folder / pattern) or is_read_once(folder / pattern):
        return (pattern,)
    if is_directory(folder / pattern):
        if explain_no_runs(folder / pattern):
            return ()
        return tuple(
            Path(pattern, entry.name).as_posix()
            for entry in _entries(folder / pattern)
            if not _is_left_out(entry)
        )
    if not is_pattern(pattern):
        return (pattern,) if keeps_going() else ()  # reading the run reports that it is missing
    matches = (Path(name).as_posix() for name in matching(pattern, folder))
    # A broken link is not dropped silently: `missing_file` reports it.
    return tuple(
        path for path in matches if _is_file(folder / path) or is_broken_link(folder / path)
    )


def left_out(pattern: str, folder: Path) -> list[str]:
    """Return the entries of a directory that are not taken for runs: directories, and non-data
    names.

    For an archive they are its members that are not data, with the reason.
    """
    if is_url(pattern):
        return []
    if not is_directory(folder / real_path(pattern)):
        return _list_left_out(pattern, folder)
    entries = [entry for entry in _entries(folder / real_path(pattern)) if _is_left_out(entry)]
    return [f"{entry.name}/" if entry.is_dir() else entry.name for entry in entries]


def _list_left_out(pattern: str, folder: Path) -> list[str]:
    start, mark, _ = real_path(pattern).partition(MEMBER)
    if mark:  # named members are a choice
        return []
    archives = [path for path in _find_paths(start, folder) if is_archive_name(path)]
    return [
        f"{shown_path(path + address[len(str(folder / path)) :])} ({why})"
        for path in archives
        for address, why in list_left_out(str(folder / path)).items()
    ]


def _entries(directory: Path) -> list[Path]:
    try:
        return sorted(directory.iterdir(), key=os.fsencode)
    except OSError:  # it can be entered but not listed
        return []


def _is_left_out(entry: Path) -> bool:
    return NO_DATA.fullmatch(entry.name) is not None or not (
        _is_file(entry) or is_broken_link(entry)
    )


def explain_no_runs(directory: Path) -> str | None:
    """Return the hint on a directory of results or of a pool; None for any other."""
    file = directory / "manifest.json"
    ours = _is_file(file) and b'"format": "harness ' in file.read_bytes()[:200]
    return "a command of harness wrote it: it has results or a pool" if ours else None


def rebase_path(folder: Path, path: str) -> str:
    """Rebase a path of the command line to the task's folder; other text is unchanged.

    >>> rebase_path(Path("configs"), "runs/a.run"), rebase_path(Path("configs"), "irds:vaswani")
    ('../runs/a.run', 'irds:vaswani')
    """
    if is_url(path) or path.startswith(DATASET_PREFIX):
        return path
    try:
        return shown_path(Path(os.path.relpath(path, folder.resolve())).as_posix())
    except ValueError:  # another drive
        return shown_path(Path(path).resolve())


def missing_file(path: str, folder: Path, *, hinted: bool = True) -> Message | None:
    """Return the problem of a path or pattern without a file, and a hint; None if there is one.

    Without ``hinted`` no directory is listed for a hint.

    >>> missing_file("qrles.txt", Path("/nowhere"))
    ('there is no file qrles.txt', 'there is no directory /nowhere')
    """
    if is_url(path):  # reading it reports what is wrong
        return None
    try:
        return _missing_file(path, folder, hinted=hinted)
    except OSError as error:  # a name that is too long
        return f"{path:.40}… cannot be a file: {error.strerror}", None


def missing_directory(path: str, folder: Path) -> Message | None:
    """Return the problem of a path that is no directory, and a hint; None if it is one."""
    location = folder / real_path(path)
    if location.is_dir():
        return None
    if location.exists():
        return f"{path} is a file, not a directory", None
    return f"there is no directory {path}", f"it is looked for in {location.parent}"


def _missing_file(path: str, folder: Path, *, hinted: bool) -> Message | None:
    location = folder / real_path(path)
    if location.is_file() or is_read_once(location):
        return None
    if MEMBER in path and (address := address_parts(str(location))) is not None:
        archive = path[: len(path) - len(address[1]) - len(MEMBER)]
        if exists(location):
            return None
        if exists(address[0]):
            message = f"there is no file {address[1]} in the archive {archive}"
            return message, _describe_archive(address[0]) if hinted else None
        return _missing_file(archive, folder, hinted=hinted)
    if is_broken_link(location):
        return f"{path} is a broken symbolic link", f"there is no {location.readlink()}"
    if location.is_dir():
        return f"{path} is a directory, not a file", _describe_directory(
            location
        ) if hinted else None
    if is_pattern(path):
        return f"no file matches {path}", _nearest_pattern(path, folder) if hinted else None
    sought = f"it is looked for in {location.parent}"
    return f"there is no file {path}", nearest_file(location, sought) if hinted else None


def _is_file(location: Path) -> bool:
    try:
        return location.is_file()
    except OSError:  # a name that is too long
        return False


def _describe_directory(directory: Path) -> str:
    names = [entry.name for entry in _entries(directory) if not _is_left_out(entry)]
    return f"it has {some(names)}" if names else "no file in it can be read"


def _describe_archive(archive: str) -> str:
    lead = len(archive) + len(MEMBER)
    return f"it has {some([name[lead:] for name in contents(archive).files]) or 'no files of data'}"


def _nearest_pattern(pattern: str, folder: Path) -> str:
    """Return the hint on the files in the fixed directory of a pattern."""
    fixed = fixed_part(pattern)
    if not (folder / fixed).is_dir():
        return f"there is no directory {folder / fixed}"
    count = sum(1 for entry in (folder / fixed).iterdir() if entry.is_file())
    return f"{folder / fixed} has {count} files"


def read_task(path: str | os.PathLike[str], model: type[SettingsModel] = TaskFile) -> YamlDocument:
    """Read a task file, with the keys of ``model``; an untrusted one must stay in its folder.

    Raises `ConfigError` with every key that names a path outside, or code.
    """
    document = judgments_task(Path(path)) or read_yaml(path)
    keep_inside(document, Path(path).parent, model)
    return document


def judgments_task(path: Path) -> YamlDocument | None:
    """Return a task with judgments only, for a file of judgments in place of a task file."""
    if path.suffix.lower() not in TASK_SUFFIXES:
        with suppress(InputError, UnavailableError), open_pieces(str(path)) as stream:
            if recognise_layout("judgments", Sample(stream.head, str(path)))[0]:
                return YamlDocument(str(path), {"qrels": path.name})
    return None


def keep_inside(
    document: YamlDocument, folder: Path, model: type[SettingsModel] = TaskFile
) -> None:
    """Raise `ConfigError` for everything that an untrusted task in ``folder`` must not name.

    A trusted task may name anything. Values from a command line are not in the document yet.
    """
    if trust().anywhere:
        return
    try:  # existence is not checked: it would reveal which files exist
        keys = model.model_validate(document.root)
    except ValidationError as error:
        document.refuse(document.wrong_values(error, model))
        raise
    named = (*_list_named_values(keys), *(((), link, WRITES) for link in _list_outputs(folder)))
    document.refuse(
        document.problem(document.given(path), message, hint=UNTRUSTED_HINT)
        for path, text, reach in named
        if (message := _explain_refusal(text, reach, folder))
    )


def _list_outputs(folder: Path) -> Iterator[str]:
    """Return the links where outputs go by default, relative to ``folder``."""
    roots = (folder / kind for kind in ("results", "pools", "packets", "receipts"))
    paths = (path for root in roots for path in (root, *root.rglob("*")))
    links = (path for path in (*folder.glob("*.ledger*"), *paths) if path.is_symlink())
    return (shown_path(link.relative_to(folder)) for link in links)


def _list_named_values(
    keys: SettingsModel, path: KeyPath = ()
) -> Iterator[tuple[KeyPath, str, Reach]]:
    """Yield every value that names something, with its path and the mark of its key."""
    for name, field in type(keys).model_fields.items():
        mark = find_mark(field, Reach)
        for steps, value in _leaves(getattr(keys, name), (*path, name)):
            if isinstance(value, SettingsModel):
                yield from _list_named_values(value, steps)
            elif mark is not None and value is not None:
                yield steps, str(value), mark


def _leaves(value: Any, path: KeyPath) -> Iterator[tuple[KeyPath, Any]]:
    """Yield the single values of a key, a list or a mapping."""
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from _leaves(part, (*path, key))
    elif isinstance(value, tuple):
        for index, part in enumerate(value):
            yield from _leaves(part, (*path, index))
    else:
        yield path, value


def _explain_refusal(text: str, reach: Reach, folder: Path) -> str | None:
    """Return the reason why an untrusted task must not name a value; None if it may."""
    if reach is CODE:
        return f"the module {text} is not executed"
    if reach is DATASET:
        return f"the dataset {text} is not read"
    if is_url(text):
        return f"{text} is a URL"
    text = real_path(text)  # the system's form
    start = str(fixed_part(text)) if is_pattern(text) else text
    if leads_out(start, folder) or leads_out(text, folder):
        return f"{text} leads out of the task's folder"
    if reach is WRITES:
        return None
    try:
        paths = _named_paths(text, reach, folder)
        outside = next((path for path in paths if leads_out(path, folder)), None)
    except InputError as error:  # beyond the limits, or through a link
        return error.problems[0].message
    if outside is None:
        return None
    return f"{_link_in(outside, folder)} leads out of the task's folder"


def _named_paths(text: str, reach: Reach, folder: Path) -> Iterator[str]:
    """Yield the paths of a path, pattern or directory, relative to ``folder`` if it is."""
    directory = folder / text
    if reach is READS_BELOW and is_directory(directory):
        yield from (str(Path(text, path.relative_to(directory))) for path in below(directory))
    else:
        for path in _find_paths(text, folder):
            yield from dict.fromkeys((path.partition(MEMBER)[0], path))  # an archive may be a link


def _link_in(path: str, folder: Path) -> str:
    """Return the link in a path that leads out of the folder, without revealing its target."""
    steps = (*reversed(Path(path).parents), Path(path))
    return next(str(step) for step in steps if leads_out(step, folder))
