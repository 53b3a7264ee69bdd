"""Maps of two settings."""

from __future__ import annotations

from collections.abc import Iterator

from hippo_exp.reporting.metrics import metric_style
from hippo_exp.reporting.page.parts.markup import Html
from hippo_exp.reporting.page.read.model import Folder
from hippo_exp.reporting.page.svg.heat import heat_map


def map_figures(folder: Folder) -> Iterator[Html]:
    """Metrics by two settings, where every row sets exactly the same two."""
    rows = folder.facts.at("config", "experiment", "rows")
    places = {str(row["id"]): row.get("set") for row in rows} if isinstance(rows, list) else {}
    first = next(iter(places.values()), None)
    if not isinstance(first, dict) or len(first) != 2 or len(places) < 4:
        return
    if any(not isinstance(item, dict) or [*item] != [*first] for item in places.values()):
        return
    names = [key.rpartition(".")[2].replace("_", " ") for key in first]
    for metric in dict.fromkeys(cell.metric for cell in folder.cells):
        values = {}
        for cell in folder.cells:
            place = places.get(cell.row)
            if cell.metric == metric and cell.measured is not None and isinstance(place, dict):
                down, across = (f"{value:g}" for value in place.values())
                values[down, across] = cell.measured
        style = metric_style(metric)
        if values:
            title = f"{style.heading} on {folder.name} by {names[0]} and {names[1]}"
            key = f"{folder.anchor}-g-{metric}"
            yield heat_map(key, title, values, (names[0], names[1]), digits=style.digits)
