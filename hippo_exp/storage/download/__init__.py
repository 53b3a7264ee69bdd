"""Checked downloads: resumed, verified by git blob id, finished atomically.

Why not pooch: it verifies by SHA-256 or MD5, and the release is pinned by git blob ids; it does
not resume; and it does not tell a whole file (200) from the rest of one (206), so that nothing can
be resumed around it. What remains of it is a streamed GET of ``requests``, which is used directly.
``urllib`` would do without a package, but not every Python finds the system's certificates for it.
"""

from hippo_exp.storage.download.fetch import Fetched, fetch_file
from hippo_exp.storage.download.progress import Meter, choose_meter, human_size
from hippo_exp.storage.download.rules import NoSourceError, Rules, UnreachableError

__all__ = [
    "Fetched",
    "Meter",
    "NoSourceError",
    "Rules",
    "UnreachableError",
    "choose_meter",
    "fetch_file",
    "human_size",
]
