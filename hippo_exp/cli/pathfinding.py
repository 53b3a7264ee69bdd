"""``hippo-exp pathfinding``: the path-finding benchmark as files, and whether it is still the same.

The tiers are the data sets ``pathfinding_easy``, ``pathfinding_medium`` and ``pathfinding_hard``.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from hippo_exp.cli.parser import examples
from hippo_exp.errors import ConfigError, FaultListError, HippoExpError, VerificationError

if TYPE_CHECKING:
    from hippo_exp.config.schema import BenchmarkSettings
    from hippo_exp.pathfinding.benchmark.export import LayoutName

TIERS = ("easy", "medium", "hard")
_EXPORT = examples(
    "hippo-exp pathfinding export easy --to mine --format beir openie",
    "hippo-exp pathfinding export hard --to large --format beir --set n_passages=1000000",
)
_VERIFY = examples("hippo-exp pathfinding verify easy", "hippo-exp pathfinding verify")
EXAMPLES = examples(
    "hippo-exp pathfinding export hard --to benchmark_hard", "hippo-exp pathfinding verify"
)
_ABOUT = """The path-finding benchmark for other systems.

axes: configs/dataset/pathfinding_*.yaml; meanings and ranges: docs/pathfinding_datasheet.md"""
ALL = "all"
_OTHER = "pathfinding_own"
"""Name of a data set whose axes are not those of its tier."""


def add_pathfinding_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``pathfinding`` and its subcommands to the command line."""
    parser = commands.add_parser(
        "pathfinding",
        help="write the path-finding benchmark to files, or verify it",
        description=_ABOUT,
        epilog=EXAMPLES,
    )
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    about = "generate a tier and write its files"
    export = actions.add_parser("export", help=about, epilog=_EXPORT)
    export.add_argument("tier", choices=TIERS)
    export.add_argument("--to", type=Path, required=True, metavar="DIR", help="folder of the files")
    export.add_argument(
        "--format",
        nargs="+",
        choices=("beir", "release", "openie", ALL),
        default=[ALL],
        help="layouts, into the folder itself; all (the default): each into a folder of its own",
    )
    export.add_argument(
        "--set", action="append", default=[], metavar="AXIS=VALUE", help="another corpus"
    )
    about = "generate tiers and compare the published SHA-256"
    verify = actions.add_parser("verify", help=about, epilog=_VERIFY)
    verify.add_argument("tiers", nargs="*", metavar="TIER", help="default: all of them")


def run_pathfinding(options: argparse.Namespace) -> None:
    """Run one subcommand of ``pathfinding``.

    Raises:
        FaultListError: wrong axes, all together; files that are not the published ones.
        HippoExpError: what generating or writing raises.
    """
    if options.action == "verify":
        verify_tiers(options.tiers or TIERS)
        return
    folders = layout_folders(options.to, options.format)
    settings = tier_settings(options.tier, options.set)
    digests = _exported(settings, folders)
    for file, sha256 in digests.items():
        print(f"{sha256}  {file}")
    published = {file: settings.sha256.get(file) for file in digests}
    same = "as published" if published == digests else "not a published corpus"
    print(f"{settings.name} ({same}) written to {options.to}")


def layout_folders(folder: Path, formats: Sequence[str]) -> dict[LayoutName, Path]:
    """Layout -> the folder for its files.

    Raises:
        ConfigError: two layouts that cannot share a folder.
    """
    from hippo_exp.pathfinding.benchmark.export import LAYOUTS

    if ALL in formats:
        return {layout: folder / layout for layout in LAYOUTS}
    if {"beir", "release"} <= set(formats):
        fix = "choose one of them, or --format all for a folder each"
        raise ConfigError("beir and release cannot share a folder", where="--format", fix=fix)
    return {layout: folder for layout in LAYOUTS if layout in formats}


def tier_settings(tier: str, changed: Sequence[str] = ()) -> BenchmarkSettings:
    """The settings of a tier, or of another corpus where axes are changed.

    Args:
        tier: easy, medium or hard.
        changed: ``axis=value``.

    Raises:
        FaultListError: unknown axes and wrong values, all together.
    """
    from hippo_exp.config import sound_settings
    from hippo_exp.config.schema import BenchmarkSettings, RetrievalSettings
    from hippo_exp.pathfinding import parameter_faults
    from hippo_exp.pipeline.source.generated import benchmark_parameters

    axes = [f"dataset.pathfinding.{text}" for text in changed]
    chosen = [f"dataset=pathfinding_{tier}", *axes]
    sound = sound_settings(RetrievalSettings, "experiment/table2", chosen)
    faults: list[HippoExpError] = list(sound.faults)
    dataset = sound.settings.dataset if sound.settings is not None else None
    if isinstance(dataset, BenchmarkSettings):
        faults += parameter_faults(benchmark_parameters(dataset))
    if faults:
        raise FaultListError(faults)
    assert isinstance(dataset, BenchmarkSettings)
    return dataset.model_copy(update={"name": _OTHER}) if changed else dataset


def verify_tiers(tiers: Sequence[str]) -> None:
    """Generate tiers and compare every file with its published SHA-256; print each tier.

    Raises:
        ConfigError: no such tier.
        FaultListError: files that differ, one fault each.
    """
    faults: list[HippoExpError] = [
        ConfigError(f"no tier is named {tier!r}", where="TIER", fix=f"choose of {', '.join(TIERS)}")
        for tier in tiers
        if tier not in TIERS
    ]
    if faults:
        raise FaultListError(faults)
    for tier in tiers:
        settings = tier_settings(tier)
        with TemporaryDirectory() as folder:
            found = _exported(settings, layout_folders(Path(folder), [ALL]))
        faults += _differences(settings.name, settings.sha256, found)
        print(f"{settings.name}  {len(found)} files generated and compared")
    if faults:
        raise FaultListError(faults)


def _exported(settings: BenchmarkSettings, folders: Mapping[LayoutName, Path]) -> dict[str, str]:
    from hippo_exp.pathfinding.benchmark.export import export_benchmark
    from hippo_exp.pipeline.source.generated import benchmark_parameters

    return export_benchmark(benchmark_parameters(settings), settings.name, folders)


def _differences(
    name: str, published: Mapping[str, str], found: Mapping[str, str]
) -> list[VerificationError]:
    fix = "use the versions of constraints.txt; a changed generator needs new digests"
    return [
        VerificationError(
            f"SHA-256 {found.get(file)} where {published.get(file)} is published",
            where=f"{name}, {file}",
            fix=fix,
        )
        for file in dict.fromkeys([*published, *found])
        if published.get(file) != found.get(file)
    ]
