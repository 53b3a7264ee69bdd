"""The project's error tree: each message says what is wrong, where, and what to do.

Every error that a user can cause is a :class:`HippoExpError`; its text is one line, so that a
command can print it and leave with :attr:`HippoExpError.exit_code`. Anything else that escapes is
a defect of the project and shows a traceback.
"""

from __future__ import annotations

from collections.abc import Sequence


class HippoExpError(Exception):
    """A fault with a cause, a place and a remedy.

    Args:
        what: the fault, as a short clause without a full stop.
        where: the file, setting or object that has it.
        fix: what the user can do about it, as an imperative clause.
    """

    exit_code = 1

    def __init__(self, what: str, *, where: str = "", fix: str = "") -> None:
        self.what = what
        self.where = where
        self.fix = fix
        place = f" [{where}]" if where else ""
        remedy = f": {fix}" if fix else ""
        super().__init__(" ".join(f"{what}{place}{remedy}".split()))


class ConfigError(HippoExpError):
    """A setting that does not exist, has a wrong type, or lies outside its range."""

    exit_code = 2


class DataError(HippoExpError):
    """A data file that is missing, unreadable, or inconsistent with another one."""

    exit_code = 3


class GraphError(HippoExpError):
    """A graph, reset vector or index that breaks the conditions of the computation."""

    exit_code = 4


class EncoderError(HippoExpError):
    """An encoder that cannot be loaded or returned vectors of the wrong kind."""

    exit_code = 5


class MissingExtraError(HippoExpError):
    """An optional dependency that is not installed; the message names the extra."""

    exit_code = 5

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(
            f"the package {package!r} is not installed",
            where=f"extra {extra!r}",
            fix=f'in the project\'s folder run pip install --editable ".[{extra}]"',
        )
        self.package = package
        self.extra = extra


class StoreError(HippoExpError):
    """An output or cache location that cannot be written or read."""

    exit_code = 6


class VerificationError(HippoExpError):
    """A committed number that no longer follows from the results beside it."""

    exit_code = 7


class FaultListError(HippoExpError):
    """Several faults found together, reported together, one line each.

    Args:
        errors: the faults, at least one; the exit code is that of the first.
    """

    def __init__(self, errors: Sequence[HippoExpError]) -> None:
        super().__init__("; ".join(str(error) for error in errors))
        self.errors = tuple(errors)
        self.exit_code = errors[0].exit_code
