"""Markup, Markdown and axes of the report page: escaping, forms, laws of a scale."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from page_reader import read_page

from hippo_exp.reporting.page.parts.inline import inline
from hippo_exp.reporting.page.parts.markdown import headings, markdown
from hippo_exp.reporting.page.parts.markup import Html, el, joined
from hippo_exp.reporting.page.svg.canvas import at, cut
from hippo_exp.reporting.page.svg.scale import linear, logarithmic, tick_text

TEXTS = st.text(st.characters(exclude_categories=("Cs", "Cc")))
NUMBERS = st.lists(st.floats(-1e6, 1e6).map(lambda x: round(x, 3)), min_size=1, max_size=8)
POSITIVE = st.lists(st.floats(1e-4, 1e7), min_size=1, max_size=8)


@given(TEXTS, TEXTS)
def test_text_and_attributes_come_back_as_they_were(content: str, value: str) -> None:
    (element,) = read_page(el("p", content, title=value)).children
    assert element.text == content
    assert element.attributes == {"title": value}


def test_only_finished_markup_stays_markup() -> None:
    assert el("p", el("b", "<"), "<i>", None) == "<p><b>&lt;</b>&lt;i&gt;</p>"
    assert joined(["<", Html("<br>")], "&") == "&lt;&<br>"
    assert el("input", class_="a b", hidden=True, disabled=False, tabindex=0) == (
        '<input class="a b" hidden tabindex="0">'
    )


@given(TEXTS)
def test_a_line_of_any_text_makes_no_markup_of_its_own(text: str) -> None:
    known = {"code", "wbr", "strong", "em", "a"}
    document = read_page(inline(f"<script>{text}</script>"))
    assert {element.tag for element in document.all()} <= known


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a `b<c` d", "a <code>b&lt;c</code> d"),
        ("`x/y`", "<code>x/<wbr>y</code>"),
        ("**a `b`**", "<strong>a <code>b</code></strong>"),
        ("2 * 3 * 4", "2 * 3 * 4"),
        ("an *emphasis* here", "an <em>emphasis</em> here"),
        (r"\*no\* \<b>", "*no* &lt;b&gt;"),
        ("[t](https://a.b/c?d=1&e)", '<a href="https://a.b/c?d=1&amp;e">t</a>'),
        ("[t](results/x.md)", "t"),
        ("[t](javascript:alert)", "t"),
    ],
)
def test_inline_forms(text: str, expected: str) -> None:
    assert inline(text) == expected


MARKDOWN = """# One
A line
and more.
## Two
- first
  goes on
- second

| a | b |
|---|---:|
| x \\| y | 1 |

> said
> so

```
# no heading
```
"""


def test_blocks_of_markdown() -> None:
    document = read_page(markdown(MARKDOWN, "k", "outside", level=3))
    assert [item.tag for item in document.children] == [
        *("h3", "p", "h4", "ul", "div", "blockquote", "pre"),
    ]
    assert document.all("p")[0].text == "A line and more."
    assert [item.text for item in document.all("li")] == ["first goes on", "second"]
    (table,) = document.all("table")
    assert table.children[0].text.strip() == "Two"
    assert [cell.text for cell in table.all("tbody")[0].children[0].children] == ["x | y", "1"]
    assert table.all("th", scope="col")[1].attributes["class"] == "n"
    assert document.all("pre")[0].text == "# no heading"
    assert [(depth, text) for _, depth, text in headings(MARKDOWN, "k")] == [(1, "One"), (2, "Two")]
    ids = [item.attributes["id"] for item in document.all("h3", "h4")]
    assert ids == [anchor for anchor, _, _ in headings(MARKDOWN, "k")]


@given(NUMBERS)
def test_a_linear_axis_holds_its_values_in_order(values: list[float]) -> None:
    scale = linear(values, 10.0, 370.0)
    places = [scale(value) for value in sorted(values)]
    assert places == sorted(places)
    slack = 1e-6 * 360
    assert all(10.0 - slack <= place <= 370.0 + slack for place in places)
    assert 2 <= len(scale.ticks) <= 8
    steps = [two - one for one, two in zip(scale.ticks, scale.ticks[1:], strict=False)]
    assert max(steps) == pytest.approx(min(steps))


@given(POSITIVE)
def test_a_logarithmic_axis_gives_equal_ratios_equal_room(values: list[float]) -> None:
    scale = logarithmic(values, 0.0, 100.0)
    assert all(-1e-6 <= scale(value) <= 100 + 1e-6 for value in values)
    assert all(math.log10(tick) == pytest.approx(round(math.log10(tick))) for tick in scale.ticks)
    one, two = scale(scale.ticks[0]), scale(scale.ticks[1])
    middle = math.sqrt(scale.ticks[0] * scale.ticks[1])
    assert scale(middle) == pytest.approx((one + two) / 2)


@pytest.mark.parametrize(
    ("value", "expected"),
    [(-2500.0, "−2.5k"), (1e6, "1M"), (0.1, "0.1"), (-5.0, "−5"), (0.0, "0"), (1e-4, "0.0001")],
)
def test_ticks_are_short(value: float, expected: str) -> None:
    assert tick_text(value) == expected


def test_places_and_long_names() -> None:
    assert (at(3.0), at(2.26), at(-0.04)) == ("3", "2.3", "-0")
    assert cut("a long name", 7) == "a long…"
    assert cut("short", 7) == "short"
