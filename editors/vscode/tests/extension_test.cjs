// The built extension in an editor that is a stub (vscode_stub.cjs): what it starts, and what comes of
// it. FLAGCENSUS: the program, for the tests that talk to it; without it they are skipped.
const assert = require('node:assert');
const {chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync} = require('node:fs');
const Module = require('node:module');
const {tmpdir} = require('node:os');
const {delimiter, dirname, join} = require('node:path');
const {test} = require('node:test');
const {fileURLToPath} = require('node:url');
const {findProgram} = require('../src/program.js');
const {editor} = require('./vscode_stub.cjs');

const root = join(__dirname, '..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const withProgram = {skip: !process.env.FLAGCENSUS && 'FLAGCENSUS is not set'};

// Programs that note their arguments and end: no language servers.
function noting(version) {
  const print = version === undefined ? '' : `[ "$1" = --version ] && { echo "${version}"; exit 0; }\n`;
  return `#!/bin/sh\n${print}echo "$0 $*" >>"$(dirname "$0")/started"\nexit 3\n`;
}
const kNoting = noting('flagcensus 1.2.3');

// Runs `body` with the extension, activated in a folder with these files, of which those of `open` are open.
// `installed`: files of the extension's own folder; `path`: what PATH is, below that of the folder.
async function withExtension({files = {}, open = {'open.py': 'python'}, settings = {}, installed = {}, path, extensions}, body) {
  const [folder, home] = ['project', 'extension'].map((one) => realpathSync(mkdtempSync(join(tmpdir(), `flagcensus-${one}-`))));
  const write = (base, name, text) => {
    mkdirSync(dirname(join(base, name)), {recursive: true});
    writeFileSync(join(base, name), text);
    if (text.startsWith('#!')) chmodSync(join(base, name), 0o755);
  };
  for (const name of Object.keys(open)) write(folder, name, '');
  for (const [name, text] of Object.entries(files)) write(folder, name, text);
  for (const [name, text] of Object.entries(installed)) write(home, name, text);
  const values = Object.fromEntries(Object.entries(settings).map(([key, value]) =>
    [key, typeof value === 'string' ? value.replace('FOLDER', folder) : value]));
  const stub = editor(folder, values, open, extensions);
  const load = Module._load;
  Module._load = (id, ...rest) => id === 'vscode' ? stub.vscode : load.call(Module, id, ...rest);
  const oldPath = process.env.PATH;
  if (path !== undefined) process.env.PATH = [join(folder, path), '/usr/bin', '/bin'].join(delimiter);
  const built = require.resolve(join(root, 'dist/extension.js'));
  delete require.cache[built];
  const extension = require(built);
  try {
    await extension.activate({
      subscriptions: [], extensionPath: home, globalStorageUri: stub.vscode.Uri.file(join(home, 'storage')),
      extension: {id: 'flagcensus.flagcensus', packageJSON: manifest},
    });
    await body({...stub, folder, home, started: (base = folder) => {
      const file = join(base, 'started');
      return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    }});
  } finally {
    await extension.deactivate();
    process.env.PATH = oldPath;
    Module._load = load;
    for (const one of [folder, home]) rmSync(one, {recursive: true});
  }
}

async function eventually(what, condition) {
  for (let i = 0; i < 300; ++i) {
    if (condition()) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  assert.fail(`not in 30 seconds: ${what()}`);
}

function shows(seen, text) {
  assert.ok(seen.shown.some((one) => one.includes(text)), `'${text}' is not in:\n${seen.shown.join('\n')}`);
}

test('the program of the setting is started, with the arguments of the setting', async () => {
  const settings = {'flagcensus.path': '${workspaceFolder}/noting', 'flagcensus.arguments': ['--no-clang']};
  await withExtension({files: {noting: kNoting, other: kNoting}, settings}, async ({seen, change, folder, started}) => {
    await eventually(() => seen.output.join('\n'), () => seen.shown.some((one) => one.includes('set flagcensus.path')));
    assert.strictEqual(started()[0], `${folder}/noting lsp --no-clang`);
    // Another setting starts another one.
    change('flagcensus.path', `${folder}/other`);
    await eventually(started, () => started().some((one) => one === `${folder}/other lsp --no-clang`));
  });
});

test('a program that is missing is named, and the message offers remedies', async () => {
  await withExtension({settings: {'flagcensus.path': 'FOLDER/missing'}}, async ({seen, folder, press}) => {
    shows(seen, `${folder}/missing was not found: install it, or set flagcensus.path`);
    for (const [button, command] of [['Open Settings', 'workbench.action.openSettings'], ['How to Install', 'markdown.showPreview']]) {
      press(button);
      await seen.commands.get('flagcensus.restart')();
      await eventually(() => button, () => seen.executed.some(([name]) => name === command));
    }
    // Installed meanwhile, and tried again.
    press('Try Again');
    writeFileSync(join(folder, 'missing'), kNoting);
    chmodSync(join(folder, 'missing'), 0o755);
    await seen.commands.get('flagcensus.restart')();
    assert.ok(seen.output.some((one) => one === `${folder}/missing, version 1.2.3`), seen.output.join('\n'));
  });
});

test('the program is found in PATH', async () => {
  const both = {files: {'bin/flagcensus': kNoting}, installed: {'bin/flagcensus': kNoting}, path: 'bin'};
  await withExtension(both, async ({folder, home, started}) => {
    await eventually(started, () => started(join(folder, 'bin')).length > 0);
    assert.deepStrictEqual(started(join(home, 'bin')), []);
  });
});

test('without one in PATH, the program of the extension is started', async () => {
  await withExtension({installed: {'bin/flagcensus': kNoting}, path: 'nothing'}, async ({home, started, seen}) => {
    await eventually(() => seen.shown.join('\n'), () => started(join(home, 'bin')).length > 0);
    assert.strictEqual(started(join(home, 'bin'))[0], `${home}/bin/flagcensus lsp`);
  });
});

test('a program in PATH that is too old gives way to that of the extension', async () => {
  const old = {files: {'bin/flagcensus': noting('flagcensus 0.0.9')}, installed: {'bin/flagcensus': kNoting}, path: 'bin'};
  await withExtension(old, async ({home, started, seen}) => {
    await eventually(() => seen.shown.join('\n'), () => started(join(home, 'bin')).length > 0);
    assert.ok(seen.output.some((one) => one.includes('flagcensus in PATH is version 0.0.9')), seen.output.join('\n'));
  });
});

test('why no program can be started', async () => {
  const cases = [
    [{path: 'nothing'}, 'flagcensus is not in PATH, and this package of the extension does not include it: install it'],
    [{files: {'bin/flagcensus': noting('flagcensus 0.0.9')}, path: 'bin'}, 'is version 0.0.9, but the extension needs 0.1.0 or later: update it'],
    [{files: {other: noting('something else')}, settings: {'flagcensus.path': 'FOLDER/other'}}, 'other is not flagcensus, or does not run (--version prints: something else)'],
    [{files: {broken: noting()}, settings: {'flagcensus.path': 'FOLDER/broken'}}, 'broken is not flagcensus, or does not run'],
    [{files: {'plain.txt': 'a text'}, settings: {'flagcensus.path': 'FOLDER/plain.txt'}}, 'plain.txt cannot be executed'],
  ];
  for (const [world, message] of cases) {
    await withExtension(world, async ({seen, started}) => {
      shows(seen, message);
      assert.deepStrictEqual(started().filter((one) => one.endsWith(' lsp')), []);
    });
  }
});

test('on Windows it says where it runs instead', async () => {
  const {problem} = await findProgram('flagcensus', undefined, root, {platform: 'win32'});
  assert.match(problem, /does not run on Windows: open the folder in WSL, in a container or on a remote machine$/);
});

// An editor that unpacks a package may lose the mode of its files.
test('the program of the extension is made executable, if it is to be started', async () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'flagcensus-extension-')));
  const oldPath = process.env.PATH;
  try {
    const program = join(home, 'bin/flagcensus');
    mkdirSync(dirname(program));
    writeFileSync(program, kNoting, {mode: 0o644});
    process.env.PATH = home;
    const other = await findProgram(join(home, 'other'), undefined, home);
    assert.match(other.problem, /other was not found/);
    assert.strictEqual(statSync(program).mode & 0o111, 0);
    assert.deepStrictEqual(await findProgram('flagcensus', undefined, home), {command: program, version: '1.2.3', remarks: []});
    assert.strictEqual(statSync(program).mode & 0o777, 0o755);
  } finally {
    process.env.PATH = oldPath;
    rmSync(home, {recursive: true});
  }
});

test('a program that does not answer is not awaited', async () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'flagcensus-extension-')));
  try {
    const program = join(home, 'silent');
    writeFileSync(program, '#!/bin/sh\nexec sleep 60\n', {mode: 0o755});
    const {problem} = await findProgram(program, undefined, home, {patience: 200});
    assert.strictEqual(problem, `${program} did not print its version within 0.2 seconds: try again, or set flagcensus.path`);
  } finally {
    rmSync(home, {recursive: true});
  }
});

test('it starts when a file needs it', async () => {
  const settings = {'flagcensus.path': 'FOLDER/noting'};
  const files = {noting: kNoting, 'main.go': '', 'README.md': '', 'notes.txt': '', 'a.py': ''};
  // A file of Go, and pages of a project in Go: nothing would be checked.
  const {'a.py': _, ...go} = files;
  await withExtension({files: go, settings, open: {'main.go': 'go', 'README.md': 'markdown'}}, async (editor) => {
    const {started, openFile, folder, created, change} = editor;
    openFile('notes.txt', 'plaintext');
    change('flagcensus.arguments', ['--jobs=1']);  // of a server that is not running
    await new Promise((done) => setTimeout(done, 300));
    assert.deepStrictEqual(started(), []);
    // The project is configured while it is open.
    writeFileSync(join(folder, 'flagcensus.toml'), 'languages = ["go"]\n');
    created();
    await eventually(started, () => started().length > 0);
  });
  for (const open of [{'main.go': 'go'}, {'README.md': 'markdown'}]) {
    await withExtension({files: {...go, 'flagcensus.toml': ''}, settings, open}, ({started}) => eventually(started, () => started().length > 0));
    await withExtension({files, settings, open}, ({started}) => eventually(started, () => started().length > 0));
  }
  // A file that is opened later, and the command, which asks for no reason.
  await withExtension({files: go, settings, open: {}}, async ({started, openFile, folder}) => {
    assert.deepStrictEqual(started(), []);
    writeFileSync(join(folder, 'b.c'), '');
    openFile('b.c', 'c');
    await eventually(started, () => started().length > 0);
  });
  await withExtension({files: go, settings, open: {}}, async ({started, seen}) => {
    await seen.commands.get('flagcensus.restart')();
    assert.ok(started().length > 0);
  });
});

const kProject = {
  'app.py': 'import os\nSIZE = os.getenv("APP_SIZE", "3")\nprint(SIZE)\n',
  'environment.md': '# Environment variables\n\n| Variable | Default |\n| --- | --- |\n| `APP_SIZE` | `4` |\n',
};

// Each file has one finding, which comes again if the server is restarted.
async function findsBoth({seen, folder}, names) {
  const one = () => names.every((name) => seen.diagnostics.get(join(folder, name))?.length === 1);
  const state = () => [...seen.shown, ...seen.output].join('\n');
  await eventually(state, one);
  seen.diagnostics.clear();
  await seen.commands.get('flagcensus.restart')();
  await eventually(state, one);
  assert.deepStrictEqual(seen.shown, []);
}

test('findings of the program become diagnostics', withProgram, async () => {
  const settings = {'flagcensus.path': process.env.FLAGCENSUS};
  await withExtension({files: kProject, settings, open: {'app.py': 'python'}}, (editor) => findsBoth(editor, ['app.py', 'environment.md']));
});

test('so do those in a language that the configuration enables', withProgram, async () => {
  const files = {
    'flagcensus.toml': 'languages = ["go"]\n',
    'main.go': 'package main\n\nimport "os"\n\nfunc main() {\n\tsize := os.Getenv("APP_SIZE")\n\tif size == "" {\n\t\tsize = "3"\n\t}\n\tprintln(size)\n}\n',
    'environment.md': kProject['environment.md'],
  };
  await withExtension({files, settings: {'flagcensus.path': process.env.FLAGCENSUS}, open: {'main.go': 'go'}},
                      (editor) => findsBoth(editor, ['main.go', 'environment.md']));
});

test('the commands are those of package.json', async () => {
  await withExtension({files: {noting: kNoting}, settings: {'flagcensus.path': 'FOLDER/noting'}}, async ({seen}) => {
    assert.deepStrictEqual([...seen.commands.keys()].sort(), manifest.contributes.commands.map((one) => one.command).sort());
  });
});

test('the schema is associated with flagcensus.toml', async () => {
  const schema = readFileSync(join(root, 'dist/schemas/flagcensus.schema.json'), 'utf8');
  const installed = {'dist/schemas/flagcensus.schema.json': schema};
  const key = 'evenBetterToml.schema.associations';
  const world = {files: {}, open: {}, installed};
  await withExtension(world, async ({seen, settings, press}) => {
    press('Show Even Better TOML');
    await seen.commands.get('flagcensus.useSchema')();
    assert.deepStrictEqual(seen.executed, [['workbench.extensions.search', '@id:tamasfe.even-better-toml']]);
    assert.strictEqual(settings[key], undefined);
  });
  const others = {...world, extensions: ['tamasfe.even-better-toml'], settings: {[key]: {'^.*/other$': 'file:///other.json'}}};
  await withExtension(others, async ({seen, settings, folder}) => {
    await seen.commands.get('flagcensus.useSchema')();
    assert.strictEqual(seen.target, 1);
    const {'^.*/other$': kept, ...added} = settings[key];
    assert.strictEqual(kept, 'file:///other.json');
    const [[pattern, uri]] = Object.entries(added);
    for (const name of ['flagcensus.toml', '.flagcensus.toml']) assert.match(`file://${folder}/${name}`, new RegExp(pattern));
    for (const name of ['pyproject.toml', 'xflagcensus.toml']) assert.doesNotMatch(`file://${folder}/${name}`, new RegExp(pattern));
    assert.strictEqual(readFileSync(fileURLToPath(uri), 'utf8'), schema);
  });
});

// All references of the schema for pyproject.toml lead to something.
test('the schema of pyproject.toml has the same keys below tool.flagcensus', () => {
  const [one, project] = ['flagcensus', 'pyproject'].map((name) => JSON.parse(readFileSync(join(root, `dist/schemas/${name}.schema.json`), 'utf8')));
  assert.deepStrictEqual(project.properties.tool.properties.flagcensus.properties, one.properties);
  const references = [...JSON.stringify(project).matchAll(/"\$ref":"([^"]*)"/g)].map((match) => match[1]);
  assert.ok(references.length > 0);
  for (const reference of references) {
    assert.ok(reference.slice(2).split('/').reduce((at, key) => at?.[key], project), reference);
  }
});
