"""The class of a question: path-following, path-finding, or neither (docs/path_finding.md)."""

from hippo_exp.pathfinding.classes.corpus import Continuation, FactCorpus, Step
from hippo_exp.pathfinding.classes.decide import LABELS, Case, Classified, Label, classify
from hippo_exp.pathfinding.classes.finding import Finding, path_finding
from hippo_exp.pathfinding.classes.following import Following, path_following
from hippo_exp.pathfinding.classes.identity import Identity, merged_identity, named_only
from hippo_exp.pathfinding.classes.reader import Move
from hippo_exp.pathfinding.classes.rules import ClassRules

__all__ = [
    "LABELS",
    "Case",
    "ClassRules",
    "Classified",
    "Continuation",
    "FactCorpus",
    "Finding",
    "Following",
    "Identity",
    "Label",
    "Move",
    "Step",
    "classify",
    "merged_identity",
    "named_only",
    "path_finding",
    "path_following",
]
