"""Tables of counts look at their target first; a cell is named by all that it rests on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hippo_exp.config import load_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.errors import StoreError
from hippo_exp.pipeline.pages.guard import recorded_settings
from hippo_exp.pipeline.retrievers.identity import cell_identities
from hippo_exp.pipeline.statistics import run as statistics
from hippo_exp.text import counted


def settings(name: str, *overrides: str) -> RetrievalSettings:
    return load_settings(RetrievalSettings, f"experiment/{name}", ["dataset=synthetic", *overrides])


def test_the_target_is_looked_at_before_anything_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = ("dataset.synthetic.n_passages=200", "dataset.synthetic.n_questions=20")
    chosen = settings("table8", *small, "dataset.synthetic.hub_degree=10", "label=mine")
    folder = tmp_path / "table8/mine"
    folder.mkdir(parents=True)
    config = {**recorded_settings(chosen), "seed": 7}
    manifest = {"schema": "hippo_exp.results/1", "config": config, "rows": {}}
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    counted_rows: list[object] = []
    monkeypatch.setattr(statistics, "results_folder", lambda _: folder)
    monkeypatch.setattr(statistics, "count_row", lambda *given: counted_rows.append(given))
    with pytest.raises(StoreError, match="results of other settings"):
        statistics.run_statistics(chosen, "test")
    assert counted_rows == []


def identity(*overrides: str) -> str:
    return cell_identities(settings("table2", *overrides), "bm25", {"dataset": "d"})["recall@5"]


def test_a_cell_with_an_interval_is_named_by_what_the_interval_rests_on() -> None:
    same = [identity(), identity("evaluation.permutation_resamples=999"), identity("label=x")]
    assert len(dict.fromkeys(same)) == 1
    others = [identity("seed=1"), identity("evaluation.bootstrap_resamples=999")]
    assert len(dict.fromkeys([*same, *others])) == 3


@pytest.mark.parametrize(
    ("number", "expected"), [(0, "0 questions"), (1, "1 question"), (1000, "1,000 questions")]
)
def test_a_count_has_its_noun(number: int, expected: str) -> None:
    assert counted(number, "question") == expected
