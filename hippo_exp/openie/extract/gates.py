"""Stopping a run that is not worth its calls."""

from __future__ import annotations

from hippo_exp.llm import LLMError
from hippo_exp.openie.extract.asking import FAILURES
from hippo_exp.openie.extract.settings import GateSettings
from hippo_exp.types.extraction import ExtractionStatus


class ExtractionStoppedError(LLMError):
    """A gate stopped the run; replies that the store holds are not lost."""


class Gate:
    """Sees the results one after another, in corpus order.

    Args:
        settings: see :class:`GateSettings`.
        what: what is extracted from, in the plural: ``passages`` or ``questions``.
        kept: number of good results taken over from an earlier run. They count as results; with
            ``smoke_size`` of them the server has shown that it works, and no smoke gate is needed.
    """

    def __init__(self, settings: GateSettings, what: str, kept: int = 0) -> None:
        self.settings = settings
        self.what = what
        self.kept = kept
        self.seen = 0
        self.useless = 0
        self.parse_errors = 0
        self.api_errors_in_a_row = 0

    def see(
        self, status: ExtractionStatus, *, empty: bool, detail: str, largest_prompt: int = 0
    ) -> None:
        """Take note of a result.

        Args:
            status: of the result.
            empty: nothing was found.
            detail: why it failed.
            largest_prompt: tokens of its largest prompt, for the message.

        Raises:
            ExtractionStoppedError: a gate closes.
        """
        self.seen += 1
        self.useless += status in FAILURES or empty
        self.parse_errors += status == "parse_error"
        self.api_errors_in_a_row = self.api_errors_in_a_row + 1 if status == "api_error" else 0
        self._smoke(detail, largest_prompt)
        self._share(detail)
        self._unreachable(detail)

    def _smoke(self, detail: str, largest_prompt: int) -> None:
        size = self.settings.smoke_size
        if self.seen != size or self.kept >= size:
            return
        if self.useless > self.settings.smoke_share * size:
            tokens = f", the last prompt had {largest_prompt:,} tokens" if largest_prompt else ""
            raise ExtractionStoppedError(
                f"{self.useless} of the first {size} {self.what} failed or came back empty"
                + (f" (the last: {detail})" if detail else ""),
                where="smoke gate",
                fix="check that the server's context size (num_ctx, n_ctx, max_model_len) holds "
                f"the prompt and the reply{tokens}; then the model, the prompts and the format",
            )

    def _share(self, detail: str) -> None:
        total = self.kept + self.seen
        share = self.settings.parse_error_share
        if total >= self.settings.parse_error_after and self.parse_errors > share * total:
            raise ExtractionStoppedError(
                f"{self.parse_errors} replies for {total} {self.what} could not be parsed"
                + (f" (the last: {detail})" if detail else ""),
                where=f"limit {share:.1%}",
                fix="use the server's JSON schema mode or another model, or raise the limit",
            )

    def _unreachable(self, detail: str) -> None:
        limit = self.settings.max_api_errors_in_a_row
        if self.api_errors_in_a_row >= limit:
            raise ExtractionStoppedError(
                f"{limit} calls failed one after another (the last: {detail})",
                where="language model",
                fix="check the server, then run again: what is done is kept",
            )
