// src/ and shell.html → one file: node build.mjs OUT
//
// The same sources give the same bytes. The policy of the page names the hashes of its one script and
// its one style sheet, so that nothing else runs or styles, whatever the data holds; the data script is
// filled in later and is never run, since its type is none that is run.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(fileURLToPath(import.meta.url));
const read = (path) => readFileSync(join(root, path), 'utf8');

async function bundle(entry, more = {}) {
  const result = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    charset: 'ascii',
    legalComments: 'none', // the licence stands in the shell, whole
    logLevel: 'warning',
    ...more,
  });
  return result.outputFiles[0].text.trim();
}

const hash = (text) => `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;

export async function makeReport() {
  const script = await bundle('src/main.tsx', {
    format: 'iife',
    target: ['es2022'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
  });
  const style = await bundle('src/style.css');
  if (/<\/script|<!--/i.test(script)) throw new Error('the script would end its own element');
  if (/<\/style|__[A-Z_]+__/i.test(style)) throw new Error('the style would end its own element');
  const policy = [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  const parts = {
    POLICY: policy,
    PREACT: JSON.parse(read('node_modules/preact/package.json')).version,
    LICENCE: read('node_modules/preact/LICENSE').trim(),
    STYLE: style,
    SCRIPT: script,
  };
  // In one pass, so that nothing is looked for in what was filled in.
  return read('shell.html').replace(/__([A-Z]+)__/g, (whole, name) => parts[name] ?? whole);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const out = process.argv[2];
  if (!out) throw new Error('build.mjs: name the file to write');
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, await makeReport());
}
