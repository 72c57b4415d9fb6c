"""Cases for the gate `checked`: faithful and unfaithful sentences with the quotations they stand on."""
