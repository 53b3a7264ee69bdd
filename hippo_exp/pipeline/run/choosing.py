"""A row made of others: each question's ranking by the setting that is best on other questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from hippo_exp.config.schema import ChooseSettings
from hippo_exp.evaluation import choose_out_of_fold, rng_for

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Choice:
    """What was chosen.

    Attributes:
        rows: (n_questions,) id of the row that each question's ranking is taken from.
        note: the rows by the number of folds that chose them.
    """

    rows: tuple[str, ...]
    note: str


def chosen_values(
    rows: Sequence[str], values: Mapping[str, pd.DataFrame], metrics: Sequence[str]
) -> pd.DataFrame:
    """Each question's values by the row that was chosen for it: columns ``qid, metric, value``.

    Args:
        rows: (n_questions,) row ids.
        values: row id -> such columns, questions in one order.
        metrics: names.
    """
    import pandas as pd

    parts = []
    for metric in metrics:
        own = {row: values[row][values[row]["metric"] == metric] for row in dict.fromkeys(rows)}
        parts += [own[row].iloc[[place]] for place, row in enumerate(rows)]
    return pd.concat(parts, ignore_index=True)[["qid", "metric", "value"]]


def choose_rows(
    settings: ChooseSettings, values: Mapping[str, pd.DataFrame], *, seed: int
) -> Choice:
    """Choose for each fold the row that is best on the other folds; without folds the best row.

    Args:
        settings: rows, metric and folds.
        values: row id -> columns ``qid, metric, value``, questions in one order.
        seed: deals the questions into folds.
    """
    table = np.array(
        [
            frame.loc[frame["metric"] == settings.metric, "value"].to_numpy(np.float64)
            for frame in (values[row] for row in settings.rows)
        ]
    )
    if settings.folds is None:
        best = settings.rows[int(np.argmax(table.mean(axis=1)))]
        note = f"chosen by {settings.metric} on these very questions, which flatters it: {best}"
        return Choice((best,) * table.shape[1], note)
    rng = rng_for(seed, "folds", settings.metric)
    chosen, by_fold = choose_out_of_fold(table, folds=settings.folds, rng=rng)
    times = Counter(settings.rows[place] for place in by_fold.tolist())
    parts = ", ".join(f"{row} in {count}" for row, count in times.most_common())
    note = f"of {settings.folds} folds, chosen by {settings.metric} on the others: {parts}"
    return Choice(tuple(settings.rows[place] for place in chosen.tolist()), note)
