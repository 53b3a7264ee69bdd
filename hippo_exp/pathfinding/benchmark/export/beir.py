"""The layout of BEIR: ``corpus.jsonl``, ``queries.jsonl``, ``qrels/test.tsv``.

Reference: N. Thakur et al., *BEIR*, NeurIPS Datasets and Benchmarks 2021.
"""

from __future__ import annotations

from collections.abc import Sequence

from hippo_exp.pathfinding.benchmark.export.files import JsonLines, as_json
from hippo_exp.pathfinding.benchmark.export.layout import Gold, Placed
from hippo_exp.types import PassageExtraction, Question


class BeirLayout:
    """What BEIR has no field for stands under ``metadata`` of the queries."""

    passage_file = "corpus.jsonl"
    passage_writer = JsonLines

    def record(self, placed: Placed, extraction: PassageExtraction) -> dict[str, object]:
        """``_id``, ``title`` and ``text``."""
        passage = placed.passage
        return {"_id": passage.id, "title": passage.title, "text": passage.text}

    def question_files(self, questions: Sequence[Question], gold: Gold) -> dict[str, str]:
        """Queries, and judgements with relevance 1 for each gold passage."""
        judged = [
            f"{question.id}\t{identity}\t1\n"
            for question in questions
            for identity in sorted(gold[contents].passage.id for contents in question.gold)
        ]
        return {
            "queries.jsonl": "".join(f"{as_json(_query(question))}\n" for question in questions),
            "qrels/test.tsv": "".join(["query-id\tcorpus-id\tscore\n", *judged]),
        }


def _query(question: Question) -> dict[str, object]:
    return {
        "_id": question.id,
        "text": question.text,
        "metadata": {
            "answers": question.answers,
            "entities": question.entities,
            "hops": question.hops,
            "kind": question.kind,
        },
    }
