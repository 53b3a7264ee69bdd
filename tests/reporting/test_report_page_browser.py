"""The report page in a real browser: errors, sorting, keys, both themes, widths, contrast."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from headless import Page, browser, opened

from hippo_exp.config import project_root
from hippo_exp.reporting.page import page_bytes

ENTER, ESCAPE, SPACE = ("Enter", 13, "\r"), ("Escape", 27, ""), (" ", 32, " ")
CONTRAST = (Path(__file__).parent / "contrast.js").read_text(encoding="utf-8")
TABLE = "document.querySelector('#table5-musique_train table')"
pytestmark = pytest.mark.xdist_group("browser")


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Page, str]]:
    """A browser, and the address of the page of the committed results."""
    path, root = browser(), project_root()
    if path is None:
        pytest.skip("no Chromium is installed (Debian: apt-get install chromium)")
    if root is None or not (root / "results/table5/musique_train").is_dir():
        pytest.skip("this installation is no checkout with results")
    folder = tmp_path_factory.mktemp("browser")
    (folder / "report.html").write_bytes(page_bytes(root / "results"))
    with opened(path, folder / "profile") as page:
        yield page, (folder / "report.html").as_uri()


@pytest.fixture
def page(window: tuple[Page, str]) -> Iterator[Page]:
    """The page at its top; no test may leave a complaint or ask for another file."""
    found, address = window
    found.complaints.clear()
    found.requests.clear()
    found.open(address)
    yield found
    assert found.complaints == []
    assert {request.split("?")[0] for request in found.requests} <= {address, "about:blank"}


def column(page: Page, place: int) -> list[Any]:
    """What a column of the table is sorted by, from the top."""
    return [float(value) for value in page.run(shown(f"{TABLE}.tBodies[0].rows", place))]


def shown(rows: str, place: int) -> str:
    """A script for the numbers of a column; null where there is none."""
    number = f"row.cells[{place}].dataset.v ?? row.cells[{place}].textContent"
    return f"[...{rows}].map(row => isNaN({number}) ? null : {number})"


def sort_button(place: int) -> str:
    return f"{TABLE}.tHead.rows[1].cells[{place}].querySelector('button')"


def test_a_click_sorts_and_a_third_one_brings_the_first_order_back(page: Page) -> None:
    before = column(page, 3)
    assert len(before) == 6
    orders = []
    for _ in range(3):
        page.run(f"{sort_button(3)}.click()")
        state = page.run(f"{sort_button(3)}.parentElement.getAttribute('aria-sort')")
        orders.append((state, column(page, 3)))
    assert orders == [
        ("descending", sorted(before, reverse=True)),
        ("ascending", sorted(before)),
        ("none", before),
    ]
    assert sorted(before) != before


@pytest.mark.parametrize("key", [ENTER, SPACE], ids=["Enter", "Space"])
def test_keys_sort_too_and_it_is_said(page: Page, key: tuple[str, int, str]) -> None:
    page.run(f"{sort_button(1)}.focus()")
    page.press(*key)
    assert column(page, 1) == sorted(column(page, 1), reverse=True)
    said = page.run("document.getElementById('said').textContent")
    assert said == "sorted by R@2 Measured, descending"


def test_words_sort_from_a_and_absent_numbers_stay_last(page: Page) -> None:
    table = "document.querySelector('#paper-paper-table2 table')"
    script = f"""[0, 3, 3].map(place => {{
        {table}.tHead.rows[1].cells[place].querySelector('button').click();
        return [[...{table}.tBodies[0].rows].map(row => row.cells[0].textContent),
            {shown(f"{table}.tBodies[0].rows", 3)}]; }})"""
    names, falling, rising = page.run(script)
    assert names[0] == sorted(names[0], key=str.casefold)
    for _, values in (falling, rising):
        given = [value for value in values if value is not None]
        assert given
        assert values == given + [None] * (len(values) - len(given))


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [390, 768, 1280])
def test_the_page_is_no_wider_than_the_window(
    window: tuple[Page, str], page: Page, width: int, dark: bool
) -> None:
    page.open(f"{window[1]}?{width}{dark}", width=width, dark=dark)
    page.run("document.querySelectorAll('details').forEach(part => { part.open = true; })")
    assert page.run("document.documentElement.scrollWidth") == width
    assert page.run("getComputedStyle(document.querySelector('.scroll')).overflowX") == "auto"


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_text_has_contrast(window: tuple[Page, str], page: Page, dark: bool) -> None:
    page.open(f"{window[1]}?contrast{dark}", dark=dark)
    page.run("document.querySelectorAll('details').forEach(part => { part.open = true; })")
    count, worst = page.run(CONTRAST)
    assert count > 1000
    assert worst == []


def test_the_theme_follows_the_system_until_the_button_is_used(
    window: tuple[Page, str], page: Page
) -> None:
    shade = "getComputedStyle(document.body).backgroundColor"
    light = page.run(shade)
    page.open(f"{window[1]}?dark", dark=True)
    dark = page.run(shade)
    assert light != dark
    page.run("document.getElementById('theme').click()")
    assert page.run(shade) == light
    assert page.run("document.getElementById('theme').textContent") == "Dark"
    page.run("document.getElementById('theme').click(); localStorage.clear()")
    assert page.run(shade) == dark


def test_two_clicks_lead_from_the_overview_to_why_a_cell_is_missing(page: Page) -> None:
    page.run("document.querySelector('.tile.off a').click()")
    seen = """[...document.querySelectorAll('#paper-paper td[data-s]')].filter(cell =>
        cell.checkVisibility() && !cell.classList.contains('dim')).map(cell => cell.dataset.s)"""
    states = page.run(seen)
    tile = page.run("document.querySelector('.tile.off .big').textContent")
    assert len(states) == int(tile.replace(",", ""))
    assert set(states) == {"off"}
    page.run("document.querySelector('#paper-paper-table2 td.off button').click()")
    card = page.run("document.querySelector(':popover-open').textContent")
    assert "It lacks:" in card
    assert "python -m experiments.paper" in card


def test_a_card_opens_and_closes_by_keys(page: Page) -> None:
    button = "document.querySelector('#table5-musique_train tbody button')"
    page.run(f"{button}.focus()")
    page.press(*ENTER)
    card = page.run("document.querySelector(':popover-open').textContent")
    for text in ("HippoRAG", "hipporag", "100", "python -m experiments.table5"):
        assert text in card
    page.press(*ESCAPE)
    assert page.run("document.querySelector(':popover-open')") is None
    assert page.run(f"document.activeElement === {button}")


def test_filters_hide_rows_and_tables_and_show_all_again(page: Page) -> None:
    rows = "[...document.querySelectorAll('#paper-paper tbody tr')]"
    shown = f"{rows}.filter(row => row.checkVisibility()).length"
    before = page.run(shown)
    buttons = "[...document.querySelectorAll('.filter button')]"
    names = page.run(f"{buttons}.map(button => button.textContent)")
    assert [name.split(" (")[0] for name in names] == [
        "all cells",
        "reproduced",
        "differing",
        "not run",
    ]
    page.run(f"{buttons}[1].click()")
    assert 0 < page.run(shown) < before
    page.run(f"{buttons}[0].click()")
    assert page.run(shown) == before


def test_the_contents_fold_on_a_telephone(window: tuple[Page, str], page: Page) -> None:
    assert page.run("document.getElementById('contents').open")
    page.open(f"{window[1]}?narrow", width=390)
    assert not page.run("document.getElementById('contents').open")
    page.run("document.querySelector('#contents summary').click()")
    page.run("document.querySelector('#contents a[href=\"#runs\"]').click()")
    time.sleep(0.05)
    assert page.run("location.hash") == "#runs"
    assert not page.run("document.getElementById('contents').open")
