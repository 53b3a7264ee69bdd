"""Where the bills of HippoRAG and IRCoT meet, from counted and from kept tokens."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from cost_cases import answer, asking, extract, folder, load, run
from scripted_server import Script, scripted_server
from toy_corpus import write_corpus

from hippo_exp.config import load_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.llm import Price, TokenCounter
from hippo_exp.pipeline.cost import run_cost
from hippo_exp.pipeline.cost.bills import Bills, Tokens
from hippo_exp.pipeline.cost.counting import counted_extraction, counted_query_ner
from hippo_exp.pipeline.cost.tokens import Spent, TokenCounts
from hippo_exp.pipeline.source.inputs import read_inputs
from hippo_exp.reporting import read_estimates
from hippo_exp.types import Dataset, Extraction, Passage, PassageExtraction, Question

LETTERS = TokenCounter("letters", len)


@pytest.fixture
def script() -> Iterator[Script]:
    with scripted_server(Script(answer=answer)) as running:
        yield running


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return write_corpus(tmp_path / "mine")


def data(*texts: str) -> Dataset:
    passages = tuple(Passage(f"p{n}", "", text) for n, text in enumerate(texts))
    question = Question("q", "Who?", ("x",), entities=("Ada",))
    return Dataset("toy", passages, (question,), "passage", "0")


def test_what_is_counted_grows_with_the_passage_in_both_prompts() -> None:
    entities, rows = ("Ada", "Lund"), (("Ada", "born in", "Lund"),)
    found = Extraction(
        "toy",
        (
            PassageExtraction((), (), "ok_empty"),
            PassageExtraction((), (), "ok_empty"),
            PassageExtraction(entities, rows, "ok"),
            PassageExtraction(entities, rows, "ok"),
        ),
        "0",
        "test",
    )
    counts = counted_extraction(data("abc", "abcdefgh", "cba", "cba"), found, LETTERS)
    short, long, named, again = counts.spent
    assert [item.calls for item in counts.spent] == [2, 2, 2, 0]
    assert again == Spent()
    assert long.prompt - short.prompt == 2 * 5
    assert named.prompt - short.prompt == len('"Ada", "Lund"')  # pasted into the second prompt
    assert short.completion == len('{"named_entities": []}') + len('{"triples": []}')
    more = len('"Ada", "Lund"') + len('["Ada", "born in", "Lund"]')
    assert named.completion - short.completion == more


def test_a_question_is_one_call_with_its_entities_as_the_reply() -> None:
    counts = counted_query_ner(data("x").questions, LETTERS)
    assert counts is not None
    (spent,) = counts.spent
    assert (spent.calls, spent.completion) == (1, len('{"named_entities": ["Ada"]}'))
    assert counted_query_ner([Question("q", "Who?", ("x",))], LETTERS) is None


def tokens(passage: int, hipporag: int, ircot: int) -> Tokens:
    def counts(name: str, prompt: int) -> TokenCounts:
        return TokenCounts((name,), (Spent(1, prompt, 0),), name)

    return Tokens(counts("p", passage), counts("q", hipporag), counts("q", ircot))


def test_the_figures_of_a_bill() -> None:
    bills = Bills.of(tokens(1000, 100, 600), Price(2.0, 5.0))
    assert bills.crossing_per_passage() == pytest.approx(1000 / 500)
    assert bills.bills_equal_per_passage() == pytest.approx(1000 / 100)
    where = 2 * 40
    assert bills.hipporag(40).total(where) == pytest.approx(bills.ircot().total(where))
    assert bills.hipporag(40).fixed == pytest.approx(40 * 1000 * 2 / 1e6)
    assert Bills.of(tokens(1000, 600, 600), Price(2.0, 5.0)).crossing_per_passage() is None
    assert Bills.of(tokens(1000, 0, 600), Price(2.0, 5.0)).bills_equal_per_passage() is None


def test_the_table_follows_from_the_two_bills(corpus: Path) -> None:
    cells = run("break_even", corpus)
    assert all(cell.measured is None for cell in cells.values())
    found = {
        (item.row, item.metric): item.estimate
        for item in read_estimates(folder("break_even", corpus) / "estimates.csv")
    }
    for row in dict.fromkeys(row for row, _ in found):
        each = found[row, "crossing_per_passage"]
        for size in (1000, 10_000, 100_000, 1_000_000):
            assert found[row, f"crossing@{size}"] == pytest.approx(size * each)
        # linear in queries, and the totals of 10,000 passages are equal at their crossing
        first, last = 1000, 10_000_000
        slope = {
            name: (found[row, f"{name}_usd@{last}"] - found[row, f"{name}_usd@{first}"])
            / (last - first)
            for name in ("hipporag", "ircot")
        }
        fixed = {name: found[row, f"{name}_usd@{first}"] - first * slope[name] for name in slope}
        assert fixed["ircot"] == pytest.approx(0, abs=1e-9)
        where = found[row, "crossing@10000"]
        totals = [fixed[name] + slope[name] * where for name in ("hipporag", "ircot")]
        assert totals[0] == pytest.approx(totals[1])
        assert found[row, "bills_equal_per_passage"] == pytest.approx(
            fixed["hipporag"] / 10_000 / slope["hipporag"]
        )
        assert found[row, "crossing_calls@2"] == pytest.approx(each)
        assert found[row, "crossing_calls@1"] > each
    # prices that differ by a factor alone have one crossing
    cheap, dear = (found[row, "crossing_per_passage"] for row in ("gpt4o_mini", "gpt4o"))
    assert cheap == pytest.approx(dear)


def test_twice_the_same_bytes(corpus: Path) -> None:
    run("break_even", corpus)
    place = folder("break_even", corpus)
    before = {path.name: path.read_bytes() for path in place.iterdir()}
    run("break_even", corpus)
    after = {path.name: path.read_bytes() for path in place.iterdir()}
    assert {name for name in before if before[name] != after[name]} == {"manifest.json"}
    assert {"break_even.svg", "break_even.png", "table.csv", "cells.csv"} <= before.keys()


def test_kept_replies_take_the_place_of_estimates(
    script: Script,
    corpus: Path,
) -> None:
    """Two calls of a passage, one of HippoRAG's question, two thoughts: 26, 13 and 26 parts."""
    model = ("llm.model=gpt-3.5-turbo-1106", "llm.budget_usd=9", "llm.confirm=true")
    extract(script, corpus, *model)
    run_cost(load("table17", corpus, *asking(script, *model)), "test")
    calls = script.calls
    cells = run("break_even", corpus, *asking(script, *model))
    assert script.calls == calls
    for metric in ("crossing_per_passage", "bills_equal_per_passage"):
        cell = cells["gpt35_1106", metric]
        assert cell.measured == pytest.approx(2.0)
        assert (cell.ci_low, cell.ci_high) == (pytest.approx(2.0), pytest.approx(2.0))
        assert cell.n == 4
    assert cells["gpt4o", "crossing_per_passage"].measured is None
    assert "gpt-3.5-turbo-1106 is chosen" in cells["gpt4o", "crossing_per_passage"].reason
    found = {
        (item.row, item.metric): item
        for item in read_estimates(folder("break_even", corpus) / "estimates.csv")
    }
    assert ("gpt35_1106", "crossing_per_passage") not in found
    assert "as its server counted them" in found["gpt4o", "crossing_per_passage"].basis


def test_a_part_of_the_replies_is_no_measurement(
    script: Script,
    corpus: Path,
) -> None:
    model = ("llm.model=gpt-3.5-turbo-1106", "llm.budget_usd=9", "llm.confirm=true")
    extract(script, corpus, *model)
    cells = run("break_even", corpus, *asking(script, *model), "rows=[gpt35_1106]")
    cell = cells["gpt35_1106", "crossing_per_passage"]
    assert cell.measured is None
    assert "not all of its replies" in cell.reason
    found = read_estimates(folder("break_even", corpus) / "estimates.csv")
    basis = found[0].basis
    assert "passages: kept replies of gpt-3.5-turbo-1106" in basis
    assert "IRCoT's questions: 2 thoughts each" in basis


@pytest.mark.real_data
def test_musique_train(data_root: Path) -> None:
    """The tokens of the tuning split, four characters each, as table 18 estimates them."""
    places = ["dataset=musique_train", f"data.root={data_root}"]
    settings = load_settings(RetrievalSettings, "experiment/table18", places)
    inputs = read_inputs(settings)
    counter = TokenCounter("characters / 4", lambda text: -(-len(text) // 4))
    counts = counted_extraction(inputs.dataset, inputs.extraction(settings), counter)
    means = counts.means()
    assert means["llm_calls"] == 2
    assert means["prompt_tokens"] == pytest.approx(945.1, abs=0.05)
    assert means["completion_tokens"] == pytest.approx(182.8, abs=0.05)
    usd = 10_000 * float(counts.usd(Price(1.0, 2.0)).mean())
    assert usd == pytest.approx(13.1, abs=0.05)  # the paper prints 15 for its own prompts
