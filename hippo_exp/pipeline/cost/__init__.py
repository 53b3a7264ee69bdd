"""What HippoRAG and its alternatives cost: tables 17 and 18, and where their bills meet."""

from __future__ import annotations

from hippo_exp.config.schema import RetrievalSettings


def run_cost(settings: RetrievalSettings, command: str) -> None:
    """Run the experiment about cost that the settings name; see the module of each.

    Raises:
        HippoExpError: what the experiment raises.
    """
    if settings.experiment.layout == "online_cost":
        from hippo_exp.pipeline.cost.online_table import run_online_cost

        run_online_cost(settings, command)
    elif settings.experiment.layout == "index_cost":
        from hippo_exp.pipeline.cost.index_table import run_index_cost

        run_index_cost(settings, command)
    else:
        from hippo_exp.pipeline.cost.break_even import run_break_even

        run_break_even(settings, command)
