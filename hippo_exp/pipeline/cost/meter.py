"""What the models of a session took between two looks."""

from __future__ import annotations

from collections.abc import Sequence

from hippo_exp.llm import Usage
from hippo_exp.pipeline.cost.tokens import Spent, added
from hippo_exp.pipeline.llm.prices import price_of
from hippo_exp.pipeline.llm.roles import Role
from hippo_exp.pipeline.llm.session import LLMSession


class Meter:
    """Reads the accounts of models; a reply from the store counts what it had taken when paid for.

    Args:
        session: has the models.
        roles: whose accounts are read.
    """

    def __init__(self, session: LLMSession, roles: Sequence[Role]) -> None:
        self._session = session
        self._roles = tuple(roles)
        self._seen = {role: Usage() for role in self._roles}
        self.lap()

    def lap(self) -> tuple[Spent, float]:
        """What was spent since the last lap, and its cost; a model without a price adds none."""
        spent, usd = [], 0.0
        for role in self._roles:
            model = self._session.model(role)
            now, before = model.paid + model.reused, self._seen[role]
            self._seen[role] = now
            item = Spent(
                now.calls - before.calls,
                now.prompt_tokens - before.prompt_tokens,
                now.completion_tokens - before.completion_tokens,
                now.seconds - before.seconds,
            )
            spent.append(item)
            price = price_of(self._session.settings, role)
            usd += item.usd(price) if price is not None else 0.0
        return added(spent), usd
