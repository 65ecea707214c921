// A tool that asks in the middle of a call, served by the official TypeScript package of 2025-11-25, over stdio.

import { load } from "./load.mjs";

const { McpServer } = await load("@modelcontextprotocol/sdk/server/mcp.js");
const { StdioServerTransport } = await load("@modelcontextprotocol/sdk/server/stdio.js");
const { z } = await load("zod");

const server = new McpServer({ name: "typescript-2025", version: "1" });
const text = (text) => ({ content: [{ type: "text", text }] });

const size = {
  type: "object",
  properties: { count: { type: "integer", minimum: 1, maximum: 9 }, kind: { type: "string", enum: ["green", "black"], default: "black" } },
  required: ["count"],
};

server.registerTool("journey", { inputSchema: { item: z.string() } }, async ({ item }) => {
  const asked = await server.server.elicitInput({ message: `How many ${item}?`, requestedSchema: size });
  const { roots } = await server.server.listRoots();
  const told = `${asked.content.count} ${asked.content.kind} ${item} for ${roots[0].uri}`;
  const messages = [{ role: "user", content: { type: "text", text: "Name a tea" } }];
  const named = await server.server.createMessage({ messages, maxTokens: 10 });
  const page = { mode: "url", message: "Pay here", url: "https://pay.example/tea?n=1", elicitationId: "e1" };
  const paid = await server.server.elicitInput(page);
  const sure = await server.server.elicitInput({
    message: "Sure?",
    requestedSchema: { type: "object", properties: { sure: { type: "boolean" } }, required: ["sure"] },
  });
  return text(`${told}, paid ${paid.action}, named ${named.content.text}, sure ${sure.action}`);
});

await server.connect(new StdioServerTransport());
