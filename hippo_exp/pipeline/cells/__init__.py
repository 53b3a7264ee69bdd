"""Cells that survive: what a row ranked is kept under its identity, with a status beside it."""
