"""The questions, one file for each notebook; how to write one: ``helpers.lectures.exercises``."""
