"""One's own corpus, in both layouts, and what can be wrong with it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hippo_exp.config import load_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.errors import HippoExpError
from hippo_exp.pipeline.classes import run_classes
from hippo_exp.pipeline.maintenance import run_maintenance
from hippo_exp.pipeline.retrieval import run_retrieval
from hippo_exp.reporting import read_cells

PASSAGES = [
    ("p1", "Ada Lovelace", "Ada Lovelace wrote notes on the Analytical Engine."),
    ("p2", "Analytical Engine", "The Analytical Engine was designed by Charles Babbage."),
    ("p3", "Charles Babbage", "Charles Babbage was born in London."),
    ("p4", "Paris", "Paris is a city on the Seine."),
]
QUESTIONS = [
    ("q1", "Who designed the machine that Ada Lovelace wrote about?", ["p1", "p2"]),
    ("q2", "Where was the designer of the Analytical Engine born?", ["p2", "p3"]),
]
TRIPLES = [
    [["Ada Lovelace", "wrote notes on", "Analytical Engine"]],
    [["Analytical Engine", "designed by", "Charles Babbage"]],
    [["Charles Babbage", "born in", "London"]],
    [["Paris", "lies on", "Seine"]],
]
ENTITIES = {QUESTIONS[0][1]: ["Ada Lovelace"], QUESTIONS[1][1]: ["Analytical Engine"]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    (folder / "qrels").mkdir(parents=True)
    corpus = [{"_id": key, "title": title, "text": text} for key, title, text in PASSAGES]
    (folder / "corpus.jsonl").write_text("".join(json.dumps(row) + "\n" for row in corpus))
    queries = [{"_id": key, "text": text} for key, text, _ in QUESTIONS]
    (folder / "queries.jsonl").write_text("".join(json.dumps(row) + "\n" for row in queries))
    lines = [f"{key}\t{gold}\t1\n" for key, _, golds in QUESTIONS for gold in golds]
    (folder / "qrels/test.tsv").write_text("query-id\tcorpus-id\tscore\n" + "".join(lines))
    docs = [
        {"title": title, "text": text, "extracted_entities": [], "extracted_triples": rows}
        for (_, title, text), rows in zip(PASSAGES, TRIPLES, strict=True)
    ]
    (folder / "openie.json").write_text(json.dumps({"docs": docs}))
    (folder / "query_ner.json").write_text(json.dumps(ENTITIES))
    return folder


def settings(folder: Path, *overrides: str, name: str = "table2") -> RetrievalSettings:
    common = (
        "dataset=custom",
        f"dataset.dir={folder}",
        f"out={folder.parent / 'out'}",
        f"cache.root={folder.parent / 'cache'}",
    )
    return load_settings(RetrievalSettings, f"experiment/{name}", [*common, *overrides])


def measured(folder: Path, name: str = "table2") -> dict[tuple[str, str], float]:
    cells = read_cells(folder.parent / "out" / name / "custom" / "cells.csv")
    return {(c.row, c.metric): c.measured for c in cells if c.measured is not None}


def test_a_beir_corpus_with_triples_runs_every_row_it_can(folder: Path) -> None:
    run_retrieval(settings(folder), "test")
    found = measured(folder)
    assert {row for row, _ in found} == {"bm25", "dense", "hipporag"}
    # q1 finds both; q2's seed stands in p1 and p2, so p3 comes third: (1 + 1/2) / 2.
    assert found["hipporag", "recall@2"] == 75.0
    assert found["hipporag", "recall@5"] == 100.0
    assert found["bm25", "recall@5"] == 100.0


def test_without_triples_the_graph_rows_say_so(folder: Path) -> None:
    (folder / "openie.json").unlink()
    run_retrieval(settings(folder), "test")
    assert {row for row, _ in measured(folder)} == {"bm25", "dense"}
    table = (folder.parent / "out/table2/custom/table.md").read_text()
    assert "openie.json is not in the data set's folder" in table
    assert "hippo-exp extract dataset=custom" in table


def test_rows_of_the_paper_that_lack_files_are_named_and_not_listed(folder: Path) -> None:
    (folder / "openie.json").unlink()
    run_retrieval(settings(folder), "test")
    cells = read_cells(folder.parent / "out/table2/custom/cells.csv")
    assert {cell.row for cell in cells} == {"bm25", "dense", "hipporag"}
    table = (folder.parent / "out/table2/custom/table.md").read_text()
    assert "11 rows of the paper not listed for lack of weights or files (contriever, gtr" in table


def test_rows_that_are_asked_for_say_what_they_lack(folder: Path) -> None:
    run_retrieval(settings(folder, "rows=[bm25,proposition]"), "test")
    cells = read_cells(folder.parent / "out/table2/custom/cells.csv")
    assert {cell.row for cell in cells} == {"bm25", "proposition"}
    table = (folder.parent / "out/table2/custom/table.md").read_text()
    assert "propositions.json is not in the data set's folder" in table
    assert "not listed" not in table
    assert "hippo-exp extract" not in table


def test_what_holds_every_row_back_is_said_once(folder: Path) -> None:
    (folder / "openie.json").unlink()
    with pytest.raises(HippoExpError) as caught:
        run_retrieval(settings(folder, name="table5"), "test")
    assert str(caught.value).count("openie.json is not in") == 1
    assert "the rows hipporag, query_nodes_only" in str(caught.value)


def test_without_query_entities_the_rule_can_be_chosen_and_is_labelled(folder: Path) -> None:
    (folder / "query_ner.json").unlink()
    with pytest.raises(HippoExpError, match="query_ner=capitalized"):
        run_retrieval(settings(folder, "rows=[hipporag]"), "test")
    run_retrieval(settings(folder, "rows=[hipporag]", "query_ner=capitalized"), "test")
    table = (folder.parent / "out/table2/custom/table.md").read_text()
    assert "capitalised-words rule" in table


def test_no_entity_and_unlinkable_entities_are_counted(folder: Path) -> None:
    entities = {QUESTIONS[0][1]: [], QUESTIONS[1][1]: ["日本"]}
    (folder / "query_ner.json").write_text(json.dumps(entities))
    run_retrieval(settings(folder, "rows=[hipporag,dense]"), "test")
    found = measured(folder)
    assert found["hipporag", "recall@2"] == found["dense", "recall@2"]
    table = (folder.parent / "out/table2/custom/table.md").read_text()
    assert "no_entity 1" in table
    assert "not_linkable 1" in table


@pytest.mark.parametrize("preset", ["paper", "clean"])
def test_an_empty_graph_ranks_without_a_crash(folder: Path, preset: str) -> None:
    docs = [
        {"title": title, "text": text, "extracted_entities": [], "extracted_triples": []}
        for _, title, text in PASSAGES
    ]
    (folder / "openie.json").write_text(json.dumps({"docs": docs}))
    for name in ("table5", "table13"):
        run_retrieval(settings(folder, f"preset={preset}", name=name), "test")
        assert all(0 <= value <= 100 for value in measured(folder, name).values())


@pytest.mark.parametrize("triples", [[], [["a", "b"], [None, "r", "x"], ["y"]]])
def test_an_empty_graph_is_said_above_the_table_and_has_no_classes(
    folder: Path, triples: list[object]
) -> None:
    docs = [{"title": t, "text": text, "extracted_triples": triples} for _, t, text in PASSAGES]
    (folder / "openie.json").write_text(json.dumps({"docs": docs}))
    run_retrieval(settings(folder), "test")
    said = "none of its 12 triples has three parts of text" if triples else "it has no triples"
    table = (folder.parent / "out/table2/custom/table.md").read_text()
    assert f"extraction own leaves the graph empty: {said}" in table
    run_classes(settings(folder, name="question_classes"), "test")
    classes = measured(folder, "question_classes")
    assert {value for (_, metric), value in classes.items() if metric == "neither"} == {100.0}


def test_one_passage_only(folder: Path) -> None:
    first = (folder / "corpus.jsonl").read_text().splitlines(keepends=True)[0]
    (folder / "corpus.jsonl").write_text(first)
    (folder / "qrels/test.tsv").write_text("query-id\tcorpus-id\tscore\nq1\tp1\t1\n")
    docs = json.loads((folder / "openie.json").read_text())["docs"][:1]
    (folder / "openie.json").write_text(json.dumps({"docs": docs}))
    run_retrieval(settings(folder), "test")
    assert set(measured(folder).values()) == {100.0}
    run_maintenance(settings(folder, name="maintenance"), "test")
    assert measured(folder, "maintenance")


def break_corpus(folder: Path) -> None:
    (folder / "corpus.jsonl").write_text('{"_id": "p1"\n')


def unknown_gold(folder: Path) -> None:
    (folder / "qrels/test.tsv").write_text("query-id\tcorpus-id\tscore\nq1\tp9\t1\n")


def no_gold(folder: Path) -> None:
    (folder / "qrels/test.tsv").write_text("query-id\tcorpus-id\tscore\n")


def no_queries(folder: Path) -> None:
    (folder / "queries.jsonl").unlink()


def other_corpus_s_triples(folder: Path) -> None:
    docs = [{"title": "X", "text": "Y", "extracted_entities": [], "extracted_triples": []}]
    (folder / "openie.json").write_text(json.dumps({"docs": docs}))


def entities_as_a_list(folder: Path) -> None:
    (folder / "query_ner.json").write_text("[]")


def triples_that_are_not_json(folder: Path) -> None:
    (folder / "openie.json").write_text("{'docs': []}")


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (break_corpus, "line 1"),
        (unknown_gold, "p9"),
        (no_gold, "no judgements"),
        (no_queries, "queries.jsonl"),
        (other_corpus_s_triples, "openie.json"),
        (entities_as_a_list, "query_ner.json"),
        (triples_that_are_not_json, "not JSON"),
    ],
)
def test_damaged_data_is_one_line_and_leaves_nothing(
    folder: Path, damage: object, message: str
) -> None:
    assert callable(damage)
    damage(folder)
    with pytest.raises(HippoExpError) as caught:
        run_retrieval(settings(folder), "test")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not (folder.parent / "out").exists()
