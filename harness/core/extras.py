"""Packages that not every installation has: each import of one stands under `extra`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from harness.core.errors import Problem, UnavailableError

#: Packages that are imported by another name than they are installed by.
_INSTALLED_AS = {
    "argon2": "argon2-cffi",
    "ir_measures": "ir-measures",
    "multipart": "python-multipart",
    "python_multipart": "python-multipart",
    "sklearn": "scikit-learn",
}


class MissingPackageError(UnavailableError):
    """A package that an extra of the installation brings, and that is not there."""


@contextmanager
def extra(name: str, what: str, where: str | None = None) -> Iterator[None]:
    """Explain an import that fails in this block: which extra brings the package.

    ``what`` is said to need the package, and stands in the plural or for several; ``where`` is
    the input that it is needed for. Modules of ours that cannot be imported stay faults.

    >>> with extra("judging", "the pages of assessors need"):
    ...     raise ModuleNotFoundError(name="argon2.exceptions")
    Traceback (most recent call last):
    harness.core.extras.MissingPackageError: the pages of assessors need the package argon2-cffi, \
which is not installed (pip install 'ir-harness[judging]'; in a checkout pip install '.[judging]')
    """
    try:
        yield
    except ImportError as error:
        package = (error.name or "").partition(".")[0]
        if package in ("", "harness"):
            raise
        package = _INSTALLED_AS.get(package, package)
        absent = isinstance(error, ModuleNotFoundError)
        state = "which is not installed" if absent else f"which cannot be loaded: {error}"
        hint = f"pip install 'ir-harness[{name}]'; in a checkout pip install '.[{name}]'"
        message = f"{what} the package {package}, {state}"
        raise MissingPackageError(Problem(message, where, hint=hint)) from error
