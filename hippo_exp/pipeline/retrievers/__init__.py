"""From inputs to retrievers: vectors, synonymy edges, index, and what identifies a row."""
