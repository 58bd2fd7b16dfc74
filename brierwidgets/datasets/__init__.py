"""Data behind the published tables."""
