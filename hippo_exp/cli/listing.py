"""``hippo-exp list``: experiments, their rows, and what each row needs."""

from __future__ import annotations

from hippo_exp.config import config_folder, load_settings
from hippo_exp.config.schema import RetrievalSettings, RowSettings


def list_experiments() -> None:
    """Print every experiment with its rows."""
    for path in sorted((config_folder() / "experiment").glob("*.yaml")):
        print(f"python -m experiments.{path.stem}")
        if path.stem == "pathfinding":
            print("    rankers on generated instances, 1 to 3 hops; needs nothing\n")
            continue
        settings = load_settings(RetrievalSettings, f"experiment/{path.stem}", [])
        print(f"    {settings.experiment.title}")
        for row in settings.experiment.rows:
            print(f"    {row.id:34} {row.label:42} {_needs(row)}")
        print()


def _needs(row: RowSettings) -> str:
    if row.retriever is None:
        return f"cannot run: {row.missing}"
    if row.retriever == "bm25":
        return "needs nothing more"
    needs = [f"encoder {row.use['encoder']}"] if "encoder" in row.use else []
    if row.retriever != "dense":
        needs.append(f"OpenIE file {row.use.get('openie', 'gpt35')}, query entities")
    return "needs " + ", ".join(needs) if needs else "needs the chosen encoder"
