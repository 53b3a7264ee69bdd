"""The definitions of docs/path_finding.md word by word, over all orders and all entities.

For readers without relations (``relations="any"``); slow, and written apart from the checker.
"""

from __future__ import annotations

from itertools import permutations

import networkx as nx

from hippo_exp.pathfinding.classes import ClassRules

Facts = list[list[tuple[str, str, str]]]
Groups = set[frozenset[str]]


def by_definition(facts: Facts, asked: list[str], gold: list[int], rules: ClassRules) -> str:
    """The class of a question."""
    if _found(facts, asked, gold, rules):
        return "path_finding"
    if any(_readable(facts, asked, order) for order in permutations(gold)):
        return "path_following"
    return "neither"


def _found(facts: Facts, asked: list[str], gold: list[int], rules: ClassRules) -> bool:
    graph = nx.Graph((s, o) for part in facts for s, _, o in part if s != o)
    names = [{end for s, _, o in part if s != o for end in (s, o)} for part in facts]
    seeds = [name for name in asked if name in graph and graph.degree(name) >= rules.many]
    if len(seeds) < 2 or any(len(named & set(seeds)) > 1 for named in names):
        return False
    away = []
    for seed in seeds:
        kept = graph.subgraph([name for name in graph if name == seed or name not in seeds])
        away.append(nx.single_source_shortest_path_length(kept, seed, rules.within))
    latest = {name: max(d[name] for d in away) for name in graph if all(name in d for d in away)}
    first = [name for name in latest if latest[name] == min(latest.values())]
    return len(first) == 1 and any(first[0] in names[place] for place in gold)


def _readable(facts: Facts, asked: list[str], order: tuple[int, ...]) -> bool:
    """Whether the passages can be read in one order, without a choice at any."""
    groups, read = {frozenset([name]) for name in asked}, list[int]()
    for passage in order:
        if not _taken(facts, groups, passage, read):
            return False
        read.append(passage)
        while True:
            more = set().union(*(_taken(facts, groups, place, read) for place in read))
            if more <= groups:
                break
            groups |= more
    return True


def _taken(facts: Facts, groups: Groups, passage: int, read: list[int]) -> Groups:
    """The groups of entities to which a passage's facts lead on, with no choice."""
    near = {end for s, _, o in facts[passage] for end in (s, o) if s != o}
    found = set()
    for group in (item for item in groups if item & near):
        leads = _leads(facts, group)
        ends = frozenset(far for far, _ in leads)
        places = {number for _, number in leads if number == passage or number not in read}
        if min(len(ends), len(places)) == 1:
            found.add(ends)
    return found


def _leads(facts: Facts, group: frozenset[str]) -> set[tuple[str, int]]:
    """The far ends of all facts of a group, with their passages."""
    return {
        (far, number)
        for number, part in enumerate(facts)
        for s, _, o in part
        for near, far in ((s, o), (o, s))
        if near in group and s != o
    }
