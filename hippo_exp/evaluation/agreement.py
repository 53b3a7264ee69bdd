"""How far two rankings of one question agree, whatever is right."""

from __future__ import annotations

from collections.abc import Sequence

from hippo_exp.errors import DataError


def overlap(first: Sequence[int], second: Sequence[int], k: int) -> float:
    """Share of the top k of one ranking that is among the top k of the other.

    Args:
        first, second: passages, best first, each once.
        k: at least 1; of shorter rankings, the longer one's length.

    Raises:
        DataError: an empty ranking.
    """
    one, two = _top(first, k), _top(second, k)
    return len(one.keys() & two.keys()) / max(len(one), len(two))


def kendall_tau(first: Sequence[int], second: Sequence[int], k: int) -> float:
    """Kendall's tau-b of the top k of two rankings, over all passages of either.

    A passage that is not among the top k of a ranking stands behind those that are, tied with the
    others of its kind (Fagin, Kumar and Sivakumar, "Comparing top k lists", SIAM J. Discrete
    Mathematics 17, 2003, with tau-b, which counts a pair that one ranking ties as neither agreeing
    nor disagreeing). 1 for equal lists, negative where they have no passage in common.

    Args:
        first, second: passages, best first, each once.
        k: at least 2.

    Raises:
        DataError: an empty ranking.
    """
    from scipy import stats

    one, two = _top(first, k), _top(second, k)
    either = [*one, *(passage for passage in two if passage not in one)]
    places = [[top.get(passage, k) for passage in either] for top in (one, two)]
    if places[0] == places[1]:
        return 1.0
    return float(stats.kendalltau(*places, variant="b").statistic)


def _top(ranking: Sequence[int], k: int) -> dict[int, int]:
    """Passage -> its place, from 0, of the first k."""
    if not len(ranking):
        raise DataError("a ranking is empty", where="agreement", fix="compare questions with both")
    return {passage: place for place, passage in enumerate(ranking[:k])}
