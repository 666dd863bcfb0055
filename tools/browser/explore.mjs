// Uses the page of `heddle explore` in Chromium as a reader does: choices by key and by button, back and forth, branches, a search from
// the state, variables that open; light and dark, wide and narrow; contrast and names are checked by axe. In: the address, of a program
// that can deadlock, and optionally a folder for pictures. Out: what is wrong, a line each; then exit code 1.

import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const [, , address, pictures] = process.argv;
const wrong = [];
const expect = (holds, what) => holds || wrong.push(what);
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const args = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const browser = await chromium.launch({ executablePath, args });
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

for (const colorScheme of ["light", "dark"]) {
  for (const width of [1440, 480]) {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 }, bypassCSP: true });
    const page = await context.newPage();
    page.on("pageerror", (error) => wrong.push(`script: ${error.message}`));
    page.on("console", (message) => message.type() === "error" && wrong.push(`console: ${message.text()}`));
    page.on("request", (request) => request.url().startsWith(address) || request.url().startsWith("data:") || wrong.push(`asks for ${request.url()}`));
    await page.goto(address);
    const where = async () => Number((await page.locator("#where").innerText()).match(/step ([\d,]+)/)[1].replace(/,/g, ""));
    const settled = async (what) => {
      await page.waitForFunction((text) => document.getElementById("where").textContent !== text, what, { timeout: 20000 }).catch(() => wrong.push(`nothing moves: ${what}`));
    };
    const press = async (key) => {
      const before = await page.locator("#where").innerText();
      await page.keyboard.press(key);
      await settled(before);
    };
    await page.waitForSelector("#choices .take");
    if ((await where()) > 0) await press("Home");
    expect((await page.locator("#choices .take").count()) >= 1, "somebody can move");
    await press("1");
    expect((await where()) === 1, "a key takes a choice");
    await press("ArrowLeft");
    expect((await where()) === 0, "the left arrow steps back");
    await press("ArrowRight");
    expect((await where()) === 1, "the right arrow goes forth again");
    const begin = performance.now();
    await press("g");
    expect((await where()) > 3, "g runs on");
    const before = await page.locator("#where").innerText();
    await page.locator("#run [role=option]").nth(2).click();
    await settled(before);
    expect((await page.locator("#run [aria-selected=true]").count()) === 1, "one step is selected");
    // A search from the beginning finds the deadlock, and its run is shown.
    await press("Home");
    await page.getByRole("button", { name: "Check from here" }).click();
    await page.getByText(/^From here: deadlock/).waitFor({ timeout: 60000 }).catch(() => wrong.push("the search finds no deadlock"));
    if (pictures) await page.screenshot({ path: `${pictures}/checked-${colorScheme}-${width}.png` });
    await page.getByRole("button", { name: "Go to its end" }).click();
    await page.locator("#news .bad", { hasText: /^✗ deadlock/ }).waitFor({ timeout: 20000 }).catch(() => wrong.push("the violation is not told where it is"));
    expect((await page.getByText("Nobody can move.").count()) === 1, "nobody can move");
    expect((await page.locator("#threads").innerText()).includes("waits for"), "who waits for what");
    expect(/^Wait-for graph: .* waits for .*; .* waits for /.test(await page.locator("#threads .graph svg").getAttribute("aria-label")), "the wait-for graph has the cycle");
    if (pictures) await page.locator("#threads .graph").screenshot({ path: `${pictures}/graph-${colorScheme}-${width}.png` });
    expect((await page.locator("#source li.at, #source li.now").count()) >= 2, "the lines of threads are marked");
    // A step back offers the violation, and other ways.
    await press("ArrowLeft");
    expect((await page.locator("#choices .leads.bad").count()) >= 1, "an offer says that it violates something");
    // Objects open, and stay open.
    const opener = page.locator("#variables .open").first();
    if (await opener.count()) {
      await opener.click();
      await page.waitForSelector("#variables ul ul", { timeout: 10000 }).catch(() => wrong.push("an object does not open"));
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(wide <= 1, `the page is ${wide} pixels too wide at ${width}`);
    if (pictures) await page.screenshot({ path: `${pictures}/explore-${colorScheme}-${width}.png`, fullPage: width < 1000 });
    await page.addScriptTag({ content: axe });
    const result = await page.evaluate(() => globalThis.axe.run());
    for (const violation of result.violations) wrong.push(`${colorScheme} ${width}: ${violation.id}: ${violation.nodes[0].html}`);
    console.log(`${colorScheme} ${width}: ${(performance.now() - begin).toFixed(0)} ms`);
    await context.close();
  }
}
await browser.close();
wrong.forEach((line) => console.log(line));
process.exit(wrong.length > 0 ? 1 : 0);
