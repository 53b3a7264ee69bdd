"""Digests, atomic files, the content-addressed store, run files, checked downloads."""

from hippo_exp.storage.atomic import atomic_stream, write_atomic
from hippo_exp.storage.digest import digest_array, digest_bytes, digest_json, git_blob_id
from hippo_exp.storage.download import Fetched, UnreachableError, choose_meter, fetch_file
from hippo_exp.storage.gz import gzip_bytes
from hippo_exp.storage.heartbeat import beating
from hippo_exp.storage.json_files import read_json, read_json_lines
from hippo_exp.storage.lock import ShortPatience, claim
from hippo_exp.storage.lock_holder import process_is_gone
from hippo_exp.storage.store import NotKeptError, ProbeStore, Store
from hippo_exp.storage.trec import write_trec_run

__all__ = [
    "Fetched",
    "NotKeptError",
    "ProbeStore",
    "ShortPatience",
    "Store",
    "UnreachableError",
    "atomic_stream",
    "beating",
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
