// Search, order and filters, each held against the data itself.
import assert from 'node:assert/strict';
import { until } from '../../tests/pages.mjs';
import { countOf, hashOf, namesOf } from './browser.mjs';
import { makeSample } from './sample.mjs';

const report = makeSample(900, { projects: 3, hostile: [] });
const { variables } = report;
const findings = (one) => report.findings.filter((finding) => finding.project === one.project && finding.name === one.name);
const sameName = (one) => variables.filter((other) => other.name === one.name);
const literals = (one) => JSON.stringify([...new Set(one.defaults.filter((found) => found.kind === 'literal').map((found) => found.value))].sort());
const differs = (one) => new Set(sameName(one).map(literals).filter((text) => text !== '[]')).size > 1;

// What the page should make of a variable, written a second time and in another way.
const facets = {
  documented: (one) => [one.documented],
  risk: (one) => one.risks.map((risk) => risk.id),
  rule: (one) => findings(one).map((finding) => finding.rule),
  language: (one) => one.languages,
  scope: (one) => one.scopes,
  type: (one) => (one.types.length ? one.types : ['unknown']),
  op: (one) => Object.keys(one.ops),
  owner: (one) => [one.owner?.name ?? ''],
  package: (one) => one.packages.map((name) => `${one.project}:${name}`),
  project: (one) => [String(one.project)],
  across: (one) => (sameName(one).length < 2 ? [] : differs(one) ? ['shared', 'differs'] : ['shared']),
};

// What a search looks at: all that is known of a variable but excerpts, chains and conditions.
const hay = (one) =>
  JSON.stringify([{ ...one, sites: one.sites.map((site) => [site.file, site.via]) }, report.projects[one.project].name]).toLowerCase();
const type = (page, text) => page.fill('#search', text);

export const tests = {
  async 'a search finds names, files, owners, in any case and order of words'(open) {
    const page = await open(report, '#/variables');
    assert.equal(await countOf(page), variables.length);
    for (const query of ['token', 'TOKEN kiln', 'kiln token', 'nvidia', 'http/cache_3.py', 'no such thing at all']) {
      await type(page, query);
      const words = query.toLowerCase().split(' ');
      const wanted = variables.filter((one) => words.every((word) => hay(one).includes(word))).length;
      await until(() => countOf(page), wanted);
    }
    await page.click('text=clear search and filters');
    await until(() => countOf(page), variables.length);
  },

  async 'the name that was typed comes first, then those that begin with it'(open) {
    const page = await open(report, '#/variables');
    const exact = variables.find((one) => variables.filter((other) => other.name.startsWith(one.name)).length > sameName(one).length).name;
    await type(page, exact.toLowerCase());
    await until(async () => (await namesOf(page))[0], exact);
    const names = await namesOf(page);
    const rank = (name) => (name === exact ? 0 : name.startsWith(exact) ? 1 : name.includes(exact) ? 2 : 3);
    assert.deepEqual(names.map(rank), names.map(rank).sort());
  },

  async 'each column sorts both ways, by its head and by the menu'(open) {
    const page = await open(report, '#/variables', { width: 1900 });
    const keys = {
      name: (one) => one.name.toLowerCase(),
      documented: (one) => ['described', 'named', 'no'].indexOf(one.documented),
      type: (one) => one.types.join() || '\uffff',
      uses: (one) => Object.values(one.ops).reduce((sum, times) => sum + times, 0),
      language: (one) => one.languages.join(),
      package: (one) => one.packages.join(),
      owner: (one) => one.owner?.name.toLowerCase() ?? '\uffff',
      project: (one) => report.projects[one.project].name.toLowerCase(),
    };
    for (const [key, of] of Object.entries(keys)) {
      for (let press = 0; press < 2; ++press) {
        const head = page.locator(`.header .${key}`);
        const before = await head.getAttribute('aria-sort');
        await page.click(`.header .${key} button`);
        await until(async () => (await head.getAttribute('aria-sort')) !== before, true);
        const order = await head.getAttribute('aria-sort');
        const sign = order === 'descending' ? -1 : 1;
        const sorted = [...variables].sort((a, b) => (of(a) < of(b) ? -sign : of(a) > of(b) ? sign : variables.indexOf(a) - variables.indexOf(b)));
        await until(async () => (await namesOf(page)).slice(0, 15), sorted.slice(0, 15).map((one) => one.name));
        assert.match(hashOf(page), new RegExp(`sort=${sign < 0 ? '-' : ''}${key}$`));
      }
    }
    await page.click('.header .risk button');
    await until(async () => (await page.locator('.cell.risk .severity').first().textContent()) ?? '', 'high');
    await page.selectOption('.sort select', 'default');
    await until(async () => page.locator('.header .default').getAttribute('aria-sort'), 'ascending');
  },

  async 'each value of each filter leaves as many rows as it says, and those of the data'(open) {
    const page = await open(report, '#/variables');
    assert.deepEqual((await page.locator('fieldset').evaluateAll((all) => all.map((one) => one.dataset.facet))).sort(), Object.keys(facets).sort());
    for (const [id, of] of Object.entries(facets)) {
      const boxes = page.locator(`fieldset[data-facet=${id}] label`);
      assert.ok((await boxes.count()) > 1, `${id} has values`);
      for (const value of await boxes.locator('input').evaluateAll((all) => all.slice(0, 3).map((one) => one.value))) {
        const box = page.locator(`fieldset[data-facet=${id}] input[value="${value}"]`);
        const wanted = variables.filter((one) => of(one).includes(value)).length;
        assert.equal(await box.locator('xpath=..').locator('.number').textContent(), wanted.toLocaleString('en'), `${id} ${value}`);
        await box.check();
        await until(() => countOf(page), wanted);
        await box.uncheck();
        await until(() => countOf(page), variables.length);
      }
    }
  },

  async 'values of a filter are alternatives, filters narrow each other'(open) {
    const page = await open(report, '#/variables?documented=no&documented=named&language=python&q=token');
    const wanted = variables.filter((one) => one.documented !== 'described' && one.languages.includes('python') && hay(one).includes('token'));
    assert.equal(await countOf(page), wanted.length);
    await page.click('.chosen >> text=only mentioned');
    await until(() => countOf(page), wanted.filter((one) => one.documented === 'no').length);
    assert.equal(hashOf(page), '#/variables?q=token&documented=no&language=python');
    await page.goBack();
    await until(() => countOf(page), wanted.length);
  },

  async 'a filter with many values finds one among them'(open) {
    const page = await open(report, '#/variables');
    const packages = page.locator('fieldset[data-facet=package]');
    await packages.locator('.find').fill('LOADERS');
    const labels = report.projects.map((one) => `kiln/data/loaders (${one.name})`);
    await until(async () => (await packages.locator('.value').allTextContents()).sort(), [...labels].sort());
    await packages.locator('label', { hasText: labels[0] }).locator('input').check();
    await until(() => countOf(page), variables.filter((one) => one.project === 0 && one.packages.includes('kiln/data/loaders')).length);
  },
};
