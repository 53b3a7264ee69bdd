"""What a run leaves: headers, further files, and the guard of the committed results."""
