// Runs the browser tests: node tests/run.mjs BROWSER REPORT FOLDER [NAME]
//
// Each *_test.mjs exports its tests by name; one is a function of `open`, which opens a report.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runTests } from '../../tests/run.mjs';
import { startBrowser } from './browser.mjs';

const [executable, template, folder, only = ''] = process.argv.slice(2);
const browser = await startBrowser(executable, template, folder);
const say = (text) => console.log(`      ${text}`);
await runTests(dirname(fileURLToPath(import.meta.url)), browser, only, (test) => test(browser.open, say));
