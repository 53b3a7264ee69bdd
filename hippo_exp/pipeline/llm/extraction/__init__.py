"""``hippo-exp extract``: triples of a corpus and entities of its questions."""
