// Runs the tests of the site: node tests/run.mjs BROWSER TREE FOLDER [NAME]
//
// FOLDER/site is the site of TREE. Each *_test.mjs exports its tests by name; one is a function of what browser.mjs gives.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runTests } from '../../tests/run.mjs';
import { startBrowser } from './browser.mjs';

const [executable, tree, folder, only = ''] = process.argv.slice(2);
const browser = await startBrowser(executable, tree, folder);
await runTests(dirname(fileURLToPath(import.meta.url)), browser, only, (test) => test(browser));
