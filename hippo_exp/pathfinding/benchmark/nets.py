"""Which possible answer belongs to which seeds."""

from __future__ import annotations

import numpy as np

from hippo_exp.pathfinding.corpus.draws import Draws
from hippo_exp.types import IntArray

_SWITCHES = 4
"""Switches tried per possible answer."""


def draw_net(n_seeds: int, per_seed: int, slots: int, draws: Draws) -> IntArray:
    """Assign possible answers to seeds, one per slot, so that no two have all seeds in common.

    Every seed gets exactly ``per_seed`` of them. With two slots the net is a random bipartite
    graph of degree ``per_seed`` without repeated edges, drawn by switches from a circulant one;
    with more, each further slot is a random assignment, in which two seeds may meet several times
    but all of them only once.

    Reference for the switches: C. Greenhill, *A polynomial bound on the mixing time of a Markov
    chain for sampling regular directed graphs*, 2011.

    Args:
        n_seeds: seeds of each slot, at least ``per_seed``.
        per_seed: possible answers of a seed.
        slots: seeds of a possible answer, at least 2.
        draws: random choices.

    Returns:
        (slots, n_seeds * per_seed) int64 seed of each possible answer in each slot.
    """
    first = [n // per_seed for n in range(n_seeds * per_seed)]
    columns = [first, [(n // per_seed + n % per_seed) % n_seeds for n in range(len(first))]]
    if slots > 2:
        columns = [first, *(_shuffled(first, draws) for _ in range(slots - 1))]
    rows = list(zip(*columns, strict=True))
    _separate(rows, columns, draws)
    return np.array(columns, dtype=np.int64)


def _separate(rows: list[tuple[int, ...]], columns: list[list[int]], draws: Draws) -> None:
    """Switch the second slot of random pairs of rows until all rows differ, in place."""
    times: dict[tuple[int, ...], int] = {}
    for row in rows:
        times[row] = times.get(row, 0) + 1

    def switch(n: int, other: int) -> None:
        new = _with(rows[n], rows[other][1]), _with(rows[other], rows[n][1])
        if new[0] == new[1] or times.get(new[0], 0) or times.get(new[1], 0):
            return
        for place, row in ((n, new[0]), (other, new[1])):
            times[rows[place]] -= 1
            times[row] = 1
            rows[place] = row
            columns[1][place] = row[1]

    for _ in range(_SWITCHES * len(rows)):
        switch(draws.below(len(rows)), draws.below(len(rows)))
    for n in range(len(rows)):
        while times[rows[n]] > 1:
            switch(n, draws.below(len(rows)))


def _with(row: tuple[int, ...], second: int) -> tuple[int, ...]:
    return (row[0], second, *row[2:])


def _shuffled(items: list[int], draws: Draws) -> list[int]:
    shuffled = list(items)
    for i in range(len(shuffled) - 1, 0, -1):
        j = draws.below(i + 1)
        shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
    return shuffled
