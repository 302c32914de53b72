"""Floor 4: what the two lecture texts print, and what the series checks against it."""
