// the setting flagcensus.path, PATH and the extension's own folder ─→ the program, or why there is none
//
//   flagcensus.path is "flagcensus", the default  ─→ flagcensus in PATH, otherwise bin/flagcensus of the extension
//   flagcensus.path is "~/bin/flagcensus"         ─→ that file and no other
//
// A program in PATH comes first: it may be one with libclang, which the one in the extension cannot load.
// If it is too old or does not run, the one in the extension is used.
const {execFile} = require('node:child_process');
const {accessSync, chmodSync, constants, existsSync} = require('node:fs');
const os = require('node:os');
const {join} = require('node:path');

const kDefault = 'flagcensus';
const kOldest = '0.1.0';  // the first version with `flagcensus lsp`
const kPatience = 20000;  // milliseconds for `--version`, on a busy machine

// `~/` and `${workspaceFolder}` at its beginning are replaced; a name without a slash is found in PATH.
function expand(configured, folder) {
  if (configured.startsWith('~/')) return os.homedir() + configured.slice(1);
  return folder ? configured.replace('${workspaceFolder}', folder) : configured;
}

// The program's file in the extension. An editor may have unpacked it without its mode.
function bundledProgram(extensionPath) {
  const path = join(extensionPath, 'bin', 'flagcensus');
  if (!existsSync(path)) return undefined;
  try {
    accessSync(path, constants.X_OK);
  } catch {
    try {
      chmodSync(path, 0o755);
    } catch {
      // a folder that is not the user's: what comes of it is reported when the program is started
    }
  }
  return path;
}

function isOlder(version, other) {
  const [left, right] = [version, other].map((one) => one.split('.').map(Number));
  const at = left.findIndex((part, index) => part !== right[index]);
  return at >= 0 && left[at] < right[at];
}

// {version}, or {problem}: a sentence that begins with the program and says what to do.
function ask(command, patience) {
  return new Promise((answer) => {
    execFile(command, ['--version'], {timeout: patience}, (error, out) => {
      const version = /^flagcensus (\d+\.\d+\.\d+)/m.exec(out ?? '')?.[1];
      const where = command.includes('/') ? command : `${command} in PATH`;
      if (error?.code === 'ENOENT') {
        answer({missing: true, problem: `${where} was not found: install it, or set flagcensus.path`});
      } else if (error?.code === 'EACCES') {
        answer({problem: `${where} cannot be executed: correct its permissions, or set flagcensus.path`});
      } else if (error?.killed) {
        answer({problem: `${where} did not print its version within ${patience / 1000} seconds: try again, or set flagcensus.path`});
      } else if (!version) {
        const said = `${out ?? ''}`.trim().split('\n')[0] || error?.message.split('\n').slice(-1)[0] || 'nothing';
        answer({problem: `${where} is not flagcensus, or does not run (--version prints: ${said.slice(0, 200)}): correct flagcensus.path`});
      } else if (isOlder(version, kOldest)) {
        answer({problem: `${where} is version ${version}, but the extension needs ${kOldest} or later: update it, or set flagcensus.path`});
      } else {
        answer({version});
      }
    });
  });
}

// {command, version, remarks} or {problem}. `configured`: the setting; `folder`: the first folder of the
// window, if there is one. Tests replace the system and the time limit.
async function findProgram(configured, folder, extensionPath, {platform = process.platform, patience = kPatience} = {}) {
  if (platform === 'win32') {
    return {problem: 'flagcensus does not run on Windows: open the folder in WSL, in a container or on a remote machine'};
  }
  const setting = (configured || '').trim() || kDefault;
  const first = expand(setting, folder);
  const answer = await ask(first, patience);
  if (answer.version) return {command: first, version: answer.version, remarks: []};
  if (setting !== kDefault) return answer;
  const bundled = bundledProgram(extensionPath);
  if (!bundled) {
    if (!answer.missing) return answer;
    return {problem: 'flagcensus is not in PATH, and this package of the extension does not include it: install it, or set flagcensus.path'};
  }
  const second = await ask(bundled, patience);
  if (!second.version) return second;
  return {command: bundled, version: second.version, remarks: answer.missing ? [] : [answer.problem]};
}

module.exports = {findProgram};
