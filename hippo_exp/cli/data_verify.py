"""``hippo-exp data verify``: the files against the release, the counts against the paper."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hippo_exp.cli.data_actions import files_of
from hippo_exp.datasets.registry import RegisteredDataset
from hippo_exp.datasets.registry_check import FileState, check_file
from hippo_exp.errors import DataError, FaultListError, HippoExpError
from hippo_exp.text import counted


def verify(
    datasets: Sequence[RegisteredDataset],
    known: Sequence[RegisteredDataset],
    root: Path,
    parts: Sequence[str] | None,
    *,
    strict: bool,
) -> None:
    """Print the state of each file, then the counts beside the paper's.

    Args:
        datasets: which to verify.
        known: all registered data sets, to name a file that took another's place.
        root: the data root.
        parts: only these files; counts are printed only for questions and corpus together.
        strict: counts that differ from the paper's are errors.

    Raises:
        FaultListError: what is missing, altered or inconsistent, one line per data set and kind.
    """
    faults: list[HippoExpError] = []
    for dataset, files in files_of(datasets, parts):
        print(f"{dataset.name}  {root / dataset.folder}")
        states = [check_file(root, file, known) for file in files]
        for state in states:
            print(f"  {_state_line(state)}")
        faults += _file_faults(dataset, states, root)
        if parts is None or {"questions", "corpus"} <= set(parts):
            faults += _print_counts(dataset, states, root, strict=strict)
    if faults:
        raise FaultListError(faults)


def _state_line(state: FileState) -> str:
    file = state.file
    line = f"{state.state:10} {file.path}"
    if state.state == "present":
        return f"{line}  no published id (git blob {state.found})"
    if state.state == "absent":
        return f"{line}  not in the release either"
    if state.state == "altered":
        line += f"  git blob {state.found}, released {file.git_blob_sha1}"
        return f"{line}; this is {state.is_other}" if state.is_other else line
    return line


def _file_faults(
    dataset: RegisteredDataset, states: Sequence[FileState], root: Path
) -> list[HippoExpError]:
    faults: list[HippoExpError] = []
    command = f"hippo-exp data fetch {dataset.name}"
    missing = [item.file for item in states if item.state in ("missing", "unreadable")]
    if missing:
        names = ", ".join(file.part for file in missing)
        parts = " ".join(file.part for file in missing)
        faults.append(
            DataError(
                f"{len(missing)} of {counted(len(states), 'file')} missing or unreadable ({names})",
                where=str(root / dataset.folder),
                fix=f"{command} --parts {parts}",
            )
        )
    for item in states:
        if item.state == "altered":
            what = f"this is {item.is_other}" if item.is_other else "not the released file"
            own = f"; or keep yours and say so: dataset.notes=['own {item.file.part}']"
            keep = "" if item.is_other else own
            faults.append(
                DataError(
                    f"{what}: git blob {item.found} where {item.file.git_blob_sha1} is released",
                    where=str(root / item.file.path),
                    fix=f"{command} --parts {item.file.part} --replace{keep}",
                )
            )
    return faults


def _print_counts(
    dataset: RegisteredDataset, states: Sequence[FileState], root: Path, *, strict: bool
) -> list[HippoExpError]:
    """Print the counts beside the paper's; returns what keeps them from being right."""
    from hippo_exp.pipeline.source.counts import (
        check_counts,
        count_rows,
        paper_counts,
        read_dataset,
    )

    needed = [item for item in states if item.file.part in ("questions", "corpus")]
    if any(item.state in ("missing", "unreadable") for item in needed):
        return []
    try:
        found = read_dataset(dataset.name, root)
    except FaultListError as error:
        return list(error.errors)
    except HippoExpError as error:
        return [error]
    paper = paper_counts(dataset.paper)
    print(f"  {'count':28} {'here':>10} {'paper':>10} {'difference':>10}")
    for row in count_rows(found.counts, paper):
        cells = ["–" if value is None else f"{value:,}" for value in (row.ours, row.paper)]
        difference = "" if row.difference is None else f"{row.difference:+,}"
        print(f"  {row.name:28} {cells[0]:>10} {cells[1]:>10} {difference:>10}")
    for note in found.notes:
        print(f"  note: {note}")
    return [*check_counts(found, paper)] if strict else []
