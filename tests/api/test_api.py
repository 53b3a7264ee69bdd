"""The ten lines of a notebook: same numbers as the tables, own corpora, faults, help."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import hippo_exp
from hippo_exp import build_index, evaluate, load_dataset, retrieve
from hippo_exp.api import Corpus, SearchIndex
from hippo_exp.errors import ConfigError, DataError, FaultListError, HippoExpError
from hippo_exp.pipeline.explain.asked import known_question
from hippo_exp.pipeline.explain.run import explain_question
from hippo_exp.types import Passage, Question

SMALL = (
    "dataset.synthetic.n_passages=200",
    "dataset.synthetic.n_questions=20",
    "dataset.synthetic.hub_degree=10",
)
FILMS = {"Red River": "Ada Noll", "Blue Bank": "Bo Hald", "Old Mill": "Cy Marr"}
TOWNS = {"Ada Noll": "Lund", "Bo Hald": "Ghent", "Cy Marr": "Turin"}
PASSAGES = [
    *((film, f"{film} was directed by {person}.") for film, person in FILMS.items()),
    *((person, f"{person} was born in {town}.") for person, town in TOWNS.items()),
]
TRIPLES = [
    *([(film, "directed by", person)] for film, person in FILMS.items()),
    *([(person, "born in", town)] for person, town in TOWNS.items()),
]
QUESTIONS = [
    {"text": f"Where was the director of {film} born?", "gold": [film, person], "entities": [film]}
    for film, person in FILMS.items()
]


@pytest.fixture(scope="module", autouse=True)
def _cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HIPPO_EXP_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="module")
def films() -> SearchIndex:
    return build_index(load_dataset(passages=PASSAGES, triples=TRIPLES, questions=QUESTIONS))


@pytest.mark.parametrize("preset", ["clean", "paper"])
def test_same_numbers_as_table_2(preset: str, tmp_path: Path) -> None:
    rows = ("bm25", "dense", "hipporag")
    command = [sys.executable, "-m", "experiments.table2", "dataset=synthetic", *SMALL,
               f"rows=[{','.join(rows)}]", f"preset={preset}", f"out={tmp_path}"]  # fmt: skip
    subprocess.run(command, capture_output=True, check=True, env=dict(os.environ))
    (path,) = tmp_path.glob("table2/*/cells.csv")
    with path.open(encoding="utf-8", newline="") as stream:
        cells = {(cell["row"], cell["metric"]): cell for cell in csv.DictReader(stream)}
    dataset = load_dataset("synthetic", *SMALL)
    index = build_index(dataset, preset=preset)
    for row in rows:
        scores = evaluate(retrieve(index, dataset.questions, method=row, k=5), dataset)
        assert list(scores) == ["recall@2", "recall@5"]
        for metric, score in scores.items():
            cell = cells[row, metric]
            assert score.n == int(cell["n"])
            for ours, theirs in ((score.value, "measured"), (score.low, "ci_low"),
                                 (score.high, "ci_high")):  # fmt: skip
                assert ours == pytest.approx(float(cell[theirs]), abs=1e-9)


def test_plain_lists(films: SearchIndex) -> None:
    assert repr(films.corpus) == "<data set custom: 6 passages, 3 questions>"
    assert repr(films).startswith("<index of custom, encoder char_ngram: 9 nodes, 6 facts")
    assert films.graph.adjacency.shape == (9, 9)
    assert films.facts.facts[0] == ("ada noll", "born in", "lund")
    rankings = retrieve(films, films.corpus.questions, k=2)
    assert [{hit.passage.title for hit in ranked} for ranked in rankings] == [
        {film, person} for film, person in FILMS.items()
    ]
    scores = evaluate(rankings, films.corpus, ["recall@2", "all_recall@2"])
    assert scores["recall@2"].value == scores["all_recall@2"].value == 100
    assert str(scores["recall@2"]) == "100.0 [100.0, 100.0] (n=3)"
    assert repr(scores).splitlines()[0] == "hipporag"
    assert list(scores.per_question.columns) == ["qid", "metric", "value"]


def test_a_plain_question(films: SearchIndex) -> None:
    ranked = retrieve(films, "In which town was the maker of Blue Bank born?", k=3)
    assert (ranked.entities, ranked.entities_from) == (
        ("Blue Bank",), "by the capitalised-words rule",
    )  # fmt: skip
    assert [hit.rank for hit in ranked] == [1, 2, 3]
    assert {hit.passage.title for hit in ranked[:2]} == {"Blue Bank", "Bo Hald"}
    assert ranked[0].passage == films.corpus.passages[ranked[0].position]
    assert ranked.ranking.passages.tolist() == [hit.position for hit in ranked.hits]
    assert "entities by the capitalised-words rule: Blue Bank" in str(ranked)
    given = retrieve(films, "who?", entities=["Old Mill"], k=1)
    assert (given[0].passage.title, given.entities_from) == ("Old Mill", "given")
    assert retrieve(films, "who directed Old Mill?", "bm25", 1).entities_from == ""
    one = retrieve(films, films.corpus.questions[1])
    assert (one.question_id, len(one)) == ("q1", 5)
    assert retrieve(films, []) == ()
    assert len(retrieve(films, ["Blue Bank?", "Old Mill?"], "dense")) == 2


def test_without_triples_or_questions() -> None:
    index = build_index(load_dataset("mine", passages=["Lund lies in Scania.", "Ghent."]))
    assert repr(index) == "<index of mine, encoder char_ngram: no triples, bm25 and dense only>"
    assert index.counts == {}
    ranked = retrieve(index, "Where is Ghent?", method="bm25")
    assert [hit.passage for hit in ranked] == [
        Passage("p1", "", "Ghent."), Passage("p0", "", "Lund lies in Scania."),
    ]  # fmt: skip
    with pytest.raises(DataError, match="hipporag needs triples"):
        retrieve(index, "Where is Ghent?")
    with pytest.raises(DataError, match="the graph needs triples"):
        _ = index.graph
    with pytest.raises(DataError, match="no question with gold"):
        evaluate([ranked], index.corpus)


def test_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "it's my corpus"
    (folder / "qrels").mkdir(parents=True)
    rows = [{"_id": f"d{n}", "title": t, "text": x} for n, (t, x) in enumerate(PASSAGES)]
    (folder / "corpus.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    queries = [{"_id": f"q{n}", "text": q["text"]} for n, q in enumerate(QUESTIONS)]
    (folder / "queries.jsonl").write_text("".join(json.dumps(row) + "\n" for row in queries))
    judged = "".join(f"q{n}\td{place}\t1\n" for n in range(3) for place in (n, n + 3))
    (folder / "qrels/test.tsv").write_text("query-id\tcorpus-id\tscore\n" + judged)
    docs = [
        {"title": title, "text": text, "extracted_entities": [], "extracted_triples": triples}
        for (title, text), triples in zip(PASSAGES, TRIPLES, strict=True)
    ]
    (folder / "openie.json").write_text(json.dumps({"docs": docs}))
    dataset = load_dataset("custom", dir=folder, query_ner="capitalized")
    index = build_index(dataset, "expansion.restart_prob=0.3")
    assert index.settings.expansion.restart_prob == 0.3  # type: ignore[union-attr]
    scores = evaluate(retrieve(index, dataset.questions), dataset)
    assert scores["recall@2"].value == 100
    plain = build_index(load_dataset("custom", dir=folder))
    with pytest.raises(DataError, match="query_ner"):
        retrieve(plain, plain.corpus.questions)
    assert len(retrieve(plain, "Who directed Old Mill?")) == 5


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"passages": []}, "the corpus is empty"),
        ({"passages": [("a", "b", "c")]}, "give a text, a pair"),
        ({"passages": ["a"], "triples": [[], []]}, "triples of 2 passages for 1"),
        ({"passages": ["a"], "triples": [[("s", "o")]]}, "a triple is (subject, relation, object)"),
        ({"passages": ["a"], "triples": [["sro"]]}, "a triple is (subject, relation, object)"),
        ({"passages": ["a"], "questions": [{"text": "x"}]}, "not a question with text and gold"),
        ({"passages": ["a"], "questions": [{"txt": "x"}]}, "unknown key 'txt'"),
        ({"passages": [Passage("p", "a", ""), Passage("p", "b", "")]}, "two passages have one id"),
        (
            {"passages": [("a", "b")], "questions": [{"text": "x", "gold": ["z"]}]},
            "not in the corpus",
        ),
        ({"passages": ["a"], "dir": "x"}, "passages and a folder"),
        ({"triples": [[]]}, "triples and questions without passages"),
        ({}, "dataset=custom needs a folder"),
        ({"name": "synthetc"}, "did you mean synthetic?"),
    ],
)
def test_faults_of_a_data_set(given: dict[str, object], said: str) -> None:
    with pytest.raises(HippoExpError) as caught:
        load_dataset(**given)  # type: ignore[arg-type]
    assert said in str(caught.value)


def test_faults_of_lists_come_together() -> None:
    with pytest.raises(FaultListError) as caught:
        load_dataset(passages=["a", ("b",)], triples=[], questions=[{"text": 1}])  # type: ignore[list-item]
    assert len(caught.value.errors) == 3


def test_other_faults(films: SearchIndex) -> None:
    corpus: Corpus = films.corpus
    with pytest.raises(FaultListError, match="did you mean minilm"):
        build_index(corpus, encoder="minlm")
    with pytest.raises(ConfigError, match="give it to load_dataset"):
        build_index(corpus, "dataset.name=x")
    with pytest.raises(FaultListError, match="it has no effect here"):
        build_index(corpus, "rows=[bm25]")
    with pytest.raises(ConfigError, match="did you mean hipporag"):
        retrieve(films, "x y", method="hippo_rag")
    with pytest.raises(ConfigError, match="k=0"):
        retrieve(films, "x y", k=0)
    with pytest.raises(ConfigError, match="entities for several questions"):
        retrieve(films, ["x y"], entities=["x"])  # type: ignore[call-overload]
    with pytest.raises(DataError, match="raptor needs files"):
        retrieve(films, "x y", method="raptor")
    rankings = retrieve(films, corpus.questions, k=2)
    with pytest.raises(DataError, match="no ranking of 2 of 3 questions, 'q1' first"):
        evaluate(rankings[:1], corpus)
    assert evaluate(rankings[:1], corpus, ["recall@2"],
                    questions=corpus.questions[:1])["recall@2"].low is None  # fmt: skip
    with pytest.raises(DataError, match="rankings of hipporag, bm25"):
        evaluate([*rankings, *retrieve(films, corpus.questions, "bm25")], corpus)
    with pytest.raises(DataError, match="needs 5 ranked passages"):
        evaluate(rankings, corpus)
    with pytest.raises(ConfigError, match="unknown measure"):
        evaluate(rankings, corpus, ["recal@2"])


def test_import_is_cheap_and_help_reads_well() -> None:
    code = (
        "import sys, hippo_exp; heavy = [m for m in ('numpy', 'hydra', 'pydantic', 'scipy')"
        " if m in sys.modules]; assert not heavy, heavy; help(hippo_exp)"
    )
    environment = {**os.environ, "PAGER": "cat", "MANPAGER": "cat"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                          env=environment)  # fmt: skip
    for name in ("build_index", "evaluate", "load_dataset", "retrieve"):
        assert f"    {name}(" in done.stdout
        text = getattr(hippo_exp, name).__doc__
        for heading in ("Args:", "Returns:", "Raises:", "Source:", ">>> "):
            assert heading in text, (name, heading)
    assert dir(hippo_exp).count("retrieve") == 1
    with pytest.raises(AttributeError, match="no attribute 'retriev'"):
        _ = hippo_exp.retriev


def test_questions_without_entities(films: SearchIndex) -> None:
    bare = [{key: item[key] for key in ("text", "gold")} for item in QUESTIONS]
    lists = {"passages": PASSAGES, "triples": TRIPLES, "questions": bare}
    index = build_index(load_dataset(**lists))  # type: ignore[arg-type]
    with pytest.raises(DataError, match="no query entities of 3 questions, 'q0' first"):
        retrieve(index, index.corpus.questions)
    assert len(retrieve(index, index.corpus.questions, "bm25")) == 3
    by_rule = load_dataset(**lists, query_ner="capitalized")  # type: ignore[arg-type]
    assert [question.entities for question in by_rule.questions] == [(film,) for film in FILMS]


def test_a_corpus_in_memory_is_explained(films: SearchIndex) -> None:
    asked = known_question(films.corpus.questions[0])
    found = explain_question(films.bench, films.settings, "hipporag", asked)
    assert [place.rank for place in found.gold] == [1, 2]
    assert found.passages[0].facts[0].label == "red river – directed by – ada noll"


def test_a_question_object_needs_no_data_set(films: SearchIndex) -> None:
    ranked = retrieve(films, Question("own", "?", (), entities=("Old Mill",)), k=1)
    assert ranked[0].passage.title == "Old Mill"
