// Goes the journey with the official TypeScript client of 2025, which knows no newer version.
//
// typescript_2025.mjs VERSION stdio PROGRAM
// typescript_2025.mjs VERSION http URL

import { load } from "../load.mjs";

const sdk = "@modelcontextprotocol/sdk";
const { Client } = await load(`${sdk}/client/index.js`);
const { StdioClientTransport } = await load(`${sdk}/client/stdio.js`);
const { StreamableHTTPClientTransport } = await load(`${sdk}/client/streamableHttp.js`);
const { CreateMessageRequestSchema, ElicitRequestSchema, ListRootsRequestSchema } = await load(`${sdk}/types.js`);

const [, over, target] = process.argv.slice(2);
const capabilities = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };
const client = new Client({ name: "typescript-2025", version: "1" }, { capabilities });

client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
  if (params.mode === "url") return { action: "accept" };
  switch (params.message) {
    case "Sure?":
      return { action: "decline" };
    case "Who?":
      return { action: "accept", content: { answer: "Ann" } };
    default:
      return { action: "accept", content: { count: 3, kind: "black" } };
  }
});
client.setRequestHandler(CreateMessageRequestSchema, async () => ({
  role: "assistant",
  model: "m",
  content: { type: "text", text: "Earl" },
}));
client.setRequestHandler(ListRootsRequestSchema, async () => ({ roots: [{ uri: "file:///here" }] }));

const transport =
  over === "stdio"
    ? new StdioClientTransport({ command: target, args: [] })
    : new StreamableHTTPClientTransport(new URL(target));
await client.connect(transport);
const { tools } = await client.listTools();
console.log(tools.map((tool) => tool.name).join(" "));
const called = await client.callTool({ name: "journey", arguments: { item: "tea" } });
console.log(called.content[0].text);
const prompt = await client.getPrompt({ name: "greet" });
console.log(prompt.messages[0].content.text);
const read = await client.readResource({ uri: "note://7" });
console.log(read.contents[0].text);
await client.close();
