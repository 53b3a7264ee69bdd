"""Where an extraction goes, and what stands in the way of putting it there."""

from __future__ import annotations

from pathlib import Path

from hippo_exp.config import absolute, load_settings
from hippo_exp.config.schema import GENERATED_FORMATS, ExtractSettings, RetrievalSettings
from hippo_exp.errors import ConfigError, FaultListError, HippoExpError
from hippo_exp.llm import LLMFatalError
from hippo_exp.llm.address import normalize_base_url
from hippo_exp.llm.secret import Secret
from hippo_exp.openie.extract import PLACEHOLDERS, Prompt, load_prompt
from hippo_exp.pipeline.llm.roles import Role, base_url_of
from hippo_exp.pipeline.planning.places import cache_faults, not_writable
from hippo_exp.pipeline.source.files import dataset_faults, dataset_folder

OPENIE, QUERY_NER, SUMMARY = "openie.json", "query_ner.json", "extraction.json"
"""Files of an extraction: triples, query entities, and what made them."""


def extract_faults(settings: ExtractSettings) -> list[HippoExpError]:
    """Everything that stands in the way of an extraction; no content of a data file is read."""
    faults = [
        *llm_faults(settings),
        *dataset_faults(reading_settings(settings)),
        *cache_faults(settings),
    ]
    for check in (prompts_of, _check_target):
        try:
            check(settings)
        except FaultListError as error:
            faults += error.errors
        except HippoExpError as error:
            faults.append(error)
    return list({str(fault): fault for fault in faults}.values())


def reading_settings(settings: ExtractSettings) -> RetrievalSettings:
    """Settings by which the data set is read, as a table reads it."""
    dataset = settings.dataset
    name = "custom" if dataset.format == "custom" else dataset.name
    base = load_settings(RetrievalSettings, "experiment/table2", [f"dataset={name}", "rows=[bm25]"])
    return base.model_copy(update={"dataset": dataset, "data": settings.data})


def target_folder(settings: ExtractSettings) -> Path:
    """``to``, or the folder of one's own data.

    Raises:
        ConfigError: a shipped data set without ``to``, or with its own folder as ``to``.
    """
    own = None
    if settings.dataset.format not in GENERATED_FORMATS:
        if settings.dataset.format == "custom" and settings.dataset.dir is None:
            raise ConfigError(
                "dataset=custom needs a folder",
                where="dataset.dir",
                fix="give the folder of your corpus: dataset.dir=FOLDER",
            )
        own = dataset_folder(reading_settings(settings))
    if settings.to is None:
        if settings.dataset.format == "custom" and own is not None:
            return own
        fix = "add to=FOLDER; the corpus is written there as well"
        what = f"{settings.dataset.name} is a shipped data set, into which nothing is written"
        raise ConfigError(what, where="to", fix=fix)
    folder = absolute(settings.to, "to")
    released = None if settings.dataset.format == "custom" else own
    if released is not None and folder.resolve() == released.resolve():
        what = "the folder holds the released files, beside which nothing is written"
        raise ConfigError(what, where=f"to={settings.to}", fix="choose another folder")
    return folder


def prompts_of(settings: ExtractSettings) -> dict[str, Prompt]:
    """Kind -> prompt, the project's own or the files of the settings.

    Raises:
        FaultListError: files that are no such prompts.
    """
    found: dict[str, Prompt] = {}
    faults: list[HippoExpError] = []
    for kind in ("ner", "triples", "query_ner", "repair"):
        assert kind in PLACEHOLDERS
        given = getattr(settings.prompts, kind)
        try:
            path = absolute(given, f"prompts.{kind}") if given is not None else None
            found[kind] = load_prompt(kind, path)
        except HippoExpError as error:
            faults.append(error)
    if faults:
        raise FaultListError(faults)
    return found


def llm_faults(settings: ExtractSettings) -> list[HippoExpError]:
    """No language model, an address that is none, a key that is not there."""
    llm = settings.llm
    if llm is None:
        fix = "add llm=local (start it with hippo-exp llm serve) or llm=openai"
        return [ConfigError("no language model is chosen", where="llm", fix=fix)]
    faults: list[HippoExpError] = []
    roles: tuple[Role, ...] = ("extraction", "query_ner")
    for role in roles:
        try:
            normalize_base_url(base_url_of(llm, role))
        except ConfigError as error:
            faults.append(error)
    if llm.mode == "call" and not settings.dry_run:
        try:
            Secret(llm.key_env)
        except LLMFatalError as error:
            faults.append(error)
    return faults


def _check_target(settings: ExtractSettings) -> None:
    """Raises where there is no folder to write to, or nothing can be written in it."""
    folder = target_folder(settings)
    if settings.to is None and not folder.is_dir():
        return  # a fault of the data set's own
    reason = not_writable(folder)
    if reason:
        what = f"nothing can be written there ({reason})"
        where = str(folder) if settings.to is None else f"to={settings.to}"
        raise ConfigError(what, where=where, fix="give a folder that can be written: to=FOLDER")
