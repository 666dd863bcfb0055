// What the state looks like: source with the line of every thread, threads with stacks and locks, variables that open.

import { colour, el } from "./run.mjs";
import { waitForGraph } from "./wait_for.mjs";

/** Source files, fetched once each. */
export class Source {
  constructor(root, title, ask) {
    Object.assign(this, { root, title, ask, files: new Map(), shown: null });
  }

  async show(here, threads) {
    const file = here?.[0] ?? threads.flatMap((thread) => thread.frames).find((frame) => frame[0])?.[0];
    if (!file) {
      this.shown = null;
      this.title.textContent = "Source";
      this.root.replaceChildren(el("p", { class: "none" }, "No thread is in code of the program."));
      return;
    }
    if (!this.files.has(file)) {
      this.files.set(file, await this.ask("source", { file }).then((answer) => answer.lines, () => []));
    }
    const lines = this.files.get(file);
    if (this.shown !== file) {
      this.shown = file;
      this.title.textContent = file.replace(/^\//, "");
      this.lines = lines.map((text, index) => el("li", {}, el("span", { class: "who" }), el("span", { class: "nr" }, String(index + 1)), el("span", {}, text)));
      this.root.replaceChildren(lines.length === 0 ? el("p", { class: "none" }, "The source is not at hand.") : el("ol", {}, ...this.lines));
    }
    for (const line of this.lines) {
      if (line.className) line.className = "";
      if (line.firstChild.firstChild) line.firstChild.replaceChildren();
    }
    for (const thread of threads) {
      const frame = thread.frames.find((one) => one[0] === file);
      const line = thread.alive && frame ? this.lines[frame[1] - 1] : null;
      if (!line) continue;
      line.className = "at";
      line.firstChild.append(line.firstChild.firstChild ? " " : "", el("span", { class: colour(thread.t) }, thread.name));
    }
    const now = here?.[0] === file ? this.lines[here[1] - 1] : null;
    if (now) now.className = "now";
    const seen = now ?? this.lines.find((line) => line.className);
    if (seen) {
      const top = seen.offsetTop - this.root.offsetTop;
      if (top < this.root.scrollTop + 20 || top > this.root.scrollTop + this.root.clientHeight - 40) this.root.scrollTop = top - this.root.clientHeight / 3;
    }
  }
}

/** Threads, and which frame of which thread is looked at. */
export class Threads {
  constructor(root, chosen) {
    Object.assign(this, { root, chosen, thread: 0, frame: null });
  }

  show(state, moved) {
    if (moved != null) [this.thread, this.frame] = [moved, null];
    const one = state.threads.find((thread) => thread.t === this.thread && thread.alive) ?? state.threads.find((thread) => thread.alive) ?? state.threads[0];
    this.thread = one?.t ?? 0;
    const has = one?.frames.some((frame) => frame[3] === this.frame);
    if (!has) this.frame = (one?.frames.find((frame) => frame[4]) ?? one?.frames[0])?.[3] ?? null;
    this.state = state;
    this.draw();
  }

  pick(thread, frame) {
    this.thread = thread;
    this.frame = frame;
    this.show(this.state, null);
    this.chosen();
  }

  draw() {
    const name = (t) => this.state.threads[t]?.name ?? `thread ${t}`;
    this.root.replaceChildren(...this.state.threads.map((thread) => {
      const is = thread.t === this.thread;
      const holds = this.state.locks.filter(([, owner]) => owner === thread.t).map(([what]) => what);
      const user = thread.frames.find((frame) => frame[4]) ?? thread.frames[0];
      const what = !thread.alive ? "has ended" : thread.frames.length === 0 ? "has not begun" : user?.[2] ?? "";
      const head = el("button", { type: "button", class: "head", "aria-expanded": String(is), onclick: () => this.pick(thread.t, null) },
        el("span", { class: "name" }, thread.name),
        el("span", { class: "what" }, what),
        thread.waits ? el("span", { class: "what" }, "waits for ", el("b", {}, thread.waits), thread.on != null && !thread.waits.startsWith("the end") ? `, which ${name(thread.on)} has` : "") : null,
        holds.length > 0 ? el("span", { class: "what" }, "holds ", el("b", {}, holds.join(", "))) : null);
      const frames = is ? el("ol", {}, ...thread.frames.map((frame) => el("li", {}, el("button", { type: "button", class: frame[4] ? "" : "jdk", "aria-pressed": String(frame[3] === this.frame), onclick: () => this.pick(thread.t, frame[3]) }, frame[2])))) : null;
      return el("div", { class: `thread ${colour(thread.t)}` }, head, frames);
    }));
    const edges = this.state.threads.filter((thread) => thread.waits && thread.on != null).map((thread) => [thread.t, thread.on, thread.waits]);
    this.root.append(el("div", { class: "graph" }, ...waitForGraph(edges, name)));
  }
}

/** Deeper objects are opened by hand only as far as this. */
const DEEPEST = 12;

/** Local variables and what they lead to. What is open stays open from state to state; what has changed is marked. */
export class Variables {
  constructor(root, ask) {
    Object.assign(this, { root, ask, open: new Set(), values: new Map(), turn: 0 });
  }

  async show(thread, frame, moved) {
    const turn = ++this.turn;
    if (frame == null) {
      this.root.replaceChildren(el("p", { class: "none" }, "The thread has no frames."));
      return;
    }
    const before = moved ? this.values : null;
    const values = new Map();
    const part = async (title, query, path) => {
      const list = await this.list(query, path, 0, before, values);
      return list ? [el("h3", {}, title), list] : [];
    };
    const parts = [
      ...(await part("Local variables", { thread, frame }, `${thread}/${frame}/l`)),
      ...(await part("Static fields of its class", { thread, frame, statics: true }, `${thread}/${frame}/s`)),
    ];
    if (turn !== this.turn) return;
    this.values = values;
    this.again = () => this.show(thread, frame, false);
    this.root.replaceChildren(...(parts.length === 0 ? [el("p", { class: "none" }, "There are none.")] : parts));
  }

  async list(query, path, depth, before, values) {
    const { variables } = await this.ask("variables", query);
    if (variables.length === 0) return null;
    const items = [];
    for (const variable of variables) {
      const key = `${path}/${variable.name}`;
      values.set(key, variable.value);
      const isNew = before?.has(key) && before.get(key) !== variable.value;
      const isOpen = variable.object != null && this.open.has(key) && depth < DEEPEST;
      const toggle = variable.object == null ? el("span", { class: "blank" })
        : el("button", { type: "button", class: "open", "aria-expanded": String(isOpen), "aria-label": `${isOpen ? "Close" : "Open"} ${variable.name}`, onclick: () => this.toggle(key) }, isOpen ? "▾" : "▸");
      const inner = isOpen ? await this.list({ object: variable.object }, key, depth + 1, before, values) : null;
      items.push(el("li", {}, toggle, el("span", { class: isNew ? "new" : null, title: variable.type }, `${variable.name} = ${variable.value}`), inner ?? (isOpen ? el("span", { class: "faint" }, "  (no fields)") : null)));
    }
    return el("ul", {}, ...items);
  }

  toggle(key) {
    if (!this.open.delete(key)) this.open.add(key);
    this.again?.();
  }
}
