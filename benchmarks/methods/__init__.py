"""This project's way and the alternatives, each behind the same signature."""
