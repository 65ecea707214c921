"""Drives the deploy example to its end with the official Python client.

client.py stdio PROGRAM    starts `PROGRAM --serve stdio`
client.py http URL         uses a server that runs already
"""

import asyncio
import sys

from mcp import Client, StdioServerParameters, stdio_client, types


async def answer(context, params):
    fields = params.requested_schema["properties"]
    if "approved" in fields:
        content = {"approved": True, "label": "py"}
    else:
        content = {"answer": True}
    return types.ElicitResult(action="accept", content=content)


async def roots(context):
    return types.ListRootsResult(roots=[types.Root(uri="file:///srv")])


async def main(kind, target):
    if kind == "stdio":
        target = stdio_client(StdioServerParameters(command=target, args=["--serve", "stdio"]))
    async with Client(target, elicitation_callback=answer, list_roots_callback=roots) as client:
        listed = await client.list_tools()
        print(*(tool.name for tool in listed.tools))
        result = await client.call_tool("deploy", {"environment": "production"})
        print("error" if result.is_error else "ok", result.content[0].text)


asyncio.run(main(*sys.argv[1:]))
