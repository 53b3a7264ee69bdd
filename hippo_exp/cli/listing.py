"""``hippo-exp list``: experiments, their rows, and what each row needs on this machine."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from functools import cache

from hippo_exp.cli.parser import examples
from hippo_exp.config import config_folder, load_option, load_settings, row_settings
from hippo_exp.config.rows import preset_rows
from hippo_exp.config.schema import RetrievalSettings

EXAMPLES = examples("hippo-exp list", "hippo-exp list --weights")
PAPER_DATA = ("musique", "2wikimultihopqa", "hotpotqa")
"""The data sets of the paper's tables."""
_GOLD_DATA = ("synthetic", "musique_train")
"""Data sets on which an extraction can be scored: one with gold triples, and the paper's own."""
_OWN = {
    "pathfinding": "rankers on generated instances, 1 to 3 hops; needs nothing",
    "paper": "tables 1, 2, 5, 6, 8 and 13 on the paper's data sets, one report",
    "sweep": "any table at every combination of values, each cell kept; needs what its table needs",
    "phases": "where PageRank stops to rank the answer first; generated instances, needs nothing",
}
"""Experiments whose rows are no rows of retrieval -> what they are."""


def add_list_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``list`` to the command line."""
    parser = commands.add_parser(
        "list",
        help="the experiments, their rows, and what each needs",
        description="Every experiment with its rows, and what each row needs on this machine.",
        epilog=EXAMPLES,
    )
    parser.add_argument(
        "--weights", action="store_true", help="only the models of the paper's rows, and revisions"
    )


def run_list(options: argparse.Namespace) -> None:
    """Print every experiment with its rows, or the weights that the paper's rows need."""
    lines = _weights() if options.weights else _experiments()
    for line in lines:
        print(line)


def _experiments() -> Iterator[str]:
    for name in experiment_names():
        yield f"python -m experiments.{name}"
        if name in _OWN:
            yield f"    {_OWN[name]}"
        else:
            yield from _rows(name)
        yield ""


def experiment_names() -> list[str]:
    """What follows ``python -m experiments.``, tables first."""
    configured = [path.stem for path in (config_folder() / "experiment").glob("*.yaml")]
    return sorted(dict.fromkeys([*configured, *_OWN]), key=in_order)


def in_order(name: str) -> tuple[bool, int, str]:
    """Tables by number, then the others by name."""
    number = name.removeprefix("table")
    return (not number.isdigit(), int(number) if number.isdigit() else 0, name)


def _rows(name: str) -> Iterator[str]:
    base = load_settings(RetrievalSettings, f"experiment/{name}", [])
    datasets: tuple[str, ...] = (base.dataset.name,)
    if base.experiment.paper_table:
        datasets = PAPER_DATA
    if base.experiment.layout == "openie_quality":
        datasets = _GOLD_DATA
    alone = base.experiment.paper_table and base.dataset.name not in datasets
    generated = f"; dataset={base.dataset.name} needs no files" if alone else ""
    yield f"    {base.experiment.title}; on {', '.join(datasets)}{generated}"
    chosen = _settings(name, datasets[0], base.experiment.paper_encoder)
    loaded = [chosen, *(_on(chosen, dataset) for dataset in datasets[1:])]
    for row in loaded[0].experiment.rows:
        of = [item for item in loaded if any(row.id == own.id for own in item.experiment.rows)]
        states = {item.dataset.name: _state(item, row.id) for item in of}
        yield f"    {row.id:34} {row.label:46} {_grouped(states)}"
    yield from _of_presets(name, [row.id for row in loaded[0].experiment.rows])


def _of_presets(name: str, known: Sequence[str]) -> Iterator[str]:
    """The rows that an experiment has under one preset only, on its own data set."""
    presets = dict.fromkeys(preset_rows(name).values())
    for path in sorted((config_folder() / "preset").glob("*.yaml")):
        if path.stem not in presets:
            continue
        choice = [f"preset={path.stem}"]
        settings = load_settings(RetrievalSettings, f"experiment/{name}", choice)
        for row in settings.experiment.rows:
            if row.id not in known and row.preset == path.stem:
                state = f"preset={path.stem}: {_state(settings, row.id)}"
                yield f"    {row.id:34} {row.label:46} {state}"


@cache
def _settings(name: str, dataset: str, encoder: str | None) -> RetrievalSettings:
    choice = [f"dataset={dataset}", *([f"encoder={encoder}"] if encoder else [])]
    return load_settings(RetrievalSettings, f"experiment/{name}", choice)


def _on(settings: RetrievalSettings, dataset: str) -> RetrievalSettings:
    """The same settings on another data set of the paper, or on one that has its preset."""
    there = _settings("table2", dataset, None)
    if there.preset != settings.preset:
        return _settings(settings.experiment.name, dataset, settings.experiment.paper_encoder)
    return settings.model_copy(update={"dataset": there.dataset})


def _state(settings: RetrievalSettings, row_id: str) -> str:
    from hippo_exp.pipeline.planning.gaps import state_of
    from hippo_exp.pipeline.statistics import gaps_of_row

    row = next(item for item in settings.experiment.rows if item.id == row_id)
    if settings.experiment.is_about_cost:
        from hippo_exp.pipeline.cost.gaps import cost_state

        return cost_state(row_settings(settings, row), row)
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
