"""``results/benchmarks/NAME/``, written whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.harness.machine import Machine, manifest_part
from benchmarks.harness.options import Options
from benchmarks.harness.records import Record, cells_csv, timings_csv
from benchmarks.harness.table import Page, to_markdown
from benchmarks.harness.targets import Outcome
from hippo_exp.reporting import make_manifest, staged_folder
from hippo_exp.reporting.figures.files import save_figure
from hippo_exp.storage import write_atomic

if TYPE_CHECKING:
    from matplotlib.figure import Figure

EXPERIMENT = "benchmarks"


@dataclass(frozen=True)
class Output:
    """What a benchmark leaves.

    Attributes:
        name: of the benchmark.
        page: words of the table.
        records: the numbers.
        outcomes: what was demanded.
        figures: file stem -> figure.
        seeds: name -> seed.
        settings: what else determines the numbers, plain JSON values.
        extra: text appended to the table.
        files: further files.
    """

    name: str
    page: Page
    records: Sequence[Record]
    outcomes: Sequence[Outcome]
    figures: Mapping[str, Figure]
    seeds: Mapping[str, int]
    settings: Mapping[str, object] = field(default_factory=dict)
    extra: str = ""
    files: Mapping[str, bytes] = field(default_factory=dict)


def publish(output: Output, options: Options, machine: Machine) -> Path:
    """Write the folder and print the table."""
    folder = options.out / EXPERIMENT / output.name
    text = to_markdown(output.page, output.records, output.outcomes) + output.extra
    files = {
        "cells.csv": cells_csv(output.records),
        "timings.csv": timings_csv(output.records),
        "table.md": text.encode("utf-8"),
        **output.files,
    }
    with staged_folder(folder, _manifest(output, options, machine)) as stage:
        for name, data in files.items():
            write_atomic(stage / name, data)
        for stem, figure in output.figures.items():
            save_figure(figure, stage / stem)
    print(text)
    print(f"written to {folder}")
    return folder


def _manifest(output: Output, options: Options, machine: Machine) -> dict[str, object]:
    known = manifest_part(machine)
    environment = known.pop("environment")
    assert isinstance(environment, dict)
    return make_manifest(
        experiment=EXPERIMENT,
        dataset=output.name,
        config={"quick": options.quick, "runs": options.runs, **output.settings},
        seeds=output.seeds,
        inputs={},
        environment=environment,
        extra={
            **known,
            "command": options.command,
            "demands": [asdict(outcome) | {"held": outcome.held} for outcome in output.outcomes],
        },
    )
