"""Compiled sweeps over the graph. No index is checked here: ``checks`` has done that.

Names: ``starts``, ``indices``, ``weights`` are the CSR arrays of ``W^T`` (both index arrays
unsigned, which spares a test for negative ones at each edge), ``follow`` is ``1 - restart_prob``,
``omega`` the over-relaxation. Nodes are updated in place, one after the other: Gauss–Seidel.
"""

from __future__ import annotations

from typing import Any

from hippo_exp.graph.ppr.jit import compile_kernel


def _sweep_one(
    starts: Any, indices: Any, weights: Any, reset: Any, follow: Any, scores: Any
) -> tuple[float, float]:
    """Update (n,) scores; return the sum of absolute changes and the sum of the scores."""
    change = 0.0
    mass = 0.0
    zero = follow - follow
    position = starts[0]
    for node in range(len(scores)):
        stop = starts[node + 1]
        inflow = zero
        while position < stop:
            inflow += weights[position] * scores[indices[position]]
            position += 1
        score = reset[node] + follow * inflow
        change += abs(score - scores[node])
        mass += score
        scores[node] = score
    return change, mass


def _add_by_label(labels: Any, reset: Any, scores: Any, factor: Any, sums: Any) -> None:
    """Add ``factor * reset - scores`` up by component, into ``sums`` (n_components,)."""
    label = labels[0]
    run = 0.0
    for node in range(len(labels)):
        if labels[node] != label:
            sums[label] += run
            label = labels[node]
            run = 0.0
        run += factor * reset[node] - scores[node]
    sums[label] += run


def _add_strengths(labels: Any, unit: Any, strength: Any, scores: Any) -> None:
    """Add ``unit`` (n_components,) times a node's strength to its score."""
    for node in range(len(labels)):
        scores[node] += unit[labels[node]] * strength[node]


def _gather(indices: Any, weights: Any, start: Any, stop: Any, scores: Any, inflow: Any) -> None:
    """(width,) inflow of one node, two edges at a time."""
    width = len(inflow)
    if (stop - start) % 2 == 1:
        weight, source = weights[start], indices[start]
        for query in range(width):
            inflow[query] = weight * scores[source, query]
        start += 1
    else:
        for query in range(width):
            inflow[query] = 0
    for position in range(start, stop, 2):
        weight, source = weights[position], indices[position]
        weight_2, source_2 = weights[position + 1], indices[position + 1]
        for query in range(width):
            inflow[query] += weight * scores[source, query] + weight_2 * scores[source_2, query]


_compiled_gather = compile_kernel(_gather)


def _sweep_block(
    starts: Any,
    indices: Any,
    weights: Any,
    seeds: Any,
    follow: Any,
    omega: Any,
    scores: Any,
    inflow: Any,
) -> None:
    """Update (n, width) scores; ``seeds`` is the (starts, columns, weights) CSR reset matrix."""
    seed_starts, seed_columns, seed_weights = seeds
    for node in range(scores.shape[0]):
        _compiled_gather(indices, weights, starts[node], starts[node + 1], scores, inflow)
        for query in range(scores.shape[1]):
            inflow[query] *= follow
        for position in range(seed_starts[node], seed_starts[node + 1]):
            inflow[seed_columns[position]] += seed_weights[position]
        for query in range(scores.shape[1]):
            scores[node, query] += omega * (inflow[query] - scores[node, query])


def _measured_sweep_block(
    starts: Any,
    indices: Any,
    weights: Any,
    seeds: Any,
    follow: Any,
    omega: Any,
    scores: Any,
    inflow: Any,
    change: Any,
    mass: Any,
) -> None:
    """The same; adds absolute changes and scores up in (width,) float64 ``change``, ``mass``."""
    seed_starts, seed_columns, seed_weights = seeds
    change[:] = 0.0
    mass[:] = 0.0
    for node in range(scores.shape[0]):
        _compiled_gather(indices, weights, starts[node], starts[node + 1], scores, inflow)
        for query in range(scores.shape[1]):
            inflow[query] *= follow
        for position in range(seed_starts[node], seed_starts[node + 1]):
            inflow[seed_columns[position]] += seed_weights[position]
        for query in range(scores.shape[1]):
            step = omega * (inflow[query] - scores[node, query])
            scores[node, query] += step
            change[query] += abs(step)
            mass[query] += scores[node, query]


def _project(starts: Any, indices: Any, weights: Any, scores: Any, product: Any) -> None:
    """Write a CSR matrix times (n, width) scores into (n_rows, width) ``product``."""
    for row in range(len(product)):
        _compiled_gather(indices, weights, starts[row], starts[row + 1], scores, product[row])


def _label(starts: Any, indices: Any, labels: Any, queue: Any) -> int:
    """Number the connected components of a symmetric pattern; return how many there are.

    ``labels`` (n,) holds -1 before; ``queue`` (n,) is scratch memory.
    """
    found = 0
    for first in range(len(labels)):
        if labels[first] >= 0:
            continue
        labels[first] = found
        queue[0] = first
        done, waiting = 0, 1
        while done < waiting:
            node = queue[done]
            done += 1
            for position in range(starts[node], starts[node + 1]):
                target = indices[position]
                if labels[target] < 0:
                    labels[target] = found
                    queue[waiting] = target
                    waiting += 1
        found += 1
    return found


TOUCHED = 1
QUEUED = 2


def _push_round(
    starts: Any,
    indices: Any,
    weights: Any,
    strength: Any,
    follow: Any,
    threshold: Any,
    settled: Any,
    residuals: Any,
    touched: Any,
    n_touched: Any,
    queue: Any,
    marks: Any,
) -> int:
    """Push every node above the threshold, first in first out; return the number of touched.

    ``starts``, ``indices``, ``weights`` are the CSR arrays of the adjacency itself, ``queue`` is a
    ring of n places, and ``marks`` says of each node whether it is touched and whether queued.
    """
    size = len(queue)
    head = 0
    waiting = 0
    for place in range(n_touched):
        node = touched[place]
        if residuals[node] > threshold * (starts[node + 1] - starts[node] + 1):
            queue[waiting] = node
            waiting += 1
            marks[node] |= QUEUED
    while waiting > 0:
        node = queue[head]
        head = (head + 1) % size
        waiting -= 1
        marks[node] &= TOUCHED
        amount = residuals[node]
        residuals[node] = 0.0
        settled[node] += amount
        for position in range(starts[node], starts[node + 1]):
            target = indices[position]
            residuals[target] += follow * amount * (weights[position] / strength[node])
            if marks[target] == 0:
                touched[n_touched] = target
                n_touched += 1
                marks[target] = TOUCHED
            room = threshold * (starts[target + 1] - starts[target] + 1)
            if marks[target] == TOUCHED and residuals[target] > room:
                queue[(head + waiting) % size] = target
                waiting += 1
                marks[target] |= QUEUED
    return n_touched  # type: ignore[no-any-return]


add_by_label = compile_kernel(_add_by_label)
add_strengths = compile_kernel(_add_strengths)
label = compile_kernel(_label)
project = compile_kernel(_project)
push_round = compile_kernel(_push_round)
sweep_one = compile_kernel(_sweep_one)
sweep_block = compile_kernel(_sweep_block)
measured_sweep_block = compile_kernel(_measured_sweep_block)
