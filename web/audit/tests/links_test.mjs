// Addresses: each state can be opened by its own, and the back button goes where it was.
import assert from 'node:assert/strict';
import { until } from '../../tests/pages.mjs';
import { countOf, hashOf } from './browser.mjs';
import { makeSample } from './sample.mjs';

const report = makeSample(400, { hostile: [], compare: true });
const many = report.variables.find((one) => one.sites.length > 32);
const title = (page) => page.locator('main h1').first().innerText();

export const tests = {
  async 'a variable opens by its address, with its excerpts, chains and entries'(open) {
    const wanted = report.variables.find((one) => one.documents.length && one.sites[0].chain.length && one.sites[0].excerpt);
    const page = await open(report, `#/variable/0/${wanted.name}`);
    assert.equal(await title(page), wanted.name);
    assert.equal(await page.title(), `${wanted.name} · kiln · flagcensus`);
    const [site] = wanted.sites;
    const shown = page.locator('#site-0');
    assert.ok((await shown.locator('.at code').innerText()).includes(site.excerpt.text.split('\n')[1].trim()));
    assert.equal(await shown.locator('.at .line-number').innerText(), String(site.line));
    for (const place of site.chain) assert.ok((await shown.locator('.chain').last().innerText()).includes(place));
    const pages = page.locator('section', { hasText: 'On pages' });
    assert.ok((await pages.innerText()).includes(`${wanted.documents[0].file}:${wanted.documents[0].line}`));
  },

  async 'a page’s default is told as it is stated, and not at all where it is not'(open) {
    const said = { literal: /default 60/, none: /no default/, prose: /default “the number of cores”/, unstated: /^((?!default|empty|null).)*$/s };
    for (const [kind, wanted] of Object.entries(said)) {
      const { name } = report.variables.find((one) => one.documents.length && one.documents[0].default_kind === kind);
      const page = await open(report, `#/variable/0/${name}`);
      assert.match(await page.locator('section', { hasText: 'On pages' }).innerText(), wanted, kind);
    }
  },

  async 'an access far down opens by its address'(open) {
    const page = await open(report, `#/variable/0/${many.name}?site=${many.sites.length - 1}`);
    const marked = page.locator('.site.marked');
    assert.equal(await marked.count(), 1);
    const { file, line } = many.sites.at(-1);
    assert.ok((await marked.innerText()).includes(`line ${line}`));
    assert.ok((await page.locator('.files summary').first().innerText()).includes(file));
    await until(() => marked.evaluate((one) => one.getBoundingClientRect().top >= 0 && one.getBoundingClientRect().top < innerHeight), true);
  },

  async 'what is not there is said'(open) {
    for (const hash of ['#/variable/0/NO_SUCH_NAME', '#/variable/9/X', '#/variable', '#/elsewhere', '#/variable/0/%E0%A4%A']) {
      const page = await open(report, hash);
      assert.equal(await title(page), 'Not found', hash);
    }
  },

  async 'back leads to the list as it was: search, filter, place'(open) {
    const page = await open(report, '#/variables?documented=no&sort=-uses');
    const rows = await countOf(page);
    await page.mouse.wheel(0, 1500);
    await until(() => page.evaluate(() => scrollY > 1000), true);
    const y = await page.evaluate(() => scrollY);
    await page.locator('#variables .body [role=row] a').nth(12).click();
    await page.waitForSelector('.variable');
    assert.equal(await page.evaluate(() => scrollY), 0);
    await page.goBack();
    await until(() => countOf(page), rows);
    await until(() => page.evaluate(() => scrollY), y);
    assert.equal(hashOf(page), '#/variables?documented=no&sort=-uses');
    await page.goForward();
    await page.waitForSelector('.variable');
  },

  async 'typing adds no steps to the history'(open) {
    const page = await open(report, '#/');
    await page.click('header >> text=Variables');
    await page.locator('#search').pressSequentially('token');
    await until(() => hashOf(page), '#/variables?q=token');
    await page.goBack();
    await until(() => hashOf(page), '#/');
  },

  async 'the bars of the overview lead to what they count'(open) {
    const page = await open(report, '#/');
    for (const chart of ['Documentation', 'Variables by package', 'By type', 'By access', 'By language', 'By owner']) {
      const bar = page.locator('.chart', { hasText: chart }).locator('a.step').first();
      const number = Number((await bar.locator('strong, .number').last().innerText()).replace(',', ''));
      await bar.click();
      await until(() => countOf(page), number);
      await page.goBack();
      await page.waitForSelector('.overview');
    }
  },

  async 'risks, findings and the comparison list all, and are searched and chosen from'(open) {
    const page = await open(report, '#/risks');
    const risks = report.variables.flatMap((one) => one.risks);
    assert.equal(await title(page), `Risks ${risks.length}`);
    await page.click('.choices >> text=Endpoint or proxy');
    const status = page.locator('[role=status]');
    await until(() => status.innerText(), `${risks.filter((one) => one.id === 'endpoint').length} of ${risks.length}`);
    assert.equal(hashOf(page), '#/risks?risk=endpoint');
    await page.click('header >> text=Findings');
    await page.click('.choices >> text=type-mismatch');
    await until(() => status.innerText(), `${report.findings.filter((one) => one.rule === 'type-mismatch').length} of ${report.findings.length}`);
    await page.fill('#search', 'token');
    const both = report.findings.filter((one) => one.rule === 'type-mismatch' && JSON.stringify(one).toLowerCase().includes('token'));
    await until(() => status.innerText(), `${both.length} of ${report.findings.length}`);
    await page.click('header >> text=Compare');
    assert.equal(await page.locator('.tag.change.added').count(), report.compare.added.length);
    const [changed] = report.compare.default_changed;
    assert.match(await page.locator('.entries li', { hasText: 'changed default' }).first().innerText(), new RegExp(`${changed.name}\\s+default no default → 60`));
    await page.click('header >> text=Unresolved');
    assert.equal(await title(page), `Unresolved ${report.unresolved.length}`);
    await page.click('header >> text=Skipped');
    assert.match(await page.locator('.entries').innerText(), /assets\/model.bin\s+larger than 16 MB/);
  },

  async 'a list grows as it is scrolled, to its end'(open) {
    const page = await open(report, '#/risks');
    const all = report.variables.reduce((sum, one) => sum + one.risks.length, 0);
    assert.ok((await page.locator('.entries > li').count()) < all);
    await until(async () => {
      await page.keyboard.press('End');
      return page.locator('.entries > li').count();
    }, all);
  },

  async 'a report of nothing says so'(open) {
    const nothing = { ...report, variables: [], unresolved: [], findings: [], compare: null, projects: [{ ...report.projects[0], accesses: 0, resolved: 0, variables: 0, skipped: [], findings: {}, accessors: [], pages: [] }] };
    for (const view of ['', 'variables', 'risks', 'findings', 'unresolved', 'skipped', 'projects']) {
      const page = await open(nothing, `#/${view}`);
      if (view !== 'projects') assert.equal(await page.locator('.empty').count(), 1, view);
      assert.equal(await page.locator('header >> text=Compare').count(), 0);
    }
  },
};
