"""The paper's tables in one run and one report."""
