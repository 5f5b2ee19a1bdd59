// A packed extension: VSIX names the file, TARGET the system that it is for, if it includes the program.
const assert = require('node:assert');
const {execFileSync} = require('node:child_process');
const {chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync} = require('node:fs');
const {tmpdir} = require('node:os');
const {join} = require('node:path');
const {before, test} = require('node:test');
const yauzl = require('yauzl');  // a package of vsce

const {VSIX, TARGET} = process.env;
const files = new Map();  // by path: {bytes, mode}

before(() => new Promise((done, fail) => {
  yauzl.open(VSIX, {lazyEntries: true}, (error, zip) => {
    if (error) return fail(error);
    zip.on('end', done);
    zip.on('entry', (entry) => zip.openReadStream(entry, (wrong, stream) => {
      if (wrong) return fail(wrong);
      const parts = [];
      stream.on('data', (part) => parts.push(part));
      stream.on('end', () => {
        files.set(entry.fileName, {bytes: Buffer.concat(parts), mode: entry.externalFileAttributes >>> 16 & 0o777});
        zip.readEntry();
      });
    }));
    zip.readEntry();
  });
}));

const text = (name) => files.get(`extension/${name}`).bytes.toString();
const manifest = () => JSON.parse(text('package.json'));

test('it has these files and no others', () => {
  const names = [...files.keys()].filter((one) => one.startsWith('extension/') && !one.startsWith('extension/licences/')).map((one) => one.slice(10));
  const program = TARGET ? ['bin/flagcensus'] : [];
  assert.deepStrictEqual(names.sort(), [...program, 'LICENSE.txt', 'changelog.md', 'dist/NOTICES.txt', 'dist/extension.js', 'dist/icon.png',
    'dist/schemas/flagcensus.schema.json', 'dist/schemas/pyproject.schema.json', 'package.json', 'readme.md'].sort());
  for (const [name, {mode}] of files) {
    assert.strictEqual(mode & 0o111, name.endsWith('/bin/flagcensus') ? 0o111 : 0, name);
  }
});

test('the icon is a PNG of 128 pixels', () => {
  const {bytes} = files.get(`extension/${manifest().icon}`);
  assert.strictEqual(bytes.toString('latin1', 1, 4), 'PNG');
  assert.deepStrictEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [128, 128]);
});

test('the pages have no link into the repository', () => {
  for (const page of ['readme.md', 'changelog.md']) {
    for (const [, link] of text(page).matchAll(/\]\(([^)]*)\)/g)) assert.match(link, /^(https:|#)/, `${page}: ${link}`);
  }
});

test('addresses are those of the environment', () => {
  const {homepage, repository, bugs, contributes} = manifest();
  assert.strictEqual(homepage, process.env.FLAGCENSUS_HOMEPAGE);
  assert.strictEqual(repository?.url, process.env.FLAGCENSUS_REPOSITORY);
  assert.strictEqual(bugs?.url, process.env.FLAGCENSUS_ISSUES);
  const media = process.env.FLAGCENSUS_MEDIA;
  assert.deepStrictEqual([...text('readme.md').matchAll(/!\[.*\]\((.*)\)/g)].map((match) => match[1]),
                         media ? [`${media}problems.png`, `${media}quick-fix.png`] : []);
  const schemas = process.env.FLAGCENSUS_SCHEMAS;
  assert.strictEqual(contributes.tomlValidation?.[0].url, schemas && `${schemas}flagcensus.schema.json`);
});

test('the program is for the system of the package, and runs', {skip: !TARGET}, () => {
  assert.match(files.get('extension.vsixmanifest').bytes.toString(), new RegExp(`TargetPlatform="${TARGET}"`));
  assert.ok(files.has('extension/licences/LICENSE'));
  const folder = mkdtempSync(join(tmpdir(), 'flagcensus-vsix-'));
  try {
    const program = join(folder, 'flagcensus');
    writeFileSync(program, files.get('extension/bin/flagcensus').bytes);
    chmodSync(program, 0o755);
    assert.match(execFileSync(program, ['--version'], {encoding: 'utf8'}), new RegExp(`^flagcensus ${manifest().version}`));
  } finally {
    rmSync(folder, {recursive: true});
  }
});
