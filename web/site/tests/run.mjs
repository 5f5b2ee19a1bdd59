// Runs the tests of the site: node tests/run.mjs BROWSER TREE FOLDER [NAME]
//
// FOLDER/site is the site of TREE. Each *_test.mjs exports its tests by name; one is a function of what browser.mjs gives.
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startBrowser } from './browser.mjs';

const [executable, tree, folder, only = ''] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const browser = await startBrowser(executable, tree, folder);
let failed = 0;
let passed = 0;
for (const file of readdirSync(here).filter((name) => name.endsWith('_test.mjs')).sort()) {
  const { tests } = await import(join(here, file));
  for (const [name, test] of Object.entries(tests)) {
    const full = `${file.replace('_test.mjs', '')}: ${name}`;
    if (!full.includes(only)) continue;
    let error = null;
    try {
      await test(browser);
    } catch (caught) {
      error = caught;
    }
    try {
      await browser.settle();
    } catch (caught) {
      error ??= caught;
    }
    console.log(`${error ? 'FAILED' : 'ok    '} ${full}`);
    if (error) console.log(String(error.stack ?? error).replace(/^/gm, '       '));
    error ? ++failed : ++passed;
  }
}
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
// A name that fits nothing is a slip, not a success.
process.exit(failed || !passed ? 1 : 0);
