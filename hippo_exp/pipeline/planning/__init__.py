"""What will run, what cannot and why, and what the paper says about it; before any work."""
