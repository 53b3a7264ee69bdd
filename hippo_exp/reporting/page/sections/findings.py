"""The ledger of findings, its quoted numbers linked to the results they are from."""

from __future__ import annotations

import re

from hippo_exp.reporting.page.parts.markdown import headings, markdown
from hippo_exp.reporting.page.parts.markup import Html
from hippo_exp.reporting.page.parts.pieces import section
from hippo_exp.reporting.page.read.tree import Tree

_KEY = "findings"
_REFERENCE = re.compile(r"(?:(benchmark):|effect:|estimate:)?([^/]+)/([^/:]+)(?::[^/]+)?/.+")


def findings_section(text: str, tree: Tree) -> Html:
    """The text of ``FINDINGS.md``; its own title is that of the part."""
    known = {folder.anchor for folder in tree.folders}
    known |= {f"benchmarks-{bench.name}" for bench in tree.benchmarks}

    def linker(code: str) -> str | None:
        found = _REFERENCE.fullmatch(code)
        if found is None:
            return None
        anchor = f"benchmarks-{found[2]}" if found[1] else f"{found[2]}-{found[3]}"
        return anchor if anchor in known else None

    body = markdown(_body(text), _KEY, "Findings", level=3, linker=linker)
    return section(_KEY, 2, "Findings", body)


def finding_titles(text: str) -> list[tuple[str, str]]:
    """(anchor, title) of each finding: a heading that begins with its number."""
    found = headings(_body(text), _KEY)
    return [(anchor, title) for anchor, _, title in found if re.match(r"\d+\. ", title)]


def _body(text: str) -> str:
    """The text without its own title."""
    return "\n".join(line for line in text.splitlines() if not line.startswith("# "))
