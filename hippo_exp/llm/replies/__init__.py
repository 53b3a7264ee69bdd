"""Replies that were paid for once: an append-only store, and a model that looks there first."""

from hippo_exp.llm.replies.store import ReplyStore, reply_key
from hippo_exp.llm.replies.stored_model import MissingReplyError, Mode, StoredModel

__all__ = ["MissingReplyError", "Mode", "ReplyStore", "StoredModel", "reply_key"]
