"""Facts lost on purpose: how many, which, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo_exp.openie.degrade import Loss, lose
from hippo_exp.types import Extraction, PassageExtraction


def extraction(*sizes: int) -> Extraction:
    passages = tuple(
        PassageExtraction((f"e{n}",), tuple((f"s{n}", "r", f"o{row}") for row in range(size)))
        for n, size in enumerate(sizes)
    )
    return Extraction("toy", passages, "0" * 64)


def rows(found: Extraction) -> list[tuple[str, ...]]:
    return [row for passage in found.passages for row in passage.rows]


@given(
    st.lists(st.integers(0, 6), min_size=1, max_size=12),
    st.floats(0, 1),
    st.sampled_from(["facts", "passages"]),
    st.integers(0, 99),
)
def test_exactly_the_share_is_lost_and_the_rest_is_as_it_was(
    sizes: list[int], share: float, how: Loss, seed: int
) -> None:
    whole = extraction(*sizes)
    found = lose(whole, share, how, np.random.default_rng(seed))
    kept = rows(found)
    assert kept == [row for row in rows(whole) if row in kept]
    assert [p.entities for p in found.passages] == [p.entities for p in whole.passages]
    if how == "facts":
        assert len(kept) == sum(sizes) - round(share * sum(sizes))
    else:
        with_rows = sum(size > 0 for size in sizes)
        left = sum(bool(passage.rows) for passage in found.passages)
        assert left == with_rows - round(share * with_rows)
        both = zip(found.passages, whole.passages, strict=True)
        assert all(after.rows in ((), before.rows) for after, before in both)


@pytest.mark.parametrize("how", ["facts", "passages"])
def test_digests_tell_drawings_apart(how: Loss) -> None:
    whole = extraction(5, 5, 5, 5, 5, 5)
    one, same, other = (
        lose(whole, 0.5, how, np.random.default_rng(seed)).digest for seed in (1, 1, 2)
    )
    assert one == same
    assert one != other
    assert lose(whole, 0.0, how, np.random.default_rng(0)).passages == whole.passages
    assert rows(lose(whole, 1.0, how, np.random.default_rng(0))) == []
