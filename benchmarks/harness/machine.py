"""The machine that the absolute times belong to."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version

from hippo_exp.config import project_root
from hippo_exp.reporting import collect_environment

COMPARED = (
    "networkx",
    "igraph",
    "scikit-network",
    "fast-pagerank",
    "scipy",
    "scikit-learn",
    "faiss-cpu",
    "hnswlib",
    "numba",
    "numpy",
)
"""Packages that are measured, or measured with."""


@dataclass(frozen=True, slots=True)
class Machine:
    """What is printed under every table.

    Attributes:
        cpu: model name.
        cores: logical cores.
        memory_gb: installed memory, None where unknown.
        load: the three load averages at the start, None where unknown.
        python: version.
        packages: package -> version or None.
    """

    cpu: str
    cores: int
    memory_gb: float | None
    load: tuple[float, ...] | None
    python: str
    packages: dict[str, str | None]

    def sentence(self) -> str:
        """One line for people."""
        load = "" if self.load is None else f", load average {self.load[0]:.2f} at the start"
        memory = "" if self.memory_gb is None else f", {self.memory_gb:.0f} GiB"
        versions = ", ".join(f"{name} {text}" for name, text in self.packages.items() if text)
        cores = f"{self.cores} core{'s' * (self.cores != 1)}"
        return f"{self.cpu}, {cores}{memory}{load}; Python {self.python}, {versions}"


def describe() -> Machine:
    """The machine as it is now; call it before measuring."""
    known = collect_environment()
    return Machine(
        cpu=str(known["cpu"]),
        cores=os.cpu_count() or 1,
        memory_gb=_memory_gb(),
        load=tuple(round(value, 2) for value in os.getloadavg()) if _has_load() else None,
        python=str(known["python"]),
        packages={name: _version(name) for name in COMPARED},
    )


def manifest_part(machine: Machine) -> dict[str, object]:
    """For ``manifest.json``: the environment, the machine, and the BLAS kernel of each library."""
    from threadpoolctl import threadpool_info  # type: ignore[import-untyped]

    pools = [
        {key: pool.get(key) for key in ("prefix", "internal_api", "version", "architecture")}
        | {"threads": pool["num_threads"]}
        for pool in threadpool_info()
    ]
    return {
        "environment": collect_environment(project_root()),
        "machine": asdict(machine),
        "thread_pools": sorted(pools, key=lambda pool: str(sorted(pool.items(), key=str))),
    }


def _has_load() -> bool:
    return hasattr(os, "getloadavg")


def _memory_gb() -> float | None:
    if not hasattr(os, "sysconf") or "SC_PHYS_PAGES" not in os.sysconf_names:
        return None
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
