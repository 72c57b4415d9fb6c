"""The tests' own servers: whoever is connected when one ends is told so, whatever the moment."""

import asyncio

import pytest

from tests.listening import connected, heard, knocking, listening


async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.read()


@pytest.mark.parametrize("rounds", range(6))
async def test_a_connection_made_in_the_last_moment_is_ended_with_the_server(rounds: int) -> None:
    async with listening(silent) as port:
        knock = knocking("127.0.0.1", port)
        for _ in range(rounds):
            await asyncio.sleep(0)
    reader, writer = await asyncio.open_connection(sock=knock)
    async with asyncio.timeout(60):
        assert await heard(reader) == b""
    writer.close()


async def test_what_was_written_before_the_block_is_left_arrives() -> None:
    arrived: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        arrived.set_result(await reader.read())

    async with listening(listen) as port:
        async with connected("127.0.0.1", port) as (_, writer):
            writer.write("橋".encode() * 100_000)
        assert await asyncio.wait_for(arrived, 60) == "橋".encode() * 100_000
