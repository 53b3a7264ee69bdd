"""The OpenIE layout of HippoRAG's release: ``openie.json``, and ``query_ner.json`` beside it."""

from __future__ import annotations

import json
from collections.abc import Sequence

from hippo_exp.pathfinding.benchmark.export.files import JsonDocs
from hippo_exp.pathfinding.benchmark.export.layout import Gold, Placed
from hippo_exp.types import PassageExtraction, Question


class OpenIELayout:
    """The generator's triples in the place of a language model's."""

    passage_file = "openie.json"
    passage_writer = JsonDocs

    def record(self, placed: Placed, extraction: PassageExtraction) -> dict[str, object]:
        """The fields of the release, and the extraction's status."""
        passage = placed.passage
        return {
            "idx": placed.position,
            "title": passage.title,
            "text": passage.text,
            "passage": passage.contents,
            "extracted_entities": extraction.entities,
            "extracted_triples": extraction.rows,
            "status": extraction.status,
        }

    def question_files(self, questions: Sequence[Question], gold: Gold) -> dict[str, str]:
        """Question -> query entities."""
        entities = {question.text: question.entities for question in questions}
        return {"query_ner.json": f"{json.dumps(entities, ensure_ascii=False, indent=1)}\n"}
