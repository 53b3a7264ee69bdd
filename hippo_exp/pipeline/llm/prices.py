"""What a token of a model costs."""

from __future__ import annotations

from functools import cache

import yaml

from hippo_exp.config import config_folder
from hippo_exp.config.schema import LLMSettings
from hippo_exp.llm import Price, read_prices
from hippo_exp.pipeline.llm.roles import Role, base_url_of, chat_settings, is_loopback


def price_of(settings: LLMSettings, role: Role) -> Price | None:
    """What a role's calls cost; None where that is not known.

    The price of the settings; else that of the table; else nothing for a server on this machine.
    """
    if settings.usd_input is not None and settings.usd_output is not None:
        return Price(settings.usd_input, settings.usd_output)
    listed = price_table().get(chat_settings(settings, role).model)
    if listed is not None:
        return listed
    return Price(0.0, 0.0) if is_loopback(base_url_of(settings, role)) else None


@cache
def price_table() -> dict[str, Price]:
    """Model -> price, from ``configs/llm_prices.yaml``."""
    path = config_folder() / "llm_prices.yaml"
    return read_prices(yaml.safe_load(path.read_text(encoding="utf-8")))
