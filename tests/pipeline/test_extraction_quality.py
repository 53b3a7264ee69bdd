"""Table 16 on small files with scores by hand, and on a generated corpus with known faults."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from toy_corpus import write_corpus

from hippo_exp.config import load_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.errors import DataError, FaultListError
from hippo_exp.pipeline.planning.preflight import retrieval_faults
from hippo_exp.pipeline.quality import run_quality
from hippo_exp.pipeline.quality.extracted import Extracted
from hippo_exp.pipeline.quality.material import Material
from hippo_exp.pipeline.quality.page import paper_column
from hippo_exp.reporting import read_cells, read_manifest
from hippo_exp.reporting.recheck import recheck_folder
from hippo_exp.storage import read_json
from hippo_exp.types import Cell, Triple

# P 3/4: the extraction also has (Red River, is, film). R (1 + 5/6 + 1 + 0) / 4: one word of three
# is lacking in "born in", and nothing says that Lund is a city.
GOLD = [
    (
        "Red River",
        "Red River is a film directed by Ada Noll.",
        [["Red River", "directed by", "Ada Noll"]],
    ),
    ("Ada Noll", "Ada Noll was born in Lund.", [["Ada Noll", "was born in", "Lund"]]),
    ("Lund", "Lund lies on a river.", [["Lund", "lies on", "river"], ["Lund", "is", "city"]]),
]
BOOTSTRAP = "evaluation.bootstrap_resamples=200"


def write_gold(path: Path, docs: Sequence[tuple[str, str, list[list[str]]]] = GOLD) -> Path:
    content = [{"title": title, "text": text, "triples": rows} for title, text, rows in docs]
    path.write_text(json.dumps({"docs": content}), encoding="utf-8")
    return path


def chosen(*overrides: str) -> RetrievalSettings:
    return load_settings(RetrievalSettings, "experiment/table16", [BOOTSTRAP, *overrides])


def run(folder: Path, *overrides: str) -> Path:
    places = [f"out={folder / 'out'}", f"cache.root={folder / 'cache'}"]
    run_quality(chosen(*places, *overrides), "python -m experiments.table16")
    (found,) = (folder / "out" / "table16").iterdir()
    return found


def by_key(folder: Path) -> dict[str, Cell]:
    return {f"{cell.row}/{cell.metric}": cell for cell in read_cells(folder / "cells.csv")}


@pytest.fixture
def own(tmp_path: Path) -> list[str]:
    """A corpus of one's own with gold triples for three of its passages."""
    folder, gold = write_corpus(tmp_path / "mine"), write_gold(tmp_path / "gold.json")
    return ["dataset=custom", f"dataset.dir={folder}", f"gold={gold}", "quality.group_size=1"]


def test_scores_by_hand(tmp_path: Path, own: list[str]) -> None:
    folder = run(tmp_path, *own)
    found = {name: cell.measured for name, cell in by_key(folder).items()}
    assert found["all_passages/precision"] == pytest.approx(75)
    assert found["all_passages/recall"] == pytest.approx(100 * 17 / 24)
    assert found["all_passages/triple_f1"] == pytest.approx(100 * 51 / 70)
    assert found["all_passages/auc"] == pytest.approx(100 * 17 / 24 * 7 / 8)
    counts = ("passages", "gold_triples", "extracted_triples")
    assert [found[f"all_passages/{name}"] for name in counts] == [3, 4, 4]
    # Six words about Lund, eleven about Red River.
    assert (found["shortest_passages/precision"], found["shortest_passages/recall"]) == (100, 50)
    assert (found["longest_passages/precision"], found["longest_passages/recall"]) == (50, 100)
    assert found["quarter_2/recall"] == pytest.approx(100 * 5 / 6)
    assert recheck_folder(folder) == []


def test_what_has_no_number_says_why(tmp_path: Path, own: list[str]) -> None:
    cells = by_key(run(tmp_path, *own[:-1], "quality.group_size=4"))
    assert cells["quarter_4/recall"].measured is None
    assert cells["quarter_4/recall"].reason == "no passage is in this group"
    assert cells["shortest_passages/recall"].reason.startswith("groups of 4 out of 3 passages")
    assert cells["quarter_1/recall"].ci_low is None  # one passage has no spread
    assert cells["all_passages/recall"].ci_low is not None
    assert "noiseless/recall" not in cells  # faults are put into generated extractions alone


def test_gold_and_extraction_from_files_need_no_data_set(tmp_path: Path) -> None:
    gold = write_gold(tmp_path / "annotated.json")
    docs = [
        {"title": "Elsewhere", "text": "x", "extracted_triples": [["a", "b", "c"]]},
        *({"title": t, "text": x, "extracted_triples": rows} for t, x, rows in GOLD[::-1]),
    ]
    extraction = tmp_path / "model.json"
    extraction.write_text(json.dumps({"docs": docs}), encoding="utf-8")
    folder = run(tmp_path, f"gold={gold}", f"extraction={extraction}", "rows=[all_passages]")
    assert folder.name == "annotated"
    assert {cell.measured for cell in by_key(folder).values()} == {100.0, 3, 4}
    table = (folder / "table.md").read_text("utf-8")
    assert "model.json (1 of 4 records unused)" in table
    assert "annotated.json" in table
    assert str(tmp_path) not in table


def test_an_extraction_of_the_data_set_s_own_shape_as_gold(tmp_path: Path) -> None:
    """An OpenIE file is a gold file: against itself everything is right."""
    corpus = write_corpus(tmp_path / "mine")
    shutil.copy(corpus / "openie.json", tmp_path / "gold.json")
    own = ["dataset=custom", f"dataset.dir={corpus}", f"gold={tmp_path / 'gold.json'}"]
    cells = by_key(run(tmp_path, *own, "rows=[all_passages]"))
    assert {cells[f"all_passages/{name}"].measured for name in ("auc", "triple_f1")} == {100.0}


SMALL = (
    "dataset=synthetic",
    "dataset.synthetic.n_passages=300",
    "dataset.synthetic.n_questions=10",
)


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return run(tmp_path_factory.mktemp("generated"), *SMALL)


def test_faults_of_a_generated_extraction_are_measured(generated: Path) -> None:
    found = {name: cell.measured or 0.0 for name, cell in by_key(generated).items()}
    for metric in ("auc", "precision", "recall", "triple_f1"):
        assert found[f"noiseless/{metric}"] == 100.0
    for row, rate in (("missing_0_1", 10), ("missing_0_2", 20), ("missing_0_4", 40)):
        assert found[f"{row}/precision"] == 100.0
        left = 100 * found[f"{row}/extracted_triples"] / found[f"{row}/gold_triples"]
        assert left == pytest.approx(100 - rate, abs=5)
        # A fact that is lost still shares words with those that are left: never below the truth.
        assert left <= found[f"{row}/recall"] < left + 10
    for row in ("spurious_0_1", "spurious_0_3", "spurious_1"):
        true = 100 * found[f"{row}/gold_triples"] / found[f"{row}/extracted_triples"]
        assert found[f"{row}/precision"] == pytest.approx(true)
        assert found[f"{row}/recall"] == 100.0
    rates = [found[f"{row}/precision"] for row in ("spurious_0_1", "spurious_0_3", "spurious_1")]
    assert rates == sorted(rates, reverse=True)


def test_the_generator_s_own_faults_show_in_the_table(generated: Path) -> None:
    cells = by_key(generated)
    assert (cells["all_passages/recall"].measured or 0) < 100
    assert "missing facts 0.1, spurious facts 0.03" in (generated / "table.md").read_text("utf-8")
    quarters = [cells[f"quarter_{n}/gold_triples"].measured or 0 for n in (1, 2, 3, 4)]
    assert sum(quarters) == cells["all_passages/gold_triples"].measured
    assert cells["all_passages/passages"].measured == 300


def test_the_files_verify_and_a_changed_number_does_not(generated: Path, tmp_path: Path) -> None:
    assert recheck_folder(generated) == []
    copy = tmp_path / "table16" / "synthetic"
    shutil.copytree(generated, copy)
    manifest = read_manifest(copy / "manifest.json")
    groups = manifest["groups"]
    assert isinstance(groups, dict)
    groups["quarter_1"]["passages"] = "quarter_2"
    (copy / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    faults = [str(fault) for fault in recheck_folder(copy)]
    assert any("quarter_1/recall" in fault and "its passages give" in fault for fault in faults)
    assert any("quarter_1/auc" in fault and "the interval is" in fault for fault in faults)


def test_the_same_command_leaves_the_same_bytes(generated: Path, tmp_path: Path) -> None:
    again = run(tmp_path, *SMALL)
    for name in ("cells.csv", "table.md", "table.tex", "per_passage.csv.gz", "noise.svg"):
        assert (again / name).read_bytes() == (generated / name).read_bytes()


def of_the_papers_size(n_triples: int, size: int = 20) -> Material:
    from hippo_exp.evaluation.carb_gold import GoldPassage

    counts = [n_triples - size + 1, *[1] * (size - 1)]
    gold = tuple(
        GoldPassage(str(n), (Triple("a", "b", "c"),) * count) for n, count in enumerate(counts)
    )
    found = Extracted(tuple(item.triples for item in gold), "d", "file")
    return Material("musique_train", gold, "gold.json", {"chosen": found})


def test_the_paper_s_numbers_stand_beside_as_many_gold_triples_of_its_passages_only() -> None:
    settings = chosen("dataset=musique_train", "gold=gold.json")
    column = paper_column(settings, of_the_papers_size(239))
    assert column is not None
    assert column.get("shortest_passages", "triple_f1") == 71.8
    assert column.get("longest_passages", "auc") == 39.0
    assert paper_column(settings, of_the_papers_size(240)) is None
    assert paper_column(settings, of_the_papers_size(239, size=21)) is None
    other = chosen("dataset=musique_train", "gold=gold.json", "quality.group_size=9")
    assert paper_column(other, of_the_papers_size(239)) is None


def test_without_gold_triples_the_error_says_what_is_needed(tmp_path: Path) -> None:
    with pytest.raises(FaultListError) as caught:
        run(tmp_path, "dataset=musique_train")
    (fault,) = {str(error) for error in caught.value.errors if "gold" in str(error)}
    assert "239 triples of 20 passages" in fault
    assert "gold=FILE" in fault
    assert '"triples": [[subject, relation, object]' in fault


def test_gold_of_other_passages(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path / "mine")
    gold = write_gold(tmp_path / "gold.json", [*GOLD, ("Nowhere", "No text.", [])])
    own = ["dataset=custom", f"dataset.dir={corpus}", f"gold={gold}"]
    with pytest.raises(DataError, match=r"1 of 4 gold passages are not in the corpus"):
        run(tmp_path, *own)
    twice = write_gold(tmp_path / "twice.json", [*GOLD, GOLD[0]])
    with pytest.raises(DataError, match="1 of 4 passages stand there more than once"):
        run(tmp_path, *own[:2], f"gold={twice}")


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ("gold=nowhere.json", "no such file"),
        ("extraction=nowhere.json", "no such file"),
        ("limit=3", "no effect on a table of triples"),
        ("experiment.metrics=[recall@5]", "recall@5 is no metric of this table"),
        ("encoder.ngram_max=6", "no chosen row reads this setting"),
    ],
)
def test_faults_are_told_before_any_work(override: str, message: str) -> None:
    faults = [str(fault) for fault in retrieval_faults(chosen("dataset=synthetic", override))]
    assert any(message in fault for fault in faults)


def test_rows_of_faults_belong_to_generated_extractions(tmp_path: Path) -> None:
    names = [row.id for row in chosen("dataset=synthetic").experiment.rows]
    assert "missing_0_4" in names
    gold = write_gold(tmp_path / "gold.json")
    for other in ("dataset=musique_train", f"gold={gold}"):
        rows = [row.id for row in chosen(other).experiment.rows]
        assert [name for name in names if name in rows] == rows
        assert not any(name.startswith(("noise", "missing", "spurious")) for name in rows)


def test_the_manifest_names_what_was_scored(generated: Path) -> None:
    manifest = read_json(generated / "manifest.json")
    assert isinstance(manifest, dict)
    assert manifest["groups"]["missing_0_1"]["extraction"] == "missing_0_1"
    assert {"gold", "extraction:chosen", "extraction:noiseless"} <= manifest["inputs"].keys()
