// a document that is opened ─→ whether a server is of use (project.js) ─→ the program (program.js) ─→ a client
// of `flagcensus lsp`, one for all folders of the window: the server checks each separately.
const {readdirSync} = require('node:fs');
const {join} = require('node:path');
const vscode = require('vscode');
const {LanguageClient} = require('vscode-languageclient/node');
const {findProgram} = require('./program.js');
const {kConfigurations, kConfigurationGlob, needsServer} = require('./project.js');
const {renewSchema, useSchema} = require('./schema.js');

const kStarting = ['flagcensus.path', 'flagcensus.arguments'];  // a change of these starts another server
const kRetry = 'Try Again', kSettings = 'Open Settings', kInstall = 'How to Install';

let client;
let output;
let started = false;  // or tried: it is not tried again with each document
let turn = Promise.resolve();  // starts and stops follow each other

// The languages for which the extension is activated.
function activationLanguages(manifest) {
  return manifest.activationEvents.map((event) => event.replace('onLanguage:', ''));
}

// The documents that the server is sent. It reads all other files of the project from disk.
function documentSelector(manifest) {
  const configurations = {scheme: 'file', pattern: `**/{${[...kConfigurations, 'pyproject.toml'].join(',')}}`};
  return [...activationLanguages(manifest).map((language) => ({scheme: 'file', language})), configurations];
}

// The extension's page, which packing calls readme.md. `extension.open` shows only what the Marketplace has.
function readme(context) {
  const name = readdirSync(context.extensionPath).find((one) => /^readme\.md$/i.test(one)) ?? 'readme.md';
  return vscode.Uri.file(join(context.extensionPath, name));
}

// Not awaited: the promise ends when the user has closed the message.
function report(context, problem) {
  output.error(problem);
  vscode.window.showErrorMessage(`flagcensus: ${problem}`, kSettings, kInstall, kRetry).then((chosen) => {
    if (chosen === kSettings) vscode.commands.executeCommand('workbench.action.openSettings', 'flagcensus.path');
    if (chosen === kInstall) vscode.commands.executeCommand('markdown.showPreview', readme(context));
    if (chosen === kRetry) restart(context);
  });
}

async function start(context) {
  started = true;
  const settings = vscode.workspace.getConfiguration('flagcensus');
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const program = await findProgram(settings.get('path'), folder, context.extensionPath);
  if (program.problem) return report(context, program.problem);
  for (const remark of program.remarks) output.warn(remark);
  output.info(`${program.command}, version ${program.version}`);
  const extra = settings.get('arguments', []);
  const command = {command: program.command, args: ['lsp', ...(Array.isArray(extra) ? extra.map(String) : [])]};
  client = new LanguageClient('flagcensus', 'flagcensus', command,
                              {documentSelector: documentSelector(context.extension.packageJSON), outputChannel: output});
  try {
    await client.start();
  } catch (error) {
    output.error(`${command.command} ${command.args.join(' ')}: ${error.message ?? error}`);
    report(context, `${program.command} could not be started as a language server: see the output, correct flagcensus.arguments, or set flagcensus.path`);
  }
}

async function stop() {
  const old = client;
  client = undefined;
  // One that has not started, or whose process has ended, cannot be stopped.
  await old?.stop().catch(() => {});
}

function restart(context) {
  turn = turn.then(stop).then(() => start(context));
  return turn;
}

// Starts the server if one of the open documents needs it.
async function consider(context, documents) {
  if (started || !await needsServer(documents, activationLanguages(context.extension.packageJSON))) return;
  if (started) return;  // by another document meanwhile
  started = true;
  await restart(context);
}

async function activate(context) {
  output = vscode.window.createOutputChannel('flagcensus', {log: true});
  started = false;
  const considerAll = () => consider(context, vscode.workspace.textDocuments);
  const configurations = vscode.workspace.createFileSystemWatcher(kConfigurationGlob, false, true, true);
  context.subscriptions.push(
      output, configurations, configurations.onDidCreate(considerAll),
      vscode.workspace.onDidChangeWorkspaceFolders(considerAll),
      vscode.workspace.onDidOpenTextDocument((document) => consider(context, [document])),
      vscode.commands.registerCommand('flagcensus.restart', () => restart(context)),
      vscode.commands.registerCommand('flagcensus.showOutput', () => output.show()),
      vscode.commands.registerCommand('flagcensus.useSchema', () => useSchema(context)),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (started && kStarting.some((key) => event.affectsConfiguration(key))) return restart(context);
      }));
  renewSchema(context);
  await considerAll();
}

function deactivate() {
  turn = turn.then(stop);
  return turn;
}

module.exports = {activate, deactivate};
