// src/ and the packages that it requires ─→ dist/extension.js, one file, and dist/NOTICES.txt with the
// licences of these packages
// icon.mjs                               ─→ dist/icon.png
// docs/schema/flagcensus.schema.json     ─→ dist/schemas/: of flagcensus.toml, and of pyproject.toml
//
// The same sources give the same bytes.
import {mkdirSync, readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';
import {drawIcon} from './icon.mjs';

const root = dirname(fileURLToPath(import.meta.url));
const {metafile} = await build({
  absWorkingDir: root,
  entryPoints: ['src/extension.js'],
  outfile: 'dist/extension.js',
  bundle: true,
  minify: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: ['vscode'],
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
});

const packages = new Set();
for (const input of Object.keys(metafile.inputs)) {
  const folder = input.match(/^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//);
  if (folder) packages.add(folder[1]);
}
const notices = [...packages].sort().map((folder) => {
  const {name, version, license} = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const file = readdirSync(join(root, folder)).find((one) => /^licen[cs]e/i.test(one));
  if (!file) throw new Error(`${folder} has no licence`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(root, folder, file), 'utf8').trim()}\n`;
});
writeFileSync(join(root, 'dist/NOTICES.txt'), notices.join('\n----------------------------------------\n\n'));

writeFileSync(join(root, 'dist/icon.png'), drawIcon());

// The same keys below [tool.flagcensus]; other tables are free. References to #/definitions are to the root.
const schema = JSON.parse(readFileSync(join(root, '../../docs/schema/flagcensus.schema.json'), 'utf8'));
const {$schema, $id, definitions, ...table} = schema;
const project = {
  $schema,
  title: 'pyproject.toml with [tool.flagcensus]',
  definitions,
  type: 'object',
  properties: {tool: {type: 'object', properties: {flagcensus: table}}},
};
mkdirSync(join(root, 'dist/schemas'), {recursive: true});
for (const [name, content] of [['flagcensus', schema], ['pyproject', project]]) {
  writeFileSync(join(root, `dist/schemas/${name}.schema.json`), JSON.stringify(content, null, 1) + '\n');
}
