// Tools that ask in the middle of a call, and one that fails until a page was visited, served by the official
// TypeScript package of 2025-11-25.
//
// typescript_2025.mjs stdio    over stdin and stdout
// typescript_2025.mjs http     over Streamable HTTP, for one session; the first line on stderr is the URL

import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { load } from "./load.mjs";

const { McpServer } = await load("@modelcontextprotocol/sdk/server/mcp.js");
const { StdioServerTransport } = await load("@modelcontextprotocol/sdk/server/stdio.js");
const { StreamableHTTPServerTransport } = await load("@modelcontextprotocol/sdk/server/streamableHttp.js");
const { CreateMessageResultSchema, ElicitResultSchema, ListRootsResultSchema, UrlElicitationRequiredError } =
  await load("@modelcontextprotocol/sdk/types.js");
const { z } = await load("zod");

const server = new McpServer({ name: "typescript-2025", version: "1" });
const text = (text) => ({ content: [{ type: "text", text }] });

const Size = {
  type: "object",
  properties: {
    count: { type: "integer", minimum: 1, maximum: 9 },
    kind: { type: "string", enum: ["green", "black"], default: "black" },
  },
  required: ["count"],
};
const Sure = { type: "object", properties: { sure: { type: "boolean" } }, required: ["sure"] };

server.registerTool("journey", { inputSchema: { item: z.string() } }, async ({ item }, { sendRequest }) => {
  const elicit = (params) => sendRequest({ method: "elicitation/create", params }, ElicitResultSchema);
  const size = await elicit({ message: `How many ${item}?`, requestedSchema: Size });
  const { roots } = await sendRequest({ method: "roots/list" }, ListRootsResultSchema);
  const messages = [{ role: "user", content: { type: "text", text: "Name a tea" } }];
  const sampling = { method: "sampling/createMessage", params: { messages, maxTokens: 10 } };
  const named = await sendRequest(sampling, CreateMessageResultSchema);
  const page = { mode: "url", message: "Pay here", url: "https://pay.example/tea?n=1", elicitationId: "e1" };
  const paid = await elicit(page);
  const sure = await elicit({ message: "Sure?", requestedSchema: Sure });
  const told = `${size.content.count} ${size.content.kind} ${item} for ${roots[0].uri}`;
  return text(`${told}, paid ${paid.action}, named ${named.content.text}, sure ${sure.action}`);
});

let visited = false;

server.registerTool("visit", {}, async () => {
  if (visited) return text("welcome");
  visited = true;
  const page = { mode: "url", message: "Sign in", url: "https://login.example/", elicitationId: "login" };
  throw new UrlElicitationRequiredError([page]);
});

if (process.argv[2] === "stdio") {
  await server.connect(new StdioServerTransport());
} else {
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: randomUUID });
  await server.connect(transport);
  const http = createServer((request, response) => transport.handleRequest(request, response));
  http.listen(0, "127.0.0.1", () => {
    console.error(`http://127.0.0.1:${http.address().port}/mcp`);
  });
}
