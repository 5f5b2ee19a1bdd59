// The built extension in an editor that is a stub (vscode_stub.cjs): what it starts, and what comes of
// it. FLAGCENSUS: the program, for the test that talks to it; without it that test is skipped.
const assert = require('node:assert');
const {chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync} = require('node:fs');
const Module = require('node:module');
const {tmpdir} = require('node:os');
const {join} = require('node:path');
const {test} = require('node:test');
const {editor} = require('./vscode_stub.cjs');

const root = join(__dirname, '..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

// Runs `body` with the extension, activated in a folder with these files.
async function withExtension(files, settings, body) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'flagcensus-vscode-')));
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text);
    if (text.startsWith('#!')) chmodSync(join(folder, name), 0o755);
  }
  const stub = editor(folder, settings(folder));
  const load = Module._load;
  Module._load = (id, ...rest) => id === 'vscode' ? stub.vscode : load.call(Module, id, ...rest);
  const built = require.resolve(join(root, 'dist/extension.js'));
  delete require.cache[built];
  const extension = require(built);
  try {
    await extension.activate({subscriptions: [], extension: {packageJSON: manifest}});
    await body({...stub, folder});
  } finally {
    await extension.deactivate();
    Module._load = load;
    rmSync(folder, {recursive: true});
  }
}

async function eventually(what, condition) {
  for (let i = 0; i < 300; ++i) {
    if (condition()) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  assert.fail(`not in 30 seconds: ${what()}`);
}

// A program that notes its arguments and ends: no language server.
const kNoting = '#!/bin/sh\necho "$0 $*" >>"$(dirname "$0")/started"\nexit 3\n';

test('the program of the setting is started, with the arguments of the setting', async () => {
  const settings = () => ({'flagcensus.path': '${workspaceFolder}/noting', 'flagcensus.arguments': ['--no-clang']});
  await withExtension({noting: kNoting, other: kNoting}, settings, async ({seen, change, folder}) => {
    const started = () => readFileSync(join(folder, 'started'), 'utf8').trim().split('\n');
    await eventually(() => seen.output.join('\n'), () => seen.shown.some((one) => one.includes('set flagcensus.path')));
    assert.strictEqual(started()[0], `${folder}/noting lsp --no-clang`);
    // Another setting starts another one.
    change('flagcensus.path', `${folder}/other`);
    await eventually(started, () => started().some((one) => one === `${folder}/other lsp --no-clang`));
  });
});

test('a program that is missing is named', async () => {
  await withExtension({}, (folder) => ({'flagcensus.path': `${folder}/missing`}), async ({seen, folder}) => {
    assert.ok(seen.shown.some((one) => one.includes(`${folder}/missing could not be started`)), seen.shown.join('\n'));
  });
});

test('findings of the program become diagnostics', {skip: !process.env.FLAGCENSUS && 'FLAGCENSUS is not set'}, async () => {
  const files = {
    'app.py': 'import os\nSIZE = os.getenv("APP_SIZE", "3")\nprint(SIZE)\n',
    'environment.md': '# Environment variables\n\n| Variable | Default |\n| --- | --- |\n| `APP_SIZE` | `4` |\n',
  };
  await withExtension(files, () => ({'flagcensus.path': process.env.FLAGCENSUS}), async ({seen, folder}) => {
    const both = ['app.py', 'environment.md'].map((name) => join(folder, name));
    await eventually(() => [...seen.shown, ...seen.output].join('\n'), () => both.every((one) => seen.diagnostics.get(one)?.length === 1));
    // Restarted by the command, it finds them again.
    seen.diagnostics.clear();
    await seen.commands.get('flagcensus.restart')();
    await eventually(() => [...seen.shown, ...seen.output].join('\n'), () => both.every((one) => seen.diagnostics.get(one)?.length === 1));
    assert.deepStrictEqual(seen.shown, []);
  });
});

test('the commands are those of package.json', async () => {
  await withExtension({noting: kNoting}, (folder) => ({'flagcensus.path': `${folder}/noting`}), async ({seen}) => {
    assert.deepStrictEqual([...seen.commands.keys()].sort(), manifest.contributes.commands.map((one) => one.command).sort());
  });
});
