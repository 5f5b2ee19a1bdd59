// dist/, README.md, CHANGELOG.md and LICENSE ─→ a .vsix, from a copy, since the packed package.json has more fields
//
//   node pack.mjs --out FILE [--program FOLDER --target linux-x64]
//
// FOLDER is what `scripts/package vscode` writes: bin/flagcensus and licences/. The sources name no host. These
// variables do, and each adds what it says to package.json:
//
//   FLAGCENSUS_HOMEPAGE     homepage
//   FLAGCENSUS_REPOSITORY   repository; the Marketplace links to it
//   FLAGCENSUS_ISSUES       bugs
//   FLAGCENSUS_SCHEMAS      the address of docs/schema/, with the slash at its end: contributes.tomlValidation
//   FLAGCENSUS_MEDIA        the address of media/, with the slash at its end: pictures in README.md
import {execFileSync} from 'node:child_process';
import {chmodSync, cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';

const root = dirname(fileURLToPath(import.meta.url));
const {values} = parseArgs({options: {out: {type: 'string'}, program: {type: 'string'}, target: {type: 'string'}}});
if (!values.out) {
  console.error('pack.mjs: --out has no value');
  process.exit(2);
}

function manifest() {
  const out = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  delete out.scripts;
  delete out.devDependencies;
  const {FLAGCENSUS_HOMEPAGE, FLAGCENSUS_REPOSITORY, FLAGCENSUS_ISSUES, FLAGCENSUS_SCHEMAS} = process.env;
  if (FLAGCENSUS_HOMEPAGE) out.homepage = FLAGCENSUS_HOMEPAGE;
  if (FLAGCENSUS_REPOSITORY) out.repository = {type: 'git', url: FLAGCENSUS_REPOSITORY};
  if (FLAGCENSUS_ISSUES) out.bugs = {url: FLAGCENSUS_ISSUES};
  if (FLAGCENSUS_SCHEMAS) {
    // Read by Even Better TOML and Tombi. Not pyproject.toml: there it would replace the schema of all other tools.
    out.contributes.tomlValidation = [{
      fileMatch: ['flagcensus.toml', '.flagcensus.toml'],
      url: `${FLAGCENSUS_SCHEMAS}flagcensus.schema.json`,
    }];
  }
  return out;
}

// The pictures come after the introduction. They are not packed: the Marketplace wants https, and VS Code shows no others.
function readme() {
  const text = readFileSync(join(root, 'README.md'), 'utf8');
  const media = process.env.FLAGCENSUS_MEDIA;
  if (!media) return text;
  const pictures = `![problems in VS Code](${media}problems.png)\n\n![quick fixes](${media}quick-fix.png)\n\n`;
  const at = text.indexOf('- **Findings**');
  return text.slice(0, at) + pictures + text.slice(at);
}

// The mode of a file is packed: it may not depend on the user's umask.
function setModes(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) setModes(path);
    else chmodSync(path, path.endsWith('/bin/flagcensus') ? 0o755 : 0o644);
  }
}

const stage = mkdtempSync(join(tmpdir(), 'flagcensus-vsix-'));
try {
  for (const name of ['dist', 'CHANGELOG.md', 'LICENSE', '.vscodeignore']) {
    cpSync(join(root, name), join(stage, name), {recursive: true});
  }
  if (values.program) cpSync(values.program, stage, {recursive: true});
  writeFileSync(join(stage, 'README.md'), readme());
  writeFileSync(join(stage, 'package.json'), JSON.stringify(manifest(), null, 2) + '\n');
  setModes(stage);
  const options = ['--no-dependencies', '--out', values.out];
  // vsce asks whether to continue without a repository, which a script cannot answer. It then also refuses
  // relative links in README.md and CHANGELOG.md, which would lead nowhere: this stays so.
  if (!process.env.FLAGCENSUS_REPOSITORY) options.push('--allow-missing-repository');
  if (values.target) options.push('--target', values.target);
  execFileSync(process.execPath, [join(root, 'node_modules/@vscode/vsce/vsce'), 'package', ...options],
               {cwd: stage, stdio: ['ignore', 2, 2]});
} finally {
  rmSync(stage, {recursive: true});
}
