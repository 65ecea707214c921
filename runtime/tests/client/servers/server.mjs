// A tool that asks twice, served by the official TypeScript package.
//
// server.mjs stdio    over stdin and stdout
// server.mjs http     over Streamable HTTP; the first line on stderr is the URL

import { createServer } from "node:http";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

// From where the packages are installed, which is not where this file is.
const installed = createRequire(`${process.env.MRTR_NODE_PACKAGES}/`);
const load = (name) => import(pathToFileURL(installed.resolve(name)));
const { McpServer, acceptedContent, createMcpHandler, inputRequired } = await load("@modelcontextprotocol/server");
const { serveStdio } = await load("@modelcontextprotocol/server/stdio");
const { z } = await load("zod");

const Size = z.object({ count: z.number().int() });
const Sure = z.object({ sure: z.boolean() });

function ask(key, message, requestedSchema, requestState) {
  const question = inputRequired.elicit({ message, requestedSchema });
  return inputRequired({ inputRequests: { [key]: question }, requestState });
}

function make() {
  const server = new McpServer({ name: "typescript", version: "1" }, { capabilities: { tools: {} } });
  server.registerTool("order", { inputSchema: z.object({ item: z.string() }) }, async ({ item }, { mcpReq }) => {
    // Only a test keeps its state in the open.
    const state = mcpReq.requestState();
    if (!state) {
      const size = acceptedContent(mcpReq.inputResponses, "size", Size);
      if (!size) return ask("size", `How many ${item}?`, Size);
      return ask("sure", `${size.count}, really?`, Sure, `${size.count}`);
    }
    const sure = acceptedContent(mcpReq.inputResponses, "sure", Sure);
    return { content: [{ type: "text", text: `${state} ${item}, sure ${sure?.sure ? "True" : "False"}` }] };
  });
  return server;
}

if (process.argv[2] === "stdio") {
  serveStdio(make);
} else {
  const handler = createMcpHandler(make);
  const http = createServer(async (incoming, outgoing) => {
    const chunks = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const headers = new Headers(incoming.headers);
    const body = chunks.length ? Buffer.concat(chunks) : undefined;
    const url = `http://${incoming.headers.host}${incoming.url}`;
    const response = await handler.fetch(new Request(url, { method: incoming.method, headers, body }));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  http.listen(0, "127.0.0.1", () => {
    console.error(`http://127.0.0.1:${http.address().port}/mcp`);
  });
}
