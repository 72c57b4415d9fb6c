"""One module a kind of action: what is written down with the choice, and how it is carried out."""
