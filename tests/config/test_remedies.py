"""Every setting that an error message names exists."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from experiments_there import all_keys

import hippo_exp
from hippo_exp.config import config_folder
from hippo_exp.config.keys import is_known
from hippo_exp.config.overrides import group_options

ALL = (*all_keys(), *group_options(config_folder(), all_keys()))
GROUPS = "|".join(dict.fromkeys(key.split(".")[0] for key in ALL if "." in key))
DOTTED = re.compile(rf"\b(?:{GROUPS})(?:\.[a-z_][a-z_0-9]*)+")
ASSIGNED = re.compile(r"(?<![\w.{/-])([a-z_]+(?:[./][a-z_0-9]+)*)=(?=[A-Za-z0-9\[\x00])")
# Hydra's own settings.
OTHER = ("hydra.sweep.dir", "hydra/launcher")


def texts(node: ast.AST) -> Iterator[str]:
    """String constants below a node; the values in an f-string become one sign."""
    if isinstance(node, ast.JoinedStr):
        yield "".join(
            part.value if isinstance(part, ast.Constant) else "\x00" for part in node.values
        )
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    else:
        for child in ast.iter_child_nodes(node):
            yield from texts(child)


def remedies(tree: ast.AST) -> Iterator[str]:
    """What stands in ``fix=``, ``where=``, in ``Fixed(...)`` and in variables of such names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg in ("fix", "where"):
            yield from texts(node.value)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [target.id for target in targets if isinstance(target, ast.Name)]
            if any(
                re.search(r"fix|advice|where|hubs|choose|layouts", name.lower()) for name in names
            ):
                yield from texts(node.value)
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Fixed", "_fault"):
            yield from texts(node)


def named(text: str) -> list[str]:
    """Settings that a text names."""
    found = [*DOTTED.findall(text), *ASSIGNED.findall(text)]
    return [name for name in found if name not in OTHER and not name.endswith((".yaml", ".json"))]


def test_every_setting_named_in_a_remedy_exists() -> None:
    wrong, right = [], 0
    root = Path(hippo_exp.__file__).parent
    for path in sorted(root.rglob("*.py")):
        for text in remedies(ast.parse(path.read_text(encoding="utf-8"))):
            for name in named(text):
                right += is_known(name, ALL)
                if not is_known(name, ALL):
                    wrong.append(f"{path.relative_to(root)}: {name} in {text!r}")
    assert wrong == []
    assert right > 40


def test_the_search_sees_what_it_must() -> None:
    assert named("set encoder.precision=fp32") == ["encoder.precision", "encoder.precision"]
    assert named("set encoder.\x00_length to 3") == []
    assert named("choose hydra/launcher=joblib or a/b=c") == ["a/b"]
    assert named("choose it with formaat=beir or damping=\x00") == ["formaat", "damping"]
    source = "raise ConfigError('x', fix=f'set nope.{a}=1' if b else 'set graf=2')"
    assert [name for text in remedies(ast.parse(source)) for name in named(text)] == ["graf"]
