"""Readers of corpora and questions; each checks its files and says everything that is wrong."""

from hippo_exp.datasets.assemble import entities_digest
from hippo_exp.datasets.beir import read_beir
from hippo_exp.datasets.corpus import read_corpus
from hippo_exp.datasets.custom import read_custom
from hippo_exp.datasets.derive import sample_questions, with_entities
from hippo_exp.datasets.files import DataFile, altered_files, missing_files
from hippo_exp.datasets.hub import hub_rows
from hippo_exp.datasets.hub_build import build_sample, hub_source
from hippo_exp.datasets.musique import read_musique
from hippo_exp.datasets.qrels import read_qrels
from hippo_exp.datasets.registry import (
    RELEASE,
    HubSource,
    RegisteredDataset,
    ReleaseFile,
    choose_datasets,
    source_addresses,
)
from hippo_exp.datasets.registry_card import dataset_card, terms
from hippo_exp.datasets.registry_check import FileState, check_file
from hippo_exp.datasets.registry_index import apply_index, read_index
from hippo_exp.datasets.supporting_facts import read_supporting_facts

__all__ = [
    "RELEASE",
    "DataFile",
    "FileState",
    "HubSource",
    "RegisteredDataset",
    "ReleaseFile",
    "altered_files",
    "apply_index",
    "build_sample",
    "check_file",
    "choose_datasets",
    "dataset_card",
    "entities_digest",
    "hub_rows",
    "hub_source",
    "missing_files",
    "read_beir",
    "read_corpus",
    "read_custom",
    "read_index",
    "read_musique",
    "read_qrels",
    "read_supporting_facts",
    "sample_questions",
    "source_addresses",
    "terms",
    "with_entities",
]
