"""A release of three small data sets in the true file formats, with its own index."""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path
from typing import Any

N_CHAINS = 8
EXTRACTORS = (
    "gpt-3.5-turbo-1106",
    "meta-llama_Llama-3-8b-chat-hf",
    "meta-llama_Llama-3-70b-chat-hf",
    "rebel",
)
SIZES = {"musique": 11656, "2wikimultihopqa": 6119, "hotpotqa": 9221}
PROMPT = "gold_with_3_distractors_context_cot_qa_codex.txt"


def write_release(folder: Path) -> Path:
    """Write the release below ``folder`` and return its index."""
    files: dict[str, bytes] = {}
    for seed, name in enumerate(SIZES):
        files |= _dataset_files(name, random.Random(seed))
    lines = ["path\tgit_blob_sha1\tsize_bytes"]
    for path, data in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        lines.append(f"{path}\t{blob(data)}\t{len(data)}")
    index = folder / "index.tsv"
    index.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return index


def blob(data: bytes) -> str:
    """The git blob id of ``data``."""
    return hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()


def _word(chance: random.Random) -> str:
    return "".join(
        chance.choice("bdfgklmnprstvz") + chance.choice("aeiou") for _ in range(4)
    ).title()


def _dataset_files(name: str, chance: random.Random) -> dict[str, bytes]:
    chains = [[_word(chance) for _ in range(3)] for _ in range(N_CHAINS)]
    passages: list[tuple[str, str]] = []
    triples: list[list[list[str]]] = []
    for film, person, city in chains:
        passages += [
            (film, f"{film} is a film directed by {person}."),
            (person, f"{person} was born in {city}."),
            (city, f"{city} lies on a river."),
        ]
        triples += [
            [[film, "directed by", person]],
            [[person, "born in", city]],
            [[city, "lies on", f"{city} river"]],
        ]
    files: dict[str, Any] = {f"data/{name}.json": _questions(name, chains, passages)}
    corpus: Any = [{"title": title, "text": text} for title, text in passages]
    if name == "hotpotqa":
        corpus = {title: [text] for title, text in passages}
    files[f"data/{name}_corpus.json"] = corpus
    docs = [
        {
            "title": title,
            "text": text,
            "passage": f"{title}\n{text}",
            "extracted_entities": [title],
            "extracted_triples": rows,
        }
        for (title, text), rows in zip(passages, triples, strict=True)
    ]
    for extractor in EXTRACTORS:
        path = f"output/openie_{name}_results_ner_{extractor}_{SIZES[name]}.json"
        files[path] = {"docs": docs, "avg_ent_chars": float("nan")}
    files[f"data/dense_x_retrieval/{name}_proposition_corpus.json"] = [
        {"title": title, "propositions": text} for title, text in passages
    ]
    packed = {path: json.dumps(value).encode() for path, value in files.items()}
    packed[f"data/ircot_prompts/{name}/{PROMPT}"] = b"# METADATA: none\n"
    packed[f"output/{name}_queries.named_entity_output.tsv"] = _entities(chains)
    return packed


def _question(film: str) -> str:
    return f"Where was the director of {film} born?"


def _questions(
    name: str, chains: list[list[str]], passages: list[tuple[str, str]]
) -> list[dict[str, Any]]:
    found = []
    for number, (film, person, city) in enumerate(chains):
        common: dict[str, Any] = {"question": _question(film), "answer": city}
        titles = (film, person, city)
        own = [(title, text) for title, text in passages if title in titles]
        if name == "musique":
            paragraphs = [
                {"idx": i, "title": t, "paragraph_text": text, "is_supporting": t != city}
                for i, (t, text) in enumerate(own)
            ]
            found.append(
                {
                    "id": f"2hop__{number}_1",
                    **common,
                    "answer_aliases": [],
                    "paragraphs": paragraphs,
                }
            )
        else:
            found.append(
                {
                    "_id": f"{name}{number}",
                    **common,
                    "type": "bridge",
                    "context": [[title, [text]] for title, text in own],
                    "supporting_facts": [[film, 0], [person, 0]],
                }
            )
    return found


def _entities(chains: list[list[str]]) -> bytes:
    lines = ["\tquery\ttriples"]
    for number, (film, _, _) in enumerate(chains):
        cell = json.dumps({"named_entities": [film]}).replace('"', '""')
        lines.append(f'{number}\t{_question(film)}\t"{cell}"')
    return ("\n".join(lines) + "\n").encode()
