"""A data set by name, from a folder, or from lists."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from hippo_exp.api.corpus import Corpus
from hippo_exp.api.lists import PassageLike, QuestionLike, Rows, inputs_from_lists
from hippo_exp.errors import ConfigError
from hippo_exp.pipeline.planning.one_method import TABLE_ONLY, method_settings
from hippo_exp.pipeline.source.inputs import read_inputs


def load_dataset(
    name: str = "custom",
    *settings: str,
    dir: str | Path | None = None,
    passages: Sequence[PassageLike] | None = None,
    triples: Rows | None = None,
    questions: Sequence[QuestionLike] = (),
    query_ner: Literal["file", "capitalized"] = "file",
) -> Corpus:
    """Load a data set: a shipped one, a folder of one's own, or plain lists.

    >>> dataset = load_dataset("synthetic")                       # generated, needs no file
    >>> dataset = load_dataset("musique", "limit=100")            # files of HIPPO_EXP_DATA
    >>> dataset = load_dataset("custom", dir="my_corpus")         # BEIR or release layout
    >>> dataset = load_dataset(passages=[("Lund", "Lund lies in Scania.")],
    ...                        triples=[[("Lund", "lies in", "Scania")]])

    Args:
        name: as for ``dataset=`` of an experiment (``hippo-exp data list``); of lists any name.
        *settings: further settings ``key=value`` of the data set, as on the command line, for
            example ``dataset.synthetic.n_passages=200``, ``limit=50``, ``data.root=DIR``.
        dir: folder of ``custom``: ``corpus.jsonl``, ``queries.jsonl`` and ``qrels/`` (BEIR) or
            the release's JSON; beside them ``openie.json`` (triples) and ``query_ner.json``.
        passages: (n_passages,) texts, (title, text) pairs, or ``Passage`` objects.
        triples: (n_passages,) the triples (subject, relation, object) of each passage; without
            them only ``bm25`` and ``dense`` can search.
        questions: ``{"text": …, "gold": [titles], "entities": […], "answers": […]}``, the last
            two optional; needed for :func:`evaluate` alone.
        query_ner: query entities from the data set's file (or ``questions``), or by the crude
            English rule of capitalised words.

    Returns:
        The corpus with its questions; nothing is encoded or indexed yet.

    Raises:
        FaultListError: everything that is wrong with settings, files or lists, one line each.
        DataError: a file that is damaged or does not fit another.

    Source: data sets as in the paper, section 3.1; layouts in README, "Your own corpus".
    """
    if passages is not None:
        return _from_lists(name, settings, dir, passages, triples, questions, query_ner)
    if triples is not None or questions:
        what, fix = "triples and questions without passages", "give passages too"
        raise ConfigError(what, where="load_dataset", fix=fix)
    chosen = [f"dataset={name}", *settings]
    if dir is not None:
        chosen.append(f"dataset.dir={_quoted(str(Path(dir).expanduser().absolute()))}")
    if query_ner != "file":
        chosen.append(f"query_ner={query_ner}")
    resolved = method_settings(None, chosen, unused=TABLE_ONLY)
    return Corpus(read_inputs(resolved), tuple(chosen))


def _quoted(text: str) -> str:
    """A text as Hydra reads it back."""
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def _from_lists(
    name: str,
    settings: Sequence[str],
    folder: str | Path | None,
    passages: Sequence[PassageLike],
    triples: Rows | None,
    questions: Sequence[QuestionLike],
    query_ner: str,
) -> Corpus:
    if folder is not None or settings:
        what = f"passages and {'a folder' if folder is not None else 'settings of a data set'}"
        raise ConfigError(what, where="load_dataset", fix="give one of them")
    by_rule = query_ner == "capitalized"
    inputs = inputs_from_lists(name, passages, triples, questions, by_rule=by_rule)
    return Corpus(inputs, ("dataset=custom", f"dataset.name={name}"), in_memory=True)
