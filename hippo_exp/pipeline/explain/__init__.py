"""One question, one method: what is linked, where mass comes from, why passages rank as they do."""
