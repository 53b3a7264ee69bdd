"""A hand-made explanation with everything that can occur, and awkward text."""

from __future__ import annotations

from dataclasses import replace

from hippo_exp.reporting.explain import (
    Asked,
    Cause,
    Drawing,
    DrawnEdge,
    DrawnNode,
    Explained,
    GoldPlace,
    LinkedEntity,
    LinkedFact,
    NodeMass,
    Part,
    PassageScore,
    Share,
    Step,
    Way,
)

EVIL = "<script>alert('&')</script>"
LONG = "a very long name of a thing that nobody would ever give to anything at all in this world"

STEPS = (
    Step("ada", "red river", "fact", "directed", True, 2, 0.0, ("Red River",)),
    Step("red river", "red rivers", "synonymy", "", True, 0, 0.875, ()),
    Step("red rivers", EVIL, "fact", "lies on", False, 1, 0.0, ("Lund",)),
)
PARTS = (
    Part("node", "ada", 0.3, 2.0, 0.15),
    Part("node", EVIL, 0.1, 1.0, 0.1),
)
FACTS = (Part("fact", "ada – directed – red river", 0.25), Part("fact", LONG, 0.15))
PASSAGE = PassageScore(
    rank=1,
    name=f"Red River {EVIL}",
    position=3,
    id="p3",
    title="Red River",
    text=f"{LONG} {EVIL}\n\nSecond line.",
    gold=True,
    score=0.75,
    mixture=(Part("retriever", "HippoRAG", 0.5), Part("retriever", "dense retrieval", 0.25)),
    raw=0.4,
    low=0.0,
    high=0.8,
    parts=PARTS,
    facts=FACTS,
    shares=(Share("ada", 0.3), Share("bo", 0.1)),
)
DRAWING = Drawing(
    (
        DrawnNode("n0", "ada", "query", 0, 0.5, "60 % of the restart"),
        DrawnNode("n1", LONG, "phrase", 1, 0.2, "ada –directed→ " * 4),
        DrawnNode("n2", EVIL, "phrase", 2, 0.1, "≈ red river (0.88)"),
        DrawnNode("p3", "Red River", "passage", 3, 0.75, "★ gold · rank 1", True, 1),
        DrawnNode("p4", "", "passage", 3, 0.0, "", False, None),
    ),
    (
        DrawnEdge("n0", "n1", "fact", f"ada – directed – {EVIL}", 1.0),
        DrawnEdge("n1", "n2", "synonymy", "≈", 0.1),
        DrawnEdge("n0", "n2", "fact+synonymy", "both", 0.4),
        DrawnEdge("n0", "p3", "holds", "stands in", 1.0),
    ),
    ("restart nodes", "1 edge away", "2 edges away", "passages"),
)
EXPLAINED = Explained(
    dataset="toy",
    method="hipporag_ensemble",
    encoder="char_ngram",
    preset="clean",
    settings=("expansion.restart_prob=0.3",),
    command="hippo-exp explain toy q1",
    question=Asked("q1", f"Who directed {EVIL}?", "bridge", 2, ("Ada",), ("Ada", "Bo"),
                   "of the data set", ("Red River", "Lund")),
    n_passages=1234,
    outcome="partly_linked",
    depth=5,
    entities=(
        LinkedEntity("Ada", "ada", "ada", 1.0, 2, 0.5, 0.5, 1.0),
        LinkedEntity(LONG, LONG, None, 0.0, 0, 0.0, 0.0, 0.0),
    ),
    linked_facts=(LinkedFact("ada", "directed", "red river", 0.9, True),
                  LinkedFact("bo", "saw", EVIL, 0.4, False)),
    nodes=(
        NodeMass("ada", 0, 0.5, 2, (Share("ada", 0.49), Share("bo", 0.01)), Way("ada", (), 1.0)),
        NodeMass(EVIL, 2, 0.1, 1, (), Way("ada", STEPS, 0.123)),
        NodeMass("far", 4, 0.001, 1, (), None),
    ),
    passages=(PASSAGE, replace(PASSAGE, rank=14, gold=True, name="Lund", mixture=(), shares=())),
    gold=(GoldPlace("Red River", 1, 0.75), GoldPlace("Lund", 14, 0.01)),
    causes=(Cause("Lund", 14, "extraction", "bridge_in_no_fact", f"“{LONG}” leads there"),),
    drawing=DRAWING,
    notes=("a note",),
)  # fmt: skip
