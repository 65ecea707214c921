"""A tool that asks twice, served by the official Python package.

server.py stdio    over stdin and stdout
server.py http     over Streamable HTTP; the first line on stderr is the URL
"""

import socket
import sys
from typing import Annotated

import uvicorn
from mcp.server.mcpserver import Elicit, MCPServer, Resolve
from pydantic import BaseModel

server = MCPServer("python")


class Size(BaseModel):
    count: int


class Sure(BaseModel):
    sure: bool


async def size(item: str):
    return Elicit(f"How many {item}?", Size)


async def sure(size: Annotated[Size, Resolve(size)]):
    return Elicit(f"{size.count}, really?", Sure)


@server.tool()
async def order(
    item: str,
    size: Annotated[Size, Resolve(size)],
    sure: Annotated[Sure, Resolve(sure)],
) -> str:
    return f"{size.count} {item}, sure {sure.sure}"


if sys.argv[1] == "stdio":
    server.run(transport="stdio")
else:
    listener = socket.create_server(("127.0.0.1", 0))
    print(f"http://127.0.0.1:{listener.getsockname()[1]}/mcp", file=sys.stderr, flush=True)
    config = uvicorn.Config(server.streamable_http_app(), log_level="error")
    uvicorn.Server(config).run(sockets=[listener])
