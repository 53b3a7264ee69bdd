"""What the cache holds (stage outputs, cells, model replies), and what of it is deleted."""
