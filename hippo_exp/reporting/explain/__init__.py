"""One question explained: as data, as text, as JSON, and as a page with the subgraph drawn."""

from hippo_exp.reporting.explain.as_html import explained_html
from hippo_exp.reporting.explain.as_json import SCHEMA, VERSION, explained_json
from hippo_exp.reporting.explain.as_text import explained_text
from hippo_exp.reporting.explain.drawing import drawing_svg, side_by_side
from hippo_exp.reporting.explain.drawn import Drawing, DrawnEdge, DrawnNode
from hippo_exp.reporting.explain.model import (
    Asked,
    Cause,
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

__all__ = [
    "SCHEMA",
    "VERSION",
    "Asked",
    "Cause",
    "Drawing",
    "DrawnEdge",
    "DrawnNode",
    "Explained",
    "GoldPlace",
    "LinkedEntity",
    "LinkedFact",
    "NodeMass",
    "Part",
    "PassageScore",
    "Share",
    "Step",
    "Way",
    "drawing_svg",
    "explained_html",
    "explained_json",
    "explained_text",
    "side_by_side",
]
