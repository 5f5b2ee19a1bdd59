// A report opened in the browser, for the tests: what it logs and asks the network for is kept, and a
// test that leaves any of it fails.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { pagesOf } from '../../tests/pages.mjs';
import { embed } from './sample.mjs';

export async function startBrowser(executablePath, template, folder) {
  const browser = await chromium.launch({ executablePath, args: process.getuid() === 0 ? ['--no-sandbox'] : [] });
  const text = readFileSync(template, 'utf8');
  const written = new Map();
  const { newPage, settle } = pagesOf(browser);

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
  async function open(report, hash = '', { wait = 'main', refused = false, ...shape } = {}) {
    const { page, complaints } = await newPage({ refused, ...shape });
    page.on('request', (request) => refused || request.isNavigationRequest() || complaints.push(`request: ${request.url()}`));
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
