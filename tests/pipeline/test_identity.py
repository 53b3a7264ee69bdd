"""What a row's rankings depend on is in its identity, and nothing else is."""

from __future__ import annotations

from pathlib import Path

from hippo_exp.config import load_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.pipeline.planning.plan import plan_rows
from hippo_exp.pipeline.source.inputs import read_inputs

SMALL = ("dataset.synthetic.n_passages=200", "dataset.synthetic.n_questions=20")


def identities(cache: Path, *overrides: str) -> dict[str, tuple[str, str]]:
    """Row id -> identities of its first cell and of its work."""
    chosen = "rows=[hipporag,score_fusion_0_3,score_fusion,score_fusion_0_7,score_fusion_0_9,"
    rows = f"{chosen}score_fusion_0_97,score_fusion_0_99,rank_fusion,fusion_in_hindsight]"
    places = ("dataset=synthetic", *SMALL, f"cache.root={cache}", rows)
    settings = load_settings(RetrievalSettings, "experiment/beyond", [*places, *overrides])
    planned = plan_rows(settings, read_inputs(settings))
    return {item.row.id: (next(iter(item.cell_ids.values())), item.work_id) for item in planned}


def test_a_row_that_chooses_among_others_depends_on_what_they_depend_on(tmp_path: Path) -> None:
    plain = identities(tmp_path)
    other = identities(tmp_path, "retriever.fusion.k=10")
    changed = [row for row in plain if plain[row] != other[row]]
    assert changed == ["rank_fusion", "fusion_in_hindsight"]
    assert all(plain[row][place] != other[row][place] for row in changed for place in range(2)), (
        "cell and work"
    )


def test_the_solver_counts_and_what_only_costs_does_not(tmp_path: Path) -> None:
    plain = identities(tmp_path)
    other = identities(tmp_path, "expansion.solver=power")
    assert all(plain[row][0] != other[row][0] for row in plain)
    assert all(plain[row][1] != other[row][1] for row in plain)
    assert identities(tmp_path, "synonymy.memory_mb=64") == plain
