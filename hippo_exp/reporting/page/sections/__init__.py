"""The parts of the page, each made from what was read."""
