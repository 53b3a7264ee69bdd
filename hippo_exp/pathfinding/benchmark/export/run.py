"""Writing a corpus to files: one pass over the passages, of which only gold ones are kept."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Literal, get_args

from hippo_exp.pathfinding.benchmark.draft import draft_benchmark
from hippo_exp.pathfinding.benchmark.export.beir import BeirLayout
from hippo_exp.pathfinding.benchmark.export.files import RecordFile, TextFile
from hippo_exp.pathfinding.benchmark.export.layout import FileLayout, Placed
from hippo_exp.pathfinding.benchmark.export.openie import OpenIELayout
from hippo_exp.pathfinding.benchmark.export.release import ReleaseLayout
from hippo_exp.pathfinding.benchmark.generate import (
    gold_passages,
    written_passages,
    written_questions,
)
from hippo_exp.pathfinding.benchmark.parameters import BenchmarkParameters
from hippo_exp.pathfinding.corpus import Blueprint
from hippo_exp.storage import atomic_stream

LayoutName = Literal["beir", "release", "openie"]
LAYOUTS: tuple[LayoutName, ...] = get_args(LayoutName)


def export_benchmark(
    parameters: BenchmarkParameters, name: str, folders: Mapping[LayoutName, Path]
) -> dict[str, str]:
    """Write a corpus in one or more layouts; the bytes depend on settings and name alone.

    Args:
        parameters: settings.
        name: of the data set; the release's files are named after it.
        folders: layout -> the folder for its files.

    Returns:
        File name -> SHA-256, in the order of the layouts.

    Raises:
        ConfigError: the corpus is too small for the questions, hubs or decoys.
        FaultListError: settings out of range.
        StoreError: a file cannot be written.
    """
    blueprint = draft_benchmark(parameters)
    layouts = [(_layout(layout, name), folder) for layout, folder in folders.items()]
    with ExitStack() as stack:
        files = []
        for layout, folder in layouts:
            stream = stack.enter_context(atomic_stream(folder / layout.passage_file))
            files.append((layout, layout.passage_writer(stream)))
        gold = _write_passages(blueprint, parameters, files)
    contents = {placed.position: text for text, placed in gold.items()}
    questions = written_questions(blueprint, parameters, contents)
    digests: dict[str, str] = {}
    for (layout, folder), (_, passages) in zip(layouts, files, strict=True):
        digests[layout.passage_file] = passages.sha256
        for file, text in layout.question_files(questions, gold).items():
            with atomic_stream(folder / file) as stream:
                writer = TextFile(stream)
                writer.write(text)
            digests[file] = writer.sha256
    return digests


def _write_passages(
    blueprint: Blueprint,
    parameters: BenchmarkParameters,
    files: list[tuple[FileLayout, RecordFile]],
) -> dict[str, Placed]:
    """Write every passage to every file; returns contents -> gold passage."""
    wanted = dict.fromkeys(gold_passages(blueprint))
    gold: dict[str, Placed] = {}
    pairs = written_passages(blueprint, parameters)
    for position, (passage, extraction) in enumerate(pairs):
        placed = Placed(position, passage)
        for layout, file in files:
            file.add(layout.record(placed, extraction))
        if position in wanted:
            gold[passage.contents] = placed
    for _, file in files:
        file.close()
    return gold


def _layout(layout: LayoutName, name: str) -> FileLayout:
    if layout == "beir":
        return BeirLayout()
    return ReleaseLayout(name) if layout == "release" else OpenIELayout()
