"""How laws of passage nodes are tried."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import HealthCheck, settings

from hippo_exp.retrieval import (
    HippoRAGRetriever,
)

Make = Callable[..., HippoRAGRetriever]


laws = settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
