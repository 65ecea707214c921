"""The journey of `journey.rs`, served by the official Python package.

python.py stdio    over stdin and stdout
python.py http     over Streamable HTTP; the first line on stderr is the URL
"""

import json
import socket
import sys
from typing import Literal

import uvicorn
from mcp.server.mcpserver import Context, MCPServer
from mcp_types import (
    CreateMessageRequest,
    CreateMessageRequestParams,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitRequestURLParams,
    InputRequiredResult,
    ListRootsRequest,
    SamplingMessage,
    TextContent,
)
from pydantic import BaseModel, Field

server = MCPServer("python")


class Size(BaseModel):
    count: int = Field(ge=1, le=9)
    kind: Literal["green", "black"] = "black"


class Sure(BaseModel):
    sure: bool


class Who(BaseModel):
    name: str


def form(message, model):
    params = ElicitRequestFormParams(message=message, requested_schema=model.model_json_schema())
    return ElicitRequest(params=params)


def ask(requests, **state):
    # The package seals it.
    return InputRequiredResult(input_requests=requests, request_state=json.dumps(state) if state else None)


@server.tool()
async def journey(item: str, ctx: Context) -> str | InputRequiredResult:
    answers = ctx.input_responses or {}
    state = json.loads(ctx.request_state or "{}")
    match state.get("at"):
        case None:
            requests = {"size": form(f"How many {item}?", Size), "where": ListRootsRequest()}
            return ask(requests, at="pay")
        case "pay":
            size = answers["size"].content
            told = f"{size['count']} {size['kind']} {item} for {answers['where'].roots[0].uri}"
            page = ElicitRequestURLParams(message="Pay here", url="https://pay.example/tea?n=1")
            return ask({"pay": ElicitRequest(params=page)}, at="wait", told=told)
        case "wait":
            # Nothing to answer: only to be called again.
            return ask(None, at="name", told=f"{state['told']}, paid {answers['pay'].action}")
        case "name":
            message = SamplingMessage(role="user", content=TextContent(text="Name a tea"))
            params = CreateMessageRequestParams(messages=[message], max_tokens=10)
            return ask({"name": CreateMessageRequest(params=params)}, at="sure", told=state["told"])
        case "sure":
            told = f"{state['told']}, named {answers['name'].content.text}"
            return ask({"sure": form("Sure?", Sure)}, at="end", told=told)
        case "end":
            return f"{state['told']}, sure {answers['sure'].action}"


def who(ctx):
    name = (ctx.input_responses or {}).get("name")
    return name and (name.content or {}).get("name", name.action)


@server.prompt()
async def greet(ctx: Context) -> str | InputRequiredResult:
    name = who(ctx)
    return f"Hello {name}" if name else ask({"name": form("Who?", Who)})


@server.resource("note://{id}")
async def note(id: str, ctx: Context) -> str | InputRequiredResult:
    name = who(ctx)
    return f"For {name}" if name else ask({"name": form("Who?", Who)})


if sys.argv[1] == "stdio":
    server.run(transport="stdio")
else:
    listener = socket.create_server(("127.0.0.1", 0))
    print(f"http://127.0.0.1:{listener.getsockname()[1]}/mcp", file=sys.stderr, flush=True)
    config = uvicorn.Config(server.streamable_http_app(), log_level="error")
    uvicorn.Server(config).run(sockets=[listener])
