"""What the parts of a cost table's row lack here, told without reading a file."""

from __future__ import annotations

from collections.abc import Mapping

from hippo_exp.config.schema import RetrievalSettings, RowSettings
from hippo_exp.config.schema.retrievers import links_entities
from hippo_exp.pipeline.llm.multi_step import asks_for_entities
from hippo_exp.pipeline.llm.prices import price_table
from hippo_exp.pipeline.llm.roles import Role, chat_settings
from hippo_exp.pipeline.planning.availability import encoder_gaps, row_gaps
from hippo_exp.pipeline.planning.file_gaps import dataset_gaps, extraction_gaps
from hippo_exp.pipeline.planning.gaps import RUNS, Gap, state_of
from hippo_exp.pipeline.source.inputs import Inputs

_CALLS_MAY_COST = "llm.budget_usd=USD llm.confirm=true"


def part_gaps(
    settings: RetrievalSettings, row: RowSettings, inputs: Inputs | None = None
) -> Mapping[str, tuple[Gap, ...]]:
    """Part of a row (``retrieval``, ``index`` or ``tokens``; ``llm``) -> what it lacks here.

    Args:
        settings: the row's.
        row: the row.
        inputs: the data set as read; None where no file has been read.
    """
    layout = settings.experiment.layout
    if layout == "online_cost":
        plain = row.model_copy(update={"retriever": row.searcher, "inner": None})
        own = {"retrieval": row_gaps(settings, plain, inputs)}
    elif layout == "break_even":
        own = {"tokens": row_gaps(settings, row, inputs)}
    else:
        gaps = [*([] if inputs is not None else dataset_gaps(settings))]
        gaps += encoder_gaps(settings)
        gaps += extraction_gaps(settings) if links_entities(row.searcher) else []
        own = {"index": tuple(gaps)}
    return own | {"llm": llm_gaps(settings, row)}


def cost_state(settings: RetrievalSettings, row: RowSettings) -> str:
    """What is said of a row in a list of all rows: whether it can be measured here."""
    parts = part_gaps(settings, row)
    found = [gap for gaps in parts.values() for gap in gaps]
    if found and all(gap in parts["llm"] for gap in found):
        return f"{RUNS}, the LLM's part estimated"
    return state_of(found)


def roles_for(settings: RetrievalSettings, row: RowSettings) -> tuple[Role, ...]:
    """The roles in which a row of a cost table asks, or has asked, a language model."""
    layout = settings.experiment.layout
    by_file = settings.query_ner == "file"
    roles: list[Role] = []
    if layout != "online_cost" and links_entities(row.searcher):
        roles.append("extraction")
    if layout == "break_even":
        return (*roles, "query_ner", "reasoning")
    if layout == "online_cost" and row.retriever == "ircot":
        roles.append("reasoning")
        roles += ["query_ner"] if asks_for_entities(settings, str(row.inner)) else []
    elif layout == "online_cost" and links_entities(row.searcher) and by_file:
        roles.append("query_ner")
    return tuple(roles)


def llm_gaps(settings: RetrievalSettings, row: RowSettings) -> tuple[Gap, ...]:
    """Why what a row takes of a language model cannot be measured here, as far as settings tell."""
    roles = roles_for(settings, row)
    if not roles:
        return ()
    if settings.llm is None:
        reason = "needs an LLM, and none is chosen (llm=local is that of `hippo-exp llm serve`)"
        if settings.experiment.layout == "break_even":
            reason = "needs the replies of the row's model, and no LLM is chosen"
        return (Gap("llm", reason, fill_command(settings, row)),)
    models = dict.fromkeys(chat_settings(settings.llm, role).model for role in roles)
    other = next((name for name in models if row.model not in (None, name)), None)
    if other is None:
        return ()
    reason = f"it is of the language model {row.model}, and {other} is chosen"
    return (Gap("llm", reason, fill_command(settings, row)),)


def fill_command(settings: RetrievalSettings, row: RowSettings) -> str:
    """The command that measures what a row takes of a language model."""
    dataset, layout = settings.dataset, settings.experiment.layout
    chosen = "custom dataset.dir=FOLDER" if dataset.format == "custom" else dataset.name
    encoder = "" if "encoder" in row.use else f" encoder={settings.encoder.name}"
    model, money = _model(row), f" {_CALLS_MAY_COST}" if _is_paid(row) else ""
    if layout == "break_even":  # the same words for every row
        model, money = "llm=openai llm.model=MODEL", f" {_CALLS_MAY_COST}"
    target = "" if dataset.format == "custom" else " to=FOLDER"
    extraction = f"hippo-exp extract dataset={chosen}{target} {model}{money}"
    online = f"python -m experiments.table17 dataset={chosen}{encoder} {model}{money}"
    if layout == "online_cost":
        return online
    this = f"python -m experiments.{settings.experiment.name} dataset={chosen}{encoder} {model}"
    if layout == "index_cost":
        return f"{extraction} && {this}"
    return f"{extraction} && {online} 'rows=[hipporag,ircot_dense]' && {this}"


def _model(row: RowSettings) -> str:
    if row.model is None:
        return "llm=local"
    if row.model.startswith("gpt-"):
        return f"llm=openai llm.model={row.model}"
    if _is_paid(row):
        return f"llm=openai llm.base_url=URL llm.key_env=NAME llm.model={row.model}"
    return f"llm=local llm.base_url=URL llm.model={row.model}"


def _is_paid(row: RowSettings) -> bool:
    return row.model in price_table()
