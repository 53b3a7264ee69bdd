"""Language models behind an OpenAI-compatible server, and a store of their replies."""

from hippo_exp.llm.protocol import (
    ChatMessage,
    ChatModel,
    ChatReply,
    ChatRequest,
    LLMCallError,
    LLMError,
    LLMFatalError,
    ReplyFormat,
)

__all__ = [
    "ChatMessage",
    "ChatModel",
    "ChatReply",
    "ChatRequest",
    "LLMCallError",
    "LLMError",
    "LLMFatalError",
    "ReplyFormat",
]
