"""Explanations: parts sum to scores under every method, sources agree with networkx."""

from __future__ import annotations

from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from explain_cases import SMALL, explained, opened, toy

from hippo_exp.config.schema.retrievers import METHODS
from hippo_exp.errors import ConfigError, DataError, FaultListError
from hippo_exp.pipeline.explain.asked import ask
from hippo_exp.pipeline.explain.run import explain_question
from hippo_exp.pipeline.planning.one_method import method_settings
from hippo_exp.pipeline.run.ranking import queries_of, rank_questions
from hippo_exp.reporting.explain import Explained, PassageScore

ON_THE_GRAPH = ("hipporag", "passage_nodes", "fact_linking")
MIXED = ("hipporag_ensemble", "score_fusion", "rank_fusion")
RUNS = ("bm25", "dense", *ON_THE_GRAPH, *MIXED)


def total(parts: object) -> float:
    return float(sum(part.amount for part in parts))  # type: ignore[attr-defined]


def check_sums(passage: PassageScore) -> None:
    whole = passage.score if passage.raw is None else passage.raw
    assert total(passage.parts) == pytest.approx(whole, abs=1e-9)
    if passage.mixture:
        assert total(passage.mixture) == pytest.approx(passage.score, abs=1e-9)
    if passage.raw is None:
        return
    assert total(passage.facts) == pytest.approx(passage.raw, abs=1e-9)
    assert total(passage.shares) == pytest.approx(passage.raw, abs=1e-9)
    assert passage.low is not None
    assert passage.high is not None
    if not passage.mixture:
        scaled = (passage.raw - passage.low) / (passage.high - passage.low)
        assert scaled == pytest.approx(passage.score, abs=1e-9)


@pytest.mark.parametrize("method", RUNS)
def test_parts_sum_to_the_scores(method: str, vectors_cache: Path) -> None:
    settings, bench = opened(vectors_cache, method, SMALL)
    dataset = bench.inputs.dataset
    ranked = rank_questions(
        bench.retriever(settings, method), queries_of(dataset), ties="first", what="x"
    )
    for question, ranking in list(zip(dataset.questions, ranked, strict=True))[:4]:
        found = explain_question(bench, settings, method, ask(dataset, question.id), depth=6)
        assert [p.position for p in found.passages[:6]] == ranking.passages[:6].tolist()
        assert [p.score for p in found.passages[:6]] == pytest.approx(ranking.scores[:6])
        for passage in found.passages:
            check_sums(passage)
        for node in found.nodes:
            assert total(node.shares) == pytest.approx(node.mass, abs=1e-9)
        assert {place.title for place in found.gold} == set(found.question.gold)


@pytest.mark.parametrize("expansion", ["query_nodes", "query_nodes_and_neighbors"])
@pytest.mark.parametrize("method", ["hipporag", "passage_nodes"])
def test_other_expansions(method: str, expansion: str, vectors_cache: Path) -> None:
    overrides = (*SMALL, f"expansion={expansion}")
    settings, bench = opened(vectors_cache, method, overrides)
    found = explain_question(
        bench, settings, method, ask(bench.inputs.dataset, bench.inputs.dataset.questions[0].id)
    )
    for passage in found.passages:
        assert total(passage.parts) == pytest.approx(passage.raw, abs=1e-9)
        assert total(passage.facts) == pytest.approx(passage.raw, abs=1e-9)
    assert all(node.way is None or node.way.carried is None for node in found.nodes)


def test_sources_agree_with_separate_solves_of_networkx(vectors_cache: Path) -> None:
    settings, bench = opened(vectors_cache, "hipporag", (*SMALL, "expansion.restart_prob=0.4"))
    index = bench.index(settings)
    graph = nx.from_scipy_sparse_array(index.graph.adjacency)
    questions = [q for q in bench.inputs.dataset.questions if len(q.entities or ()) > 1]
    found = explain_question(
        bench, settings, "hipporag", ask(bench.inputs.dataset, questions[0].id)
    )
    position = {node: place for place, node in enumerate(index.graph.nodes)}
    linked = {item.node: item.weight for item in found.entities if item.node is not None}
    assert len(linked) > 1
    alone = {
        node: nx.pagerank(graph, alpha=0.6, personalization={position[node]: 1.0}, tol=1e-15,
                          max_iter=900)
        for node in linked
    }  # fmt: skip
    for node in found.nodes:
        for share in node.shares:
            part = linked[share.source] / sum(linked.values()) * alone[share.source][node.position]
            assert share.amount == pytest.approx(part, abs=1e-9)


def film(cache: Path, folder: Path, method: str = "hipporag", **options: object) -> Explained:
    text = "Where was the director of Red River born?"
    return explained(cache, method, toy(folder), text, **options)  # type: ignore[arg-type]


def test_a_question_by_its_text(vectors_cache: Path, tmp_path: Path) -> None:
    found = film(vectors_cache, tmp_path)
    assert (found.question.id, found.question.entities) == ("q0", ("Red River",))
    assert found.question.gold == ("Ada Noll", "Red River")
    (entity,) = found.entities
    assert (entity.node, entity.cosine, entity.passages) == ("red river", pytest.approx(1), 1)
    assert (entity.weight, entity.share) == (1, 1)
    nodes = {node.node: node for node in found.nodes}
    way = nodes["lund"].way
    assert way is not None
    assert [(s.source, s.relation, s.target, s.forward) for s in way.steps] == [
        ("red river", "directed by", "ada noll", True),
        ("ada noll", "born in", "lund", True),
    ]
    assert way.steps[0].passages == ("Red River",)
    marks = {passage.name: passage.gold for passage in found.passages}
    assert found.passages[0].name == "Red River"
    assert (marks["Red River"], marks["Ada Noll"], marks["Blue Bank"]) == (True, True, False)
    assert found.causes == ()


def test_carried_mass_of_a_way_by_hand(vectors_cache: Path, tmp_path: Path) -> None:
    """red river has the neighbours ada noll and film; every edge weighs 1 without synonymy."""
    write = (*toy(tmp_path), "synonymy.enabled=false")
    found = explained(vectors_cache, "hipporag", write, "q0")
    node = next(node for node in found.nodes if node.node == "ada noll")
    assert node.way is not None
    assert node.way.carried is not None
    # Restart 1/2, then one step of probability 1/2 without a restart (1/2).
    assert node.way.carried * node.mass == pytest.approx(0.5 * 0.5 * 0.5)


def test_the_drawing_connects_what_it_shows(vectors_cache: Path, tmp_path: Path) -> None:
    drawing = film(vectors_cache, tmp_path).drawing
    assert drawing is not None
    keys = [node.key for node in drawing.nodes]
    assert len(keys) == len(set(keys))
    assert all(edge.one in keys and edge.two in keys for edge in drawing.edges)
    by_label = {(node.label, node.kind): node for node in drawing.nodes}
    assert by_label["red river", "query"].layer == 0
    assert by_label["ada noll", "phrase"].layer == 1
    assert by_label["lund", "phrase"].layer == 2
    assert by_label["Red River", "passage"].note == "★ gold · rank 1"
    assert by_label["ada noll", "phrase"].note == "red river –directed by→"
    assert max(edge.flow for edge in drawing.edges) == 1


def test_a_miss_has_a_cause(vectors_cache: Path, tmp_path: Path) -> None:
    found = film(vectors_cache, tmp_path, depth=1)
    assert [(cause.title, cause.cause, cause.evidence) for cause in found.causes] == [
        ("Ada Noll", "ranking", "ranked_below")
    ]
    assert "ada noll" in found.causes[0].text
    other = film(vectors_cache, tmp_path / "two", entities=["Old Mill"], depth=1)
    assert {cause.cause for cause in other.causes} == {"query entities"}
    assert other.question.entities_from == "given"


def test_no_cause_without_entities(vectors_cache: Path, tmp_path: Path) -> None:
    assert film(vectors_cache, tmp_path, "bm25", depth=1).causes == ()


@pytest.mark.parametrize("method", METHODS)
def test_nothing_linked(method: str, vectors_cache: Path, tmp_path: Path) -> None:
    if method in ("proposition", "raptor"):
        return
    found = film(vectors_cache, tmp_path, method, entities=[])
    assert len(found.passages) >= 5
    if method in ("hipporag", *MIXED):
        assert found.nodes == ()
        assert found.drawing is None
        assert any("no_entity=dense" in note for note in found.notes)


def test_a_new_question(vectors_cache: Path, tmp_path: Path) -> None:
    text = "In which town was the maker of Blue Bank born?"
    found = explained(vectors_cache, "hipporag", toy(tmp_path), text)
    assert (found.question.id, found.question.entities) == ("", ("Blue Bank",))
    assert found.question.entities_from == "by the capitalised-words rule"
    assert found.gold == ()
    assert found.notes == ("a new question: what is gold is not known",)
    near = explained(vectors_cache, "hipporag", toy(tmp_path / "two"),
                     "Where was the director of Red Rivers born?")  # fmt: skip
    assert near.notes[1] == "the data set has q0: Where was the director of Red River born?"


def test_questions_that_are_not_there(vectors_cache: Path) -> None:
    dataset = opened(vectors_cache, "bm25", SMALL)[1].inputs.dataset
    with pytest.raises(ConfigError, match=r"did you mean question-03\? there are 12 questions"):
        ask(dataset, "question-3")
    with pytest.raises(ConfigError, match=r"did you mean question-"):
        ask(dataset, "qestion")
    with pytest.raises(ConfigError, match="no question is given"):
        ask(dataset, "  ")
    assert ask(dataset, dataset.questions[2].text.upper()).question == dataset.questions[2]


def test_faults_come_together(tmp_path: Path) -> None:
    with pytest.raises(FaultListError) as caught:
        method_settings("bm2", ["dataset=synthetc", "limit=3", "expansion.restart_pro=1"],
                        unused=("limit",))  # fmt: skip
    texts = [str(error) for error in caught.value.errors]
    assert len(texts) == 4
    assert any("did you mean bm25?" in text for text in texts)
    assert any("limit=3" in text and "no effect" in text for text in texts)
    with pytest.raises(FaultListError, match="no chosen row reads this setting"):
        method_settings("bm25", ["dataset=synthetic", "expansion.restart_prob=0.3"])


def test_what_cannot_run(vectors_cache: Path, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="proposition cannot run on synthetic"):
        explained(vectors_cache, "proposition", SMALL, "question-01")
    with pytest.raises(ConfigError, match="top=0"):
        film(vectors_cache, tmp_path, depth=0)
    (tmp_path / "toy/query_ner.json").unlink()
    overrides = ("dataset=custom", f"dataset.dir={tmp_path / 'toy'}")
    with pytest.raises(DataError, match="query_ner"):
        explained(vectors_cache, "hipporag", overrides, "q0")
    found = explained(vectors_cache, "hipporag", overrides, "q0", entities=["Red River"])
    assert found.passages[0].name == "Red River"


def test_the_same_each_time(vectors_cache: Path, tmp_path: Path) -> None:
    one, two = film(vectors_cache, tmp_path), film(vectors_cache, tmp_path / "again")
    assert one.passages == two.passages
    assert one.drawing == two.drawing
    assert np.isfinite([node.mass for node in one.nodes]).all()
