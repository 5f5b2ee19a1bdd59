// Colours, the phone's menu, and the page without scripts.
import assert from 'node:assert/strict';

/** The lowest contrast of text on its ground, by the formula of WCAG 2. */
const lowestContrast = (page) =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const rgb = (colour) => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const light = ([r, g, b]) =>
      [r, g, b].map((one) => (one / 255 <= 0.04045 ? one / 255 / 12.92 : ((one / 255 + 0.055) / 1.055) ** 2.4)).reduce((sum, one, at) => sum + one * [0.2126, 0.7152, 0.0722][at], 0);
    const ground = (element) => {
      for (let at = element; at; at = at.parentElement) {
        const colour = rgb(getComputedStyle(at).backgroundColor);
        if (colour[3] === 255) return colour;
      }
      return [255, 255, 255];
    };
    let lowest = { ratio: 21 };
    for (const element of document.querySelectorAll('body *')) {
      const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
      if (!text || !element.checkVisibility({ opacityProperty: true })) continue;
      const [a, b] = [light(rgb(getComputedStyle(element).color)), light(ground(element))].sort((x, y) => y - x);
      const ratio = (a + 0.05) / (b + 0.05);
      if (ratio < lowest.ratio) lowest = { ratio, text: element.textContent.slice(0, 40) };
    }
    return lowest;
  });

const groundOf = (page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

export const tests = {
  'text is readable in both schemes': async ({ open }) => {
    for (const dark of [false, true]) {
      const page = await open('docs/options.html#check-fail-on', { dark });
      await page.fill('.search input', 'unused');
      await page.waitForSelector('#site-found mark');
      const { ratio, text } = await lowestContrast(page);
      assert.ok(ratio >= 4.5 && ratio < 21, `${text}: ${ratio}`);
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
