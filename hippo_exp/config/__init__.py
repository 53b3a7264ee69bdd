"""Typed Hydra configuration: every fault found at once, before any work."""

from hippo_exp.config.changes import COST_ONLY, changes, encoder_label, preset_label, public
from hippo_exp.config.load import Sound, load_settings, settings_from, sound_settings
from hippo_exp.config.paths import (
    absolute,
    cache_root,
    config_folder,
    data_root,
    project_root,
    results_root,
)
from hippo_exp.config.rows import load_option, repeated, row_settings, selected_rows

__all__ = [
    "COST_ONLY",
    "Sound",
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
    "repeated",
    "results_root",
    "row_settings",
    "selected_rows",
    "settings_from",
    "sound_settings",
]
