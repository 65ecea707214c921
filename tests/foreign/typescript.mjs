// The journey of `journey.rs`, served by the official TypeScript package.
//
// typescript.mjs stdio    over stdin and stdout
// typescript.mjs http     over Streamable HTTP; the first line on stderr is the URL

import { createServer } from "node:http";
import { load } from "./load.mjs";

const { McpServer, ResourceTemplate, createMcpHandler, createRequestStateCodec, inputRequired, inputResponse } =
  await load("@modelcontextprotocol/server");
const { serveStdio } = await load("@modelcontextprotocol/server/stdio");
const { toNodeHandler } = await load("@modelcontextprotocol/node");
const { z } = await load("zod");

const Size = z.object({ count: z.int().min(1).max(9), kind: z.enum(["green", "black"]).default("black") });
const Sure = z.object({ sure: z.boolean() });

const codec = createRequestStateCodec({ key: "only a test has its key in the open" });

async function ask(inputRequests, state) {
  return inputRequired({ inputRequests, requestState: state && (await codec.mint(state)) });
}

async function journey({ item }, { mcpReq }) {
  const answer = (key) => inputResponse(mcpReq.inputResponses, key);
  const state = mcpReq.requestState();
  switch (state?.at) {
    case undefined:
      return ask(
        {
          size: inputRequired.elicit({ message: `How many ${item}?`, requestedSchema: Size }),
          where: inputRequired.listRoots(),
        },
        { at: "pay" },
      );
    case "pay": {
      const size = answer("size");
      const { count, kind } = size.content;
      const told = `${count} ${kind} ${item} for ${answer("where").roots[0].uri}`;
      const pay = inputRequired.elicitUrl({ message: "Pay here", url: "https://pay.example/tea?n=1" });
      return ask({ pay }, { at: "wait", told });
    }
    case "wait":
      // Nothing to answer: only to be called again.
      return ask(undefined, { at: "name", told: `${state.told}, paid ${answer("pay").action}` });
    case "name": {
      const messages = [{ role: "user", content: { type: "text", text: "Name a tea" } }];
      return ask({ name: inputRequired.createMessage({ messages, maxTokens: 10 }) }, { ...state, at: "sure" });
    }
    case "sure": {
      const told = `${state.told}, named ${answer("name").result.content.text}`;
      return ask({ sure: inputRequired.elicit({ message: "Sure?", requestedSchema: Sure }) }, { at: "end", told });
    }
    case "end":
      return { content: [{ type: "text", text: `${state.told}, sure ${answer("sure").action}` }] };
  }
}

function who({ mcpReq }) {
  const name = inputResponse(mcpReq.inputResponses, "name");
  if (name.kind === "elicit") return name.content?.name ?? name.action;
}

function askWho() {
  const requestedSchema = z.object({ name: z.string() });
  return inputRequired({ inputRequests: { name: inputRequired.elicit({ message: "Who?", requestedSchema }) } });
}

function make() {
  const server = new McpServer({ name: "typescript", version: "1" }, { requestState: { verify: codec.verify } });
  server.registerTool("journey", { inputSchema: z.object({ item: z.string() }) }, journey);
  server.registerPrompt("greet", { description: "Greets" }, async (context) => {
    const name = who(context);
    if (!name) return askWho();
    return { messages: [{ role: "user", content: { type: "text", text: `Hello ${name}` } }] };
  });
  server.registerResource("note", new ResourceTemplate("note://{id}", {}), {}, async (uri, _, context) => {
    const name = who(context);
    if (!name) return askWho();
    return { contents: [{ uri: uri.href, text: `For ${name}` }] };
  });
  return server;
}

if (process.argv[2] === "stdio") {
  serveStdio(make);
} else {
  const http = createServer(toNodeHandler(createMcpHandler(make)));
  http.listen(0, "127.0.0.1", () => {
    console.error(`http://127.0.0.1:${http.address().port}/mcp`);
  });
}
