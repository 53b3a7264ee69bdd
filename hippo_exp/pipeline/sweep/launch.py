"""Handing points to a launcher of Hydra: this process, others, or a cluster."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hydra import initialize_config_dir
from hydra.core.global_hydra import GlobalHydra
from hydra.core.plugins import Plugins
from hydra.core.utils import JobReturn, JobStatus
from hydra.types import HydraContext, RunMode
from omegaconf import DictConfig

from hippo_exp.config import config_folder, load_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.pipeline.cells.status import one_line
from hippo_exp.pipeline.sweep.work import NOT_BEGUN, work_on
from hippo_exp.storage.atomic import write_atomic

POINT = "point"
"""What Hydra calls the number of a point."""
STOP = "stop"
"""A file in the launcher's folder: with ``cells.fail_fast=true`` no point begins after it."""


class PointTask:
    """What a launcher runs for each point: settings from the point's overrides, then the work.

    Hydra is given the number of the point alone, because it would compose all of an experiment's
    configuration for each; here most of that is done once for a process.

    Args:
        experiment: for example ``table5``.
        points: (n_points,) each the overrides of one point.
        folder: of the launcher's files, shared by all workers.
    """

    def __init__(self, experiment: str, points: Sequence[Sequence[str]], folder: str) -> None:
        self._experiment = experiment
        self._points = [tuple(point) for point in points]
        self._folder = folder

    def __call__(self, config: DictConfig) -> tuple[str, ...]:
        """The faults of the point, one line each."""
        _share_cores()
        overrides = self._points[int(config[POINT])]
        settings = load_settings(RetrievalSettings, f"experiment/{self._experiment}", overrides)
        stop = Path(self._folder) / STOP
        if settings.cells.fail_fast and stop.exists():
            return (NOT_BEGUN,)
        faults = work_on(settings)
        if faults and settings.cells.fail_fast:
            stop.touch()
        return faults


def launch(
    experiment: str,
    hydra: Sequence[str],
    points: Sequence[Sequence[str]],
    folder: Path,
) -> list[tuple[str, ...]]:
    """Run points by the launcher that ``hydra/launcher`` chooses.

    Args:
        experiment: for example ``table5``.
        hydra: overrides of Hydra's own settings.
        points: (n_points,) each the overrides of one point.
        folder: for the launcher's own files; on a cluster every machine must see it.

    Returns:
        (n_points,) the faults of each point, one line each; none where all went well.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / STOP).unlink(missing_ok=True)
    named = {f"{POINT}={number}": list(point) for number, point in enumerate(points)}
    write_atomic(folder / "points.json", json.dumps(named, indent=1).encode())
    own = [*hydra, f"hydra.sweep.dir={_quoted(folder)}", "hydra.job.name=sweep"]
    with _initialized() as engine:
        config = engine.compose_config(config_name=None, overrides=own, run_mode=RunMode.MULTIRUN)
        from hydra._internal.callbacks import Callbacks

        launcher = Plugins.instance().instantiate_launcher(
            hydra_context=HydraContext(
                config_loader=engine.config_loader, callbacks=Callbacks(config)
            ),
            task_function=PointTask(experiment, points, str(folder)),
            config=config,
        )
        jobs = [[f"+{POINT}={number}"] for number in range(len(points))]
        try:
            returned = launcher.launch(jobs, initial_job_idx=0)
        finally:
            _end_workers(config)
    return [_faults(item) for item in returned]


def is_launched(hydra: Sequence[str]) -> bool:
    """Whether overrides of Hydra's settings choose another launcher than this process itself."""
    key = "hydra/launcher="
    chosen = [text.lstrip("+").removeprefix(key) for text in hydra if key in text]
    return chosen not in ([], ["basic"])


@contextmanager
def _initialized() -> Iterator[Any]:
    """Hydra's engine over this project's configurations."""
    GlobalHydra.instance().clear()
    with initialize_config_dir(str(config_folder()), version_base="1.3"):
        yield GlobalHydra.instance().hydra
    GlobalHydra.instance().clear()


def _end_workers(config: DictConfig) -> None:
    """End joblib's idle processes, which otherwise are waited for at the end of this one."""
    if "joblib" in str(config.hydra.launcher.get("_target_")):
        from joblib.externals.loky import get_reusable_executor

        get_reusable_executor().shutdown(kill_workers=True)


def _faults(returned: JobReturn) -> tuple[str, ...]:
    if returned.status == JobStatus.COMPLETED:
        return tuple(returned.return_value or ())
    error = returned._return_value
    return (one_line(error) if isinstance(error, BaseException) else "the worker was lost",)


def _quoted(folder: Path) -> str:
    text = str(folder).replace("\\", "\\\\").replace("'", "\\'")
    return f"'{text}'"


def _share_cores() -> None:
    """Give numba the number of threads that the launcher gave to the other libraries."""
    threads = os.environ.get("OMP_NUM_THREADS", "")
    if threads.isdigit() and "numba" not in sys.modules:
        os.environ.setdefault("NUMBA_NUM_THREADS", threads)
