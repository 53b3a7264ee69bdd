"""A scripted server for each test that asks for one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from scripted_server import Script, scripted_server


@pytest.fixture
def script() -> Iterator[Script]:
    with scripted_server(Script()) as running:
        yield running
