// The settings of VS Code ─→ the command `flagcensus lsp` ─→ a client of the language server, one for
// all folders of the window: the server checks each by itself.
const os = require('node:os');
const vscode = require('vscode');
const {LanguageClient} = require('vscode-languageclient/node');

const kStarting = ['flagcensus.path', 'flagcensus.arguments'];  // a change of these starts another server

let client;
let output;
let turn = Promise.resolve();  // starts and stops follow each other

// `flagcensus.path` with its beginning replaced; a name without a slash is found in PATH.
function programPath(configured) {
  const path = (configured || '').trim() || 'flagcensus';
  if (path.startsWith('~/')) return os.homedir() + path.slice(1);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  return folder ? path.replace('${workspaceFolder}', folder) : path;
}

// The command that starts the server.
function serverCommand() {
  const settings = vscode.workspace.getConfiguration('flagcensus');
  const extra = settings.get('arguments', []);
  return {command: programPath(settings.get('path')), args: ['lsp', ...(Array.isArray(extra) ? extra.map(String) : [])]};
}

// The documents that the server is told of: those for which the extension is activated. It reads all
// other files of the project from disk.
function documentSelector(manifest) {
  return manifest.activationEvents.map((event) => ({scheme: 'file', language: event.replace('onLanguage:', '')}));
}

async function start(manifest) {
  const command = serverCommand();
  client = new LanguageClient('flagcensus', 'flagcensus', command,
                              {documentSelector: documentSelector(manifest), outputChannel: output});
  try {
    await client.start();
  } catch (error) {
    output.error(`${command.command} ${command.args.join(' ')}: ${error.message ?? error}`);
    const settings = 'Open Settings';
    // Not awaited: it ends when the user has closed it.
    vscode.window.showErrorMessage(`flagcensus: ${command.command} could not be started; install it, or set flagcensus.path`, settings)
        .then((chosen) => {
          if (chosen === settings) vscode.commands.executeCommand('workbench.action.openSettings', 'flagcensus.path');
        });
  }
}

async function stop() {
  const old = client;
  client = undefined;
  // One that has not started, or whose process has ended, cannot be stopped.
  await old?.stop().catch(() => {});
}

function restart(manifest) {
  turn = turn.then(stop).then(() => start(manifest));
  return turn;
}

async function activate(context) {
  const manifest = context.extension.packageJSON;
  output = vscode.window.createOutputChannel('flagcensus', {log: true});
  context.subscriptions.push(
      output,
      vscode.commands.registerCommand('flagcensus.restart', () => restart(manifest)),
      vscode.commands.registerCommand('flagcensus.showOutput', () => output.show()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (kStarting.some((key) => event.affectsConfiguration(key))) return restart(manifest);
      }));
  await restart(manifest);
}

function deactivate() {
  turn = turn.then(stop);
  return turn;
}

module.exports = {activate, deactivate};
