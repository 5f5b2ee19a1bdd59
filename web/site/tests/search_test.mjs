// What the search finds, and where it leads.
import assert from 'node:assert/strict';
import { until } from '../../tests/pages.mjs';
import { keysOf, optionsOf, rulesOf, variablesOf } from './names.mjs';

const results = (page) => page.locator('#site-found a').evaluateAll((links) => links.map((link) => link.href));

async function ready(page) {
  await page.fill('.search input', 'default');
  await page.waitForSelector('#site-found a');
}

/** What each query finds, asked in the field itself. */
async function found(page, queries) {
  await ready(page);
  return page.evaluate((asked) => {
    const input = document.querySelector('.search input');
    return asked.map((query) => {
      input.value = query;
      input.dispatchEvent(new Event('input'));
      return [...document.querySelectorAll('#site-found a')].map((link) => link.href);
    });
  }, queries);
}

async function firstIs({ open, base }, wanted, least) {
  assert.ok(wanted.length >= least, `${wanted.length} names`);
  const page = await open('docs/rules/unused.html');
  const all = await found(page, wanted.map(({ query }) => query));
  const wrong = wanted.flatMap(({ query, url }, index) => (all[index][0] === base + url ? [] : [`${query}: ${all[index][0]} instead of ${url}`]));
  assert.deepEqual(wrong, []);
}

export const tests = {
  'a rule is found by its name and opened with the keyboard': async ({ open, base }) => {
    const page = await open('index.html');
    await page.keyboard.press('/');
    await page.keyboard.type('default-mismatch');
    await page.waitForSelector('#site-found a');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${base}docs/rules/default-mismatch.html`);
    assert.match(await page.textContent('h1'), /^default-mismatch: /);
  },
  'an option is found and its row is on the screen': async ({ open, base }) => {
    const page = await open('docs/at-scale.html');
    await page.fill('.search input', '--fail-on');
    await page.waitForSelector('#site-found a');
    assert.deepEqual((await results(page)).slice(0, 2).sort(), [`${base}docs/options.html#audit-fail-on`, `${base}docs/options.html#check-fail-on`]);
    await page.click('#site-found a[href$="#check-fail-on"]');
    await page.waitForURL(`${base}docs/options.html#check-fail-on`);
    const row = page.locator('tr', { has: page.locator(':target') });
    assert.match(await row.textContent(), /^\s*--fail-on SEVERITY\s+Exit with status 1/);
    assert.ok(await row.evaluate((element) => element.getBoundingClientRect().top >= 52 && element.getBoundingClientRect().bottom <= innerHeight));
  },
  'every rule is found first': (site) => firstIs(site, rulesOf(site.tree), 20),
  'every option is found first, after its command': (site) => firstIs(site, optionsOf(site.tree), 90),
  'every key of the configuration is found first': (site) => firstIs(site, keysOf(site.tree), 80),
  'every variable is found first': (site) => firstIs(site, variablesOf(site.tree), 15),
  'text, parts of words, slips and several words are found': async ({ open, base }) => {
    const page = await open('index.html');
    const queries = ['mismatch', 'defualt-mismatch', 'openat2', 'pre-commit hook', 'stale baseline', 'licence apache'];
    for (const [index, urls] of (await found(page, queries)).entries()) assert.ok(urls.length, `${queries[index]} finds nothing`);
    const [parts, slip] = await found(page, queries);
    assert.ok(parts.slice(0, 8).includes(`${base}docs/rules/default-mismatch.html`), parts.join('\n'));
    assert.equal(slip[0], `${base}docs/rules/default-mismatch.html`);
  },
  'what is not there is said to be missing': async ({ open }) => {
    const page = await open('index.html');
    await ready(page);
    await page.fill('.search input', 'qqqqqzzzz');
    assert.equal(await page.textContent('#site-found'), 'Nothing found.');
  },
  'text of pages is shown as text': async ({ open }) => {
    const page = await open('index.html');
    await ready(page);
    await page.fill('.search input', '<img');
    assert.equal(await page.locator('#site-found img').count(), 0);
  },
  'arrows choose, Escape closes': async ({ open }) => {
    const page = await open('index.html');
    await ready(page);
    const chosen = () => page.locator('#site-found a[aria-selected=true]').evaluateAll((links) => links.map((link) => link.id));
    assert.deepEqual(await chosen(), ['site-found-0']);
    await page.keyboard.press('ArrowDown');
    assert.deepEqual(await chosen(), ['site-found-1']);
    assert.equal(await page.getAttribute('.search input', 'aria-activedescendant'), 'site-found-1');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    assert.deepEqual(await chosen(), ['site-found-11']);
    await page.keyboard.press('Escape');
    assert.ok(await page.isHidden('#site-found'));
  },
  'on a phone the results fit the screen': async ({ open }) => {
    const page = await open('docs/options.html', { phone: true });
    await ready(page);
    const box = await page.locator('#site-found').boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= 360 && box.y + box.height <= 740, JSON.stringify(box));
  },
  'the site can be read and searched from a disk': async ({ open }) => {
    const page = await open('docs/index.html', { disk: true });
    await ready(page);
    await page.fill('.search input', 'likely-typo');
    await page.keyboard.press('Enter');
    await until(() => page.textContent('h1').then((text) => text.split(':')[0]), 'likely-typo', 200); // the index is loaded
  },
};
