"""Pieces of the page that know nothing of results: markup, tables, Markdown."""
