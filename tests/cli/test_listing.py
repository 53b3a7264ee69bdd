"""The list composes an experiment once; other data sets of the paper bring their own part."""

from __future__ import annotations

import pytest

from hippo_exp.cli import listing


@pytest.mark.parametrize("name", ["table2", "table5", "table16", "table18"])
def test_settings_on_another_data_set_are_those_composed_for_it(name: str) -> None:
    encoder = listing._settings(name, "musique", None).experiment.paper_encoder
    chosen = listing._settings(name, "musique", encoder)
    for dataset in ("hotpotqa", "musique_train", "synthetic"):
        assert listing._on(chosen, dataset) == listing._settings(name, dataset, encoder)
