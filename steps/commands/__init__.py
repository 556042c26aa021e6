"""What the commands of ``oa-conformance`` do, apart from reading their arguments."""
