"""Language models behind an OpenAI-compatible server, and a store of their replies."""

from hippo_exp.llm.batch import Outcome, complete_many
from hippo_exp.llm.budget import BudgetError, Estimate, check_budget, estimate
from hippo_exp.llm.errors import LLMCallError, LLMError, LLMFatalError
from hippo_exp.llm.openai_client import OpenAIClient
from hippo_exp.llm.protocol import ChatMessage, ChatModel, ChatReply, ChatRequest, ReplyFormat
from hippo_exp.llm.replies import MissingReplyError, Mode, ReplyStore, StoredModel, reply_key
from hippo_exp.llm.retry import RetryPolicy
from hippo_exp.llm.tokens import TokenCounter, token_counter
from hippo_exp.llm.usage import Price, Usage, read_prices

__all__ = [
    "BudgetError",
    "ChatMessage",
    "ChatModel",
    "ChatReply",
    "ChatRequest",
    "Estimate",
    "LLMCallError",
    "LLMError",
    "LLMFatalError",
    "MissingReplyError",
    "Mode",
    "OpenAIClient",
    "Outcome",
    "Price",
    "ReplyFormat",
    "ReplyStore",
    "RetryPolicy",
    "StoredModel",
    "TokenCounter",
    "Usage",
    "check_budget",
    "complete_many",
    "estimate",
    "read_prices",
    "reply_key",
    "token_counter",
]
