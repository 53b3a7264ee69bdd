"""Generated corpora are made once for one cache, and read as they were made."""

from __future__ import annotations

from pathlib import Path

import pytest

from hippo_exp.config import load_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.pipeline.source import kept
from hippo_exp.pipeline.source.generated import generated_corpus

SMALL = {
    "synthetic": ("dataset.synthetic.n_passages=200", "dataset.synthetic.n_questions=10"),
    "pathfinding_easy": (
        "dataset.pathfinding.n_passages=600",
        "dataset.pathfinding.n_questions=60",
        "dataset.pathfinding.hubs=0",
        "dataset.pathfinding.hub_questions=0",
    ),
}


def settings_of(cache: Path, dataset: str, *more: str) -> RetrievalSettings:
    overrides = [f"dataset={dataset}", *SMALL[dataset], f"cache.root={cache}", *more]
    return load_settings(RetrievalSettings, "experiment/table2", overrides)


def entries(cache: Path) -> list[Path]:
    return sorted(cache.glob(f"{kept.STAGE}/*.npz"))


@pytest.fixture
def no_generator(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(settings: RetrievalSettings) -> None:
        raise AssertionError("generated again")

    monkeypatch.setattr(kept, "generated_corpus", fail)


@pytest.mark.parametrize("dataset", SMALL)
def test_what_is_read_is_what_was_made(
    dataset: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    settings = settings_of(tmp_path, dataset)
    made = kept.kept_corpus(settings)
    request.getfixturevalue("no_generator")
    read = kept.kept_corpus(settings)
    assert read == made == generated_corpus(settings)


def test_other_parameters_data_sets_and_code_are_other_entries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.kept_corpus(settings_of(tmp_path, "synthetic"))
    kept.kept_corpus(settings_of(tmp_path, "synthetic", "dataset.synthetic.seed=5"))
    kept.kept_corpus(settings_of(tmp_path, "pathfinding_easy"))
    assert len(entries(tmp_path)) == 3
    kept.kept_corpus(settings_of(tmp_path, "synthetic", "expansion.restart_prob=0.3", "limit=5"))
    assert len(entries(tmp_path)) == 3
    monkeypatch.setattr(kept, "code_digest", lambda: "of later code")
    kept.kept_corpus(settings_of(tmp_path, "synthetic"))
    assert len(entries(tmp_path)) == 4


def test_a_damaged_entry_is_made_anew_with_a_warning(tmp_path: Path) -> None:
    settings = settings_of(tmp_path, "synthetic")
    made = kept.kept_corpus(settings)
    (entry,) = entries(tmp_path)
    entry.write_bytes(entry.read_bytes()[:1000])
    with pytest.warns(UserWarning, match="unreadable stage entry"):
        assert kept.kept_corpus(settings) == made
    assert kept.kept_corpus(settings) == made


def test_large_corpora_are_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "LARGEST", 199)
    kept.kept_corpus(settings_of(tmp_path, "synthetic"))
    assert entries(tmp_path) == []


def test_a_cache_that_takes_nothing_is_no_fault_of_reading(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the cache's folder should be")
    settings = settings_of(tmp_path / "cache", "synthetic")
    assert kept.kept_corpus(settings) == generated_corpus(settings)
