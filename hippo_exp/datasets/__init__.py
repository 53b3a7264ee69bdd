"""Readers of corpora and questions; each checks its files and says everything that is wrong."""

from hippo_exp.datasets.beir import read_beir
from hippo_exp.datasets.corpus import read_corpus
from hippo_exp.datasets.custom import read_custom
from hippo_exp.datasets.derive import sample_questions, with_entities
from hippo_exp.datasets.files import DataFile, altered_files, missing_files
from hippo_exp.datasets.musique import read_musique
from hippo_exp.datasets.qrels import read_qrels
from hippo_exp.datasets.supporting_facts import read_supporting_facts

__all__ = [
    "DataFile",
    "altered_files",
    "missing_files",
    "read_beir",
    "read_corpus",
    "read_custom",
    "read_musique",
    "read_qrels",
    "read_supporting_facts",
    "sample_questions",
    "with_entities",
]
