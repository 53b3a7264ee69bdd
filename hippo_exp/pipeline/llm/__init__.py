"""The language model of a run: servers, kept replies, money, and what asks it."""
