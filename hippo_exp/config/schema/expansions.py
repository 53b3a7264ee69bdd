"""Settings of the expansion from restart vector to node scores."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from hippo_exp.config.schema.base import (
    Settings,
    fault,
)


class PPRSettings(Settings):
    """Personalized PageRank (row 10)."""

    kind: Literal["ppr"]
    restart_prob: Annotated[float, Field(ge=0.001, le=1.0)]
    tol: Annotated[float, Field(ge=1e-14, le=1e-3)]
    solver: Literal["auto", "power", "chebyshev", "gauss_seidel", "push", "networkx", "igraph"]
    precision: Literal["float64", "float32"]

    @model_validator(mode="after")
    def _in_float32(self) -> Self:
        if self.precision == "float32" and self.solver in ("push", "networkx", "igraph"):
            what = f"the solver {self.solver} computes in float64 only"
            raise fault(
                what,
                where="precision",
                fix="set expansion.precision=float64 or expansion.solver=auto",
            )
        return self


class QueryNodesSettings(Settings):
    """The restart vector alone (row 13)."""

    kind: Literal["query_nodes"]


class QueryNodesAndNeighborsSettings(Settings):
    """The restart vector and a share of it on graph neighbours (row 14)."""

    kind: Literal["query_nodes_and_neighbors"]
    levels: Annotated[int, Field(ge=1, le=4)]
    weight: Annotated[float, Field(ge=0.0, le=10.0)]


ExpansionSettings = Annotated[
    PPRSettings | QueryNodesSettings | QueryNodesAndNeighborsSettings, Field(discriminator="kind")
]
