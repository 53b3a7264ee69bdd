"""What stands around the parts: head, title, contents, style and script, all within the file."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from importlib import resources

from hippo_exp.reporting.page.parts.markup import Html, el, joined

TITLE = "HippoRAG, measured again"
_PAPER = "https://arxiv.org/abs/2405.14831"
_LEAD = (
    " (NeurIPS 2024: retrieval by Personalized PageRank over a graph of LLM-extracted triples), "
    "every number beside the paper’s, with its interval and a verdict. A number that was not "
    "measured is never shown as one."
)
_STYLES = ("base.css", "grid.css", "plot.css")
_SCRIPT = "page.js"


def framed(parts: Sequence[tuple[str, str, Html]]) -> str:
    """The page around its parts: (anchor, title, part) of each."""
    frame = el("div", _contents(parts), el("main", *(part for _, _, part in parts)), class_="frame")
    skip = el("a", "Skip to the content", href="#overview", class_="skip")
    said = el("div", class_="vh", id="said", role="status")
    script = _file(_SCRIPT)
    made = el("footer", "Made from the results alone by ", el("code", "hippo-exp report"), ".")
    body = el("body", skip, _header(), frame, made, said, el("script", script))
    return f"<!doctype html>\n{el('html', _head(script), body, lang='en')}\n"


def _head(script: Html) -> Html:
    style = joined([_file(name) for name in _STYLES])
    policy = (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; "
        "base-uri 'none'; form-action 'none'"
    )
    lines = [
        el("meta", charset="utf-8"),
        el("meta", http_equiv="Content-Security-Policy", content=policy),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("title", TITLE),
        el("style", style),
    ]
    return el("head", joined(lines, "\n"))


def _header() -> Html:
    paper = el("a", "HippoRAG", href=_PAPER)
    lead = el("p", "The tables of ", paper, _LEAD, class_="lead")
    toggle = el("button", "Dark", type="button", id="theme", aria_label="Dark theme", hidden=True)
    return el("header", el("div", el("h1", TITLE), toggle, class_="bar-top"), lead)


def _contents(parts: Sequence[tuple[str, str, Html]]) -> Html:
    items = [el("li", el("a", title, href=f"#{anchor}")) for anchor, title, _ in parts]
    listed = el("details", el("summary", "Contents"), el("ul", *items), open=True, id="contents")
    return el("nav", listed, aria_label="Contents")


def _file(name: str) -> Html:
    """A file of this package; it is part of the program, so that it is not escaped."""
    return Html(resources.files(__package__).joinpath(name).read_text(encoding="utf-8"))


def _hash(content: str) -> str:
    """What a content security policy knows an inline block by."""
    digest = base64.b64encode(hashlib.sha256(content.encode("utf-8")).digest()).decode("ascii")
    return f"'sha256-{digest}'"
