// Opens a page of `heddle check --report html=` in Chromium and uses it as a reader does: keys, buttons, the scrubber, light
// and dark, wide and narrow; contrast and names are checked by axe. In: the page, and optionally a folder for pictures.
// Out: what is wrong, a line each; then exit code 1.

import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const [, , file, pictures] = process.argv;
const wrong = [];
const expect = (holds, what) => holds || wrong.push(what);
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const args = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const browser = await chromium.launch({ executablePath, args });
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

async function open(options) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.on("pageerror", (error) => wrong.push(`script: ${error.message}`));
  page.on("request", (request) => request.url().startsWith("file:") || wrong.push(`asks for ${request.url()}`));
  await page.goto(`file://${file}`);
  return page;
}

for (const colorScheme of ["light", "dark"]) {
  for (const width of [1400, 480]) {
    const page = await open({ colorScheme, viewport: { width, height: 950 } });
    const count = Number(await page.locator("input[type=range]").getAttribute("max")) + 1;
    const now = async () => Number(await page.locator("input[type=range]").inputValue()) + 1;
    expect((await now()) === count, "the page opens at the failure");
    await page.keyboard.press("Home");
    expect((await now()) === 1, "Home leads to the first moment");
    await page.keyboard.press("ArrowRight");
    expect((await now()) === Math.min(2, count), "the right arrow steps");
    await page.keyboard.press("ArrowLeft");
    expect((await now()) === 1, "the left arrow steps back");
    await page.getByRole("button", { name: "Step (right arrow)" }).click();
    expect((await now()) === Math.min(2, count), "the button steps");
    await page.keyboard.press("End");
    expect((await now()) === count, "End leads to the failure");
    expect((await page.locator("[role=option][aria-selected=true]").count()) === 1, "one moment is selected");
    const rows = await page.locator("[role=option]").count();
    expect(rows <= 120, `${rows} rows exist at once`);
    const body = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(body <= 1, `the page is ${body} pixels too wide at ${width}`);
    // Every moment can be shown, and stays quick.
    const slowest = await page.evaluate(async () => {
      let slowest = 0;
      const range = document.querySelector("input[type=range]");
      for (let step = 0; step <= 200; step++) {
        const begin = performance.now();
        range.value = Math.round((Number(range.max) * step) / 200);
        range.dispatchEvent(new Event("input"));
        slowest = Math.max(slowest, performance.now() - begin);
      }
      return slowest;
    });
    console.log(`${colorScheme} ${width}: ${count} moments, slowest ${slowest.toFixed(1)} ms`);
    if (pictures) await page.screenshot({ path: `${pictures}/${colorScheme}-${width}.png` });
    await page.addScriptTag({ content: axe });
    const result = await page.evaluate(() => globalThis.axe.run());
    for (const violation of result.violations) wrong.push(`${colorScheme} ${width}: ${violation.id}: ${violation.nodes[0].html}`);
    await page.context().close();
  }
}

const plain = await open({ javaScriptEnabled: false });
expect((await plain.locator("details.page pre").first().innerText()).length > 40, "the report can be read without scripts");
await browser.close();
wrong.forEach((line) => console.log(line));
process.exit(wrong.length > 0 ? 1 : 0);
