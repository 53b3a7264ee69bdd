"""What kept replies had taken: the store of replies read again, and nothing called."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import TypeVar

from hippo_exp.config.schema import LLMSettings, RetrievalSettings
from hippo_exp.llm import ChatReply, ChatRequest, LLMCallError, ReplyStore, reply_key
from hippo_exp.openie.extract import Extractor, OrderedMap, Step, ThreadedMap, load_prompt
from hippo_exp.pipeline.cost.tokens import Spent, TokenCounts, added
from hippo_exp.pipeline.llm.multi_step import make_ircot, query_step
from hippo_exp.pipeline.llm.roles import Role, chat_settings
from hippo_exp.retrieval import Retriever
from hippo_exp.types import Dataset, Passage, Query

_Item = TypeVar("_Item", Passage, Query)


@dataclass
class KeptReplies:
    """A ``ChatModel`` that answers from the store alone.

    Attributes:
        store: of the replies.
        paid: since the last :meth:`take`, key of each distinct request -> what its reply had taken.
        missing: how many requests since then had no reply.
    """

    store: ReplyStore
    paid: dict[str, Spent] = field(default_factory=dict)
    missing: int = 0

    def complete(self, request: ChatRequest) -> ChatReply:
        """The kept reply.

        Raises:
            LLMCallError: there is none.
        """
        key = reply_key(request)
        reply = self.store.get(key)
        if reply is None:
            self.missing += 1
            raise LLMCallError("no reply is kept", where=str(self.store.root))
        self.paid[key] = Spent(1, reply.prompt_tokens, reply.completion_tokens, reply.seconds)
        return reply

    def model(self, role: Role) -> KeptReplies:
        """The same for every role."""
        return self

    @property
    def each(self) -> OrderedMap:
        """One after another."""
        return ThreadedMap()

    def take(self) -> Spent | None:
        """What was spent since the last call; None where a reply was missing."""
        spent = None if self.missing else added(self.paid.values())
        self.paid, self.missing = {}, 0
        return spent


def kept_extraction(
    llm: LLMSettings, passages: Sequence[Passage], store: ReplyStore
) -> TokenCounts:
    """The passages whose extraction by this project's prompts is kept whole.

    Runs that failed on a passage and were repeated count too. Passages of equal contents were
    asked for once; each further one took nothing.

    Args:
        llm: as it was set for ``hippo-exp extract``.
        passages: (n_passages,) the corpus.
        store: of the replies.
    """
    chat, repair = chat_settings(llm, "extraction"), load_prompt("repair")
    extractor = Extractor(*(Step(load_prompt(kind), repair, chat) for kind in ("ner", "triples")))
    replies = KeptReplies(store)
    done: dict[str, Spent | None] = {}

    def spent(passage: Passage) -> Spent | None:
        if passage.contents not in done:
            done[passage.contents] = _rounds(extractor, passage, replies)
            return done[passage.contents]
        return Spent() if done[passage.contents] is not None else None

    ids = [passage.id for passage in passages]
    return _found("passages", ids, passages, spent, chat.model)


def kept_query_ner(
    settings: RetrievalSettings, queries: Sequence[Query], store: ReplyStore
) -> TokenCounts:
    """The questions whose query entities were asked for, with what that took."""
    assert settings.llm is not None
    step, replies = query_step(settings), KeptReplies(store)

    def spent(query: Query) -> Spent | None:
        step.entities(replies, question=query.text)
        return replies.take()

    ids = [query.id for query in queries]
    return _found("HippoRAG's questions", ids, queries, spent, step.settings.model)


def kept_ircot(
    settings: RetrievalSettings,
    inner: str,
    retriever: Retriever,
    dataset: Dataset,
    queries: Sequence[Query],
    store: ReplyStore,
) -> TokenCounts:
    """The questions all of whose thoughts are kept, with what these took.

    Args:
        settings: with a language model and IRCoT.
        inner: the name of ``retriever``.
        retriever: of the data set's passages.
        dataset: gives the passages.
        queries: (n_questions,).
        store: of the replies.
    """
    assert settings.llm is not None
    replies = KeptReplies(store)
    ircot = make_ircot(settings, inner, retriever, dataset, replies)

    def spent(query: Query) -> Spent | None:
        ircot.run([query])
        return replies.take()

    ids = [query.id for query in queries]
    model = chat_settings(settings.llm, "reasoning").model
    return _found("IRCoT's questions", ids, queries, spent, model)


def _rounds(extractor: Extractor, passage: Passage, replies: KeptReplies) -> Spent | None:
    """What every round of a passage took; None where the first one is not kept whole."""
    for round_ in count():
        known = len(replies.paid)
        record = extractor.extract(passage, replies, round_=round_)
        if round_ == 0 and replies.missing:
            break
        if replies.missing or not record.failed or len(replies.paid) == known:
            replies.missing = 0  # of a round that was never made
            break
    return replies.take()


def _found(
    what: str,
    ids: Sequence[str],
    items: Sequence[_Item],
    spent: Callable[[_Item], Spent | None],
    model: str,
) -> TokenCounts:
    found = {name: spent(item) for name, item in zip(ids, items, strict=True)}
    whole = {name: item for name, item in found.items() if item is not None}
    basis = f"{what}: kept replies of {model}, tokens as its server counted them"
    return TokenCounts(tuple(whole), tuple(whole.values()), basis, model)
