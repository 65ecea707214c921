"""Goes the journey with the client of fastmcp; what it prints is compared.

fastmcp.py VERSION stdio PROGRAM
fastmcp.py VERSION http URL
"""

import asyncio
import sys

# Not this file, which has the same name.
sys.path.pop(0)

from fastmcp import Client
from fastmcp.client.elicitation import ElicitResult
from fastmcp.client.transports import StdioTransport


async def answer(message, response_type, params, context):
    if params.mode == "url":
        return ElicitResult(action="accept")
    match message:
        case "Sure?":
            return ElicitResult(action="decline")
        case "Who?":
            content = {"answer": "Ann"}
        case _:
            content = {"count": 3, "kind": "black"}
    return ElicitResult(action="accept", content=content)


async def sample(messages, params, context):
    return "Earl"


async def main(version, over, target):
    if over == "stdio":
        target = StdioTransport(command=target, args=[])
    mode = version if version == "2026-07-28" else "legacy"
    client = Client(
        target,
        mode=mode,
        roots=["file:///here"],
        elicitation_handler=answer,
        sampling_handler=sample,
    )
    async with client:
        tools = await client.list_tools()
        print(*(tool.name for tool in tools))
        called = await client.call_tool("journey", {"item": "tea"})
        print(called.content[0].text)
        prompt = await client.get_prompt("greet")
        print(prompt.messages[0].content.text)
        read = await client.read_resource("note://7")
        print(read[0].text)


asyncio.run(main(*sys.argv[1:]))
