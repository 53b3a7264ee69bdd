"""The titles that the paper's case studies print (tables 7 and 10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hippo_exp.errors import ConfigError
from hippo_exp.reporting.paper_file import read_mapping


@dataclass(frozen=True)
class PaperCase:
    """One question of a case study.

    Attributes:
        table: id of the table, such as ``table7``.
        source: where it is printed.
        question: in the paper's words.
        dataset: configured name of the data set that asks it here; empty when there is none.
        retrieved: system's name -> titles, best first.
    """

    table: str
    source: str
    question: str
    dataset: str
    retrieved: Mapping[str, tuple[str, ...]]


def load_paper_cases(folder: Path) -> tuple[PaperCase, ...]:
    """Every case in ``folder``, by file and then as printed; other tables are left out.

    Raises:
        ConfigError: a file has another layout.
    """
    cases: list[PaperCase] = []
    for path in sorted(folder.glob("*.yaml")):
        content = read_mapping(path)
        if not isinstance(content.get("questions"), dict):
            continue
        try:
            cases += [
                PaperCase(
                    table=str(content["id"]),
                    source=str(content["source"]),
                    question=str(item["question"]),
                    dataset=str(item.get("dataset", "")),
                    retrieved={
                        str(content["labels"][system]): tuple(titles)
                        for system, titles in item["retrieved"].items()
                    },
                )
                for item in content["questions"].values()
            ]
        except (KeyError, AttributeError, TypeError) as error:
            raise ConfigError(
                f"no table of retrieved titles, missing {error}",
                where=str(path),
                fix="compare with configs/paper/table7.yaml",
            ) from error
    return tuple(cases)
