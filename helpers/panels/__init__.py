"""Panels: one file for each lecture section, all made by ``panel.Panel``."""
