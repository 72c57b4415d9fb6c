"""Open questions over real folders, with key points that others wrote before the code existed."""
