"""Tadori: follow every sentence back to the words it stands on."""
