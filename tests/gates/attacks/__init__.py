"""Tables of attacks: one module a kind of attacker, each with its cases. `gate_attacks` runs them all."""
