"""What stands in the way of an experiment about cost, besides what every experiment checks."""

from __future__ import annotations

from collections.abc import Sequence

from hippo_exp.config import load_settings
from hippo_exp.config.schema import RetrievalSettings, RowSettings
from hippo_exp.errors import ConfigError, FaultListError, HippoExpError
from hippo_exp.llm.address import normalize_base_url
from hippo_exp.llm.secret import Secret
from hippo_exp.pipeline.cost.gaps import roles_for
from hippo_exp.pipeline.llm.multi_step import ircot_identity
from hippo_exp.pipeline.llm.prices import price_table
from hippo_exp.pipeline.llm.roles import base_url_of
from hippo_exp.text import did_you_mean


def cost_metric_faults(settings: RetrievalSettings) -> list[HippoExpError]:
    """Metrics that the experiment does not measure."""
    shipped = load_settings(RetrievalSettings, f"experiment/{settings.experiment.name}", [])
    known = shipped.experiment.metrics
    return [
        ConfigError(
            f"{name} is not measured here",
            where="experiment.metrics",
            fix=did_you_mean(name, known, all_of="there are"),
        )
        for name in settings.experiment.metrics
        if name not in known
    ]


def cost_llm_faults(
    settings: RetrievalSettings, rows: Sequence[RowSettings]
) -> list[HippoExpError]:
    """A model without a price to count with; one that no row asks; an address, key or prompt.

    A key is needed only where a run may call: tables 18 and break-even read kept replies.
    """
    faults = _cost_model(settings)
    llm = settings.llm
    roles = dict.fromkeys(role for row in rows for role in roles_for(settings, row))
    if llm is not None and not roles:
        what = "no chosen row asks a language model"
        return [*faults, ConfigError(what, where=f"llm={llm.name}", fix="leave it out")]
    calls = settings.experiment.layout == "online_cost" and not settings.dry_run
    try:
        if settings.ircot is not None:
            ircot_identity(settings, "dense")
        for role in roles if llm is not None else ():
            assert llm is not None
            normalize_base_url(base_url_of(llm, role))
            if calls and llm.mode == "call":
                Secret(llm.key_env)
    except FaultListError as error:
        faults += error.errors
    except HippoExpError as error:
        faults.append(error)
    return faults


def _cost_model(settings: RetrievalSettings) -> list[HippoExpError]:
    assert settings.cost is not None
    known, model = list(price_table()), settings.cost.model
    if model in known:
        return []
    fix = f"{did_you_mean(model, known, all_of='there are')}; or add it to configs/llm_prices.yaml"
    return [ConfigError(f"{model!r} has no price", where="cost.model", fix=fix)]
