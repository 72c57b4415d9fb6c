"""Runs code that a language model wrote, without trusting it."""
