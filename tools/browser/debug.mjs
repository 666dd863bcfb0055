// A debugging session with the protocol's own test client. In: the command heddle, a program with a failing assertion and the
// line of it. Out: what is wrong; then exit code 1.

import { createRequire } from "node:module";
const { DebugClient } = createRequire(import.meta.url)("@vscode/debugadapter-testsupport");

const [, , heddle, program, line] = process.argv;
const wrong = [];
const expect = (holds, what) => holds || wrong.push(what);
const client = new DebugClient(heddle, "debug", "heddle");
// The client starts adapters that are scripts; this one is a program.
const { spawn } = await import("node:child_process");
const adapter = spawn(heddle, ["debug"], { stdio: ["pipe", "pipe", "inherit"] });
client.connect(adapter.stdout, adapter.stdin);
const top = async (threadId) => (await client.stackTraceRequest({ threadId })).body.stackFrames;

const { body: capabilities } = await client.initializeRequest({ adapterID: "heddle", linesStartAt1: true, columnsStartAt1: true, pathFormat: "path" });
expect(capabilities.supportsStepBack, "the adapter steps back");
const initialized = client.waitForEvent("initialized", 60000);
await client.launchRequest({ program });
await initialized;
await client.setBreakpointsRequest({ source: { path: program }, breakpoints: [{ line: Number(line) }] });
const stop = async (request, reason) => {
  const event = client.waitForEvent("stopped", 60000);
  await request;
  const { body } = await event;
  expect(body.reason === reason, `stopped by ${body.reason}, not by ${reason}`);
  return body;
};
const first = await stop(client.configurationDoneRequest(), "breakpoint");
const frames = await top(first.threadId);
expect(frames[0].line === Number(line), `stopped at line ${frames[0].line}`);
const ended = await stop(client.continueRequest({ threadId: first.threadId }), "exception");
const back = await stop(client.reverseContinueRequest({ threadId: ended.threadId }), "breakpoint");
expect((await top(back.threadId))[0].line === Number(line), "reverse continue stops where continue did");
const before = await stop(client.stepBackRequest({ threadId: back.threadId }), "step");
expect((await top(before.threadId))[0].line !== Number(line), "a step back leaves the line");
const { body: threads } = await client.threadsRequest();
expect(threads.threads.length > 0, "there are threads");
const { body: scopes } = await client.scopesRequest({ frameId: frames[0].id });
expect(scopes.scopes.length === 2, "there are locals and static fields");
await client.disconnectRequest({});
adapter.kill();
wrong.forEach((text) => console.log(text));
process.exit(wrong.length > 0 ? 1 : 0);
