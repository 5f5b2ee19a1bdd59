// Colours, the phone's menu, and the page without scripts.
import assert from 'node:assert/strict';
import { dimTexts } from '../../tests/contrast.mjs';

const groundOf = (page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

export const tests = {
  'text is readable in both schemes': async ({ open }) => {
    for (const dark of [false, true]) {
      const page = await open('docs/options.html#check-fail-on', { dark });
      await page.fill('.search input', 'unused');
      await page.waitForSelector('#site-found mark');
      assert.deepEqual(await page.evaluate(dimTexts), []);
      assert.equal(await groundOf(page), dark ? 'rgb(21, 23, 27)' : 'rgb(255, 255, 255)');
    }
  },
  'the button chooses the scheme, and the next page keeps it': async ({ open, base }) => {
    const page = await open('index.html');
    await page.click('.theme');
    await page.click('.theme');
    assert.equal(await groundOf(page), 'rgb(21, 23, 27)');
    assert.equal(await page.getAttribute('.theme', 'aria-label'), 'Colours: dark');
    await page.goto(`${base}docs/rules/unused.html`);
    assert.equal(await groundOf(page), 'rgb(21, 23, 27)');
    await page.click('.theme');
    assert.equal(await groundOf(page), 'rgb(255, 255, 255)');
  },
  'on a phone the pages are behind a button': async ({ open, base }) => {
    const page = await open('index.html', { phone: true });
    assert.ok(await page.isHidden('#site-pages'));
    await page.tap('.menu');
    await page.tap('#site-pages a:text-is("Options")');
    await page.waitForURL(`${base}docs/options.html`);
    assert.ok(await page.isHidden('#site-pages'));
    assert.ok((await page.locator('article p').first().evaluate((text) => parseFloat(getComputedStyle(text).fontSize))) >= 16);
  },
  'on a phone a row with a name needs no scrolling': async ({ open }) => {
    for (const url of ['docs/options.html', 'docs/configuration.html', 'docs/environment.html']) {
      const page = await open(url, { phone: true });
      const wide = await page.locator('.wide:has(.named)').evaluateAll((tables) => tables.filter((table) => table.scrollWidth > table.clientWidth).length);
      assert.equal(wide, 0, url);
    }
  },
  'without scripts the pages can be read': async ({ open, base }) => {
    const page = await open('index.html', { scripts: false, phone: true });
    assert.ok(await page.isVisible('article h1'));
    assert.ok(await page.isHidden('.theme'));
    await page.tap('.menu');
    await page.tap('#site-pages a:text-is("unused")');
    await page.waitForURL(`${base}docs/rules/unused.html`);
  },
  'in the navigation the current page is on the screen': async ({ open }) => {
    const page = await open('docs/rules/stale-baseline.html');
    const box = await page.locator('#site-pages [aria-current]').boundingBox();
    assert.ok(box.y > 0 && box.y < 800, JSON.stringify(box));
  },
};
