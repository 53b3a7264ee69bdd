"""Rankings of every row, their values, and the counts of their graphs."""
