// Pages of a browser for tests: what a page logs and throws is kept, and a test that leaves any of it fails.
import assert from 'node:assert/strict';

/** `browser`: of Playwright, which each of web/audit and web/site has in its own packages. */
export function pagesOf(browser) {
  const opened = [];

  /** Returns {page, complaints}, to which the caller adds. `refused`: what the browser logs is no complaint. */
  async function newPage({ width = 1280, height = 800, dark = false, phone = false, scripts = true, refused = false }) {
    const context = await browser.newContext({
      viewport: phone ? { width: 360, height: 740 } : { width, height },
      hasTouch: phone,
      isMobile: phone,
      colorScheme: dark ? 'dark' : 'light',
      javaScriptEnabled: scripts,
    });
    const page = await context.newPage();
    const complaints = [];
    page.on('console', (message) => refused || complaints.push(`console ${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
    page.on('dialog', (dialog) => (complaints.push(`dialog: ${dialog.message()}`), dialog.dismiss()));
    opened.push({ context, complaints });
    return { page, complaints };
  }

  /** Closes what a test has opened. */
  async function settle() {
    const complaints = opened.flatMap((one) => one.complaints);
    for (const { context } of opened.splice(0)) await context.close();
    assert.deepEqual(complaints, []);
  }

  return { newPage, settle };
}

/** Asks until it is so, at most `most` times, 20 a second: a page draws, and loads what it needs, when it has time. */
export async function until(ask, wanted, most = 40) {
  for (let tries = 0; ; ++tries) {
    const found = await ask();
    try {
      assert.deepEqual(found, wanted);
      return;
    } catch (error) {
      if (tries === most) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
