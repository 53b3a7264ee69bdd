"""What the benchmarks share: timing in turn, peak memory, exactness, records, table, figure."""
