"""The report page's structure, its numbers, and that no text of results becomes markup."""

from __future__ import annotations

import base64
import hashlib
import re
import shutil
from itertools import pairwise
from pathlib import Path

import pytest
from page_reader import Element, read_page
from page_trees import EVIL, REASON, paper_cells, write_manifest, write_tree

from hippo_exp.config import project_root
from hippo_exp.errors import DataError
from hippo_exp.reporting import Results
from hippo_exp.reporting.page import PAGE, page_bytes, report_page, stale_page_faults
from hippo_exp.reporting.page.read.paper import read_paper
from hippo_exp.reporting.page.read.tree import read_tree

LARGEST = 2_000_000


@pytest.fixture
def tree(tmp_path: Path, results: Results) -> Path:
    return write_tree(tmp_path, results)


@pytest.fixture
def page(tree: Path) -> Element:
    return read_page(page_bytes(tree).decode())


@pytest.fixture(scope="module")
def committed() -> Element:
    """The page of the committed results, all of whose forms must be shown well."""
    root = project_root()
    if root is None or not (root / "results/paper/cells.csv").is_file():
        pytest.skip("this installation is no checkout with results")
    data = page_bytes(root / "results")
    assert len(data) < LARGEST
    return read_page(data.decode())


@pytest.mark.parametrize("which", ["page", "committed"])
def test_it_is_whole_and_can_be_read_aloud(which: str, request: pytest.FixtureRequest) -> None:
    document: Element = request.getfixturevalue(which)
    ids = [element.attributes["id"] for element in document.all() if "id" in element.attributes]
    assert len(ids) == len(set(ids))
    for element in document.all():
        for name in ("aria-labelledby", "aria-describedby", "popovertarget"):
            for target in (element.attributes.get(name) or "").split():
                assert target in ids, (element.tag, name, target)
        address = element.attributes.get("href") or ""
        assert not address.startswith("#") or address[1:] in ids, address
    check_headings(document)
    check_tables(document)
    for drawing in document.all("svg", class_="plot"):
        title, described = drawing.children[:2]
        assert (title.tag, described.tag) == ("title", "desc")
        assert title.text.strip()
        assert len(described.text) > 10
    assert len(document.all("figure")) == len(document.all("figcaption"))
    assert document.all("html")[0].attributes["lang"] == "en"


def check_headings(document: Element) -> None:
    """One title, and no level left out."""
    levels = [int(item.tag[1]) for item in document.all(*(f"h{level}" for level in range(1, 7)))]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(two - one <= 1 for one, two in pairwise(levels)), levels


def check_tables(document: Element) -> None:
    """A caption with words, headings that say what they head, lines of equal width."""
    tables = document.all("table")
    assert tables
    for table in tables:
        caption = table.children[0]
        assert caption.tag == "caption"
        assert caption.text.strip()
        assert all(head.attributes.get("scope") for head in table.all("th"))
        head = table.all("thead")[0].children[-1]
        for row in table.all("tbody")[0].children:
            assert len(row.children) == len(head.children), caption.text
            assert row.children[0].has(scope="row")


@pytest.mark.parametrize("which", ["page", "committed"])
def test_nothing_is_loaded_and_only_its_own_script_may_run(
    which: str, request: pytest.FixtureRequest
) -> None:
    document: Element = request.getfixturevalue(which)
    assert not document.all("link", "img", "iframe", "object", "base")
    assert not [item for item in document.all() if "src" in item.attributes]
    assert not [name for item in document.all() for name in item.attributes if name[:2] == "on"]
    assert not [item for item in document.all() if "style" in item.attributes]
    (script,), (style,) = document.all("script"), document.all("style")
    assert not re.search(r"url\(|@import|fetch\(|XMLHttpRequest|import\(", script.text + style.text)
    policy = document.all("meta", http_equiv="Content-Security-Policy")[0].attributes["content"]
    assert policy is not None
    assert policy.startswith("default-src 'none';")
    for block in (script, style):
        digest = base64.b64encode(hashlib.sha256(block.text.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy


def test_text_of_results_is_text(page: Element) -> None:
    assert len(page.all("script")) == 1
    table = table_of(page, "Recall")
    row = table.all("tbody")[0].children[0]
    assert row.children[0].all("button")[0].text == EVIL
    assert [item.text for item in page.all("p", class_="warning")] == [f"PARTIAL {EVIL}"]
    assert f"run {EVIL}" in [item.text for item in page.all("code")]
    assert f"Text with {EVIL}." in [item.text for item in page.all("p")]


def table_of(document: Element, caption: str) -> Element:
    found = [item for item in document.all("table") if caption in item.children[0].text]
    assert found, caption
    return found[0]


def entries(table: Element) -> list[list[tuple[str, str | None]]]:
    """What each cell shows, and what it is sorted by where that is not what it shows."""
    return [
        [(cell.text, cell.attributes.get("data-v")) for cell in row.children[1:]]
        for row in table.all("tbody")[0].children
    ]


def test_measured_interval_paper_difference_and_verdict_stand_side_by_side(page: Element) -> None:
    table = table_of(page, "Recall")
    groups, heads = (
        [head.text for head in line.children] for line in table.all("thead")[0].children
    )
    assert groups == ["", "R@2", "R@5"]
    assert heads == [
        "Row",
        *(["Measured", "95\xa0%\xa0interval", "Paper", "Difference", "Verdict"] * 2),
    ]
    full, without, absent = entries(table)
    assert full[0][0] == "58.3"
    assert float(full[0][1] or 0) == pytest.approx(100 * 3.5 / 6, abs=1e-3)
    assert full[2:4] == [("58.4", None), ("−0.1", "-0.066666667")]
    assert full[4][0].startswith("≈")
    assert without[2] == ("90.0", None)
    assert without[4][0].startswith("≠")
    assert absent[:4] == [("–", None), ("–", None), ("12.3", None), ("–", None)]


def test_a_paper_figure_never_stands_for_a_measured_one(page: Element) -> None:
    cells = {
        (button.parent.parent.children[0].text, button.parent.attributes["data-s"]): button
        for button in page.all("button", class_="cell")
        if button.parent and button.parent.parent
    }
    missing = cells["Full system", "off"]
    assert missing.all("b")[0].text == "–"
    assert missing.all("span", class_="under")[0].text == "paper 75.0"
    assert missing.parent is not None
    assert "data-v" not in missing.parent.attributes
    states = [item.attributes["data-s"] for item in page.all("td") if "data-s" in item.attributes]
    assert states == ["near", "off", "void", "ne", "new", "void"]


def test_a_missing_cell_says_why_and_how_it_is_run(page: Element) -> None:
    missing = page.all("td", data_s="off")[0]
    card = missing.all("div", class_="card")[0]
    assert [item.text for item in card.all("li")] == REASON.split("; ")
    assert card.all("pre")[0].text.splitlines() == [
        "hippo-exp data fetch tiny",
        "hf download a/b",
        "python -m experiments.paper",
    ]


def test_the_overview_counts_published_cells(page: Element) -> None:
    tiles = [
        (item.all("a")[0].text, item.all("a")[0].attributes)
        for item in page.all("li", class_="tile")
    ]
    assert [text for text, _ in tiles] == ["1reproduced", "1differing", "1not run yet"]
    assert all(given["href"] == "#paper-paper" for _, given in tiles)
    assert [text for text, _ in entries(table_of(page, "Published numbers"))[0]][:6] == [
        *("3", "0", "1", "0", "1", "1"),
    ]


def test_what_the_rest_needs_is_read_from_the_report(tree: Path) -> None:
    report = read_paper(tree / "paper")
    assert report.needs.fetch == "hippo-exp data fetch tiny"
    assert [list(line) for line in report.needs.files] == [
        ["tiny/tiny.json", "https://example.org/data/tiny.json", "0123456789abcdef", "1,234"]
    ]
    weights, model = report.needs.others
    assert (weights.kind, weights.cells, weights.command) == (
        "needs weights",
        "2",
        "hf download a/b",
    )
    assert weights.reason == "the weights of a/b-1.0 are not on this machine"
    assert (model.command, model.cost) == ("", "Money and time: 1 USD.")
    (part,) = report.parts
    assert dict(part.labels) == {"full": "Full system", "without": "w/o it"}
    assert part.title == "Table 5: Made-up ablations"
    assert list(part.cells) == paper_cells()


def test_findings_link_to_the_results_they_quote(page: Element) -> None:
    links = [item for item in page.all("a", href="#table5-tiny") if item.all("code")]
    assert [item.text for item in links] == ["table5/tiny/full/recall@5"] * 2
    first = page.all("section", id="found")[0].all("a")[0]
    assert first.text == "The full system leads"
    target = str(first.attributes["href"])[1:]
    assert page.all("h3", id=target)[0].text == "1. The full system leads"


def test_every_kind_of_results_has_its_figure(page: Element) -> None:
    titles = [item.children[0].text for item in page.all("svg", class_="plot")]
    assert any("Effect on R@5 on tiny" in text for text in titles)
    assert any("R@5 by expansion.restart_prob" in text for text in titles)
    assert any("a graph: time divided by that of hippo_exp" in text for text in titles)
    ratios = next(item for item in page.all("svg") if "a graph" in item.text)
    assert "networkx: 125×, 250 ms" in ratios.children[1].text


def test_the_same_results_give_the_same_bytes(tree: Path, tmp_path: Path) -> None:
    shutil.copytree(tree, tmp_path / "copy" / "results")
    shutil.copy(tmp_path / "FINDINGS.md", tmp_path / "copy")
    assert page_bytes(tmp_path / "copy" / "results") == page_bytes(tree)


def test_a_page_that_the_results_do_not_make_is_a_fault(tree: Path, tmp_path: Path) -> None:
    assert stale_page_faults(tree) == []
    (tree / PAGE).write_bytes(page_bytes(tree))
    assert stale_page_faults(tree) == []
    (tmp_path / "FINDINGS.md").write_text("# Findings\n\nNothing.\n", encoding="utf-8")
    (fault,) = stale_page_faults(tree)
    assert str(fault).endswith("[report.html]: make it again: hippo-exp report")
    (tree / "paper" / "cells.csv").write_bytes(b"\xff")
    (fault,) = stale_page_faults(tree)
    assert "its results cannot be read" in str(fault)


def test_damaged_results_are_named(tree: Path) -> None:
    path = tree / "sweep" / "restart" / "cells.csv"
    path.write_bytes(path.read_bytes().replace(b",75.0,", b",much,"))
    with pytest.raises(DataError, match=r"sweep/restart/cells.csv, line 3"):
        report_page(tree)
    path.write_bytes(b"row,metric\n")
    with pytest.raises(DataError, match="not the columns of a sweep"):
        report_page(tree)


def test_a_tree_without_a_report_says_how_it_is_made(tree: Path) -> None:
    shutil.rmtree(tree / "paper")
    document = read_page(report_page(tree))
    first = document.all("section", id="overview")[0]
    assert first.all("pre")[0].text == "python -m experiments.paper"
    assert not document.all("section", id="findings")


def test_manifests_may_tell_little_or_more(tree: Path) -> None:
    write_manifest(tree / "sweep" / "restart")
    write_manifest(tree / "benchmarks" / "ppr", date="2026-01-31", partial={"n": 6, "of": 12})
    found = read_tree(tree)
    assert found.sweeps[0].facts.commit == found.sweeps[0].facts.command == ""
    assert found.sweeps[0].facts.label("full") == "full"
    assert found.benchmarks[0].facts.date == "2026-01-31"
    assert found.benchmarks[0].facts.partial == "PARTIAL: 6 of 12"
    runs = table_of(read_page(report_page(tree)), "Runs behind this page")
    assert [head.text for head in runs.all("thead")[0].children[0].children][:3] == [
        *("Results", "Made", "Commit"),
    ]
