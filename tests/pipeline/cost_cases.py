"""What the tests of the experiments about cost share: a scripted model, a corpus, a run."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from toy_corpus import FILMS

sys.path.insert(0, str(Path(__file__).parents[1] / "llm"))
from scripted_server import Script

from hippo_exp.cli.main import main
from hippo_exp.config import load_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.pipeline.cost import run_cost
from hippo_exp.pipeline.planning.preflight import retrieval_faults
from hippo_exp.reporting import read_cells
from hippo_exp.reporting.recheck import recheck_folder
from hippo_exp.types import Cell

PROMPT, REPLY = 7, 3
"""Tokens that the scripted server counts in every call."""
PRICE = ("llm.usd_input=1000", "llm.usd_output=2000")
CALL_USD = (PROMPT * 1000 + REPLY * 2000) / 1e6
QUICK = "evaluation.bootstrap_resamples=200"
STEPS = 3
"""Retrievals of IRCoT for a data set of one's own, so that there is one thought fewer."""


def answer(body: dict[str, Any]) -> str:
    system, prompt = body["messages"][0]["content"], body["messages"][-1]["content"]
    last = prompt.rpartition("\n")[2]
    if "Write only the next thought" in system:
        film = next(film for film in FILMS if film in prompt.rpartition("Question:")[2])
        return f"{FILMS[film][0]} was born in {FILMS[film][1]}."
    if "Named entities:" in prompt:
        return json.dumps({"triples": [["a", "is", "b"]]})
    names = [film for film in FILMS if film in last] or ["nothing"]
    return json.dumps({"named_entities": names})


def load(name: str, corpus: Path, *overrides: str) -> RetrievalSettings:
    places = (f"out={corpus.parent / 'out'}", f"cache.root={corpus.parent / 'cache'}")
    chosen = ("dataset=custom", f"dataset.dir={corpus}", QUICK, *places)
    return load_settings(RetrievalSettings, f"experiment/{name}", [*chosen, *overrides])


def asking(script: Script, *overrides: str) -> tuple[str, ...]:
    return ("llm=local", f"llm.base_url={script.base_url}", *overrides)


def run(name: str, corpus: Path, *overrides: str) -> dict[tuple[str, str], Cell]:
    settings = load(name, corpus, *overrides)
    assert retrieval_faults(settings) == []
    run_cost(settings, f"python -m experiments.{name}")
    assert recheck_folder(folder(name, corpus)) == []
    cells = read_cells(folder(name, corpus) / "cells.csv")
    return {(cell.row, cell.metric): cell for cell in cells}


def folder(name: str, corpus: Path) -> Path:
    return corpus.parent / "out" / name / "custom"


def extract(script: Script, corpus: Path, *overrides: str) -> None:
    target = corpus.parent / "extracted"
    arguments = [
        *("extract", "dataset=custom", f"dataset.dir={corpus}", f"to={target}"),
        *(f"cache.root={corpus.parent / 'cache'}", *asking(script), *overrides),
    ]
    assert main(arguments) == 0
