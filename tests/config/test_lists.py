"""Lists of sizes and shares ascend, and no name stands in a list twice."""

from __future__ import annotations

import pytest

from hippo_exp.config import load_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.errors import FaultListError


@pytest.mark.parametrize(
    ("experiment", "override", "what"),
    [
        ("index_watch", "watch.shares=[0.5,0.5]", r"\[0.5, 0.5\] do not ascend"),
        ("index_watch", "watch.shares=[0.5,0.1]", r"\[0.5, 0.1\] do not ascend"),
        ("index_watch", "watch.losses=[facts,facts]", "'facts' is named twice"),
        ("maintenance", "maintenance.sizes=[200,100]", r"\[200, 100\] do not ascend"),
        ("break_even", "break_even.queries=[10,10]", r"\[10, 10\] do not ascend"),
    ],
)
def test_a_list_out_of_order_is_a_fault_of_its_setting(
    experiment: str, override: str, what: str
) -> None:
    place = override.partition("=")[0]
    with pytest.raises(FaultListError, match=what) as caught:
        load_settings(
            RetrievalSettings, f"experiment/{experiment}", ["dataset=musique_train", override]
        )
    assert [error.where for error in caught.value.errors] == [place]
