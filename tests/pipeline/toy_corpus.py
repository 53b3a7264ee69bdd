"""A small corpus of one's own with triples, query entities, propositions and summaries."""

from __future__ import annotations

import json
from pathlib import Path

FILMS = {
    "Red River": ("Ada Noll", "Lund"),
    "Blue Bank": ("Bo Hald", "Ghent"),
    "Old Mill": ("Cy Marr", "Turin"),
    "Far Shore": ("Di Voss", "Porto"),
}
PASSAGES = [
    passage
    for film, (person, city) in FILMS.items()
    for passage in (
        (film, f"{film} is a film directed by {person}."),
        (person, f"{person} was born in {city}."),
        (city, f"{city} lies on a river."),
    )
]
TRIPLES = [
    rows
    for film, (person, city) in FILMS.items()
    for rows in (
        [[film, "directed by", person], [film, "is", "film"]],
        [[person, "born in", city]],
        [[city, "lies on", "river"]],
    )
]
QUESTIONS = {f"Where was the director of {film} born?": film for film in FILMS}
WORDS = sorted(
    {
        word.strip(".?").lower()
        for text in [*(" ".join(passage) for passage in PASSAGES), *QUESTIONS]
        for word in text.split()
    }
)


def write_corpus(folder: Path) -> Path:
    """Write the corpus in the BEIR layout, with everything that a row of table 2 may read."""
    (folder / "qrels").mkdir(parents=True)
    ids = {title: f"p{number}" for number, (title, _) in enumerate(PASSAGES)}
    _lines(
        folder / "corpus.jsonl",
        [{"_id": ids[title], "title": title, "text": text} for title, text in PASSAGES],
    )
    _lines(
        folder / "queries.jsonl",
        [{"_id": f"q{number}", "text": text} for number, text in enumerate(QUESTIONS)],
    )
    gold = [
        f"q{number}\t{ids[title]}\t1\n"
        for number, film in enumerate(QUESTIONS.values())
        for title in (film, FILMS[film][0])
    ]
    (folder / "qrels/test.tsv").write_text("query-id\tcorpus-id\tscore\n" + "".join(gold))
    docs = [
        {"title": title, "text": text, "extracted_entities": [], "extracted_triples": rows}
        for (title, text), rows in zip(PASSAGES, TRIPLES, strict=True)
    ]
    (folder / "openie.json").write_text(json.dumps({"docs": docs}))
    entities = {text: [film] for text, film in QUESTIONS.items()}
    (folder / "query_ner.json").write_text(json.dumps(entities))
    propositions = [
        {"title": title, "propositions": json.dumps([text, f"{title} is named."])}
        for title, text in PASSAGES
    ]
    (folder / "propositions.json").write_text(json.dumps(propositions))
    return folder


def write_summaries(folder: Path, *, passages: int = len(PASSAGES)) -> None:
    """Write summaries: one for each film and its people, one above the first two of them."""
    summaries: list[dict[str, object]] = [
        {"text": f"{film} and its director", "children": [3 * n, 3 * n + 1, 3 * n + 2], "level": 1}
        for n, film in enumerate(FILMS)
    ]
    summaries.append({"text": "two films", "children": [12, 13], "level": 2})
    content = {"passages": passages, "summaries": summaries}
    (folder / "raptor_summaries.json").write_text(json.dumps(content))


def _lines(path: Path, rows: list[dict[str, str]]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
