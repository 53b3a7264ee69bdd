"""Rankings to measures with intervals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hippo_exp.api.corpus import Corpus
from hippo_exp.api.results import RankedPassages
from hippo_exp.errors import DataError
from hippo_exp.evaluation import evaluate as evaluate_rankings
from hippo_exp.evaluation import mean, rng_for
from hippo_exp.reporting.summarize import cell_interval
from hippo_exp.types import Question

if TYPE_CHECKING:
    import pandas as pd

RESAMPLES = 5000
"""Bootstrap samples of an interval, as in the experiments."""


@dataclass(frozen=True, slots=True)
class Score:
    """A measure over the questions.

    Attributes:
        value: the mean, in percent for recall-like measures.
        low, high: ends of the 95 % bootstrap interval; None for a single question.
        n: number of questions.
    """

    value: float
    low: float | None
    high: float | None
    n: int

    def __str__(self) -> str:
        if self.low is None or self.high is None:
            return f"{self.value:.1f} (n={self.n})"
        return f"{self.value:.1f} [{self.low:.1f}, {self.high:.1f}] (n={self.n})"


@dataclass(frozen=True, repr=False)
class Scores(Mapping[str, Score]):
    """Measures by name, for example ``scores["recall@5"].value``.

    Attributes:
        method: what ranked.
        scores: by measure, in the order asked for.
        per_question: columns ``qid, metric, value``, percent for recall-like measures.
    """

    method: str
    scores: Mapping[str, Score]
    per_question: pd.DataFrame = field(compare=False)

    def __getitem__(self, metric: str) -> Score:
        return self.scores[metric]

    def __iter__(self) -> Iterator[str]:
        return iter(self.scores)

    def __len__(self) -> int:
        return len(self.scores)

    def __repr__(self) -> str:
        width = max(map(len, self.scores), default=0)
        lines = [f"{name:{width}}  {score}" for name, score in self.scores.items()]
        return "\n".join([self.method, *(f"  {line}" for line in lines)])


def evaluate(
    rankings: Sequence[RankedPassages],
    dataset: Corpus,
    metrics: Sequence[str] = ("recall@2", "recall@5"),
    *,
    questions: Sequence[Question] | None = None,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> Scores:
    """Score rankings of one method against the gold passages.

    >>> scores = evaluate(rankings, dataset, metrics=["recall@2", "recall@5"])
    >>> scores["recall@5"].value, scores["recall@5"].low          # percent, end of the interval

    The numbers are those of ``experiments.table2`` for the same settings, intervals included.

    Args:
        rankings: of :func:`retrieve`, one for each question, in any order.
        dataset: the data set that was ranked.
        metrics: ``recall@k``, ``all_recall@k``, ``hits@k`` (percent), ``mean_rank``,
            ``expected_rank`` (ranks from 1; need rankings of the whole corpus).
        questions: the questions that were ranked, where these are not all of the data set.
        seed: of the bootstrap.
        resamples: bootstrap samples of an interval.

    Returns:
        A mapping from measure to value and interval.

    Raises:
        DataError: no gold, questions without a ranking, rankings of several methods, or rankings
            shorter than a measure needs.
        ConfigError: an unknown measure.

    Source: paper, section 3.3; percentile bootstrap, Efron and Tibshirani 1993, chapter 13.
    """
    pinned = tuple(dataset.questions if questions is None else questions)
    _check(rankings, pinned, dataset.name)
    found = evaluate_rankings(
        [ranked.ranking for ranked in rankings],
        pinned,
        dataset.dataset.match_keys,
        metrics,
        decimals=rankings[0].decimals,
    )
    method = rankings[0].method
    scores = {}
    for metric in metrics:
        values = found.frame.loc[found.frame["metric"] == metric, "value"].tolist()
        interval = cell_interval(values, rng_for(seed, method, metric), resamples)
        low, high = interval if interval is not None else (None, None)
        scores[metric] = Score(mean(values), low, high, len(values))
    return Scores(method, scores, found.frame)


def _check(rankings: Sequence[RankedPassages], pinned: Sequence[Question], where: str) -> None:
    """Refuse what cannot be scored, or would be scored as something else.

    Raises:
        DataError: see :func:`evaluate`.
    """
    if not any(question.gold for question in pinned):
        fix = "give questions with gold to load_dataset"
        raise DataError("no question with gold", where=where, fix=fix)
    methods = list(dict.fromkeys(ranked.method for ranked in rankings))
    if len(methods) != 1:
        what = f"rankings of {', '.join(methods)}" if methods else "no ranking"
        raise DataError(what, where=where, fix="score the rankings of one method")
    ranked_ids = frozenset(ranked.question_id for ranked in rankings)
    lacking = [question.id for question in pinned if question.id not in ranked_ids]
    if lacking:
        what = f"no ranking of {len(lacking):,} of {len(pinned):,} questions, {lacking[0]!r} first"
        fix = "rank all of them, or name those that were ranked: questions=…"
        raise DataError(what, where=where, fix=fix)
