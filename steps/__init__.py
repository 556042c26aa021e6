"""The judge: steps, the simulated world, doors, verdicts. Never imports the exemplar."""
