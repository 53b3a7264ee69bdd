"""Settings of a data set, one class per format: files with their origin, gold unit."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from hippo_exp.config.schema.base import FileName, Fixed, FolderName, Settings, Text, fault
from hippo_exp.config.schema.benchmark import BenchmarkCorpusSettings
from hippo_exp.config.schema.data_files import Files, FileSettings, HubSettings
from hippo_exp.config.schema.synthetic import SyntheticSettings

_CHOOSE = "choose a data set with dataset=NAME; label=NAME names the folder of the results"
_SHIPPED = Fixed(f"it is part of configs/dataset/NAME.yaml; {_CHOOSE}")
_FOLDER = Fixed("give the folder itself with dataset.dir=FOLDER, or that of all data by data.root=")
Notes = Annotated[tuple[Text, ...], Field(strict=False)]
Place = Annotated[Text | None, Field(exclude=True)]
"""Where things are: no dump, label or identity holds it."""


class ReleaseSettings(Settings):
    """What every data set of a release has; ``paper`` names its column in the paper's tables."""

    name: Annotated[FolderName, Fixed(_CHOOSE)]
    format: Literal["musique", "supporting_facts"]
    gold_unit: Literal["title", "passage"]
    folder: Annotated[FileName | None, _FOLDER] = None
    dir: Place = None
    files: Files
    openie: Files
    query_entities: FileSettings | None = None
    extras: Annotated[Files, _SHIPPED]
    hub: Annotated[HubSettings | None, _SHIPPED] = None
    trim_titles: bool = False
    paper: Annotated[Literal["musique", "2wiki", "hotpotqa"] | None, _SHIPPED] = None
    about: Annotated[Text, _SHIPPED] = ""
    source: Annotated[Text, _SHIPPED] = ""
    licence: Annotated[Text, _SHIPPED] = ""
    citation: Annotated[Text, _SHIPPED] = ""
    notes: Notes = ()

    @model_validator(mode="after")
    def _has_its_files(self) -> Self:
        lacking = [name for name in ("questions", "corpus") if name not in self.files]
        if lacking:
            what = f"a released data set needs the files {' and '.join(lacking)}"
            raise fault(what, where="files", fix="name them as configs/dataset/musique.yaml does")
        return self


class MuSiQueSettings(ReleaseSettings):
    """Questions with ``paragraphs``, as MuSiQue has them; also the case studies."""

    format: Literal["musique"]


class SupportingFactsSettings(ReleaseSettings):
    """Questions with ``supporting_facts``, as HotpotQA and 2WikiMultiHopQA have them.

    ``gold_source_prefix`` keeps the questions whose gold source begins with it; None keeps all.
    """

    format: Literal["supporting_facts"]
    gold_source_prefix: Text | None = None


class CustomSettings(Settings):
    """One's own folder; its name and description are one's own as well.

    ``split`` names the judgements ``qrels/SPLIT.tsv``; None for ``test``, or the only ones.
    """

    name: FolderName
    format: Literal["custom"]
    gold_unit: Literal["title", "passage"]
    dir: Place = None
    split: FileName | None = None
    openie: Files
    query_entities: FileSettings | None = None
    extras: Files
    about: Text = ""
    source: Text = ""
    licence: Text = ""
    citation: Text = ""
    notes: Notes = ()

    @property
    def files(self) -> dict[str, FileSettings]:
        """None by name: the layout is recognised by the files that are there."""
        return {}

    @property
    def folder(self) -> None:
        """None: ``dir`` says where it is."""

    @property
    def paper(self) -> None:
        """None: the paper has no such data set."""


class _WithoutFiles(Settings):
    """A generated corpus: no file, its parameters instead."""

    name: Annotated[FolderName, Fixed(_CHOOSE)]

    @property
    def files(self) -> dict[str, FileSettings]:
        """None: nothing is read."""
        return {}

    @property
    def openie(self) -> dict[str, FileSettings]:
        """None: the generator gives the triples."""
        return {}

    @property
    def extras(self) -> dict[str, FileSettings]:
        """None: nothing is read."""
        return {}

    @property
    def query_entities(self) -> None:
        """None: the generator gives the entities."""

    @property
    def dir(self) -> None:
        """None: nothing is read."""

    @property
    def folder(self) -> None:
        """None: nothing is read."""

    @property
    def paper(self) -> None:
        """None: the paper has no such data set."""


class GeneratedSettings(_WithoutFiles):
    """The generated corpus of mixed questions."""

    format: Literal["synthetic"]
    synthetic: SyntheticSettings
    source: Annotated[Text, _SHIPPED] = ""
    licence: Annotated[Text, _SHIPPED] = ""
    notes: Notes = ()


class BenchmarkSettings(_WithoutFiles):
    """A corpus of the path-finding benchmark; ``sha256`` is that of each exported file."""

    format: Literal["pathfinding"]
    pathfinding: BenchmarkCorpusSettings
    sha256: Annotated[dict[Text, Text], _SHIPPED, Field(default_factory=dict)]
    source: Annotated[Text, _SHIPPED] = ""
    licence: Annotated[Text, _SHIPPED] = ""
    notes: Notes = ()


GENERATED_FORMATS = ("synthetic", "pathfinding")
"""Formats of data sets that no file holds."""
DatasetSettings = Annotated[
    MuSiQueSettings
    | SupportingFactsSettings
    | CustomSettings
    | GeneratedSettings
    | BenchmarkSettings,
    Field(discriminator="format"),
]


class DatasetFile(Settings):
    """The section ``dataset`` of one file in ``configs/dataset``."""

    dataset: DatasetSettings
