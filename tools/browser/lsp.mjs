// A session of an editor with `heddle lsp`, by the protocol's own client library. In: the command heddle, a folder with the programs
// of the test. Out: what is wrong; then exit code 1.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
const rpc = createRequire(import.meta.url)("vscode-languageserver-protocol/node");

const [, , heddle, folder] = process.argv;
const wrong = [];
const expect = (holds, what) => holds || wrong.push(what);
const server = spawn(heddle, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
const connection = rpc.createProtocolConnection(new rpc.StreamMessageReader(server.stdout), new rpc.StreamMessageWriter(server.stdin));
const published = new Map();
const coverage = new Map();
const progress = [];
connection.onNotification(rpc.PublishDiagnosticsNotification.type, ({ uri, diagnostics }) => published.set(uri, diagnostics));
connection.onNotification("heddle/coverage", (told) => coverage.set(told.uri, told));
connection.onNotification("$/progress", ({ token, value }) => progress.push({ token, ...value }));
connection.onRequest(rpc.WorkDoneProgressCreateRequest.type, () => null);
let refreshed = 0;
connection.onRequest(rpc.CodeLensRefreshRequest.type, () => { refreshed++; return null; });
connection.onUnhandledNotification((message) => message.method === "window/logMessage" || wrong.push(`unexpected ${message.method}`));
connection.listen();

const { capabilities } = await connection.sendRequest(rpc.InitializeRequest.type, {
  processId: process.pid,
  rootUri: pathToFileURL(folder).href,
  capabilities: { window: { workDoneProgress: true }, workspace: { codeLens: { refreshSupport: true } } },
  initializationOptions: { timeout: 60 },
});
expect(capabilities.codeLensProvider && capabilities.hoverProvider, "lenses and hovers");
await connection.sendNotification(rpc.InitializedNotification.type, {});

function open(name) {
  const path = join(folder, name);
  const uri = pathToFileURL(path).href;
  const text = readFileSync(path, "utf8");
  connection.sendNotification(rpc.DidOpenTextDocumentNotification.type, { textDocument: { uri, languageId: "java", version: 1, text } });
  const position = (sign) => {
    const before = text.slice(0, text.indexOf(sign)).split("\n");
    return { line: before.length - 1, character: before.at(-1).length };
  };
  return { uri, text, position };
}
const lenses = (document) => connection.sendRequest(rpc.CodeLensRequest.type, { textDocument: { uri: document.uri } });
const execute = (lens, more = {}) => connection.sendRequest(rpc.ExecuteCommandRequest.type, { command: lens.command.command, arguments: [{ ...lens.command.arguments[0], ...more }] });
const hover = async (document, sign) => (await connection.sendRequest(rpc.HoverRequest.type, { textDocument: { uri: document.uri }, position: document.position(sign) }))?.contents.value ?? "";

// A deadlock and a race: lens, progress, diagnostics with the run.
const bank = open("Bank.java");
const all = await lenses(bank);
const main = all.find((lens) => lens.command.command === "heddle.check");
expect(main?.command.title === "Heddle: check" && all.length === 2, `a lens for main, and one for the method with parameters: ${JSON.stringify(all)}`);
expect(main.range.start.line === bank.position("main(").line, "it stands above main");
const checked = await execute(main, { page: true });
expect(checked.verdict === "violated", `the check says ${checked.verdict}`);
expect(checked.page?.startsWith("<!DOCTYPE html>"), "a page on request");
expect(JSON.parse(checked.run ?? "{}").choices?.length > 0, `a run to debug: ${checked.message}`);
const kinds = progress.map(({ kind }) => kind);
expect(kinds[0] === "begin" && kinds.at(-1) === "end" && progress[0].cancellable, `progress: ${kinds}`);
const errors = published.get(bank.uri) ?? [];
expect(errors.length > 0 && errors.every((error) => error.severity === 1 && error.source === "heddle"), "diagnostics");
expect(/deadlock|race/.test(errors[0]?.message), errors[0]?.message);
const related = errors[0]?.relatedInformation ?? [];
expect(related.length >= 3 && related.every((one) => one.location.uri === bank.uri), `the run along related locations: ${related.length}`);
expect(related[0].message.startsWith("1. "), `in order: ${related[0].message}`);
const lines = bank.text.split("\n");
expect(errors.every(({ range }) => lines[range.start.line].slice(range.start.character, range.end.character).trim().length > 0), "ranges cover text");
expect((await lenses(bank)).some((lens) => lens.command.title === "Heddle: check (violated)") && refreshed > 0, "the lens tells the verdict");

// Fields.
const total = await hover(bank, "total;");
expect(/shared|racy/.test(total), `total: ${total}`);
const guarded = await hover(bank, "guarded;");
expect(/guarded by/.test(guarded), `guarded: ${guarded}`);
const fixed = await hover(bank, "a = new Object");
expect(/final/.test(fixed), `a: ${fixed}`);
expect((await hover(bank, "public")) === "", "nothing at other words");

// Every input of a method: coverage, and the input that fails.
const clamp = open("Clamp.java");
const [symbolic] = await lenses(clamp);
expect(symbolic?.command.title === "Heddle: check for every input", JSON.stringify(symbolic));
const analysed = await execute(symbolic);
expect(analysed.verdict === "violated", `the analysis says ${analysed.verdict}: ${analysed.message}`);
const told = coverage.get(clamp.uri);
expect(told?.violated.includes(clamp.position("assert").line), `violated: ${JSON.stringify(told)}`);
expect(told?.reached.includes(clamp.position("int once").line), "reached lines are told");
expect(told?.notReached.includes(clamp.position("return -1").line), "those that are not, too");
const hints = (published.get(clamp.uri) ?? []).filter((one) => one.severity === 4);
expect(hints.length >= 1 && hints.every((hint) => hint.tags[0] === 1), "hints at lines that are not reached");

// A search without end can be cancelled.
const endless = open("Endless.java");
const [lens] = await lenses(endless);
const begin = progress.length;
const running = execute(lens);
const token = await new Promise((found) => {
  const wait = setInterval(() => {
    const report = progress.slice(begin).find(({ kind }) => kind === "report");
    if (report) { clearInterval(wait); found(report.token); }
  }, 50);
});
await connection.sendNotification("window/workDoneProgress/cancel", { token });
const stopped = await running;
expect(stopped.verdict === "bounded", `cancelled: ${stopped.verdict}`);

// What does not compile is said; nonsense is refused.
const broken = open("Broken.java");
const [of] = await lenses(broken);
const failed = await execute(of).then(() => null, (error) => error.message);
expect(failed?.includes("Broken.java"), `the compiler's words: ${failed}`);
const refused = await connection.sendRequest("workspace/executeCommand", { command: "heddle.check", arguments: [] }).then(() => false, () => true);
expect(refused, "a command without arguments is refused");
await connection.sendRequest(rpc.ExecuteCommandRequest.type, { command: "heddle.clear" });
expect((published.get(bank.uri) ?? [1]).length === 0, "diagnostics can be cleared");

await connection.sendRequest(rpc.ShutdownRequest.type);
await connection.sendNotification(rpc.ExitNotification.type);
const code = await new Promise((ended) => server.on("exit", ended));
expect(code === 0, `the server ends with ${code}`);
wrong.forEach((line) => console.log(line));
process.exit(wrong.length > 0 ? 1 : 0);
