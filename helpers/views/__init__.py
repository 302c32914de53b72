"""Floor 3: tables and curves as strings, figures with matplotlib. Every module loads on first need."""
