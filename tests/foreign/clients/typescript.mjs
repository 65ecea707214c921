// Goes the journey with the official TypeScript client; what it prints is compared.
//
// typescript.mjs VERSION stdio PROGRAM
// typescript.mjs VERSION http URL

import { load } from "../load.mjs";

const { Client, StreamableHTTPClientTransport } = await load("@modelcontextprotocol/client");
const { StdioClientTransport } = await load("@modelcontextprotocol/client/stdio");

const [version, over, target] = process.argv.slice(2);
const mode = version === "2026-07-28" ? { pin: version } : "legacy";
const capabilities = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };
const client = new Client({ name: "typescript", version: "1" }, { capabilities, versionNegotiation: { mode } });

client.setRequestHandler("elicitation/create", async ({ params }) => {
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
client.setRequestHandler("sampling/createMessage", async () => ({
  role: "assistant",
  model: "m",
  content: { type: "text", text: "Earl" },
}));
client.setRequestHandler("roots/list", async () => ({ roots: [{ uri: "file:///here" }] }));

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
