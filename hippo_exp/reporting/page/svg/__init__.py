"""Figures drawn from numbers, as inline SVG that follows the page's colours and widths."""
