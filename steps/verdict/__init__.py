"""From observations to verdicts, certificates and reports."""
