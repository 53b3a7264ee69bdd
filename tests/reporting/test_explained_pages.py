"""Explanations as text, JSON and a page."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from dataclasses import fields, replace
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from explained_case import DRAWING, EVIL, EXPLAINED, LONG

from hippo_exp.reporting.explain import (
    SCHEMA,
    VERSION,
    Explained,
    drawing_svg,
    explained_html,
    explained_json,
    explained_text,
    side_by_side,
)
from hippo_exp.reporting.explain.columns import columns, wrapped
from hippo_exp.reporting.explain.layout import BOX, LEFT, WIDTH, lay_out
from hippo_exp.reporting.explain.wording import percent

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("width", [60, 80, 100])
def test_text_fits_the_terminal(width: int) -> None:
    text = explained_text(EXPLAINED, width=width)
    assert max(map(len, text.splitlines())) <= width
    assert "\x1b" not in text
    assert "\u00a0" not in text
    assert all(line == line.rstrip() for line in text.splitlines())


def test_text_says_what_there_is() -> None:
    text = re.sub(r"\n {22}", " ", explained_text(EXPLAINED))  # lines that go on
    for part in (
        "toy · q1 · bridge · 2 hops",
        "outcome partly_linked: some query entities have no node",
        "– not linkable",
        "ada –directed→ red river ≈ red rivers (0.88) ←lies on– <script>",
        "12 % by this way",
        "98 % ada, 2 % bo",
        "1 ★      0.75  Red River",
        "0.5 from HippoRAG · 0.25 from dense retrieval · 0.4 before min-max normalisation",
        "75 % ada (2 × 0.15); 25 % <script>",
        "GOLD (1 of 2 gold among the first 5)",
        "✗ rank 14     Lund",
        "likely cause  extraction: “a very long name",
    ):
        assert part in text, part


def test_colours_change_nothing_else() -> None:
    painted = explained_text(EXPLAINED, color=True)
    assert painted.count("\x1b[32m") >= 2
    assert re.sub(r"\x1b\[\d+m", "", painted) == explained_text(EXPLAINED)


def test_json_holds_the_whole_model() -> None:
    document = json.loads(explained_json(EXPLAINED))
    assert (
        (document["schema"], document["version"]) == (SCHEMA, VERSION) == ("hippo_exp.explain", 1)
    )
    assert set(document) == {"schema", "version", *(field.name for field in fields(Explained))}
    assert document["passages"][0]["parts"][0] == {
        "kind": "node", "label": "ada", "amount": 0.3, "count": 2.0, "node_score": 0.15,
    }  # fmt: skip
    assert document["nodes"][1]["way"]["steps"][1]["similarity"] == 0.875


class Page(HTMLParser):
    """Collects elements and checks that they nest."""

    void = ("meta", "br", "link", "input")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in self.void:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.found if name == tag]


def test_the_page_is_whole_and_alone() -> None:
    text = explained_html(EXPLAINED)
    page = Page(text)
    assert page.open == []
    assert page.all("script") == []
    assert "<script" not in text
    assert not re.search(r"(src|href)=|url\(|@import|https?://(?!www\.w3\.org)", text)
    ids = [a["id"] for _, a in page.found if "id" in a]
    assert len(ids) == len(set(ids))
    (svg,) = page.all("svg")
    assert svg["role"] == "img"
    assert all(name in ids for name in str(svg["aria-labelledby"]).split())
    assert len(page.all("caption")) == len(page.all("table")) > 3
    assert [tag for tag, _ in page.found if re.fullmatch("h[1-6]", tag)].count("h1") == 1
    assert {a["scope"] for a in page.all("th")} == {"row", "col"}
    assert page.all("html")[0]["lang"] == "en"


def test_the_page_without_a_graph() -> None:
    bare = replace(
        EXPLAINED, method="bm25", encoder="", entities=(), linked_facts=(), nodes=(), gold=(),
        drawing=None, causes=(),
    )  # fmt: skip
    page = Page(explained_html(bare))
    assert page.all("svg") == []
    assert page.open == []


def test_the_drawing_is_xml_with_a_description() -> None:
    root = ElementTree.fromstring(drawing_svg(DRAWING, title=EVIL, key="k"))
    assert root.find(f"{SVG}title").text == EVIL  # type: ignore[union-attr]
    described = str(root.find(f"{SVG}desc").text)  # type: ignore[union-attr]
    assert "Restart nodes: ada." in described
    assert "Red River, rank 1, gold" in described
    assert "ada in Red River" in described
    assert len(root.findall(f"{SVG}path")) == len(DRAWING.edges)
    assert drawing_svg(DRAWING, title=EVIL, key="k") == drawing_svg(DRAWING, title=EVIL, key="k")


def test_boxes_do_not_overlap_and_stay_inside() -> None:
    layout = lay_out(DRAWING)
    boxes = list(layout.boxes.values())
    for one, two in combinations(boxes, 2):
        assert one.y + one.height <= two.y or two.y + two.height <= one.y
    assert all(box.y >= 0 and box.y + box.height <= layout.height for box in boxes)
    assert LEFT + BOX < WIDTH
    assert all(len(line) <= 24 for box in boxes for line in box.lines)
    numbers = re.findall(r' d="M([\d.-]+) [\d.-]+C([\d.-]+)', drawing_svg(DRAWING, title=""))
    assert all(-30 <= float(turn) <= WIDTH + 30 for _, turn in numbers)
    assert [name for name, _ in layout.bands] == [
        "restart nodes", "1 edge away", "2 edges away", "passages",
    ]  # fmt: skip


def test_drawings_side_by_side_keep_the_order_of_the_last() -> None:
    other = replace(DRAWING, nodes=tuple(replace(n, mass=1 - n.mass) for n in DRAWING.nodes))
    text = side_by_side([("first & only", other), ("then", DRAWING)], title="t")
    root = ElementTree.fromstring(text)
    inner = root.findall(f"{SVG}svg")
    assert [svg.get("x") for svg in inner] == ["0", str(WIDTH + 16)]
    titles = [[str(t.text).partition(":")[0] for t in svg.iter(f"{SVG}title")] for svg in inner]
    boxes = [
        [text for text in found if text in {n.label for n in DRAWING.nodes}] for found in titles
    ]
    assert boxes[0] == boxes[1]
    assert [t.text for t in root.findall(f"{SVG}text")] == ["first & only", "then"]
    assert "first & only: Restart nodes: ada." in str(root.find(f"{SVG}desc").text)  # type: ignore[union-attr]


def test_columns_give_way_on_the_left() -> None:
    lines = list(columns([["name", "n"], [LONG, "123"]], width=30, right=(1,)))
    assert [len(line) for line in lines] == [30, 30]
    assert lines[1].endswith("…  123")
    assert wrapped("a b", width=4, label="x ", indent=0) == ["x a", "  b"]
    assert wrapped("a\u00a0b", width=3, label="", indent=0) == ["a\u00a0b"]


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.0, "0 %"),
        (0.0004, "< 0.1 %"),
        (0.004, "0.4 %"),
        (0.0094, "0.9 %"),
        (0.5, "50 %"),
        (1, "100 %"),
    ],
)
def test_shares(share: float, text: str) -> None:
    assert percent(share).replace("\u00a0", " ") == text


def test_the_page_fits_a_telephone(tmp_path: Path) -> None:
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        pytest.skip("no chromium or google-chrome")
    inner = explained_html(EXPLAINED).replace("&", "&amp;").replace('"', "&quot;")
    (tmp_path / "frame.html").write_text(
        f'<iframe id="f" width="390" height="800" srcdoc="{inner}"></iframe><p id="w"></p>'
        "<script>f.onload = () => { w.textContent = "
        "f.contentDocument.documentElement.scrollWidth; }</script>",
        encoding="utf-8",
    )
    options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--dump-dom"]
    places = [f"--user-data-dir={tmp_path / 'profile'}", f"file://{tmp_path / 'frame.html'}"]
    command = [browser, *options, *places]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    width = re.search(r'<p id="w">(\d+)</p>', done.stdout)
    assert width is not None
    assert int(width[1]) <= 390
