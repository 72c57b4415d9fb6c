"""One module per kind of action. Each handler records the driver's choice and then executes it."""
