// Every page: where its links lead, and whether it can be read, wide and on a phone.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keysOf, optionsOf, rulesOf, variablesOf } from './names.mjs';

let visited = null; // by URL: {title, h1, ids, links, images, wide}

/** Opens each page once, wide and narrow. */
async function visit({ open, base, files }) {
  if (visited) return visited;
  const all = new Map();
  const page = await open('index.html');
  const pages = files().filter((file) => file.endsWith('.html'));
  for (const file of pages) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(base + file);
    const seen = await page.evaluate(() => ({
      title: document.title,
      h1: [...document.querySelectorAll('h1')].map((heading) => heading.textContent),
      ids: [...document.querySelectorAll('[id]')].map((element) => element.id),
      links: [...document.querySelectorAll('a')].map((link) => ({ href: link.href, text: link.textContent })),
      images: [...document.images].map((image) => ({ src: image.src, width: image.naturalWidth, alt: image.alt })),
      wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    }));
    await page.setViewportSize({ width: 360, height: 740 });
    seen.wideOnPhone = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    all.set(base + file, seen);
  }
  visited = all;
  return all;
}

export const tests = {
  'the first page is the README, with its picture': async ({ open }) => {
    const page = await open('index.html');
    assert.match(await page.textContent('h1'), /^flagcensus/);
    assert.match(await page.textContent('article p'), /finds where documentation and code disagree/);
    assert.ok(await page.locator('article img').evaluate((image) => image.complete && image.naturalWidth > 100));
    assert.equal(await page.textContent('#site-pages [aria-current]'), 'flagcensus');
  },
  'each link leads to a page and an anchor of it, or to a file': async (site) => {
    const pages = await visit(site);
    assert.ok(pages.size > 60, `${pages.size} pages`);
    const files = new Set(site.files().map((file) => site.base + file.split('/').map(encodeURIComponent).join('/')));
    const broken = new Set();
    let count = 0;
    for (const [from, { links }] of pages) {
      for (const { href, text } of links) {
        ++count;
        const [url, id] = href.split('#');
        if (!href.startsWith(site.base)) {
          if (!/^https:\/\/[a-z]/.test(href)) broken.add(`${from}: ${text} leads to ${href}`);
        } else if (!files.has(url)) {
          broken.add(`${from}: ${text} leads to no file: ${href}`);
        } else if (id !== undefined && !pages.get(url)?.ids.includes(decodeURIComponent(id))) {
          broken.add(`${from}: ${text} leads to no anchor: ${href}`);
        }
      }
    }
    assert.deepEqual([...broken], []);
    assert.ok(count > 3000, `${count} links`);
  },
  'each page has one heading, a title of its own and no anchor twice': async (site) => {
    const titles = new Map();
    for (const [url, { title, h1, ids }] of await visit(site)) {
      assert.equal(h1.length, 1, `${url} has ${h1.length} headings of level 1`);
      assert.equal(new Set(ids).size, ids.length, `${url} has an anchor twice: ${ids.filter((id, at) => ids.indexOf(id) !== at)}`);
      assert.ok(!titles.has(title), `${url} and ${titles.get(title)} have the title ${title}`);
      titles.set(title, url);
    }
  },
  'no page scrolls sideways, wide or on a phone, and each picture is there': async (site) => {
    for (const [url, { wide, wideOnPhone, images }] of await visit(site)) {
      assert.ok(wide <= 0 && wideOnPhone <= 0, `${url} is ${wide} and ${wideOnPhone} too wide`);
      for (const image of images) assert.ok(image.width > 0 && image.alt, `${url}: ${image.src}`);
    }
  },
  'each rule, option, key and variable has its anchor': async (site) => {
    const pages = await visit(site);
    const names = [rulesOf, optionsOf, keysOf, variablesOf].flatMap((namesOf) => namesOf(site.tree));
    const missing = names.filter(({ url }) => {
      const [page, id] = url.split('#');
      return !pages.has(site.base + page) || (id && !pages.get(site.base + page).ids.includes(id));
    });
    assert.deepEqual(missing, []);
    // An address that was published must remain: these are of names that will remain, too.
    const kPublished = ['docs/options.html#check', 'docs/options.html#check-fail-on', 'docs/options.html#common-options-jobs', 'docs/options.html#explain-rule-name', 'docs/configuration.html#own-prefixes', 'docs/configuration.html#docs.section.title', 'docs/configuration.html#every-key', 'docs/environment.html#NO_COLOR', 'docs/machine.html#c-and-c'];
    for (const url of kPublished) {
      const [page, id] = url.split('#');
      assert.ok(pages.get(site.base + page).ids.includes(id), url);
    }
  },
  'the navigation links to the page of each rule': async ({ open, base, tree }) => {
    const page = await open('docs/index.html');
    const linked = await page.locator('#site-pages a').evaluateAll((links) => links.map((link) => link.href));
    for (const { url } of rulesOf(tree)) assert.ok(linked.includes(base + url), url);
  },
  'files of the repository can be read and fetched': async ({ open, base, tree }) => {
    const page = await open('index.html');
    await page.click('article a:text-is("LICENSE")');
    await page.waitForURL(`${base}LICENSE.html`);
    assert.equal(await page.textContent('article pre'), readFileSync(join(tree, 'LICENSE'), 'utf8'));
    for (const file of ['LICENSE', 'docs/schema/check.schema.json', 'docs/rules/unused.md']) {
      assert.equal(await (await fetch(base + file)).text(), readFileSync(join(tree, file), 'utf8'), file);
    }
    await page.goto(`${base}docs/index.html`);
    await page.click('article a:text-is("Schemas")');
    await page.waitForURL(`${base}docs/schema/index.html`);
    await page.click('article a:text-is("check.schema.json")');
    assert.match(await page.textContent('article pre'), /"\$schema"/);
  },
};
