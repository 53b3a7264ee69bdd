"""What the rows of a table of extraction quality lack here, told without reading a file."""

from __future__ import annotations

from hippo_exp.config import absolute, config_folder, row_settings
from hippo_exp.config.schema import RetrievalSettings, RowSettings
from hippo_exp.errors import ConfigError, HippoExpError
from hippo_exp.pipeline.planning.file_gaps import dataset_gaps, extraction_gaps
from hippo_exp.pipeline.planning.gaps import Gap
from hippo_exp.reporting import load_paper_table

GOLD_FORM = '{"docs": [{"title": …, "text": …, "triples": [[subject, relation, object], …]}, …]}'
"""What a gold file holds."""


def has_own_gold(settings: RetrievalSettings) -> bool:
    """Whether the data set itself says what its passages state."""
    return settings.dataset.format == "synthetic" and settings.gold is None


def is_of_files(settings: RetrievalSettings) -> bool:
    """Whether gold and extraction both come from files, so that no data set is read."""
    return settings.gold is not None and settings.extraction is not None


def quality_gaps(settings: RetrievalSettings, row: RowSettings) -> tuple[Gap, ...]:
    """What a row lacks: gold triples, or the extraction."""
    gaps = []
    if settings.gold is None and not has_own_gold(settings):
        annotated = load_paper_table(config_folder() / "paper", "table16").extra["gold"]
        assert isinstance(annotated, dict)
        reason = (
            f"no gold triples of {settings.dataset.name} are known (the paper's, "
            f"{annotated['triples']} triples of {annotated['passages']} passages of MuSiQue's "
            f"training set, are not released); give a file of them, gold=FILE, which holds "
            f"{GOLD_FORM}; dataset=synthetic has its own"
        )
        gaps.append(Gap("files", reason))
    if settings.extraction is None:
        gaps += dataset_gaps(settings)
        gaps += extraction_gaps(row_settings(settings, row))
    return tuple(gaps)


def quality_faults(settings: RetrievalSettings) -> list[HippoExpError]:
    """Files of gold triples or of an extraction that are not there."""
    faults: list[HippoExpError] = []
    for name, file in (("gold", settings.gold), ("extraction", settings.extraction)):
        if file is None:
            continue
        try:
            if not absolute(file, name).is_file():
                fix = "check the path; it starts at the folder where the command is typed"
                faults.append(ConfigError("no such file", where=f"{name}={file}", fix=fix))
        except ConfigError as error:
            faults.append(error)
    return faults
