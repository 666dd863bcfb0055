// The extension: starts `heddle lsp` for Java files, shows what it says beyond the protocol (pages of runs, coverage), and connects the
// debugger with `heddle debug`. What any of it means is decided by the command.

import { ChildProcess, spawn } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";

/** What a command of the server answers. */
interface Checked {
  verdict: string;
  message: string;
  run?: string | null;
  page?: string | null;
}

/** Lines that a symbolic analysis reaches, from 0. */
interface Coverage {
  uri: string;
  reached: number[];
  notReached: number[];
  violated: number[];
}

let client: LanguageClient | undefined;
let last: Checked | undefined;
let page: vscode.WebviewPanel | undefined;
const exploring: ChildProcess[] = [];

const command = () => vscode.workspace.getConfiguration("heddle").get<string>("path") || "heddle";

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const coverage = new CoverageMarks();
  context.subscriptions.push(
    coverage,
    vscode.commands.registerCommand("heddle.showPage", showPage),
    vscode.commands.registerCommand("heddle.debugRun", debugRun),
    vscode.commands.registerCommand("heddle.explore", explore),
    vscode.commands.registerCommand("heddle.clearAll", async () => {
      coverage.clear();
      await client?.sendRequest("workspace/executeCommand", { command: "heddle.clear", arguments: [] });
    }),
    vscode.debug.registerDebugAdapterDescriptorFactory("heddle", {
      createDebugAdapterDescriptor: () => new vscode.DebugAdapterExecutable(command(), ["debug"]),
    }),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration("heddle")) {
        await stop();
        await start(coverage);
      }
    }),
    { dispose: () => exploring.forEach((process) => process.kill()) },
  );
  await start(coverage);
}

export async function deactivate(): Promise<void> {
  await stop();
}

async function stop(): Promise<void> {
  await client?.stop().catch(() => undefined);
  client = undefined;
}

async function start(coverage: CoverageMarks): Promise<void> {
  const settings = vscode.workspace.getConfiguration("heddle");
  const server: ServerOptions = { command: command(), args: ["lsp"] };
  const options: LanguageClientOptions = {
    documentSelector: [{ scheme: "file", language: "java" }],
    initializationOptions: { jdk: settings.get("jdk"), classPath: settings.get("classPath"), timeout: settings.get("timeout") },
    middleware: {
      // Checks are asked for their page, which the protocol has no place for.
      executeCommand: async (name, [argument, ...rest], next) => {
        await vscode.workspace.saveAll(false);
        const wanted = name === "heddle.check" || name === "heddle.symbolic" ? { ...argument, page: true } : argument;
        const checked = (await next(name, [wanted, ...rest])) as Checked | null;
        if (checked?.verdict) await told(checked);
        return checked;
      },
    },
  };
  client = new LanguageClient("heddle", "Heddle", server, options);
  client.onNotification("heddle/coverage", (told: Coverage) => coverage.show(told));
  try {
    await client.start();
  } catch (problem) {
    client = undefined;
    const choice = await vscode.window.showErrorMessage(`Heddle does not start (${command()} lsp): ${problem}`, "Settings");
    if (choice) await vscode.commands.executeCommand("workbench.action.openSettings", "heddle.path");
  }
}

/** Says what came out, and offers what can be done with it. */
async function told(checked: Checked): Promise<void> {
  last = checked;
  await vscode.commands.executeCommand("setContext", "heddle.hasPage", Boolean(checked.page));
  await vscode.commands.executeCommand("setContext", "heddle.hasRun", Boolean(checked.run));
  if (checked.verdict !== "violated") {
    void vscode.window.showInformationMessage(`Heddle: ${checked.message}`);
    return;
  }
  const offers = [...(checked.page ? ["Show the run"] : []), ...(checked.run ? ["Debug"] : [])];
  void vscode.window.showWarningMessage(`Heddle: ${checked.message}`, ...offers).then((choice) => {
    if (choice === "Show the run") showPage();
    else if (choice === "Debug") void debugRun();
  });
}

function showPage(): void {
  if (!last?.page) return;
  page ??= vscode.window.createWebviewPanel("heddle", "Heddle: run", vscode.ViewColumn.Beside, { enableScripts: true, retainContextWhenHidden: true });
  page.onDidDispose(() => (page = undefined));
  page.webview.html = last.page;
  page.reveal();
}

async function debugRun(): Promise<void> {
  if (!last?.run) return;
  const file = join(await mkdtemp(join(tmpdir(), "heddle-")), "run.json");
  await writeFile(file, last.run);
  await vscode.debug.startDebugging(undefined, { type: "heddle", request: "launch", name: "Heddle: the run that fails", run: file });
}

/** Lets `heddle explore` serve the program of the active editor, and opens its page. */
async function explore(): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId !== "java") return;
  await document.save();
  const settings = vscode.workspace.getConfiguration("heddle");
  const paths = settings.get<string>("classPath");
  const jdk = settings.get<string>("jdk");
  const server = spawn(command(), ["explore", document.fileName, ...(paths ? ["-c", paths] : []), ...(jdk ? ["--jdk", jdk] : [])]);
  exploring.push(server);
  let said = "";
  server.stdout.on("data", (data: Buffer) => {
    const address = /http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]+\//.exec(data.toString())?.[0];
    if (address) void vscode.env.openExternal(vscode.Uri.parse(address));
  });
  server.stderr.on("data", (data: Buffer) => (said += data.toString()));
  server.on("error", (problem) => void vscode.window.showErrorMessage(`Heddle does not start: ${problem.message}`));
  server.on("exit", (code) => code && void vscode.window.showErrorMessage(said.trim() || `heddle explore ended with ${code}`));
}

/** Marks beside lines: reached, not reached, violated. They go when their text changes. */
class CoverageMarks implements vscode.Disposable {
  private readonly kinds = {
    reached: mark("testing.iconPassed", "#2e7d3233"),
    notReached: mark("disabledForeground", "#88888822"),
    violated: mark("testing.iconFailed", "#c6282844"),
  };
  private readonly known = new Map<string, Coverage>();
  private readonly watching = [
    vscode.window.onDidChangeVisibleTextEditors(() => this.draw()),
    vscode.workspace.onDidChangeTextDocument((change) => {
      if (change.contentChanges.length > 0 && this.known.delete(change.document.uri.toString())) this.draw();
    }),
  ];

  show(told: Coverage): void {
    this.known.set(vscode.Uri.parse(told.uri).toString(), told);
    this.draw();
  }

  clear(): void {
    this.known.clear();
    this.draw();
  }

  private draw(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const told = this.known.get(editor.document.uri.toString());
      for (const kind of ["reached", "notReached", "violated"] as const) {
        const lines = (told?.[kind] ?? []).filter((line) => line < editor.document.lineCount);
        editor.setDecorations(this.kinds[kind], lines.map((line) => editor.document.lineAt(line).range));
      }
    }
  }

  dispose(): void {
    Object.values(this.kinds).forEach((kind) => kind.dispose());
    this.watching.forEach((watch) => watch.dispose());
  }
}

function mark(colour: string, background: string): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: background,
    overviewRulerColor: new vscode.ThemeColor(colour),
    overviewRulerLane: vscode.OverviewRulerLane.Left,
  });
}
