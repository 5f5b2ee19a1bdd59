// Dark, light, phone: the colours that are asked for, contrast that can be read, no sideways scrolling.
import assert from 'node:assert/strict';
import { dimTexts } from '../../tests/contrast.mjs';
import { until } from '../../tests/pages.mjs';
import { kHostile, makeSample } from './sample.mjs';

const report = makeSample(200, { compare: true, projects: 2 });
const kHashes = ['#/', '#/variables', '#/variables?documented=no&language=python&owner=POSIX', '#/risks', '#/risks?risk=endpoint', '#/findings', '#/unresolved', '#/skipped', '#/projects', '#/compare', ...kHostile.slice(-1).map((name) => `#/variable/${report.variables.find((one) => one.name === name).project}/${name}`)];
const ground = (page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
const kLight = 'rgb(255, 255, 255)';
const kDark = 'rgb(21, 23, 27)';

export const tests = {
  async 'the system says dark or light, the button is stronger'(open) {
    assert.equal(await ground(await open(report)), kLight);
    const page = await open(report, '', { dark: true });
    assert.equal(await ground(page), kDark);
    await page.click('.theme');
    assert.equal(await ground(page), kLight);
    await page.reload();
    await page.waitForSelector('main');
    assert.equal(await ground(page), kLight);
    await page.click('.theme');
    assert.equal(await ground(page), kDark);
    await page.click('.theme');
    await page.emulateMedia({ colorScheme: 'light' });
    assert.equal(await ground(page), kLight);
  },

  async 'all text has the contrast of WCAG AA, dark and light'(open) {
    for (const dark of [false, true]) {
      for (const hash of kHashes) {
        const page = await open(report, hash, { dark });
        assert.deepEqual(await page.evaluate(dimTexts), [], `${hash} ${dark ? 'dark' : 'light'}`);
        await page.context().close();
      }
    }
  },

  async 'nothing scrolls sideways, from 320 pixels up'(open) {
    for (const width of [320, 360, 400, 760, 1001, 1280]) {
      const page = await open(report, '', { width, height: 700 });
      for (const hash of kHashes) {
        await page.evaluate((to) => (location.hash = to), hash);
        await until(() => page.evaluate(() => location.hash), hash);
        await page.waitForTimeout(60);
        const wide = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        assert.ok(wide[0] <= wide[1], `${hash} is ${wide[0]} wide on ${width}`);
      }
    }
  },

  async 'a phone searches, filters and opens by touch'(open) {
    const page = await open(report, '#/variables', { phone: true });
    assert.equal(await page.locator('#variables .header').isVisible(), false);
    await page.tap('.filters summary');
    await page.tap('fieldset[data-facet=documented] label >> text=not documented');
    await until(() => page.evaluate(() => location.hash), '#/variables?documented=no');
    await page.tap('.filters summary');
    await page.tap('#variables .body [role=row] .small');
    await page.waitForSelector('.variable');
  },

  async 'targets of a finger are large enough'(open) {
    const page = await open(report, '#/variables', { phone: true });
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('header a, header button, #variables .row, .search input, select, summary')]
        .map((one) => [one.className || one.tagName, Math.round(one.getBoundingClientRect().height)])
        .filter(([name, height]) => height > 0 && height < 24 && name !== 'brand'),
    );
    assert.deepEqual(small, []);
  },

  async 'no tab of the header is cut, however narrow the screen'(open) {
    for (const width of [320, 390, 760, 1280]) {
      const page = await open(report, '', { width, height: 800 });
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll('header nav a')].filter((one) => {
          const box = one.getBoundingClientRect();
          return box.left < 0 || box.right > innerWidth || one.scrollWidth > one.clientWidth + 1;
        }).map((one) => one.textContent),
      );
      assert.deepEqual(cut, [], `${width}`);
    }
  },

  async 'no name is cut while a column that is mostly empty takes room'(open) {
    const names = ['CELERY_BEAT_MAX_INTERVAL_SECONDS', 'APP_ASCEND_TRANSFER_TIMEOUT_SECONDS'];
    const some = report.variables.slice(0, 60).map((one, i) => ({ ...one, name: `${names[i % 2]}_${i}`, owner: i ? null : { name: 'somebody else who owns it', reference: null } }));
    const page = await open({ ...report, variables: some, findings: [] }, '#/variables', { width: 1280 });
    const cut = await page.evaluate(() => [...document.querySelectorAll('#variables .name a')].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
    assert.deepEqual(cut, []);
  },

  async 'packages of two projects are two, though their names are one'(open) {
    const page = await open(report, '#/variables');
    const labels = await page.locator('fieldset[data-facet=package] .value').allTextContents();
    assert.ok(labels.every((label) => report.projects.some((one) => label.endsWith(`(${one.name})`))), labels.join());
  },

  async 'many accesses are grouped by file'(open) {
    const [first] = report.variables;
    const sites = Array.from({ length: 98 }, (_, i) => ({ ...first.sites[0], file: `kiln/file_${i % 7}.py`, line: i + 1, op: 'read' }));
    const page = await open({ ...report, variables: [{ ...first, sites }] }, `#/variable/${first.project}/${encodeURIComponent(first.name)}?site=97`);
    const files = page.locator('.files summary');
    assert.equal(await files.count(), 7);
    assert.match(await files.first().innerText(), /kiln\/file_6.py\s+14 read/); // that of the address
    assert.equal(await page.locator('#site-97.marked').isVisible(), true);
  },

  async 'an error in one view leaves the others alone'(open) {
    const page = await open({ ...report, findings: [{ project: 0, name: 'X', rule: 'undocumented', severity: 'info', confidence: 'high', message: 'x', code: null, doc: [] }] }, '#/findings');
    assert.match(await page.locator('[role=alert]').innerText(), /cannot be shown/);
    await page.click('header >> text=Risks');
    await page.waitForSelector('.entries');
  },
};
