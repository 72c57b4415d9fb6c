"""Fits what chooses the sentences of an open answer."""
