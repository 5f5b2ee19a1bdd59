// Runs tests in a browser, for web/audit and web/site. Each *_test.mjs of a folder exports its tests by name.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** `browser`: {settle, close}. `run` calls a test. `only`: the tests whose name contains it. Ends the process. */
export async function runTests(folder, browser, only, run) {
  let failed = 0;
  let passed = 0;
  for (const file of readdirSync(folder).filter((name) => name.endsWith('_test.mjs')).sort()) {
    const { tests } = await import(join(folder, file));
    for (const [name, test] of Object.entries(tests)) {
      const full = `${file.replace('_test.mjs', '')}: ${name}`;
      if (!full.includes(only)) continue;
      let error = null;
      try {
        await run(test);
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
}
