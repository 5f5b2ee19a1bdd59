// Names and texts that were made to harm whoever opens the report: nothing of them runs, nothing is
// loaded, and what cannot be seen is shown.
import assert from 'node:assert/strict';
import { until } from '../../tests/pages.mjs';
import { countOf, hashOf } from './browser.mjs';
import { kHostile, makeSample } from './sample.mjs';

const report = makeSample(60, { compare: true });
const kViews = ['', 'variables', 'risks', 'findings', 'unresolved', 'skipped', 'projects', 'compare'];
const address = (name) => encodeURIComponent(name.toWellFormed?.() ?? name.replace(/\p{Cs}/gu, '\ufffd'));
// What must never reach the screen as it is.
const kUnseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e0fff}]|\p{Cs}/u;

async function isInert(page, where) {
  const found = await page.evaluate(() => ({
    pwned: window.pwned ?? null,
    foreign: document.querySelectorAll('img, iframe, object, embed, link, base, form, main script').length,
    links: [...document.querySelectorAll('a')].map((one) => one.getAttribute('href')).filter((href) => !href.startsWith('#') && !href.startsWith('https://')),
    handlers: [...document.querySelectorAll('*')].filter((one) => one.getAttributeNames().some((name) => name.startsWith('on'))).length,
    text: document.body.innerText + document.title + [...document.querySelectorAll('[title], [aria-label]')].map((one) => one.title + one.ariaLabel).join(''),
  }));
  const { text, ...rest } = found;
  assert.deepEqual(rest, { pwned: null, foreign: 0, links: [], handlers: 0 }, where);
  assert.doesNotMatch(text, kUnseen, where);
}

export const tests = {
  async 'every view is inert'(open) {
    for (const view of kViews) {
      const page = await open(report, `#/${view}`, { height: 3000 });
      await isInert(page, view);
    }
  },

  async 'the page of each name is inert, and found by its address'(open) {
    const page = await open(report);
    for (const name of kHostile) {
      await page.evaluate((hash) => (location.hash = hash), `#/variable/0/${address(name)}`);
      await page.waitForSelector('.variable');
      await isInert(page, JSON.stringify(name));
      assert.equal(await page.locator('.empty').count(), 0);
    }
  },

  async 'a click on each row leads to its own page'(open) {
    const page = await open(report, '#/variables', { height: 3000 });
    const rows = page.locator('#variables .body [role=row]');
    assert.equal(await rows.count(), 60);
    for (const name of kHostile) {
      const i = report.variables.findIndex((one) => one.name === name);
      await rows.nth(i).locator('.name a').click();
      await page.waitForSelector('.variable');
      assert.equal(hashOf(page).replace('#/variable/0/', ''), address(name), JSON.stringify(name));
      await page.goBack();
      await until(() => countOf(page), 60);
    }
  },

  async 'what cannot be seen is written out'(open) {
    const page = await open(report, '#/variables', { height: 3000 });
    const text = await page.locator('#variables').innerText();
    for (const shown of ['A\\nB\\tC\\r', 'ESC\\x1b[31mRED', 'RTL\\u{202e}GNIHTEMOS\\u{2066}x', 'ZERO\\u{200b}WIDTH\\u{feff}', 'NUL\\x00BYTE', 'HALF\\u{d800}END', 'TAG\\u{e0041}', 'C1\\x9b31m', '\u2423', 'עברית_ENV']) {
      assert.ok(text.includes(shown), shown);
    }
  },

  async 'filters and addresses take hostile values'(open) {
    for (const name of kHostile) {
      const page = await open(report, `#/variables?owner=${address(name)}&package=${address(name)}&q=${address(name.slice(0, 3))}&sort=${address(name)}`);
      await isInert(page, JSON.stringify(name));
      assert.equal(await page.locator('.chosen li').count(), 3);
    }
  },

  async 'the policy holds: no script, style, image or request that the data could bring'(open) {
    const page = await open(report, '', { refused: true });
    const found = await page.evaluate(async () => {
      const seen = [];
      addEventListener('securitypolicyviolation', (event) => seen.push(event.effectiveDirective));
      const script = document.createElement('script');
      try {
        script.textContent = 'window.pwned = 1';
      } catch {
        seen.push('trusted types');
      }
      script.append(document.createTextNode('window.pwned = 1'));
      document.body.append(script);
      const style = document.createElement('style');
      style.append('body { display: none }');
      document.body.append(style);
      const image = document.createElement('img');
      image.src = 'https://example.invalid/x.png';
      document.body.append(image);
      await fetch('https://example.invalid/').catch(() => seen.push('fetch refused'));
      await new Promise((resolve) => setTimeout(resolve, 200));
      try {
        document.body.innerHTML = '<b>x</b>';
        seen.push('innerHTML taken');
      } catch {
        seen.push('innerHTML refused');
      }
      return { pwned: window.pwned ?? null, seen: [...new Set(seen)].sort(), shown: getComputedStyle(document.body).display };
    });
    assert.equal(found.pwned, null);
    assert.equal(found.shown, 'block');
    for (const refused of ['innerHTML refused', 'img-src', 'connect-src', 'fetch refused', 'style-src-elem']) assert.ok(found.seen.includes(refused), `${refused}: ${found.seen}`);
  },

  async 'data that is no report is said, not thrown'(open) {
    for (const [data, said] of [[{ schema: 2 }, /schema 1/], [{ schema: 1 }, /no list/], [null, /no report/], ['x', /no report/]]) {
      const page = await open(data, '', { wait: '#app.failed' });
      assert.match(await page.locator('#app').innerText(), said);
    }
  },
};
