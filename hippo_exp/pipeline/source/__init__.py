"""What a run starts from: files, data set, extraction, propositions, summaries."""
