"""The file ``manifest.json``: all that is needed to make the numbers again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from hippo_exp.errors import DataError, VerificationError
from hippo_exp.reporting.rows import RowReport
from hippo_exp.reporting.stopwatch import StageRecord
from hippo_exp.storage import read_json

SCHEMA = "hippo_exp.results/1"


def make_manifest(
    *,
    experiment: str,
    dataset: str,
    config: Mapping[str, object],
    seeds: Mapping[str, int],
    inputs: Mapping[str, str],
    environment: Mapping[str, object],
    stages: Sequence[StageRecord] = (),
    llm: Mapping[str, object] | None = None,
    partial: tuple[int, int] | None = None,
    reports: Sequence[RowReport] = (),
    extra: Mapping[str, object] | None = None,
) -> dict[str, object]:
    """The contents of a manifest, without the digests of the files, which the writer adds.

    Args:
        experiment, dataset: where the results belong.
        config: the resolved settings, plain JSON values.
        seeds: name -> seed.
        inputs: name -> SHA-256 of each input.
        environment: see :func:`hippo_exp.reporting.environment.collect_environment`.
        stages: timings, see :class:`hippo_exp.reporting.stopwatch.Stopwatch`.
        llm: role -> calls, tokens and cost; None when no LLM was called.
        partial: scored questions and all questions, where only a sample was scored.
        reports: every row; their reasons, outcome counts and failed questions are kept.
        extra: further keys, which must not repeat the others.

    Raises:
        VerificationError: ``extra`` repeats a key.
    """
    manifest: dict[str, object] = {
        "schema": SCHEMA,
        "experiment": experiment,
        "dataset": dataset,
        "config": dict(config),
        "seeds": dict(seeds),
        "inputs": dict(inputs),
        "environment": dict(environment),
        "stages": [asdict(stage) for stage in stages],
        "llm": None if llm is None else dict(llm),
        "partial": None if partial is None else {"n": partial[0], "of": partial[1]},
        "rows": {report.row: _row(report) for report in reports},
    }
    repeated = sorted(manifest.keys() & (extra or {}).keys())
    if repeated:
        raise VerificationError(
            f"the manifest already has {', '.join(repeated)}", fix="choose other names"
        )
    return {**manifest, **(extra or {})}


def _row(report: RowReport) -> dict[str, object]:
    return {
        "label": report.label,
        "cell_id": report.cell_id,
        "reason": report.reason,
        "outcomes": dict(report.outcomes),
        "failed": list(report.failed),
        "solvers": list(report.solvers),
    }


def manifest_bytes(manifest: Mapping[str, object]) -> bytes:
    """JSON with sorted keys and two spaces of indentation.

    Raises:
        VerificationError: a value is NaN, infinite, or no JSON value.
    """
    try:
        text = json.dumps(manifest, sort_keys=True, indent=2, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise VerificationError(
            f"the manifest cannot be written ({error})", fix="give plain JSON values"
        ) from error
    return (text + "\n").encode("utf-8")


def read_manifest(path: Path) -> dict[str, object]:
    """Read ``manifest.json``.

    Raises:
        DataError: it is missing, no JSON, or of another schema.
    """
    content = read_json(path)
    if not isinstance(content, dict) or content.get("schema") != SCHEMA:
        raise DataError(
            f"not a manifest of schema {SCHEMA}", where=str(path), fix="write the results again"
        )
    return content
