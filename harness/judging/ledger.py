"""The ledger of a task: one append-only SQLite file with everything about judging."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Self, TypeVar

from harness.core.errors import (
    InputError,
    Problem,
    UnavailableError,
    look_up,
    refuse,
)
from harness.formats.unfinished import ExistingFileError, whole_file
from harness.judging.schema import APPLICATION_ID, MIGRATIONS
from harness.settings.judge import Guidelines

T = TypeVar("T")

#: Seconds that a writer waits for another one.
PATIENCE = 30.0


class Ledger:
    """An open ledger, written in `transaction` only.

    A connection belongs to the thread that opened it; others open their own. Every transaction is
    on disk before it ends (write-ahead log, synchronous), and rows can only be added.

    Parameters
    ----------
    path
        The file, which `harness.add_to_ledger` makes.

    Raises
    ------
    InputError
        For a file that is missing, no ledger, damaged, or written by a newer version.

    Examples
    --------
    >>> import tempfile
    >>> from harness.judging.recording import record_assessor
    >>> with tempfile.TemporaryDirectory() as folder, create(Path(folder, "task.ledger")) as ledger:
    ...     with ledger.transaction() as writing:
    ...         _ = record_assessor(writing, "ann")
    ...     ledger.rows("SELECT name, kind, role FROM assessor")
    [('ann', 'human', 'assessor')]
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path: Path = Path(path)
        if not self.path.is_file():
            hint = "harness judge add makes one from a pool"
            raise InputError(Problem("there is no ledger", os.fspath(path), hint=hint))
        self._connection = _connect(self.path)
        try:
            with _opening(self.path):
                _check_file(self._connection, self.path)
                # Only now: a file that is no ledger, or damaged, stays unchanged.
                self._connection.execute("PRAGMA journal_mode = WAL")
                _migrate(self._connection, self.path)
        except BaseException:
            self._connection.close()
            raise

    #: Whether a transaction of this connection is open.
    _is_writing = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def another(self) -> Ledger:
        """Open another connection to the same ledger, for another thread, without checks."""
        opened = object.__new__(Ledger)
        opened.path = self.path
        opened._connection = _connect(self.path, factory=_ThreadConnection, check_same_thread=False)
        return opened

    def rows(self, query: str, parameters: Any = ()) -> list[tuple[Any, ...]]:
        """Return all rows of a reading query.

        Parameters
        ----------
        query
            SQL; `harness.judging.schema` describes the tables.
        parameters
            Values for its question marks.

        Returns
        -------
        list of tuple
            The rows.

        Raises
        ------
        sqlite3.Error
            For an invalid query, or one that would write.
        """
        return self._connection.execute(query, parameters).fetchall()

    def value(self, query: str, parameters: Any = ()) -> Any:
        """Return the first value of the first row of a query; None without a row.

        Parameters
        ----------
        query
            SQL, as for `rows`.
        parameters
            Values for its question marks.

        Returns
        -------
        object
            The value.
        """
        row = self._connection.execute(query, parameters).fetchone()
        return None if row is None else row[0]

    def assessor(self, name: str) -> tuple[int, str]:
        """Return the number and the role of an assessor.

        Parameters
        ----------
        name
            A person, or a crowd.

        Returns
        -------
        (int, str)
            The number of the assessor in tables, and the role.

        Raises
        ------
        EvaluationError
            For an unknown name, with the nearest one.
        """
        return known_assessor(self._connection, name)

    @property
    def identity(self) -> str:
        """The identity of this ledger and its copies: the hash of the first event."""
        first = "SELECT name, recorded_at FROM assessor ORDER BY id LIMIT 1"
        return hashlib.sha256(json.dumps(self.rows(first)).encode()).hexdigest()[:16]

    @property
    def position(self) -> int:
        """The number of the newest event."""
        return int(self.value("SELECT coalesce(max(id), 0) FROM event"))

    @property
    def guidelines(self) -> tuple[int, Guidelines]:
        """Return the newest guidelines, with their number."""
        return current_guidelines(self._connection)

    @contextmanager
    def transaction(self, *, keep: bool = True) -> Iterator[sqlite3.Connection]:
        """Record everything written inside the block, or nothing.

        A nested transaction is a part of the outer one. It waits for another writer.

        Parameters
        ----------
        keep
            Whether to record it; False only shows the effect.

        Returns
        -------
        context manager
            Gives the connection to write with.

        Raises
        ------
        UnavailableError
            If the disk is full or another writer does not end.
        """
        connection = self._connection
        if self._is_writing:
            yield connection
            return
        self._roll_back()  # an earlier one left open would never be committed
        self._is_writing = True
        try:
            connection.execute("BEGIN IMMEDIATE")
            yield connection
            if keep:
                connection.commit()
        except sqlite3.OperationalError as error:
            message = f"nothing was recorded: {error}"
            raise UnavailableError(Problem(message, os.fspath(self.path))) from None
        finally:
            self._is_writing = False
            self._roll_back()  # does nothing after a commit

    def _roll_back(self) -> None:
        """Roll back after any failure, also of a commit."""
        if self._connection.in_transaction:
            self._connection.rollback()

    def backup(self, path: str | os.PathLike[str]) -> None:
        """Copy the current ledger to a new file, while others go on writing.

        Parameters
        ----------
        path
            The new file.

        Raises
        ------
        InputError
            If there is a file already; it stays.
        HarnessError
            If the disk refuses; then there is no file.
        """
        with whole_file(path, replace=False) as partial, closing(_connect(partial)) as copy:
            try:
                self._connection.backup(copy)
                # A copy is one file: without this it would need its log beside it.
                copy.execute("PRAGMA journal_mode = DELETE")
            except sqlite3.Error as error:
                message = f"the copy cannot be written: {error}"
                raise InputError(Problem(message, os.fspath(path))) from None


def create(path: str | os.PathLike[str]) -> Ledger:
    """Open the ledger of a file, and make it if there is none; other files stay unchanged."""
    record_in_ledger(path, lambda _: None)
    return Ledger(path)


def record_in_ledger(path: str | os.PathLike[str], record: Callable[[Ledger], T]) -> T:
    """Record in the ledger of a file, which is made if there is none.

    If recording fails no new ledger is left behind.
    """
    if not os.path.lexists(path):
        with suppress(ExistingFileError), _new_ledger(path) as ledger:
            return record(ledger)
    with Ledger(path) as ledger:  # there was one, or another process was faster
        return record(ledger)


@contextmanager
def _new_ledger(path: str | os.PathLike[str]) -> Iterator[Ledger]:
    """Yield a new ledger that takes its place if the block ends without an error.

    Raises `ExistingFileError` if there is a file by then.
    """
    with whole_file(path, replace=False) as partial:
        connection = _connect(partial)
        try:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            _carry_out(connection, 0)
            connection.commit()
            ledger = object.__new__(Ledger)
            ledger.path, ledger._connection = Path(path), connection
            yield ledger
        except sqlite3.Error as error:
            raise InputError(Problem(f"it cannot be made: {error}", os.fspath(path))) from None
        finally:
            connection.close()


def current_guidelines(reading: sqlite3.Connection) -> tuple[int, Guidelines]:
    """Return the newest guidelines with their number; plain relevance (0) without any."""
    row = reading.execute("SELECT id, content FROM guideline ORDER BY id DESC LIMIT 1").fetchone()
    return (0, Guidelines()) if row is None else (row[0], Guidelines.model_validate_json(row[1]))


def known_assessor(reading: sqlite3.Connection, name: str) -> tuple[int, str]:
    """Return the number and the role of a person or crowd; raises `EvaluationError`."""
    query = "SELECT name, id, role FROM person WHERE kind IN ('human', 'crowd') ORDER BY name"
    known = {str(row[0]): (int(row[1]), str(row[2])) for row in reading.execute(query)}
    return look_up("assessor", name, known)


def now(later: timedelta = timedelta()) -> str:
    """Return the time as recorded, or so much later: UTC, to the millisecond."""
    return (datetime.now(UTC) + later).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class _ThreadConnection(sqlite3.Connection):
    """The connection of a thread, closed as the thread ends, by the thread that notices it."""

    def __del__(self) -> None:
        self.close()


def _connect(path: Path, **options: Any) -> sqlite3.Connection:
    with ExitStack() as stack, _opening(path):
        connection: sqlite3.Connection = sqlite3.connect(
            path, timeout=PATIENCE, isolation_level=None, **options
        )
        stack.callback(connection.close)  # with the files beside it
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")
        # Reads the file, which may be anything.
        connection.execute("PRAGMA schema_version").fetchone()
        stack.pop_all()
    return connection


_OPENING_HINTS = {
    "disk I/O": "is there room on the disk?",
    "readonly": "reading needs to write beside it, too; is it yours, and its directory?",
}


@contextmanager
def _opening(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        # Reading needs room beside the file, and the right to write there, too.
        hint = next((hint for part, hint in _OPENING_HINTS.items() if part in str(error)), None)
        problem = Problem(f"it cannot be opened: {error}", os.fspath(path), hint=hint)
        # Disk, lock and permissions are no fault of the file, nor of an entry that waits for it.
        later = isinstance(error, sqlite3.OperationalError)
        raise (UnavailableError if later else InputError)(problem) from None


def _check_file(connection: sqlite3.Connection, path: Path) -> None:
    """Raise `InputError` unless the file is an undamaged ledger of a known version."""
    where = os.fspath(path)
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        raise InputError(Problem("this file is no ledger of judgments", where))
    if version > len(MIGRATIONS):
        message = f"the ledger has version {version}; this program knows {len(MIGRATIONS)}"
        raise InputError(Problem(message, where, hint="a newer version of harness is needed"))
    damages = _damages(connection)
    hint = "restore a backup; the file is left as it is"
    refuse(Problem(f"the ledger is damaged: {text}", where, hint=hint) for text in damages)


def _damages(connection: sqlite3.Connection) -> list[str]:
    """Return the damages inside the file; empty for a sound one."""
    try:
        checked = [row[0] for row in connection.execute("PRAGMA quick_check(5)")]
        orphans = [
            f"a row of {row[0]} refers to a row of {row[2]} that is not there"
            for row in connection.execute("PRAGMA foreign_key_check")
        ]
    except sqlite3.OperationalError:
        raise  # of disk or memory
    except sqlite3.DatabaseError as error:
        return [str(error)]
    return [text for text in (*checked, *orphans) if text != "ok"]


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version == len(MIGRATIONS):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        _carry_out(connection, version)
        connection.commit()
    except sqlite3.Error as error:
        connection.rollback()
        message = f"the ledger could not be brought to version {len(MIGRATIONS)}: {error}"
        raise InputError(Problem(message, os.fspath(path))) from None


def _carry_out(connection: sqlite3.Connection, version: int) -> None:
    """Run the migrations from a version on, inside a transaction."""
    for script in MIGRATIONS[version:]:
        for statement in _statements(script):
            connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")


def _statements(script: str) -> Iterator[str]:
    """Yield the statements of a script one by one: `executescript` would end the transaction."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
