"""Small files of every layout."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Write = Callable[[str, Any], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a value as JSON, a list of lines as text, or a string as it is."""

    def _write(name: str, value: Any) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(value, bytes):
            path.write_bytes(value)
        elif isinstance(value, str):
            path.write_text(value, encoding="utf-8")
        elif path.suffix == ".jsonl":
            path.write_text("\n".join(map(json.dumps, value)), encoding="utf-8")
        else:
            path.write_text(json.dumps(value), encoding="utf-8")
        return path

    return _write


def paragraph(title: str, text: str, supporting: object = False) -> dict[str, Any]:
    return {"title": title, "text": text, "is_supporting": supporting}


@pytest.fixture
def musique_corpus() -> list[dict[str, Any]]:
    return [
        {"title": "Ada", "text": "Ada wrote notes."},
        {"title": "Byron", "text": "Byron was her father."},
        {"title": "Ada", "text": "Ada is a language."},
        {"title": "Byron", "text": "Byron was her father."},
    ]


@pytest.fixture
def musique_questions() -> list[dict[str, Any]]:
    return [
        {
            "id": "2hop__1_2",
            "question": "Who was the father of the author of the notes?",
            "answer": "Byron",
            "answer_aliases": ["Lord Byron", "Byron"],
            "paragraphs": [
                paragraph("Ada", "Ada wrote notes.", "True"),
                {
                    "title": "Byron",
                    "paragraph_text": "Byron was her father.",
                    "is_supporting": True,
                },
                paragraph("Byron", "Byron was her father.", True),
                paragraph("Ada", "Ada is a language.", "False"),
            ],
        },
        {
            "id": "3hop1__1_2_3",
            "question": "No label here?",
            "answer": "none",
            "paragraphs": [paragraph("Ada", "Ada wrote notes.")],
        },
        {
            "id": "study/1.json",
            "question": "Which ones?",
            "answer": ["Ada", "Byron"],
            "paragraphs": [paragraph("Ada", "Ada is a language.", True)],
        },
    ]


@pytest.fixture
def hotpot_corpus() -> dict[str, list[str]]:
    return {"Alder": ["A tree.", " It grows."], "Birch": ["Another tree."], "Cedar": []}


@pytest.fixture
def hotpot_questions() -> list[dict[str, Any]]:
    return [
        {
            "_id": "a",
            "type": "comparison",
            "question": "Alder or Birch?",
            "answer": "Birch",
            "supporting_facts": [["Birch", 0], ["Alder", 1], ["Alder", 0]],
            "context": [["Alder", ["A tree.", " It grows."]]],
        },
        {"_id": "b", "question": "None?", "answer": "no", "supporting_facts": []},
    ]
