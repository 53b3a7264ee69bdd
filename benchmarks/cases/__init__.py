"""Generated inputs of a stated size: graphs, queries, vectors, extractions."""
