"""Folders in the layout of BEIR: ``corpus.jsonl``, ``queries.jsonl``, ``qrels/SPLIT.tsv``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from hippo_exp.datasets.assemble import assemble
from hippo_exp.datasets.faults import SHOWN, Faults, listed, read_pair, shown
from hippo_exp.datasets.fields import Row, UniqueIds, as_object, identifier, string
from hippo_exp.datasets.gold import match_key, nearest_key
from hippo_exp.datasets.qrels import read_qrels
from hippo_exp.errors import DataError
from hippo_exp.storage import read_json_lines
from hippo_exp.text import counted
from hippo_exp.types import Dataset, GoldUnit, Passage, Question

Judgements = Mapping[str, Mapping[str, int]]


def read_beir(
    folder: Path, *, name: str, split: str = "test", gold_unit: GoldUnit = "passage"
) -> Dataset:
    """Read a folder in the layout of BEIR.

    Gold: the passages with a relevance above 0, matched by their contents, so that equal texts
    under several ids count alike (pitfall A33), or by their titles. The questions are those of
    ``queries.jsonl``, except those judged only in another split (``queries_of_other_splits``).

    Reference: N. Thakur et al., *BEIR*, NeurIPS Datasets and Benchmarks 2021.

    Args:
        folder: holds ``corpus.jsonl`` (``_id``, ``title``, ``text``), ``queries.jsonl`` (``_id``,
            ``text``) and ``qrels/SPLIT.tsv`` (see :func:`read_qrels`).
        name: name of the data set.
        split: which file under ``qrels``.
        gold_unit: what gold is matched by.

    Raises:
        DataError: missing or malformed files, or judgements of unknown ids.
        FaultListError: both the corpus and the questions are malformed.
    """
    qrels_path = folder / "qrels" / f"{split}.tsv"
    passages, (texts, qrels) = read_pair(
        lambda: _corpus(folder / "corpus.jsonl"),
        lambda: (_queries(folder / "queries.jsonl"), read_qrels(qrels_path)),
    )
    by_id = {passage.id: passage for passage in passages}
    _check_ids(qrels, texts, by_id, qrels_path)
    elsewhere = _other_splits(folder / "qrels", split)
    questions = [
        Question(identity, text, _gold(qrels.get(identity, {}), by_id, gold_unit))
        for identity, text in texts.items()
        if identity in qrels or identity not in elsewhere
    ]
    if gold_unit == "title":
        _check_titles(questions, qrels_path)
    return assemble(name, passages, questions, gold_unit, where=str(folder))


def _rows(path: Path, holds: str, faults: Faults) -> list[Row]:
    rows = [
        (position, record)
        for line, value in read_json_lines(path)
        if (record := as_object(value, position := f"line {line}", faults)) is not None
    ]
    if not rows:
        faults.check()
        raise DataError(
            f"the file holds no {holds}", where=str(path), fix="put the whole file in its place"
        )
    return rows


def _corpus(path: Path) -> tuple[Passage, ...]:
    faults = Faults(path)
    unique = UniqueIds(faults, "passage id")
    passages = []
    for row in _rows(path, "passages", faults):
        identity = identifier(row, ("_id",), faults)
        unique.add(identity, row[0])
        title = string(row, ("title",), faults, default="")
        passages.append(Passage(identity, title, string(row, ("text",), faults)))
    faults.check()
    return tuple(passages)


def _queries(path: Path) -> dict[str, str]:
    faults = Faults(path)
    unique = UniqueIds(faults, "question id")
    texts = {}
    for row in _rows(path, "queries", faults):
        identity = identifier(row, ("_id",), faults)
        unique.add(identity, row[0])
        texts[identity] = string(row, ("text",), faults, blank=False)
    faults.check()
    return texts


def _other_splits(folder: Path, split: str) -> frozenset[str]:
    """Ids judged in the other files of ``qrels``; looked up, never iterated."""
    paths = [path for path in sorted(folder.glob("*.tsv")) if path.stem != split]
    return frozenset(query for path in paths for query in read_qrels(path))


def _gold(
    judged: Mapping[str, int], by_id: Mapping[str, Passage], gold_unit: GoldUnit
) -> tuple[str, ...]:
    relevant = [identity for identity, relevance in judged.items() if relevance > 0]
    return tuple(sorted({match_key(by_id[identity], gold_unit) for identity in relevant}))


def _check_ids(
    qrels: Judgements, texts: Mapping[str, str], by_id: Mapping[str, Passage], path: Path
) -> None:
    problems = []
    for query, judged in qrels.items():
        if query not in texts:
            problems.append((query, "queries.jsonl"))
        problems += [(passage, "corpus.jsonl") for passage in judged if passage not in by_id]
    if not problems:
        return
    known: dict[str, Sequence[str]] = {"queries.jsonl": list(texts), "corpus.jsonl": list(by_id)}
    examples = []
    for identity, file in problems[:SHOWN]:
        near = nearest_key(identity, known[file])
        hint = f", nearest: {shown(near)}" if near is not None else ""
        examples.append(f"{shown(identity)} (not in {file}{hint})")
    raise DataError(
        f"{counted(len(problems), 'unknown id')}: {listed(examples, len(problems))}",
        where=str(path),
        fix="take the three files from one version of the data set",
    )


def _check_titles(questions: Sequence[Question], path: Path) -> None:
    untitled = [repr(question.id) for question in questions if "" in question.gold]
    if untitled:
        raise DataError(
            f"{counted(len(untitled), 'question')} with a gold passage without a title: "
            f"{listed(untitled)}",
            where=str(path),
            fix="set dataset.gold_unit=passage",
        )
