"""Every sentence and every written number, one module a subject."""
