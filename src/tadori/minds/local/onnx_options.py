"""Session options for onnxruntime that make eight-bit sums exact on every processor.

Eight-bit weights are multiplied in sixteen bits where a processor has AVX2 but no VNNI, and sums that overflow are cut
off: of 150 SciFact pairs our model changed its answer on three. `x64quantprecision` makes such a processor compute what
all others do, for a sixth more time. It changes nothing elsewhere.
"""

from typing import Any


def session_options(onnxruntime: Any, threads: int) -> Any:
    """Options for a session with `threads` threads."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    options.add_session_config_entry("session.x64quantprecision", "1")
    return options
