"""LaTeX with booktabs, every user text escaped, ASCII where the mark is mathematical."""

from __future__ import annotations

import re

from hippo_exp.reporting.tables.model import Block, WideTable

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "[": "{[}",
    "]": "{]}",
    "≈": r"$\approx$",
    "∈": r"$\in$",
    "≠": r"$\neq$",
    "–": r"\textendash{}",
    "−": "$-$",
    "Δ": r"$\Delta$",
    "·": r"$\cdot$",
    "τ": r"$\tau$",
    "…": r"\ldots{}",
    "×": r"$\times$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "\N{NO-BREAK SPACE}": "~",
}


def to_latex(table: WideTable) -> str:
    """A ``table*`` environment for a document that loads ``booktabs`` (in UTF-8)."""
    header = table.header
    facts = "; ".join(f"{name} {value}" for name, value in header.pairs())
    warnings = "".join(rf" \textbf{{{escape(text)}.}}" for text in table.warnings)
    lines = [
        "% needs \\usepackage{booktabs}; written by hippo_exp, not to be edited",
        r"\begin{table*}",
        r"\centering",
        r"\small",
        rf"\caption{{{escape(header.title)}. {escape(facts)}.{warnings}}}\medskip",
    ]
    for block in table.blocks:
        lines += [*_tabular(block), r"\par\medskip"]
    lines.append(r"\begin{minipage}{\linewidth}\footnotesize\raggedright")
    lines += [
        rf"{{[}}{n}{{]}} {_text(text)}\par" for n, text in enumerate(table.footnotes, start=1)
    ]
    lines += [rf"\textbf{{{escape(topic)}:}} {_text(text)}\par" for topic, text in table.remarks]
    if header.command:
        lines.append(rf"Made by \texttt{{{escape(header.command)}}}\par")
    lines += [r"\end{minipage}", r"\end{table*}"]
    return "\n".join(lines) + "\n"


def _tabular(block: Block) -> list[str]:
    columns = "l" * len(block.headings)
    body = [" & ".join(escape(text) for text in row) + r" \\" for row in block.rows]
    return [
        rf"\textbf{{{escape(block.title)}}}\par\smallskip",
        rf"\begin{{tabular}}{{@{{}}{columns}@{{}}}}",
        r"\toprule",
        " & ".join(escape(text) for text in block.headings) + r" \\",
        r"\midrule",
        *body,
        r"\bottomrule",
        r"\end{tabular}",
    ]


def _text(text: str) -> str:
    """Running text in which `code` becomes typewriter."""
    parts = re.split(r"`([^`]*)`", text)
    return "".join(
        rf"\texttt{{{escape(part)}}}" if index % 2 else escape(part)
        for index, part in enumerate(parts)
    )


def escape(text: str) -> str:
    """``text`` as it must be written in LaTeX to appear as it is."""
    plain = re.sub(r"\s+", " ", text)
    escaped = "".join(_SPECIAL.get(character, character) for character in plain)
    return re.sub("-(?=-)", "-{}", escaped)  # no ligature
