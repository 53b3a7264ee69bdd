"""What a cache holds of stage outputs, and how much of it is kept."""

from hippo_exp.storage.entries.cap import GB, Removed, keep_below, over_cap, remove
from hippo_exp.storage.entries.files import KeptFile, folders, kept_file, listing
from hippo_exp.storage.entries.left import is_left_file, is_left_lock, is_temporary
from hippo_exp.storage.entries.survey import Survey, survey

__all__ = [
    "GB",
    "KeptFile",
    "Removed",
    "Survey",
    "folders",
    "is_left_file",
    "is_left_lock",
    "is_temporary",
    "keep_below",
    "kept_file",
    "listing",
    "over_cap",
    "remove",
    "survey",
]
