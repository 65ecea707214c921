"""The journey, served by the official Python package.

python.py stdio    over stdin and stdout
python.py http     over Streamable HTTP; the first line on stderr is the URL
"""

import socket
import sys

import steps
import uvicorn
from mcp.server.mcpserver import Context, MCPServer
from mcp_types import InputRequiredResult

server = MCPServer("python")


@server.tool()
async def journey(item: str, ctx: Context) -> str | InputRequiredResult:
    return steps.journey(item, ctx)


@server.prompt()
async def greet(ctx: Context) -> str | InputRequiredResult:
    return steps.of_somebody("Hello", ctx)


@server.resource("note://{id}")
async def note(id: str, ctx: Context) -> str | InputRequiredResult:
    return steps.of_somebody("For", ctx)


if sys.argv[1] == "stdio":
    server.run(transport="stdio")
else:
    listener = socket.create_server(("127.0.0.1", 0))
    print(f"http://127.0.0.1:{listener.getsockname()[1]}/mcp", file=sys.stderr, flush=True)
    config = uvicorn.Config(server.streamable_http_app(), log_level="error")
    uvicorn.Server(config).run(sockets=[listener])
