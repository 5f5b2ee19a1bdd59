// 20,000 variables: how long from a key to the new list on the screen, in the browser that runs it.
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { countOf } from './browser.mjs';
import { makeSample } from './sample.mjs';

const kBound = 100; // milliseconds, on a machine that does nothing else
const kReference = 40; // milliseconds that `reference` takes there

/** Work that has nothing to do with the page: how fast the machine is just now. */
function reference() {
  const times = [];
  for (let round = 0; round < 5; ++round) {
    const begin = performance.now();
    const names = Array.from({ length: 60000 }, (_, i) => `NAME_${(i * 7919) % 60013}_OF_A_VARIABLE`);
    names.sort();
    if (names.filter((name) => name.toLowerCase().includes('13_of')).length === 0) throw new Error('nothing');
    times.push(performance.now() - begin);
  }
  return times.sort((a, b) => a - b)[2];
}

/** Types the text letter by letter; for each the time until the frame after the change is laid out. */
async function typeAndMeasure(text) {
  const input = document.getElementById('search');
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
  const times = [];
  for (let end = 1; end <= text.length; ++end) {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
    const begin = performance.now();
    set.call(input, text.slice(0, end));
    input.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    document.body.getBoundingClientRect();
    times.push(performance.now() - begin);
  }
  return times;
}

const median = (all) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)];

export const tests = {
  async 'a search among 20,000 variables is answered within 100 ms on a quiet machine'(open, say) {
    const report = makeSample(16800, { projects: 40 });
    const begin = Date.now();
    const page = await open(report, '#/variables');
    const size = statSync(fileURLToPath(page.url().split('#')[0])).size / 1e6;
    const accesses = report.variables.reduce((sum, one) => sum + one.sites.length, 0);
    say(`${report.variables.length} variables, ${accesses} accesses, ${size.toFixed(1)} MB: opened in ${Date.now() - begin} ms`);
    assert.ok(report.variables.length >= 20000);
    const work = await page.evaluate(reference);
    const bound = kBound * Math.max(1, work / kReference);
    say(`other work of the same size: ${work.toFixed(0)} ms here, ${kReference} ms on a quiet machine`);
    const before = await countOf(page);
    const times = await page.evaluate(typeAndMeasure, 'kiln token cache_3');
    assert.ok((await countOf(page)) < before);
    say(`a key: median ${median(times).toFixed(0)} ms, worst ${Math.max(...times).toFixed(0)} ms`);
    // The worst of eighteen is what the machine's other work makes it.
    assert.ok(median(times) < bound, `${times.map(Math.round)}`);
    const clicks = [];
    for (const facet of ['documented', 'language', 'package', 'project']) {
      clicks.push(
        await page.evaluate(async (id) => {
          const start = performance.now();
          document.querySelector(`fieldset[data-facet=${id}] input[type=checkbox]`).click();
          await new Promise((resolve) => addEventListener('hashchange', () => requestAnimationFrame(resolve), { once: true }));
          document.body.getBoundingClientRect();
          return performance.now() - start;
        }, facet),
      );
    }
    say(`a filter: median ${median(clicks).toFixed(0)} ms`);
    assert.ok(median(clicks) < bound, `${clicks.map(Math.round)}`);
  },
};
