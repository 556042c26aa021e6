"""What a scenario can reach: releases, broker, pages; frozen to cassettes."""
