"""How an implementation plugs in."""
