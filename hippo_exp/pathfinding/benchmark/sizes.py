"""How many possible answers of which kinds fill the corpus."""

from __future__ import annotations

from hippo_exp.errors import ConfigError
from hippo_exp.pathfinding.benchmark.checks import fault
from hippo_exp.pathfinding.benchmark.kinds import Kind, KindMaker
from hippo_exp.pathfinding.benchmark.layout import passages_per_answer
from hippo_exp.pathfinding.benchmark.parameters import BenchmarkParameters, Shape

SPARE_SEEDS = 2
"""Seeds of a slot beyond the chains of a seed, the least number that a net can have.

Nets are small so that questions are of many kinds, and not the smallest so that some pairs of seeds
meet nowhere.
"""


def net_sizes(parameters: BenchmarkParameters, maker: KindMaker) -> list[tuple[Kind, int]]:
    """Return kinds and numbers of seeds per slot whose passages fit into the corpus.

    Every shape in turn gets a net, until no further one fits.

    Raises:
        ConfigError: the corpus is too small for the questions.
    """
    chains = parameters.distractors + 1
    left = parameters.n_passages - parameters.hubs
    answers: dict[Shape, int] = dict.fromkeys(parameters.shapes, 0)
    sizes: list[tuple[Kind, int]] = []
    while True:
        shape = min(answers, key=lambda s: answers[s])
        kind = maker.make(shape)
        per_seed = chains * passages_per_answer(kind, parameters)
        n_seeds = chains + SPARE_SEEDS
        while n_seeds >= chains and _passages(n_seeds, per_seed, kind, parameters) > left:
            n_seeds -= 1
        if n_seeds < chains:
            break
        sizes.append((kind, n_seeds))
        answers[shape] += n_seeds * chains
        left -= _passages(n_seeds, per_seed, kind, parameters)
    for shape, asked in questions_per_shape(parameters).items():
        if answers[shape] < asked:
            raise _too_small(parameters, shape, answers[shape], asked)
    return sizes


def seed_pages(n_seeds: int, parameters: BenchmarkParameters) -> int:
    """Return the number of seeds of a slot that have a passage of their own."""
    return round(parameters.seed_pages * n_seeds)


def _passages(n_seeds: int, per_seed: int, kind: Kind, parameters: BenchmarkParameters) -> int:
    return n_seeds * per_seed + len(kind.shape) * seed_pages(n_seeds, parameters)


def questions_per_shape(parameters: BenchmarkParameters) -> dict[Shape, int]:
    """Shape -> number of its questions: equally many, the first shapes one more."""
    shapes = list(dict.fromkeys(parameters.shapes))
    share, more = divmod(parameters.n_questions, len(shapes))
    return {shape: share + (i < more) for i, shape in enumerate(shapes)}


def _too_small(
    parameters: BenchmarkParameters, shape: Shape, answers: int, asked: int
) -> ConfigError:
    hops = "-".join(map(str, shape))
    what = (
        f"{parameters.n_passages:,} passages hold {answers:,} possible answers of {hops} hops, "
        f"fewer than the {asked:,} questions"
    )
    return fault("n_passages", what, "raise n_passages, or lower n_questions or distractors")
