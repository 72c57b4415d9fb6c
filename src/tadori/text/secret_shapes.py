"""Patterns of secrets: keys, tokens, passwords with a recognisable marker.

Comes in: any text. Goes out: where such a pattern matches. A pattern needs a marker that only secrets have (`sk-…`,
`Bearer …`, `password=…`): long random words alone are also file names and hashes.
"""

from typing import Final

from tadori.text.lazy_pattern import lazy_pattern

_SECRET: Final = lazy_pattern(
    r"-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----(?:[^-]{0,8000}-----END [A-Z ]{0,20}PRIVATE KEY-----)?"
    r"|\b(?:sk|pk|rk)-(?:[a-z]{2,12}-)?[A-Za-z0-9_-]{16,200}"
    r"|\b(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{10,100}"
    r"|\bgh[pousr]_[A-Za-z0-9]{20,255}|\bgithub_pat_[A-Za-z0-9_]{20,255}|\bglpat-[A-Za-z0-9_-]{16,64}"
    r"|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bAIza[A-Za-z0-9_-]{30,50}|\bya29\.[A-Za-z0-9_-]{20,500}"
    r"|\bxox[abeoprs]-[A-Za-z0-9-]{10,250}|\bhf_[A-Za-z0-9]{20,100}|\bnpm_[A-Za-z0-9]{30,60}|\bpypi-[A-Za-z0-9_-]{30,500}"
    r"|\beyJ[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{8,4000}(?:\.[A-Za-z0-9_-]{8,2000})?"
    r"|(?i:\b(?:bearer|basic|token)\s{1,3}(?=[A-Za-z0-9._~+/=-]*[0-9=])[A-Za-z0-9._~+/=-]{12,4000})"
    r"|(?i:\b(?:api[_-]?key|apikey|access[_-]?token|auth[_-]?token|client[_-]?secret|secret[_-]?key|password|passwd|pwd"
    r"|authorization|x-api-key|subscription[_-]?token)[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?:(?:bearer|basic|token)\s{1,3})?"
    r"(?!\[REDACTED\])[^\s\"',;&<>]{4,4000})"
    r"|(?<=://)[^\s/:@]{1,100}:[^\s/@]{1,200}(?=@)"
)


def shape_places(text: str) -> list[tuple[int, int]]:
    """Start and end of everything that has the shape of a secret, in order."""
    return [match.span() for match in _SECRET.finditer(text)]
