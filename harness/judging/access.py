"""Sign-in by personal links and passwords; the ledger keeps only hashes of them."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from harness.core.errors import EvaluationError, InputError, Problem, refuse
from harness.core.packages import extra
from harness.formats.unfinished import ExistingFileError, whole_file
from harness.judging.ledger import Ledger, known_assessor, now

if TYPE_CHECKING:
    from argon2 import PasswordHasher

#: Seconds without activity after which a session ends.
SESSION = 12 * 3600
#: Seconds of use after which a cookie is renewed.
_RENEWED = 300
_LEAST_PASSWORD = 10
#: Bytes of the key that signs cookies.
_KEY = 32


@dataclass(frozen=True, slots=True)
class Person:
    """A signed-in person; ``credential`` is the row used to sign in."""

    number: int
    name: str
    role: str
    credential: int


def new_link(ledger: Ledger, name: str, days: float | None = None) -> str:
    """Return a token for a personal link; the person's earlier links and passwords end.

    With ``days`` it expires after that time, as recorded in the token and beside its hash; sessions
    begun with it last. Raises `EvaluationError` for an unknown person.
    """
    end = "" if days is None else f".{int(time.time() + days * 86_400)}"
    token = secrets.token_urlsafe(32) + end
    _record(ledger, name, "link", _digest(token) + end)
    return token


def set_password(ledger: Ledger, name: str, password: str) -> None:
    """Let a person sign in by name and password; earlier links and passwords end.

    Raises `EvaluationError` for a password of less than ten characters, and for an unknown person.
    """
    hint = f"at least {_LEAST_PASSWORD} characters are needed"
    short = [Problem("the password is too short", hint=hint)] * (len(password) < _LEAST_PASSWORD)
    refuse(short, EvaluationError)
    _record(ledger, name, "password", _hasher().hash(password))


def revoke(ledger: Ledger, name: str) -> None:
    """End every link, password and session of a person."""
    _record(ledger, name, "revoked", None)


def find_linked_person(ledger: Ledger, token: str) -> Person | None:
    """Return the owner of a link; None for an unknown or expired one."""
    _, _, end = token.partition(".")
    if end and not (end.isdecimal() and int(end[:15]) > time.time()):
        return None
    return _current(ledger, "c.kind = 'link' AND substr(c.hash, 1, 64) = ?", _digest(token))


def check_password(ledger: Ledger, name: str, password: str) -> Person | None:
    """Return the person with a name if the password is right; as slow for an unknown name."""
    with extra("judging", "passwords need"):
        from argon2.exceptions import InvalidHashError, VerifyMismatchError

    person = _current(ledger, "c.kind = 'password' AND s.name = ?", name)
    query = "SELECT hash FROM credential WHERE id = ?"
    known = ledger.value(query, (person.credential,)) if person else _nobodys_hash()
    try:
        _hasher().verify(known, password)
    except (InvalidHashError, VerifyMismatchError):
        return None
    return person


class Sessions:
    """Signed cookies, with person, credential and expiry.

    Nothing is kept on the server: a session survives a restart, and ends with its credential. The
    key is beside the ledger, readable by its owner only. Another ledger in the same place accepts
    no old cookies: the same numbers would be other people.
    """

    def __init__(self, key: bytes, ledger: str) -> None:
        self._key, self.ledger = key, ledger

    @classmethod
    def beside(cls, ledger: Ledger) -> Sessions:
        """Return sessions with the key of a ledger, which is made if there is none."""
        path = ledger.path.with_name(f"{ledger.path.name}.key")
        with suppress(ExistingFileError), whole_file(path, replace=False) as partial:
            partial.chmod(0o600)
            partial.write_bytes(secrets.token_bytes(_KEY))
        if len(key := path.read_bytes()) != _KEY:
            hint = "delete it: everybody signs in again"
            raise InputError(Problem("this is no key of sessions", os.fspath(path), hint=hint))
        return cls(key, ledger.identity)

    def cookie(self, person: Person, lasting: float = SESSION) -> str:
        """Return a cookie for a person, which ends after ``lasting`` seconds."""
        content = json.dumps([person.credential, int(time.time() + lasting)]).encode()
        return f"{urlsafe_b64encode(content).decode()}.{self._signed(content)}"

    def person(self, ledger: Ledger, cookie: str | None) -> Person | None:
        """Return the owner of a cookie; None for a forged or expired one."""
        encoded, _, signature = (cookie or "").partition(".")
        try:
            content = urlsafe_b64decode(encoded.encode())
            if not hmac.compare_digest(signature.encode(), self._signed(content).encode()):
                return None
            credential, end = json.loads(content)
        except ValueError:
            return None
        if end < time.time():
            return None
        return _current(ledger, "c.id = ?", credential)

    def is_old(self, cookie: str) -> bool:
        """Return whether a valid cookie has been in use for some minutes, and should be renewed."""
        _, end = json.loads(urlsafe_b64decode(cookie.partition(".")[0]))
        return bool(end - time.time() < SESSION - _RENEWED)

    def form_token(self, person: Person) -> str:
        """Return the token that requests for changes need in addition to the cookie.

        It depends on person and credential: open pages stay valid after a new sign-in in another
        tab.
        """
        return self._signed(f"form {person.number} {person.credential}".encode())

    def _signed(self, content: bytes) -> str:
        return hmac.new(self._key, self.ledger.encode() + content, hashlib.sha256).hexdigest()


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _nobodys_hash() -> str:
    """Return the hash of no password, so that an unknown name takes as long as a wrong password."""
    return _hasher().hash(secrets.token_hex(16))


def _hasher() -> PasswordHasher:
    """Return the hasher of passwords."""
    with extra("judging", "passwords need"):
        from argon2 import PasswordHasher

    return PasswordHasher()


def _record(ledger: Ledger, name: str, kind: str, digest: str | None) -> None:
    with ledger.transaction() as writing:
        person, _ = known_assessor(writing, name)
        insert = "INSERT INTO credential (assessor, kind, hash, recorded_at) VALUES (?, ?, ?, ?)"
        writing.execute(insert, (person, kind, digest, now()))


def _current(ledger: Ledger, condition: str, value: object) -> Person | None:
    """Return the person whose newest credential meets a condition."""
    query = f"""
        SELECT s.id, s.name, s.role, c.id FROM credential c JOIN person s ON s.id = c.assessor
        WHERE {condition} AND c.kind <> 'revoked'
        AND c.id = (SELECT max(id) FROM credential WHERE assessor = s.id)
    """
    rows = ledger.rows(query, (value,))
    return Person(*rows[0]) if rows else None
