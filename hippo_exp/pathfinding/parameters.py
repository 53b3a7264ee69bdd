"""The settings of a path-finding instance and the counts that follow from them."""

from __future__ import annotations

from dataclasses import dataclass

from hippo_exp.errors import ConfigError, FaultListError
from hippo_exp.pathfinding.names import N_NAMES

_INTEGER_RANGES = {
    "seeds": (1, 16),
    "distractors": (1, 1000),
    "extra_edges": (0, 1_000_000),
    "hubs": (0, 1000),
    "hub_degree": (1, 10_000),
    "rivals": (0, 1000),
    "rival_paths": (1, 1000),
    "rival_extra": (1, 16),
}
_MAX_HOPS = 16


@dataclass(frozen=True, slots=True)
class InstanceParameters:
    """What one path-finding instance consists of; the defaults are the standard experiment.

    Attributes:
        seeds: query entities, 1 to 16. With 1 the answer's chain is like any dead end's, so every
            ranker is at chance: a control that shows that nothing leaks the answer.
        distractors: dead-end chains of each seed, 1 to 1000.
        hops: edges from each seed to the answer, and in each of that seed's dead-end chains: one
            number for all seeds, or one for each seed; 1 to 16.
        extra_edges: random facts between two nodes not yet joined, never between two seeds; at
            most half of the free pairs. They may make a dead end as near to every seed as the
            answer is: ``rivals`` lists those.
        missing: share of all facts that is lost, 0 <= missing < 1; exactly
            ``round(missing * n_facts)`` facts, any of them. The answer stays a candidate when its
            chain is lost and then ranks where its score puts it: no instance is dropped.
        hubs: additional nodes, neither seeds nor candidates, each joined to ``hub_degree`` others.
        hub_degree: nodes joined to each hub, drawn without repetition from all nodes but hubs.
            It counts only when ``hubs`` is positive.
        matched_degree: give every dead end ``seeds - 1`` further chains of the same length, each
            from a node that no query names. Without it the answer is the only candidate of
            degree ``seeds``, so degree alone finds it; with it degree tells nothing.
        rivals: further candidates at which chains of all seeds meet, later than at the answer.
        rival_paths: chains from each seed to each rival.
        rival_extra: facts by which such a chain is longer than that to the answer.
    """

    seeds: int = 2
    distractors: int = 8
    hops: int | tuple[int, ...] = 2
    extra_edges: int = 0
    missing: float = 0.0
    hubs: int = 0
    hub_degree: int = 8
    matched_degree: bool = False
    rivals: int = 0
    rival_paths: int = 1
    rival_extra: int = 1

    @property
    def hops_per_seed(self) -> tuple[int, ...]:
        """(seeds,) chain length of each seed."""
        return (self.hops,) * self.seeds if isinstance(self.hops, int) else tuple(self.hops)

    @property
    def label(self) -> str:
        """``hops2``, or ``hops1-3`` when the seeds differ: the name used as data set name."""
        distinct = dict.fromkeys(self.hops_per_seed)
        shown = distinct if len(distinct) == 1 else self.hops_per_seed
        return "hops" + "-".join(str(hops) for hops in shown)

    @property
    def n_candidates(self) -> int:
        """The answer, every dead end and every rival."""
        return 1 + self.seeds * self.distractors + self.rivals

    @property
    def n_nodes(self) -> int:
        """Seeds, answer, chains, decoy chains, rivals and hubs; a lost fact removes no node."""
        chains = sum(hops * self.distractors + hops - 1 for hops in self.hops_per_seed)
        between = self._rival_facts - self.rivals * self.rival_paths * self.seeds
        return self.seeds + 1 + chains + self._decoy_facts + self.rivals + between + self.hubs

    @property
    def n_facts_before_loss(self) -> int:
        """Chain, decoy, rival, hub and extra facts."""
        chains = sum(hops * (self.distractors + 1) for hops in self.hops_per_seed)
        hubs = self.hubs * self.hub_degree
        return chains + self._decoy_facts + self._rival_facts + hubs + self.extra_edges

    @property
    def n_facts(self) -> int:
        """Facts, and so passages, that an instance has after ``missing`` of them are lost."""
        total = self.n_facts_before_loss
        return total - round(self.missing * total)

    @property
    def _decoy_facts(self) -> int:
        chains = (self.seeds - 1) * self.distractors if self.matched_degree else 0
        return sum(hops * chains for hops in self.hops_per_seed)

    @property
    def _rival_facts(self) -> int:
        lengths = sum(hops + self.rival_extra for hops in self.hops_per_seed)
        return self.rivals * self.rival_paths * lengths

    def check(self) -> None:
        """Check every setting.

        Raises:
            ConfigError: the one setting at fault.
            FaultListError: of ConfigErrors, one for each setting, when several are at fault.
        """
        faults = _range_faults(self) or _size_faults(self)
        if len(faults) == 1:
            raise faults[0]
        if faults:
            raise FaultListError(faults)


def _range_faults(parameters: InstanceParameters) -> list[ConfigError]:
    faults = []
    for name, (low, high) in _INTEGER_RANGES.items():
        value = getattr(parameters, name)
        if not _is_integer(value) or not low <= value <= high:
            faults.append(_fault(name, value, f"an integer from {low} to {high}"))
    hops = parameters.hops
    each = hops if isinstance(hops, tuple) else (hops,)
    if not each or not all(_is_integer(value) and 1 <= value <= _MAX_HOPS for value in each):
        faults.append(_fault("hops", hops, f"integers from 1 to {_MAX_HOPS}, one or one per seed"))
    elif isinstance(hops, tuple) and len(hops) != parameters.seeds:
        faults.append(_fault("hops", hops, f"one number, or {parameters.seeds}, one per seed"))
    missing = parameters.missing
    if isinstance(missing, bool) or not isinstance(missing, int | float) or not 0 <= missing < 1:
        faults.append(_fault("missing", missing, "a share with 0 <= missing < 1"))
    if not isinstance(parameters.matched_degree, bool):
        faults.append(_fault("matched_degree", parameters.matched_degree, "true or false"))
    return faults


def _size_faults(parameters: InstanceParameters) -> list[ConfigError]:
    """Faults of settings that are each in range but do not fit together."""
    faults = []
    nodes, others = parameters.n_nodes, parameters.n_nodes - parameters.hubs
    if nodes > N_NAMES:
        faults.append(_fault("n_nodes", nodes, f"smaller settings: there are {N_NAMES} names"))
    if parameters.hubs and parameters.hub_degree > others:
        faults.append(_fault("hub_degree", parameters.hub_degree, f"at most {others}"))
    taken = parameters.n_facts_before_loss - parameters.extra_edges
    seed_pairs = parameters.seeds * (parameters.seeds - 1) // 2
    limit = max(0, nodes * (nodes - 1) // 2 - seed_pairs - taken) // 2
    if parameters.extra_edges > limit:
        faults.append(_fault("extra_edges", parameters.extra_edges, f"at most {limit}"))
    return faults


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _fault(name: str, value: object, wanted: str) -> ConfigError:
    what = f"{name}={value!r} is out of range"
    where = {"hops": "hops", "n_nodes": "instance"}.get(name, f"instance.{name}")
    return ConfigError(what, where=where, fix=f"give {wanted}")
