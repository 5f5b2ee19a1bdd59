// The keyboard alone: from the overview to a variable and back, with the focus to be seen all the way.
import assert from 'node:assert/strict';
import { until } from '../../tests/pages.mjs';
import { hashOf, namesOf } from './browser.mjs';
import { makeSample } from './sample.mjs';

const report = makeSample(600, { hostile: [] });
const active = (page) => page.locator('#variables .row.active .name code').innerText();
const focused = (page) => page.evaluate(() => document.activeElement?.id ?? '');

export const tests = {
  async 'slash, words, arrows, Enter, Escape'(open) {
    const page = await open(report, '#/');
    await page.keyboard.press('/');
    await until(() => focused(page), 'search');
    await page.keyboard.type('kiln_');
    await until(() => hashOf(page), '#/variables?q=kiln_');
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(page), 'variables');
    const names = await namesOf(page);
    assert.equal(await active(page), names[0]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await until(() => active(page), names[2]);
    // A reader of the page hears the row that the grid names.
    const id = await page.locator('#variables').getAttribute('aria-activedescendant');
    assert.ok((await page.locator(`#${id}`).innerText()).includes(names[2]));
    await page.keyboard.press('Enter');
    await until(() => page.locator('main h1').innerText(), names[2]);
    assert.equal(hashOf(page), `#/variable/0/${names[2]}`);
    await page.keyboard.press('j');
    await until(() => page.locator('main h1').innerText(), names[3]);
    assert.equal(hashOf(page), `#/variable/0/${names[3]}`);
    await page.keyboard.press('k');
    await until(() => page.locator('main h1').innerText(), names[2]);
    await page.keyboard.press('Escape');
    await page.waitForSelector('#search');
    assert.equal(hashOf(page), '#/variables?q=kiln_');
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    await until(() => hashOf(page), '#/variables');
    await page.keyboard.press('Escape');
    assert.notEqual(await focused(page), 'search');
  },

  async 'Enter in the search opens the best match; Escape comes back to its row'(open) {
    const page = await open(report, '#/variables');
    const { name } = report.variables[77];
    await page.fill('#search', name);
    await until(async () => (await namesOf(page))[0], name);
    await page.keyboard.press('Enter');
    await until(() => hashOf(page), `#/variable/0/${name}`);
    await until(() => page.locator('main h1').innerText(), name);
    await page.keyboard.press('Escape');
    await until(() => hashOf(page), `#/variables?q=${name}`);
  },

  async 'the active row stays on the screen, at the end and at the beginning'(open) {
    const page = await open(report, '#/variables');
    await page.focus('#variables');
    const inside = () =>
      page.locator('#variables .row.active').evaluate((row) => {
        const box = row.getBoundingClientRect();
        return box.top >= document.querySelector('.grid .header').getBoundingClientRect().bottom - 1 && box.bottom <= innerHeight;
      });
    for (const [key, wanted] of [['End', 599], ['PageUp', null], ['Home', 0], ['PageDown', null], ['ArrowUp', null]]) {
      await page.keyboard.press(key);
      if (wanted !== null) await until(() => active(page), report.variables[wanted].name);
      await until(inside, true);
    }
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowUp');
    await until(() => focused(page), 'search');
  },

  async 'a row that was opened by the keyboard has the focus again'(open) {
    const page = await open(report, '#/variables');
    await page.focus('#variables');
    for (let i = 0; i < 60; ++i) await page.keyboard.press('ArrowDown');
    await until(() => active(page), report.variables[60].name);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.variable');
    await page.keyboard.press('Escape');
    await until(() => focused(page), 'variables');
    assert.equal(await active(page), report.variables[60].name);
  },

  async 'arrows go through the lists of other views'(open) {
    const page = await open(report, '#/risks');
    await page.keyboard.press('/');
    await page.keyboard.press('ArrowDown');
    const at = () => page.evaluate(() => [...document.querySelectorAll('main .step')].indexOf(document.activeElement));
    assert.equal(await at(), 0);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    assert.equal(await at(), 1);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.variable');
  },

  async 'Tab begins with the link to the content, and every stop can be seen'(open) {
    const page = await open(report, '#/variables');
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.className), 'skip');
    assert.ok(await page.locator('.skip').evaluate((one) => one.getBoundingClientRect().top >= 0));
    await page.keyboard.press('Enter');
    assert.equal(await focused(page), 'main');
    await page.evaluate(() => document.activeElement.blur());
    for (let i = 0; i < 60; ++i) {
      await page.keyboard.press('Tab');
      const seen = await page.evaluate(() => {
        const one = document.activeElement;
        if (one === document.body) return true;
        const style = getComputedStyle(one);
        // The grid shows its focus by its active row.
        return style.outlineStyle !== 'none' || (one.id === 'variables' && getComputedStyle(one.querySelector('.active')).boxShadow !== 'none');
      });
      assert.ok(seen, await page.evaluate(() => document.activeElement.outerHTML.slice(0, 120)));
    }
  },

  async 'rows, columns and their numbers have their roles'(open) {
    const page = await open(report, '#/variables', { width: 1600 });
    const counted = await page.evaluate(() => {
      const grid = document.getElementById('variables');
      const rows = [...grid.querySelectorAll('.body [role=row]')];
      return {
        role: grid.getAttribute('role'),
        rows: grid.getAttribute('aria-rowcount'),
        columns: grid.querySelectorAll('[role=columnheader]').length === Number(grid.getAttribute('aria-colcount')),
        cells: rows.every((row) => row.querySelectorAll('[role=gridcell]').length === Number(grid.getAttribute('aria-colcount'))),
        first: rows[0].getAttribute('aria-rowindex'),
        few: rows.length < 60,
        selected: grid.querySelectorAll('[aria-selected=true]').length,
        unnamed: [...document.querySelectorAll('button, input, select, a')].filter((one) => !one.textContent.trim() && !one.ariaLabel && !one.labels?.length).length,
        headings: document.querySelectorAll('h1').length,
        language: document.documentElement.lang,
      };
    });
    assert.deepEqual(counted, { role: 'grid', rows: '601', columns: true, cells: true, first: '2', few: true, selected: 1, unnamed: 0, headings: 1, language: 'en' });
  },
};
