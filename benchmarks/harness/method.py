"""A named way to solve a case, which may need a package that is not installed."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

OURS = "hippo_exp"
"""Name of the method that ratios refer to."""

NOT_INSTALLED = "not installed"

_Case = TypeVar("_Case")
_Solver = TypeVar("_Solver")


@dataclass(frozen=True, slots=True)
class Method(Generic[_Case, _Solver]):
    """One line of a table.

    Attributes:
        name: as printed.
        prepare: everything done once for a case, not counted as a run; returns the solver.
        module: the package it needs beyond this project's own.
        limit: most queries that one run of it takes, for methods that are slow by the query.
        remark: what the name does not say, printed under the table.
    """

    name: str
    prepare: Callable[[_Case], _Solver]
    module: str = "numpy"
    limit: int | None = None
    remark: str = ""

    @property
    def installed(self) -> bool:
        """Whether the package it needs can be imported."""
        return importlib.util.find_spec(self.module) is not None
