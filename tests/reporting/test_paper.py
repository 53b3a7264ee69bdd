from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from hippo_exp.errors import ConfigError, FaultListError
from hippo_exp.reporting import PaperTable, load_paper_cases, load_paper_table, load_paper_tables

FOLDER = Path(__file__).parents[2] / "configs" / "paper"
DATASETS = ("musique", "2wiki", "hotpotqa")


@pytest.fixture(scope="module")
def tables() -> Mapping[str, PaperTable]:
    return load_paper_tables(FOLDER)


def test_every_table_is_there(tables: Mapping[str, PaperTable]) -> None:
    numbers = {1, 2, 3, 4, 5, 6, 8, 9, 11, 13, 14, 16, 17, 18}
    assert set(tables) == {f"table{number}" for number in numbers} | {"pathfinding"}


def test_row_ids(tables: Mapping[str, PaperTable]) -> None:
    assert " ".join(tables["table2"].rows) == (
        "bm25 contriever gtr colbertv2 raptor raptor_colbertv2 proposition proposition_colbertv2 "
        "hipporag_contriever hipporag_colbertv2"
    )
    assert " ".join(tables["table5"].rows) == (
        "hipporag openie_rebel openie_llama3_8b openie_llama3_70b query_nodes_only "
        "query_nodes_and_neighbors without_node_specificity without_synonymy"
    )


def test_averages_follow_from_the_cells_but_for_one(tables: Mapping[str, PaperTable]) -> None:
    found = {}
    checked = 0
    for table in tables.values():
        for row in table.rows.values():
            for metric, printed in row.data.get("average", {}).items():
                values = [row.data[name][metric] for name in DATASETS]
                mean = sum(values) / 3  # type: ignore[arg-type]
                checked += 1
                if abs(mean - printed) > 0.1 + 1e-9:  # type: ignore[operator]
                    found[table.id, row.id, metric] = (printed, round(mean, 1))
    assert checked == 2 * (10 + 5 + 5 + 8 + 2 + 2 + 2)
    assert found == {("table5", "openie_llama3_8b", "recall@5"): (67.8, 68.2)}
    listed = [(item.row, item.metric, item.recomputed) for item in tables["table5"].disagreements]
    assert listed == [("openie_llama3_8b", "recall@5", 68.2)]
    assert not any(table.disagreements for key, table in tables.items() if key != "table5")


def test_tables_that_repeat_a_row_agree(tables: Mapping[str, PaperTable]) -> None:
    repeated = [
        ("table5", "hipporag", "table2", "hipporag_colbertv2"),
        ("table8", "openie_gpt35", "table1", "openie_gpt35"),
    ]
    for first, row, second, other in repeated:
        ours, theirs = tables[first].rows[row].data, tables[second].rows[other].data
        for dataset, values in ours.items():
            shared = values.keys() & theirs[dataset].keys()
            assert shared
            assert all(values[metric] == theirs[dataset][metric] for metric in shared)


def test_all_recall_never_exceeds_recall(tables: Mapping[str, PaperTable]) -> None:
    for name in DATASETS:
        strict, plain = tables["table6"].column(name), tables["table2"].column(name)
        for row in ("colbertv2", "hipporag_colbertv2"):
            for k in (2, 5):
                full, partial = strict.get(row, f"all_recall@{k}"), plain.get(row, f"recall@{k}")
                assert full is not None
                assert partial is not None
                assert full < partial


def test_percentages_and_their_digits(tables: Mapping[str, PaperTable]) -> None:
    for table in tables.values():
        if table.questions is None:
            continue
        assert (table.questions, table.digits) == (1000, 1)
        for row in table.rows.values():
            for values in row.data.values():
                assert list(values) == list(table.metrics)
                for value in values.values():
                    assert isinstance(value, float)
                    assert 0 < value < 100
                    assert round(value, 1) == value
                first, second = values.values()
                assert first < second  # type: ignore[operator]


def test_shares_of_errors_sum_to_all(tables: Mapping[str, PaperTable]) -> None:
    (shares,) = tables["table11"].column("musique").numbers.values()
    assert shares == {"ner_share": 48, "openie_share": 28, "ppr_share": 24}
    assert sum(shares.values()) == 100


def test_f1_follows_from_precision_and_recall(tables: Mapping[str, PaperTable]) -> None:
    for name in ("table9", "table16"):
        for row in tables[name].column("musique_train_carb").numbers.values():
            precision, recall = row["precision"], row["recall"]
            assert row["triple_f1"] == pytest.approx(
                2 * precision * recall / (precision + recall), abs=0.1
            )


def test_columns_carry_tolerances_and_effects(tables: Mapping[str, PaperTable]) -> None:
    column = tables["table2"].column("musique")
    assert column.get("bm25", "recall@2") == 32.3
    assert column.get("dense", "recall@2") is None
    assert column.tolerances["bm25"] == 0.5
    assert column.tolerances["contriever"] == 0.3
    assert column.tolerances["hipporag_contriever"] == 0.5
    assert column.tolerances["raptor"] is None
    ablation = tables["table5"].column("musique")
    assert ablation.effect("without_synonymy", "hipporag", "recall@5") == -1.7
    assert ablation.effect("nothing", "hipporag", "recall@5") is None
    with pytest.raises(ConfigError, match="has no data set 'msq'"):
        tables["table2"].column("msq")


def test_ranges_are_no_numbers(tables: Mapping[str, PaperTable]) -> None:
    table = tables["table17"]
    assert table.rows["ircot_colbertv2"].data["online_1000_queries"]["minutes"] == (20, 40)
    assert table.column("online_1000_queries").get("ircot_colbertv2", "minutes") is None
    assert table.column("online_1000_queries").get("hipporag_colbertv2", "minutes") == 3


def test_the_companion_experiment_is_not_called_the_paper(
    tables: Mapping[str, PaperTable],
) -> None:
    assert "NOT from the paper" in tables["pathfinding"].source
    others = [table.source for key, table in tables.items() if key != "pathfinding"]
    assert all(source.startswith("arXiv:2405.14831v3, table ") for source in others)


def test_case_studies() -> None:
    cases = load_paper_cases(FOLDER)
    assert [case.table for case in cases] == ["table10"] * 3 + ["table7"] * 2
    following = next(case for case in cases if case.dataset == "")
    assert following.question == "In which district was Alhandra born?"
    assert following.retrieved["HippoRAG"] == ("Alhandra", "Vila de Xira", "Portugal")
    shipped = {path.stem for path in (FOLDER.parent / "dataset").glob("case_study_*.yaml")}
    assert {case.dataset for case in cases} - {""} == shipped


def test_a_case_study_of_another_layout(tmp_path: Path) -> None:
    (tmp_path / "t.yaml").write_text("id: t\nquestions: {a: {question: q}}\n", "utf-8")
    with pytest.raises(ConfigError, match="no table of retrieved titles, missing 'source'"):
        load_paper_cases(tmp_path)


GOOD = """\
id: t
caption: c
source: s
metrics: [recall@2]
digits: 1
datasets: {musique: MuSiQue}
tolerances: {dense: 0.3}
rows:
  one: {label: One, kind: dense, musique: {recall@2: 1.0}}
"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("id: t", "id: u", "write id: t"),
        ("caption: c\n", "", "missing key 'caption'"),
        ("caption", "captoin", "did you mean caption"),
        ("metrics: [recall@2]", "metrics: [recal@2]", "did you mean recall@5"),
        ("kind: dense", "kind: sparse", "row kind 'sparse' has no tolerance"),
        ("musique: {recall@2: 1.0}", "musqiue: {recall@2: 1.0}", "did you mean musique"),
        ("recall@2: 1.0", "recall@2: .nan", "nan is no number"),
        ("recall@2: 1.0", "recall@2: 'x'", "'x' is no number"),
        ("recall@2: 1.0", "recall@2: true", "True is no number"),
        ("recall@2: 1.0", "recall@2: [3, 1]", "is no number"),
        ("rows:", "disagreements: [{row: two}]\nrows:", "names no printed figure"),
        ("id: t", "id: [t", "not valid YAML"),
        (GOOD, "- 1", "no mapping at the top"),
    ],
)
def test_faulty_files_are_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = tmp_path / "t.yaml"
    path.write_text(GOOD, encoding="utf-8")
    assert load_paper_table(tmp_path, "t").column("musique").get("one", "recall@2") == 1.0
    path.write_text(GOOD.replace(old, new, 1), encoding="utf-8")
    with pytest.raises((ConfigError, FaultListError), match=message):
        load_paper_table(tmp_path, "t")


def test_a_missing_table_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no such table"):
        load_paper_table(tmp_path, "table99")
    with pytest.raises(ConfigError, match="no table of the paper"):
        load_paper_tables(tmp_path)
