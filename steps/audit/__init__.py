"""Rules on what was reported, held against the wire."""
