"""Digests, atomic files, the content-addressed store, run files, checked downloads."""

from hippo_exp.storage.atomic import write_atomic
from hippo_exp.storage.digest import digest_array, digest_bytes, digest_json, git_blob_id
from hippo_exp.storage.download import Fetched, UnreachableError, choose_meter, fetch_file
from hippo_exp.storage.gz import gzip_bytes
from hippo_exp.storage.json_files import read_json, read_json_lines
from hippo_exp.storage.lock import ShortPatience, claim, process_is_gone
from hippo_exp.storage.store import Store
from hippo_exp.storage.trec import write_trec_run

__all__ = [
    "Fetched",
    "ShortPatience",
    "Store",
    "UnreachableError",
    "choose_meter",
    "claim",
    "digest_array",
    "digest_bytes",
    "digest_json",
    "fetch_file",
    "git_blob_id",
    "gzip_bytes",
    "process_is_gone",
    "read_json",
    "read_json_lines",
    "write_atomic",
    "write_trec_run",
]
