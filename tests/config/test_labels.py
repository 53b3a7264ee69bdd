"""Labels come from the settings' values: no name stands for settings that it does not have."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hippo_exp.config import changes, encoder_label, load_settings, preset_label, public
from hippo_exp.config.schema import PathfindingSettings, RetrievalSettings
from hippo_exp.config.schema.retrievers import READS
from hippo_exp.pipeline.planning.unread import unread_faults
from hippo_exp.pipeline.retrieval import run_retrieval

SMALL = (
    "dataset.synthetic.n_passages=200",
    "dataset.synthetic.n_questions=20",
    "dataset.synthetic.hub_degree=10",
)


def load(name: str, *overrides: str) -> RetrievalSettings:
    return load_settings(RetrievalSettings, f"experiment/{name}", overrides)


@pytest.mark.parametrize(
    ("overrides", "preset", "encoder", "changed"),
    [
        ((), "clean", "char_ngram", ()),
        (("expansion.restart_prob=0.5", "seed=0"), "clean", "char_ngram", ()),
        (("dataset=musique_train", "encoder=minilm", "limit=3"), "paper", "minilm", ()),
        (("rows=[bm25]", "label=x", "data.root=/x", "strict=true"), "clean", "char_ngram", ()),
        (("encoder=gtr", "encoder.batch_size=3", "synonymy.memory_mb=99"), "clean", "gtr", ()),
        (
            ("dataset=musique_train", "expansion.restart_prob=0.3"),
            "paper + expansion.restart_prob=0.3",
            "char_ngram",
            ("expansion.restart_prob=0.3",),
        ),
        (
            ("graph={normalizer: paper}", "retriever.ties=last", "seed=4"),
            "clean + graph.normalizer=paper, retriever.ties=last",
            "char_ngram",
            ("seed=4", "graph.normalizer=paper", "retriever.ties=last"),
        ),
        (
            ("graph.normalizer=paper", "synonymy.alnum=ascii", "retriever.ties=last"),
            "clean + 3 changes",
            "char_ngram",
            ("graph.normalizer=paper", "synonymy.alnum=ascii", "retriever.ties=last"),
        ),
        (("openie=rebel",), "clean + openie=rebel", "char_ngram", ("openie=rebel",)),
        (
            ("expansion=query_nodes_and_neighbors_2",),
            "clean + expansion=query_nodes_and_neighbors_2",
            "char_ngram",
            ("expansion=query_nodes_and_neighbors_2",),
        ),
        (
            ("encoder.ngram_max=4",),
            "clean",
            "char_ngram + ngram_max=4",
            ("encoder.ngram_max=4",),
        ),
        (
            ("encoder=gtr", "encoder.model=/home/me/mine", "encoder.revision=null"),
            "clean",
            "gtr + model=FOLDER/mine, revision=null",
            ("encoder.model=FOLDER/mine", "encoder.revision=null"),
        ),
        (
            ("dataset=custom", "dataset.dir=/x/y", "dataset.name=mine", "dataset.licence=mine"),
            "clean",
            "char_ngram",
            (),
        ),
        (("dataset.synthetic.seed=3",), "clean", "char_ngram", ("dataset.synthetic.seed=3",)),
        (("dataset.notes=[own questions]",), "clean", "char_ngram", ()),
    ],
)
def test_labels_say_what_is_not_as_shipped(
    overrides: tuple[str, ...], preset: str, encoder: str, changed: tuple[str, ...]
) -> None:
    settings = load("table2", *overrides)
    assert changes(settings) == changed
    assert preset_label(settings, changed) == preset
    assert encoder_label(settings) == encoder


def test_the_preset_of_another_s_values_is_seen_however_they_were_set() -> None:
    """Not the command line counts but the values: here no override names the change."""
    paper = load("table5", "dataset=musique_train")
    clean = load("table5", "dataset=musique_train", "preset=clean")
    mixed = paper.model_copy(update={"graph": clean.graph})
    assert "graph.normalizer=clean" in changes(mixed)
    assert preset_label(mixed, changes(mixed)).startswith("paper + ")


def test_changes_of_a_study() -> None:
    model, name = PathfindingSettings, "experiment/pathfinding"
    assert changes(load_settings(model, name, ["hops=[2]", "n_instances=7", "out=x"])) == ()
    changed = changes(load_settings(model, name, ["instance.hubs=2", "instance.hub_degree=9"]))
    assert changed == ("instance.hubs=2", "instance.hub_degree=9")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/x/y", "FOLDER/y"),
        ("~/corpus", "FOLDER/corpus"),
        ("../up/here", "FOLDER/here"),
        ("C:\\data\\mine", "FOLDER/mine"),
        ("org/name", "org/name"),
        ("0.3", "0.3"),
    ],
)
def test_folders_of_a_machine_are_not_shown(text: str, expected: str) -> None:
    assert public(text) == expected


def test_a_table_shows_changes_in_label_header_and_warning(tmp_path: Path) -> None:
    places = (f"out={tmp_path}", f"cache.root={tmp_path / 'cache'}", "rows=[dense,hipporag]")
    changed = (*SMALL, "encoder.ngram_max=4", "graph.normalizer=paper")
    run_retrieval(load("table2", *changed, *places), "x")
    table = (tmp_path / "table2/synthetic/table.md").read_text(encoding="utf-8")
    assert "**Encoder** char_ngram + ngram_max=4 ·" in table
    assert "**Preset** clean + graph.normalizer=paper ·" in table
    assert "| Dense (char_ngram + ngram_max=4) " in table
    assert "| HippoRAG (char_ngram + ngram_max=4) " in table
    for text in changed:
        assert text in table.split("settings changed: ")[1].split("**")[0]


def test_a_data_set_s_place_stands_nowhere(tmp_path: Path) -> None:
    """Two copies of one corpus in two places give the same files, without either place."""
    tables = []
    for place in ("secret_place", "other_place"):
        folder = tmp_path / place
        (folder / "qrels").mkdir(parents=True)
        rows = [{"_id": f"p{n}", "title": f"T{n}", "text": f"word{n} text"} for n in range(9)]
        (folder / "corpus.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        (folder / "queries.jsonl").write_text('{"_id": "q", "text": "word3?"}\n')
        (folder / "qrels/test.tsv").write_text("query-id\tcorpus-id\tscore\nq\tp3\t1\n")
        out = tmp_path / f"out_{place}"
        places = (f"out={out}", f"cache.root={tmp_path / 'cache'}", f"dataset.dir={folder}")
        settings = load("table2", "dataset=custom", "rows=[bm25]", *places)
        assert str(folder) not in settings.model_dump_json()
        run_retrieval(settings, "command")
        written = {path.name: path.read_bytes() for path in (out / "table2/custom").glob("*.*")}
        assert not any(place.encode() in content for content in written.values())
        tables.append((written["table.md"], written["cells.csv"]))
    assert tables[0] == tables[1]


@pytest.mark.parametrize(
    ("name", "overrides", "unread"),
    [
        ("table2", ("rows=[bm25]", "encoder.ngram_max=4"), ["encoder.ngram_max=4"]),
        ("table2", ("rows=[dense]", "encoder.ngram_max=4"), []),
        ("table2", ("retriever.ensemble.weight=0.3",), ["retriever.ensemble.weight=0.3"]),
        ("table13", ("retriever.ensemble.weight=0.3",), []),
        ("table2", ("rows=[bm25]", "query_ner=capitalized"), ["query_ner=capitalized"]),
        ("table2", ("synonymy.enabled=false",), []),
        (
            "table2",
            ("synonymy.enabled=false", "synonymy.threshold=0.7"),
            ["synonymy.threshold=0.7"],
        ),
        ("grid", ("expansion.restart_prob=0.3",), ["expansion.restart_prob=0.3"]),
        ("table5", ("rows=[query_nodes_only]", "expansion.tol=1e-4"), ["expansion.tol=0.0001"]),
        ("table2", ("rows=[bm25]", "encoder=gtr", "encoder.batch_size=3"), []),
    ],
)
def test_a_setting_that_no_chosen_row_reads_is_a_fault(
    name: str, overrides: tuple[str, ...], unread: list[str]
) -> None:
    settings = load(name, *overrides)
    rows = [row for row in settings.experiment.rows if row.id in (settings.rows or (row.id,))]
    assert [fault.where for fault in unread_faults(settings, rows)] == unread


def test_what_each_retriever_reads_is_written_down_and_exists() -> None:
    benchmark = "pathfinding_benchmark"
    settings = load(benchmark).model_dump()
    for name in ("table2", "table3", "table4", "table5", "table13", "table14", "beyond", benchmark):
        for row in load(name).experiment.rows:
            assert row.searcher is None or row.searcher in READS
    for keys in READS.values():
        for key in keys:
            part: object = settings
            for name in key.split("."):
                assert isinstance(part, dict)
                assert name in part, key
                part = part[name]
