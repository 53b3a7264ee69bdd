"""One's own corpus: the layout is recognised by the files that are there."""

from __future__ import annotations

from pathlib import Path

from hippo_exp.datasets.beir import read_beir
from hippo_exp.datasets.fields import read_list
from hippo_exp.datasets.musique import read_musique
from hippo_exp.datasets.supporting_facts import read_supporting_facts
from hippo_exp.errors import DataError
from hippo_exp.types import Dataset, GoldUnit

_LAYOUTS = (
    "put corpus.jsonl, queries.jsonl and qrels/test.tsv there (BEIR), "
    "or NAME.json and NAME_corpus.json (HippoRAG's release)"
)


def read_custom(
    folder: Path, *, name: str, gold_unit: GoldUnit = "passage", split: str | None = None
) -> Dataset:
    """Read a folder of one's own data.

    With ``corpus.jsonl`` or ``queries.jsonl`` it is read by :func:`read_beir` (``split``, by
    default ``test``, or the only one there is). With exactly one ``NAME_corpus.json`` and
    ``NAME.json`` beside it, it is read by :func:`read_musique` if the first question has
    ``paragraphs`` and by :func:`read_supporting_facts` if it has ``supporting_facts``.

    Raises:
        DataError: no folder, no known layout or two of them, or what the reader says.
    """
    if not folder.is_dir():
        raise DataError("the data folder does not exist", where=str(folder), fix=_LAYOUTS)
    beir = any((folder / file).exists() for file in ("corpus.jsonl", "queries.jsonl"))
    corpora = sorted(folder.glob("*_corpus.json"))
    if beir and corpora:
        raise DataError(
            f"the folder holds both corpus.jsonl or queries.jsonl and {corpora[0].name}",
            where=str(folder),
            fix="keep the files of one layout",
        )
    if beir:
        return read_beir(folder, name=name, split=split or _split(folder), gold_unit=gold_unit)
    if split is not None and corpora:
        fix = "leave dataset.split out; only the BEIR layout has splits"
        raise DataError(f"no split {split!r}", where=str(folder), fix=fix)
    if len(corpora) == 1:
        return _read_release(corpora[0], name, gold_unit)
    files = [path.name for path in corpora] or sorted(path.name for path in folder.iterdir())[:6]
    raise DataError(
        f"no known layout; files there: {', '.join(files) or 'none'}",
        where=str(folder),
        fix=_LAYOUTS,
    )


def _split(folder: Path) -> str:
    splits = sorted(path.stem for path in (folder / "qrels").glob("*.tsv"))
    if "test" in splits or not splits:
        return "test"
    if len(splits) == 1:
        return splits[0]
    raise DataError(
        f"several splits ({', '.join(splits)}) and none is called test",
        where=str(folder / "qrels"),
        fix=f"choose one with dataset.split={splits[0]}, or keep one file",
    )


def _read_release(corpus: Path, name: str, gold_unit: GoldUnit) -> Dataset:
    questions = corpus.with_name(corpus.name.removesuffix("_corpus.json") + ".json")
    first = read_list(questions, "questions")[0]
    if isinstance(first, dict) and "paragraphs" in first:
        return read_musique(questions, corpus, name=name, gold_unit=gold_unit)
    if isinstance(first, dict) and "supporting_facts" in first:
        return read_supporting_facts(questions, corpus, name=name, gold_unit=gold_unit)
    raise DataError(
        "the first question has neither 'paragraphs' nor 'supporting_facts'",
        where=str(questions),
        fix="label the gold as MuSiQue (paragraphs with is_supporting) or HotpotQA does",
    )
