"""The exemplar: a complete host that keeps the protocol. Never imports the judge."""
