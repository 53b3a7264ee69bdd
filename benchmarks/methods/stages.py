"""The library's own way from an OpenIE file to ranked passages, stage by stage."""

from __future__ import annotations

import statistics

from benchmarks.methods.openie_to_graph import NORMALIZE, OpenIEFile, graph_of
from benchmarks.methods.questions import QuestionCase, ours
from benchmarks.methods.sparse_pairs import SparseCase
from benchmarks.methods.sparse_pairs import ours as find_all
from benchmarks.methods.table5 import StageTime
from hippo_exp.encoders import CharNgramEncoder
from hippo_exp.graph import collect_facts
from hippo_exp.openie import read_openie
from hippo_exp.reporting import Stopwatch
from hippo_exp.types import FactTable, Query, SparseArray, SynonymEdges


def run_stages(source: OpenIEFile, queries: tuple[Query, ...]) -> tuple[Stopwatch, QuestionCase]:
    """One pass, timed; and the index it ends with."""
    watch = Stopwatch()
    with watch.stage("read the OpenIE file"):
        extraction = read_openie(source.path, source.passages, name="generated")
    with watch.stage("collect facts"):
        facts = collect_facts(extraction, NORMALIZE, keep_empty=False)
    with watch.stage("encode phrases (char_ngram)"):
        vectors = encode(facts)
    with watch.stage("synonymy edges"):
        edges = SynonymEdges(*find_all(SparseCase(vectors, facts.nodes))())
    with watch.stage("build the graph"):
        graph = graph_of(facts, edges)
    case = QuestionCase(graph, vectors, queries)
    with watch.stage("prepare PageRank"):
        answer = ours(case)
    with watch.stage(f"answer {len(queries):,} questions"):
        answer()
    return watch, case


def encode(facts: FactTable) -> SparseArray:
    """Character n-gram vectors of the nodes."""
    return CharNgramEncoder().encode(facts.nodes, "phrase")


def medians(passes: list[Stopwatch]) -> list[StageTime]:
    """Median seconds and largest peak of each stage over several passes, and their total."""
    lines = []
    for records in zip(*(watch.records for watch in passes), strict=True):
        seconds = statistics.median(record.seconds for record in records)
        peak = max(record.peak_mb for record in records)
        lines.append(StageTime(records[0].stage, seconds, peak))
    total = sum(line.seconds for line in lines)
    return [*lines, StageTime("all stages", total, max(line.peak_mb for line in lines))]
