"""Typed Hydra configuration: every fault found at once, before any work."""

from hippo_exp.config.changes import COST_ONLY, changes, encoder_label, preset_label, public
from hippo_exp.config.load import load_settings, settings_from
from hippo_exp.config.paths import (
    absolute,
    cache_root,
    config_folder,
    data_root,
    project_root,
    results_root,
)
from hippo_exp.config.rows import load_option, row_settings, selected_rows

__all__ = [
    "COST_ONLY",
    "absolute",
    "cache_root",
    "changes",
    "config_folder",
    "data_root",
    "encoder_label",
    "load_option",
    "load_settings",
    "preset_label",
    "project_root",
    "public",
    "results_root",
    "row_settings",
    "selected_rows",
    "settings_from",
]
