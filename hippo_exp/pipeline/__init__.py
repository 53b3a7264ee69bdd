"""Experiments end to end: from settings to a folder of results.

Its modules are imported one by one, so that the checks before a run load little.
"""
