"""Sweeps: many points of settings, their cells kept, one joined table at the end.

Its modules are imported one by one, so that a worker loads little.
"""
