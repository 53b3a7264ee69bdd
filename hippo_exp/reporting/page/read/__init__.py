"""What the page is made of, read from a results tree."""
