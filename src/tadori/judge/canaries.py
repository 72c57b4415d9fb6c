"""x"""
from dataclasses import dataclass
@dataclass(frozen=True)
class Canary:
    kind: str
    text: str
def canaries_of(sentence: str) -> tuple[Canary, ...]:
    return ()
