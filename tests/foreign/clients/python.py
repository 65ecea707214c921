"""Goes the journey with the official Python client; what it prints is compared.

python.py VERSION stdio PROGRAM
python.py VERSION http URL
"""

import asyncio
import sys

from mcp import Client, StdioServerParameters, stdio_client, types


async def answer(context, params):
    if params.mode == "url":
        return types.ElicitResult(action="accept")
    match params.message:
        case "Sure?":
            return types.ElicitResult(action="decline")
        case "Who?":
            content = {"answer": "Ann"}
        case _:
            content = {"count": 3, "kind": "black"}
    return types.ElicitResult(action="accept", content=content)


async def sample(context, params):
    content = types.TextContent(type="text", text="Earl")
    return types.CreateMessageResult(role="assistant", model="m", content=content)


async def roots(context):
    return types.ListRootsResult(roots=[types.Root(uri="file:///here")])


async def main(version, over, target):
    if over == "stdio":
        target = stdio_client(StdioServerParameters(command=target))
    mode = version if version == "2026-07-28" else "legacy"
    client = Client(
        target,
        mode=mode,
        elicitation_callback=answer,
        sampling_callback=sample,
        list_roots_callback=roots,
    )
    async with client:
        listed = await client.list_tools()
        print(*(tool.name for tool in listed.tools))
        called = await client.call_tool("journey", {"item": "tea"})
        print(called.content[0].text)
        prompt = await client.get_prompt("greet")
        print(prompt.messages[0].content.text)
        read = await client.read_resource("note://7")
        print(read.contents[0].text)


asyncio.run(main(*sys.argv[1:]))
