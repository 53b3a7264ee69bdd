"""``hippo-exp list``: experiments, their rows, and what each row needs on this machine."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

from hippo_exp.config import config_folder, load_option, load_settings, row_settings
from hippo_exp.config.schema import RetrievalSettings

PAPER_DATA = ("musique", "2wikimultihopqa", "hotpotqa")
"""The data sets of the paper's tables."""
_OWN = ("pathfinding", "paper")
"""Experiments whose rows are no rows of retrieval."""


def add_list_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``list`` to the command line."""
    parser = commands.add_parser("list", help="the experiments, their rows, and what each needs")
    parser.add_argument(
        "--weights", action="store_true", help="only the models of the paper's rows, and revisions"
    )


def run_list(options: argparse.Namespace) -> None:
    """Print every experiment with its rows, or the weights that the paper's rows need."""
    lines = _weights() if options.weights else _experiments()
    for line in lines:
        print(line)


def _experiments() -> Iterator[str]:
    names = sorted(path.stem for path in (config_folder() / "experiment").glob("*.yaml"))
    for name in sorted(names, key=_order):
        yield f"python -m experiments.{name}"
        if name == "pathfinding":
            yield "    rankers on generated instances, 1 to 3 hops; needs nothing"
        elif name == "paper":
            yield "    tables 1, 2, 5, 6, 8 and 13 on the paper's data sets, one report"
        else:
            yield from _rows(name)
        yield ""


def _order(name: str) -> tuple[bool, int, str]:
    """Tables by number, then the others by name."""
    number = name.removeprefix("table")
    return (not number.isdigit(), int(number) if number.isdigit() else 0, name)


def _rows(name: str) -> Iterator[str]:
    base = load_settings(RetrievalSettings, f"experiment/{name}", [])
    datasets = PAPER_DATA if base.experiment.paper_table else (base.dataset.name,)
    generated = "; dataset=synthetic needs no files" if base.experiment.paper_table else ""
    yield f"    {base.experiment.title}; on {', '.join(datasets)}{generated}"
    loaded = [_settings(name, dataset, base.experiment.paper_encoder) for dataset in datasets]
    for row in loaded[0].experiment.rows:
        states = {item.dataset.name: _state(item, row.id) for item in loaded}
        yield f"    {row.id:34} {row.label:46} {_grouped(states)}"


def _settings(name: str, dataset: str, encoder: str | None) -> RetrievalSettings:
    choice = [f"dataset={dataset}", *([f"encoder={encoder}"] if encoder else [])]
    return load_settings(RetrievalSettings, f"experiment/{name}", choice)


def _state(settings: RetrievalSettings, row_id: str) -> str:
    from hippo_exp.pipeline.planning.gaps import state_of
    from hippo_exp.pipeline.statistics import gaps_of_row

    row = next(item for item in settings.experiment.rows if item.id == row_id)
    return state_of(gaps_of_row(settings, row))


def _grouped(states: dict[str, str]) -> str:
    """The state, where it differs with the data sets of each: ``runs here (a); … (b, c)``."""
    groups: dict[str, list[str]] = {}
    for dataset, state in states.items():
        groups.setdefault(state, []).append(dataset)
    if len(groups) == 1:
        return next(iter(groups))
    return "; ".join(f"{state} ({', '.join(names)})" for state, names in groups.items())


def _weights() -> Iterator[str]:
    """``MODEL REVISION`` of every encoder with pinned weights that a published row uses."""
    names: list[str] = []
    for path in sorted((config_folder() / "experiment").glob("table*.yaml")):
        settings = load_settings(RetrievalSettings, f"experiment/{path.stem}", [])
        names += _encoders(settings)
    for name in dict.fromkeys(names):
        option = load_option("encoder", name)
        if option.get("revision"):
            yield f"{option['model']} {option['revision']}"


def _encoders(settings: RetrievalSettings) -> Sequence[str]:
    used = [row_settings(settings, row).encoder.name for row in settings.experiment.rows]
    chosen = settings.experiment.paper_encoder
    return [*used, *([chosen] if chosen else [])]
