"""The journey of `journey.rs`, for servers on the official Python package and on fastmcp."""

import json
from typing import Literal

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


def journey(item, ctx):
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


def of_somebody(text, ctx):
    name = (ctx.input_responses or {}).get("name")
    if not name:
        return ask({"name": form("Who?", Who)})
    return f"{text} {(name.content or {}).get('name', name.action)}"
