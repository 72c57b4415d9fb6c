"""Sums of eight-bit models are exact on every processor."""

from importlib import import_module
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from tadori.minds.local.onnx_options import session_options

onnxruntime: Any = import_module("onnxruntime")  # it has no types


@pytest.fixture
def model() -> bytes:
    """A product of bytes, with weights that are as large as they get."""
    weights = numpy_helper.from_array(np.full((64, 16), 127, dtype=np.int8), "weights")
    nodes = [helper.make_node("MatMulInteger", ["given", "weights"], ["product"])]
    graph = helper.make_graph(
        nodes,
        "bytes",
        [helper.make_tensor_value_info("given", TensorProto.UINT8, [4, 64])],
        [helper.make_tensor_value_info("product", TensorProto.INT32, [4, 16])],
        [weights],
    )
    made: bytes = helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8
    ).SerializeToString()
    onnx.checker.check_model(made)
    return made


def test_sums_that_need_more_than_sixteen_bits_are_exact(model: bytes) -> None:
    options = session_options(onnxruntime, threads=1)
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    [product] = session.run(None, {"given": np.full((4, 64), 255, dtype=np.uint8)})
    assert product.tolist() == [[64 * 255 * 127] * 16] * 4


def test_a_session_has_the_threads_it_was_given() -> None:
    options = session_options(onnxruntime, threads=3)
    assert (options.intra_op_num_threads, options.inter_op_num_threads) == (3, 1)
