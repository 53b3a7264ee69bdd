"""A setting that another one switches off is refused, and taken where it is switched on."""

from __future__ import annotations

import pytest

from hippo_exp.config import load_settings
from hippo_exp.config.schema import RetrievalSettings, RowSettings
from hippo_exp.pipeline.planning.switches import SWITCHES
from hippo_exp.pipeline.planning.unread import unread_faults

NODES = "retriever.passage_nodes"
CASES = [
    # row, what is changed, what switches it off, what it names, what switches it on
    ("hipporag", "synonymy.threshold=0.7", "synonymy.enabled=false", "synonymy.enabled=true", ""),
    ("hipporag", "synonymy.alnum=ascii", "synonymy.enabled=false", "synonymy.enabled=true", ""),
    ("passage_nodes", f"{NODES}.temperature=0.5", "", f"{NODES}.normalization=softmax", ""),
    ("passage_nodes", f"{NODES}.m=3", f"{NODES}.normalization=softmax", "=top_m", ""),
    ("passage_nodes", f"{NODES}.reset_weight=0.3", f"{NODES}.reset=none", "=dense", ""),
    ("passage_nodes", f"{NODES}.relative=true", f"{NODES}.use_entities=false", "=true", ""),
    ("passage_nodes", "retriever.hipporag.link_merge=sum", f"{NODES}.use_entities=false", "=", ""),
    ("passage_nodes", "retriever.bm25.k1=2", "", f"{NODES}.reset=bm25", f"{NODES}.reset=bm25"),
]


def faults(row: str, *overrides: str) -> list[str]:
    settings = load_settings(
        RetrievalSettings, "experiment/table2", ["dataset=synthetic", *filter(None, overrides)]
    )
    rows = [RowSettings(id=row, label=row, retriever=row)]
    return [str(fault) for fault in unread_faults(settings, rows)]


@pytest.mark.parametrize(("row", "changed", "off", "named", "on"), CASES)
def test_what_is_switched_off_is_refused_with_its_switch(
    row: str, changed: str, off: str, named: str, on: str
) -> None:
    found = [text for text in faults(row, changed, off) if f"[{changed}]" in text]
    assert len(found) == 1
    assert named in found[0].partition("or set")[2]
    switch = on or found[0].partition("or set ")[2].partition(",")[0]
    # A switch that has this value as shipped is no change, so the setting is read without it.
    assert faults(row, changed, switch) == []


def test_every_switch_has_a_case() -> None:
    keys = [changed.partition("=")[0] for _, changed, *_ in CASES]
    for switch in SWITCHES:
        reached = any(key.startswith(switch.keys) for key in keys)
        assert reached, switch.needs


def test_a_setting_is_taken_when_one_of_the_rows_reads_it() -> None:
    settings = load_settings(
        RetrievalSettings, "experiment/beyond", ["dataset=synthetic", "retriever.bm25.k1=2"]
    )
    rows = {row.id: row for row in settings.experiment.rows}
    assert unread_faults(settings, [rows["phrase_mass"], rows["bm25_reset"]]) == []
    assert len(unread_faults(settings, [rows["phrase_mass"]])) == 1
