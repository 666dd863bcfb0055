// The page of `heddle explore`: asks the server where the machine stands, shows it, and lets the reader move.

import { Run, Tree, colour, el } from "./run.mjs";
import { Source, Threads, Variables } from "./state.mjs";

const by = (id) => document.getElementById(id);
let tree = new Tree();
let treeNumber = -1;
let state = null;
/** What is still to be asked, one after the other. */
let queue = Promise.resolve();
let waiting = 0;
/** Keys that are held down do not pile up. */
const MOST_WAITING = 20;

/** A request and its answer. Addresses are relative to the page's, which has the token. */
async function ask(what, asked = {}) {
  const response = await fetch(what, { method: "POST", body: JSON.stringify(asked) });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.problem ?? "the server did not understand");
  return answer;
}

const go = (node) => move("go", { node });
const run = new Run(by("run"), tree, go);
const source = new Source(by("source"), by("file"), ask);
const variables = new Variables(by("variables"), ask);
const threads = new Threads(by("threads"), () => look(false));

/** Asks for something that moves, when all that was asked for before is shown. `asked` may be a function of what is shown then, which gives
 * nothing if there is nothing to ask. `answered` is called before the answer is shown. */
function move(what, asked = {}, answered = () => {}) {
  if (waiting >= MOST_WAITING) return queue;
  waiting++;
  queue = queue.then(() => moveNow(what, typeof asked === "function" ? asked() : asked, answered)).finally(() => waiting--);
  return queue;
}

async function moveNow(what, asked, answered) {
  if (asked == null) return;
  try {
    const before = state?.at;
    const next = await ask(what, { ...asked, tree: treeNumber, known: tree.nodes.size }).finally(answered);
    if (next.tree !== treeNumber) {
      tree = new Tree();
      run.tree = tree;
      treeNumber = next.tree;
    }
    tree.add(next.nodes);
    state = next;
    // The run that a search has found is the one to go on with.
    if (what === "check" && state.checked?.end != null) tree.prefer(state.checked.end);
    tree.prefer(state.at);
    await show(before !== state.at);
  } catch (problem) {
    by("news").replaceChildren(el("p", { class: "bad" }, `${problem.message}`));
  }
}

const short = (name) => name.split(/[\\/]/).pop();

async function show(moved) {
  const names = state.threads.map((thread) => thread.name);
  document.title = `${short(state.program)} – heddle explore`;
  by("program").textContent = short(state.program);
  by("program").title = state.program;
  run.show(state.at, names);
  const ahead = run.line.length - 1 - run.place;
  const tried = tree.nodes.size - 1;
  by("where").textContent = `step ${run.place.toLocaleString("en")}${ahead > 0 ? ` of ${(run.line.length - 1).toLocaleString("en")}` : ""}, ${tried.toLocaleString("en")} tried in all`;
  by("first").disabled = by("back").disabled = run.place === 0;
  by("forth").disabled = ahead === 0;
  by("on").disabled = by("check").disabled = state.ended || state.offers.length === 0;
  by("save").hidden = state.violations.length === 0;
  showNews();
  showChoices();
  by("output").textContent = state.printed || "";
  if (!state.printed) by("output").replaceChildren(el("span", { class: "faint" }, "nothing so far"));
  const node = tree.nodes.get(state.at);
  threads.show(state, moved ? (node.n === 0 ? 0 : node.t) : null);
  await look(moved);
}

/** The source and the variables of the frame that is looked at. */
async function look(moved) {
  const thread = state.threads.find((one) => one.t === threads.thread);
  const frame = thread?.frames.find((one) => one[3] === threads.frame);
  const user = frame?.[0] ? frame : thread?.frames.find((one) => one[0]);
  await source.show(user, state.threads);
  await variables.show(threads.thread, threads.frame, moved);
}

/** What is violated here, what the last search came to, what was learned. */
function showNews() {
  const parts = [];
  for (const violation of state.violations) {
    parts.push(el("p", { class: "bad" }, `✗ ${violation.title}`), el("pre", {}, violation.text));
  }
  if (state.givenUp) parts.push(el("p", { class: "doubt" }, `Nothing can follow here: ${state.givenUp}.`));
  else if (state.ended && state.violations.length === 0) parts.push(el("p", {}, "■ The program has ended."));
  else if (state.offers.length === 0 && state.violations.length === 0) parts.push(el("p", {}, "■ All threads have ended."));
  if (state.same != null) parts.push(el("p", { class: "faint" }, "This state was seen before: ", el("button", { type: "button", onclick: () => go(state.same) }, "go there")));
  const checked = state.checked;
  if (checked?.problem) parts.push(el("p", { class: "bad" }, checked.problem));
  else if (checked && checked.node === state.at) {
    const look = { proved: "good", violated: "bad", bounded: "doubt", unknown: "doubt" }[checked.verdict];
    parts.push(el("p", { class: look }, checked.verdict === "violated" ? `From here: ${checked.found?.title ?? checked.text}` : `From here on: ${checked.text}`));
    if (checked.end != null && checked.end !== state.at) parts.push(el("p", {}, "The run to it is below. ", el("button", { type: "button", onclick: () => go(checked.end) }, "Go to its end")));
  }
  if (state.learned.length > 0) parts.push(el("p", { class: "faint" }, `Given up on the way, which changes where steps end: ${state.learned.join("; ")}.`));
  by("news").replaceChildren(...parts);
}

function showChoices() {
  const items = state.offers.map((offer, index) => {
    const leads = [];
    if (offer.v.length > 0) leads.push(["bad", `✗ ${offer.v.join("; ")}`]);
    else if (offer.tried != null && tree.bad.has(offer.tried)) leads.push(["bad", "a violation lies below"]);
    if (offer.m === "proved") leads.push(["good", "checked: nothing that follows violates anything"]);
    if (offer.m === "open") leads.push(["doubt", "checked: nothing found, not everything searched"]);
    if (offer.tried != null) leads.push(["", "taken before"]);
    else if (offer.same != null) leads.push(["", "leads to a state that was seen"]);
    if (offer.ends) leads.push(["", "the program ends"]);
    const take = el("button", { type: "button", class: `take ${offer.i ? "inside" : ""}`, onclick: () => move("take", { thread: offer.t, alternative: offer.a }) },
      el("span", {}, index < 9 ? String(index + 1) : ""),
      el("span", {}, el("span", { class: "name" }, offer.name), " ", el("span", { class: "notes" }, offer.w.join("; ")),
        offer.p ? el("span", { class: "place" }, offer.to && offer.to !== offer.p[2] ? `${offer.p[2]} → ${offer.to}` : offer.p[2]) : null,
        ...leads.map(([look, text]) => el("span", { class: `leads ${look}` }, text))));
    const on = el("button", { type: "button", title: `${offer.name} alone, until it waits (Shift+${index + 1})`, "aria-label": `${offer.name} alone until it waits`, onclick: () => move("thread", { thread: offer.t }) }, "»");
    return el("li", { class: colour(offer.t) }, take, on);
  });
  if (items.length === 0) items.push(el("li", {}, el("p", { class: "none" }, state.violations.length > 0 ? "Nobody can move." : "The run has ended.")));
  by("choices").replaceChildren(...items);
}

/** Searches what follows; asks now and then how far it is. */
async function check() {
  if (by("check").disabled || by("check").hidden) return;
  by("cancel").hidden = false;
  by("check").hidden = true;
  // What an earlier search came to is not what this one will say, and an answer about progress may arrive after the result.
  let isSearching = true;
  const tell = (text) => isSearching && by("news").replaceChildren(el("p", {}, `Searching from here${text}`));
  tell(" …");
  const poll = setInterval(async () => {
    const { searching } = await ask("progress");
    if (searching) tell(`: ${searching.text}`);
  }, 500);
  await move("check", { seconds: 60 }, () => (isSearching = false));
  clearInterval(poll);
  by("cancel").hidden = true;
  by("check").hidden = false;
}

async function save() {
  try {
    const { text } = await ask("run");
    const link = el("a", { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: "run.json" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  } catch (problem) {
    by("news").prepend(el("p", { class: "bad" }, problem.message));
  }
}

const forth = () => move("go", () => (run.beside(1) == null ? null : { node: run.beside(1) }));
const back = () => move("back", () => (run.place > 0 ? {} : null));
const take = (what, index) => move(what, () => state.offers[index] && { thread: state.offers[index].t, alternative: state.offers[index].a });

by("first").onclick = () => go(0);
by("back").onclick = back;
by("forth").onclick = forth;
by("on").onclick = () => move("on");
by("check").onclick = check;
by("cancel").onclick = () => ask("cancel");
by("save").onclick = save;
by("theme").onclick = () => {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || !state) return;
  const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
  if (digit) {
    take(event.shiftKey ? "thread" : "take", Number(digit) - 1);
  } else if (event.key === "Escape") ask("cancel");
  else if (event.key === "c") check();
  else if (event.key === "g") move("on");
  else if (event.key === "b") move("go", () => (tree.others(state.at).length === 0 ? null : { node: tree.others(state.at)[0] }));
  else if (event.target.closest(".scroll") && event.target.closest(".scroll") !== by("run")) return;
  else if (event.key === "ArrowLeft" || event.key === "Backspace") back();
  else if (event.key === "ArrowRight") forth();
  else if (event.key === "Home") go(0);
  else if (event.key === "End") move("go", () => ({ node: run.end }));
  else return;
  event.preventDefault();
});

move("state");
