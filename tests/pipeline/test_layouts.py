"""A figure names its data, the sample that was scored, and the encoder."""

from __future__ import annotations

import pytest

from hippo_exp.config import load_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.pipeline.pages.layouts import figures_of, title_of
from hippo_exp.reporting import make_cell


@pytest.mark.parametrize(
    ("partial", "encoder", "expected"),
    [
        (None, "minilm", "synthetic (n = 5), encoder minilm"),
        ((5, 12), "", "synthetic (PARTIAL n=5 of 12)"),
        ((5, 12), "char_ngram + ngram_max=4", "n=5 of 12), encoder char_ngram + ngram_max=4"),
    ],
)
@pytest.mark.parametrize("name", ["table2", "grid"])
def test_a_title_names_sample_and_encoder(
    name: str, partial: tuple[int, int] | None, encoder: str, expected: str
) -> None:
    settings = load_settings(RetrievalSettings, f"experiment/{name}", ["dataset=synthetic"])
    rows = {row.id: row.label for row in settings.experiment.rows}
    cells = [
        make_cell(
            experiment=name, row=row, dataset="synthetic", metric="recall@5", n=5, measured=50.0
        )
        for row in rows
    ]
    title = title_of(settings, cells, encoder=encoder, partial=partial)
    found = figures_of(settings, cells, [], rows, title=title)
    assert len(found) == 1
    for figure in found.values():
        title = " ".join(figure.get_suptitle().split())  # a long one is broken into lines
        assert title.startswith(settings.experiment.title)
        assert title.endswith(expected)
