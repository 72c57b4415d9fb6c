"""How onnxruntime is asked to run a model, ours or a user's: sums of eight-bit weights are exact on every processor.

Weights of eight bits are multiplied in sixteen where a processor has AVX2 but no VNNI, and sums that do not fit are cut
off: of 150 SciFact pairs our reader changed its mind about three. `x64quantprecision` has such a processor compute what
all others do, for a sixth more time. It changes nothing elsewhere.
"""

from typing import Any


def session_options(onnxruntime: Any, threads: int) -> Any:
    """Options for a session of `threads`; the library has no types."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    options.add_session_config_entry("session.x64quantprecision", "1")
    return options
