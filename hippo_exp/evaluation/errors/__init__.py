"""Why a question is missed: query entities, extraction, or the ranking (paper, table 11).

**Missed.** A question is missed at k when some gold key is not among the match keys of its first k
passages (its all-recall@k is below 1). It has one class, and so has each of its missing passages;
the question's is the earliest step of the method among them: ``ner``, then ``openie``, then
``ppr``. While an earlier step fails, a better later one does not bring the question's last passage.

**Reached.** A passage *holds* the nodes of its facts. Two nodes are *the same entity* when they are
equal or a synonymy edge joins them. A gold passage is reached from a set of nodes when it holds one
of them (or the same entity), or when it holds the same entity as a gold passage that is reached.
This is the path that a reader of the gold passages would take, and nothing else is followed: that
every pair of nodes is somehow connected in a large graph says nothing.

**The class of a missing passage,** by the first rule that holds:

1. ``ppr``: it is reached from the linked nodes of the query entities. The facts are there, and the
   ranking put others first.
2. ``ner``: it would be reached if each node of a gold passage that the question names (its phrase
   stands in the normalised question, at word boundaries) were linked too. The query entities lack
   what the question says.
3. ``openie``: it would be reached from the passages of rule 1, or from those whose text has a query
   entity and whose facts do not, if every phrase of a gold passage's text were a node of it. What
   leads to it is in no fact.
4. ``ner``: it would be so reached from passages in whose facts a query entity is a part of a longer
   node: the entity is linked elsewhere. Or no gold passage is reached by any of these ways: the
   question has no entity, or those that it has are in no gold passage.
5. ``openie``: otherwise. Not even the texts have a phrase in common that leads to it.

The paper's classes are judged by hand on 100 questions; these follow from the rules above alone, so
that its shares can stand beside these but are not the same measure.
"""

from hippo_exp.evaluation.errors.classify import diagnose, missing_keys
from hippo_exp.evaluation.errors.crosstab import ALL, FOUND, Crossed, Crosstab, cross
from hippo_exp.evaluation.errors.index import ErrorIndex
from hippo_exp.evaluation.errors.model import (
    ERROR_CLASSES,
    Diagnosis,
    ErrorClass,
    Evidence,
    MissingPassage,
    QueryEntity,
)

__all__ = [
    "ALL",
    "ERROR_CLASSES",
    "FOUND",
    "Crossed",
    "Crosstab",
    "Diagnosis",
    "ErrorClass",
    "ErrorIndex",
    "Evidence",
    "MissingPassage",
    "QueryEntity",
    "cross",
    "diagnose",
    "missing_keys",
]
