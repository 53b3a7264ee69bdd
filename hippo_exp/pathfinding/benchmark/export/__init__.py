"""The benchmark as files that other systems read."""

from hippo_exp.pathfinding.benchmark.export.run import LAYOUTS, LayoutName, export_benchmark

__all__ = ["LAYOUTS", "LayoutName", "export_benchmark"]
