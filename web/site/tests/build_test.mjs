// What fails the build, that it gives the same bytes again, and that a page is made again while the site is served.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { until } from '../../tests/pages.mjs';
import { makeMarkdown } from '../src/markdown.mjs';
import { readSite } from '../src/site.mjs';

const kBuild = join(dirname(fileURLToPath(import.meta.url)), '../build.mjs');

async function build(tree, out) {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [kBuild, tree, out]);
    return { status: 0, said: stdout + stderr };
  } catch (error) {
    return { status: error.code, said: error.stdout + error.stderr };
  }
}

const kTree = {
  'README.md': '# A\n\n[docs](docs/README.md), [B](docs/b.md#two-words), [the licence](LICENSE)\n',
  'docs/README.md': '# Index\n\n## Group\n\n- [b](b.md)\n',
  'docs/b.md': '# B\n\n## Two words\n\n## Two words\n\n[again](#two-words-1) [home](../README.md) ![picture](p.svg) [all](.)\n',
  'docs/p.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'docs/options.md': '# Options\n\n## check\n\n| Option | |\n| --- | --- |\n| `-q, --quiet` | Says less. |\n',
  'docs/configuration.md': '# Configuration\n\n| Key | |\n| --- | --- |\n| `paths` | Paths. |\n',
  'docs/environment.md': '# Environment\n\n| Variable | |\n| --- | --- |\n| `TERM` | The terminal. |\n',
  LICENSE: 'A & B\n',
};

/** Writes a small tree with these files instead; null removes one. */
function writeTree(folder, changes) {
  const tree = join(folder, 'tree');
  rmSync(tree, { recursive: true, force: true });
  for (const [file, text] of Object.entries({ ...kTree, ...changes })) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    if (text !== null) writeFileSync(join(tree, file), text);
  }
  return tree;
}

// What is wrong → what is said.
const kWrong = [
  [{ 'docs/b.md': '# B\n\ntext\n[x](none.md)\n' }, 'docs/b.md:4: the link none.md leads to no file: docs/none.md'],
  [{ 'docs/b.md': '# B\n\n[x](#none)\n\n## two words\n' }, 'docs/b.md:3: the link #none leads to no anchor of docs/b.md'],
  [{ 'docs/b.md': '# B\n' }, 'README.md:3: the link docs/b.md#two-words leads to no anchor of docs/b.md'],
  [{ 'docs/p.svg': null }, 'docs/b.md:7: the link p.svg leads to no file: docs/p.svg'],
  [{ LICENSE: null }, 'README.md:3: the link LICENSE leads to no file: LICENSE'],
  [{ 'README.md': '# A\n\n[x](../other)\n' }, 'README.md:3: the link ../other leads out of the tree'],
  [{ 'README.md': '# A\n\n| a |\n|---|\n| [x](LICENSE#L1) |\n' }, 'README.md:5: the link LICENSE#L1 leads to no anchor of LICENSE'],
  [{ 'README.md': '# A\n\nVariables of <Qt>\n' }, 'README.md:3: raw HTML, which the site omits: <Qt>'],
  [{ 'README.md': 'text\n' }, 'README.md:1: the page has no heading of level 1'],
  [{ 'docs/options.md': kTree['docs/options.md'].replace('Option |', 'Flag |') }, 'docs/options.md: no table begins with the column Option'],
  [{ 'docs/options.md': `${kTree['docs/options.md']}| \`--quiet\` | Twice. |\n` }, 'docs/options.md:8: the anchor #check-quiet is already in use'],
  [{ 'docs/configuration.md': kTree['docs/configuration.md'].replace('`paths`', '`pa ths`') }, 'docs/configuration.md:5: the anchor #pa ths is not readable'],
  [{ 'docs/README.md': null }, 'README.md:3: the link docs/README.md leads to no file'],
  [{ 'docs/README.md': null }, 'docs/README.md: is missing; its lists are the navigation'],
  [{ 'README.md': '# A\n\n<div>\ntext\n</div>\n' }, 'README.md:3: raw HTML, which the site omits'],
  [{ 'docs/environment.md': kTree['docs/environment.md'].replace('`TERM`', 'TERM') }, 'docs/environment.md:5: a row without a name in its first column'],
  [{ 'docs/index.md': '# I\n' }, 'docs/README.md: has the address of docs/index.md: docs/index.html'],
];

export const tests = {
  'a sound tree is built': async ({ folder }) => {
    const out = join(folder, 'sound');
    const { status, said } = await build(writeTree(folder, {}), out);
    assert.equal(status, 0, said);
    const page = readFileSync(join(out, 'docs/b.html'), 'utf8');
    for (const part of ['<h2 id="two-words-1">', '<a href="#two-words-1">again</a>', '<a href="../index.html">home</a>', '<img src="p.svg" alt="picture">', '<a href="index.html">all</a>']) {
      assert.ok(page.includes(part), `${part} is not in ${page}`);
    }
    assert.ok(readFileSync(join(out, 'LICENSE.html'), 'utf8').includes('A &amp; B'));
  },
  'a broken link, anchor or picture is a problem with its place': async ({ folder }) => {
    assert.deepEqual(readSite(writeTree(folder, {}), makeMarkdown()).problems, []);
    for (const [changes, wanted] of kWrong) {
      const { problems } = readSite(writeTree(folder, changes), makeMarkdown());
      assert.ok(problems.some((problem) => problem.startsWith(wanted)), `${problems.join('\n')}\ndoes not say\n${wanted}`);
    }
  },
  'a problem fails the build before anything is written': async ({ folder }) => {
    const out = join(folder, 'broken');
    const [changes, wanted] = kWrong[0];
    const { status, said } = await build(writeTree(folder, changes), out);
    assert.equal(status, 1, said);
    assert.ok(said.includes(wanted), said);
    assert.ok(!existsSync(out));
  },
  'a page that changes is made again while the site is served': async ({ folder }) => {
    const tree = writeTree(folder, {});
    const server = spawn(process.execPath, [kBuild, '--serve', tree, join(folder, 'served')]);
    let said = '';
    for (const stream of [server.stdout, server.stderr]) stream.on('data', (text) => (said += text));
    try {
      const kAddress = /http:\/\/localhost:\d+\//;
      await until(() => kAddress.test(said), true, 600);
      const read = async () => (await fetch(`${kAddress.exec(said)[0]}docs/b.html`)).text();
      assert.match(await read(), /<h2 id="two-words">/);
      let asked = 0;
      const isChanged = async () => {
        // Again each second: the server may not watch yet.
        if (asked++ % 20 === 0) writeFileSync(join(tree, 'docs/b.md'), `# B\n\n[x](none.md) [docs](README.md)${' '.repeat(asked)}\n`);
        return (await read()).includes('<a href="none.md">x</a> <a href="index.html">docs</a>');
      };
      await until(isChanged, true, 400);
      assert.ok(said.includes('docs/b.md:3: the link none.md leads to no file: docs/none.md'), said);
      assert.equal(server.exitCode, null, said);
    } finally {
      server.kill();
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
    }
  },
  'two builds give the same bytes': async ({ tree, folder, root, files }) => {
    const again = join(folder, 'again');
    assert.equal((await build(tree, again)).status, 0);
    const sum = (path) => createHash('sha256').update(readFileSync(path)).digest('hex');
    assert.deepEqual(files().filter((file) => sum(join(root, file)) !== sum(join(again, file))), []);
  },
};
