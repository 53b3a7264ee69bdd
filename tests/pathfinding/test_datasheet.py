"""docs/pathfinding_datasheet.md says what the configuration and the generator say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import fields

import pytest

from hippo_exp.cli.pathfinding import TIERS, tier_settings
from hippo_exp.config import project_root
from hippo_exp.pathfinding import BenchmarkParameters, draft_benchmark, generate_benchmark
from hippo_exp.pathfinding.benchmark.checks import RANGES, RATES
from hippo_exp.pipeline.source.generated import benchmark_parameters

NAMES = [item.name for item in fields(BenchmarkParameters)]


@pytest.fixture(scope="module")
def tables() -> list[list[list[str]]]:
    """The rows of each table, the header first."""
    root = project_root()
    if root is None:
        pytest.skip("this installation is no checkout")
    text = (root / "docs/pathfinding_datasheet.md").read_text(encoding="utf-8")
    found: list[list[list[str]]] = []
    before = ""
    for line in text.splitlines():
        if line.startswith("|"):
            if not before.startswith("|"):
                found.append([])
            found[-1].append([cell.strip().strip("`") for cell in line.strip("|").split("|")])
        before = line
    return [[rows[0], *rows[2:]] for rows in found]


def test_every_axis_with_its_range(tables: list[list[list[str]]]) -> None:
    axes = {name: span for name, span, _ in tables[0][1:]}
    assert list(axes) == NAMES
    for name, (low, high) in RANGES.items():
        assert axes[name] == f"{low} .. {'2**63 - 1' if name == 'seed' else f'{high:,}'}"
    assert all(axes[name] == "0 .. 1" for name in RATES)


def test_the_axes_of_the_tiers(tables: list[list[list[str]]]) -> None:
    assert [row[0] for row in tables[1][1:]] == NAMES
    for column, tier in enumerate(TIERS, start=1):
        plain = tier_settings(tier).pathfinding.model_dump()
        shown = {name: value.replace(",", "") for name, value in _column(tables[1], column).items()}
        hops = shown.pop("hops")
        assert hops == f"[{' '.join(map(str, plain.pop('hops')))}]"
        assert {name: float(value) for name, value in shown.items()} == plain


@pytest.mark.parametrize("tier", TIERS)
def test_what_the_tiers_hold(tables: list[list[list[str]]], tier: str) -> None:
    parameters = benchmark_parameters(tier_settings(tier))
    drawn, made = draft_benchmark(parameters), generate_benchmark(parameters)
    rows = [row for record in made.extraction.passages for row in record.rows]
    questions, passages = made.dataset.questions, made.dataset.passages
    asked = Counter(question.hops for question in questions)
    hubs = [drawn.world.kind_of(plan.legs[0][-1].far).role for plan in drawn.plans]  # type: ignore[union-attr]
    words = sum(len(passage.text.split()) for passage in passages) / len(passages)
    question_words = sum(len(question.text.split()) for question in questions) / len(questions)
    held = {
        "passages": f"{len(passages):,}",
        "entities": f"{len(drawn.world.forms):,}",
        "facts": f"{len(drawn.facts):,}",
        "extracted triples": f"{len(rows):,}",
        "distinct names in triples": f"{len({e for row in rows for e in (row[0], row[2])}):,}",
        **{f"questions of {n} facts": f"{asked[n]:,}" for n in (2, 4, 6)},
        "questions that name a hub": f"{hubs.count('common'):,}",
        "gold passages": f"{made.dataset.counts['gold_keys']:,}",
        "words per passage, mean": f"{words:.1f}",
        "words per question, mean": f"{question_words:.1f}",
    }
    assert _column(tables[2], TIERS.index(tier) + 1) == held


def test_the_published_digests(tables: list[list[list[str]]]) -> None:
    shown = [(tier, file, sha256) for tier, file, sha256 in tables[3][1:]]
    published = [
        (tier, file, sha256)
        for tier in TIERS
        for file, sha256 in tier_settings(tier).sha256.items()
    ]
    assert shown == published


def _column(table: list[list[str]], column: int) -> Mapping[str, str]:
    return {row[0]: row[column] for row in table[1:]}
