// A report opened in the browser, for the tests: what it logs and asks the network for is kept, and a
// test that leaves any of it fails.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { embed } from './sample.mjs';

export async function startBrowser(executablePath, template, folder) {
  const browser = await chromium.launch({ executablePath, args: process.getuid() === 0 ? ['--no-sandbox'] : [] });
  const text = readFileSync(template, 'utf8');
  const written = new Map();
  const opened = [];

  /** Writes a report once, however often it is opened. */
  function fileOf(report) {
    if (!written.has(report)) {
      const path = join(folder, `report-${written.size}.html`);
      writeFileSync(path, embed(text, report));
      written.set(report, pathToFileURL(path).href);
    }
    return written.get(report);
  }

  /** `refused`: the test tries what the policy refuses, which the browser complains of. */
  async function open(report, hash = '', { width = 1280, height = 800, dark = false, phone = false, refused = false, wait = 'main' } = {}) {
    const context = await browser.newContext({
      viewport: phone ? { width: 360, height: 740 } : { width, height },
      hasTouch: phone,
      isMobile: phone,
      colorScheme: dark ? 'dark' : 'light',
    });
    const page = await context.newPage();
    const complaints = [];
    page.on('console', (message) => refused || complaints.push(`console ${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
    page.on('dialog', (dialog) => (complaints.push(`dialog: ${dialog.message()}`), dialog.dismiss()));
    page.on('request', (request) => refused || request.isNavigationRequest() || complaints.push(`request: ${request.url()}`));
    opened.push({ context, complaints });
    await page.goto(fileOf(report) + hash);
    await page.waitForSelector(wait);
    for (const act of ['click', 'fill', 'press', 'selectOption', 'tap', 'goBack', 'goForward']) {
      const plain = page[act].bind(page);
      page[act] = async (...given) => {
        const result = await plain(...given);
        await drawn(page);
        return result;
      };
    }
    return page;
  }

  /** Closes what a test has opened. */
  async function settle() {
    const complaints = opened.flatMap((one) => one.complaints);
    for (const { context } of opened.splice(0)) await context.close();
    assert.deepEqual(complaints, []);
  }

  return { open, settle, close: () => browser.close() };
}

/** Waits until the page has drawn what an action leads to: the address changes in a task of its own, then a frame is drawn. */
async function drawn(page) {
  const frames = () => new Promise((resolve) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))));
  await page.evaluate(frames).catch(() => {}); // a page that was left has nothing to draw
}

/** The names on the screen, as they are written there. */
export function namesOf(page) {
  return page.locator('#variables [role=row] .name code, #variables .line > a code').allTextContents();
}

export function hashOf(page) {
  return new URL(page.url()).hash;
}

/** How many rows the list says that it has. */
export async function countOf(page) {
  const grid = page.locator('#variables');
  return (await grid.count()) ? Number(await grid.getAttribute('aria-rowcount')) - 1 : 0;
}

/** Asks until it is so: the page draws when it has time. */
export async function until(ask, wanted) {
  for (let tries = 0; ; ++tries) {
    const found = await ask();
    try {
      assert.deepEqual(found, wanted);
      return;
    } catch (error) {
      if (tries === 40) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
