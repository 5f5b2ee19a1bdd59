// the schema of flagcensus.toml ─→ a setting of Even Better TOML
//
// Even Better TOML reads `contributes.tomlValidation` of other extensions, but takes its `url` as it is: it
// cannot refer to a file of the extension. Its setting can name a file. The schema is copied to a folder whose
// name does not change with the extension's version.
const {copyFileSync, mkdirSync} = require('node:fs');
const {join} = require('node:path');
const {pathToFileURL} = require('node:url');
const vscode = require('vscode');

const kReader = 'tamasfe.even-better-toml';
const kFiles = '^.*/\\.?flagcensus\\.toml$';  // matched with the document's URI
const kName = 'flagcensus.schema.json';

function copySchema(context) {
  const folder = context.globalStorageUri.fsPath;
  mkdirSync(folder, {recursive: true});
  copyFileSync(join(context.extensionPath, 'dist', 'schemas', kName), join(folder, kName));
  return pathToFileURL(join(folder, kName)).toString();
}

// The command: validates and completes flagcensus.toml in all windows of the user.
async function useSchema(context) {
  if (!vscode.extensions.getExtension(kReader)) {
    const show = 'Show Even Better TOML';
    const chosen = await vscode.window.showInformationMessage('flagcensus: the extension Even Better TOML, which reads the schema, is not installed', show);
    if (chosen === show) vscode.commands.executeCommand('workbench.extensions.search', `@id:${kReader}`);
    return;
  }
  const settings = vscode.workspace.getConfiguration('evenBetterToml.schema');
  const associations = {...settings.inspect('associations')?.globalValue, [kFiles]: copySchema(context)};
  await settings.update('associations', associations, vscode.ConfigurationTarget.Global);
  vscode.window.showInformationMessage('flagcensus: Even Better TOML validates flagcensus.toml with the schema of this extension');
}

// After an update of the extension: the file that the setting names is renewed.
function renewSchema(context) {
  const settings = vscode.workspace.getConfiguration('evenBetterToml.schema');
  if (settings.inspect('associations')?.globalValue?.[kFiles]) copySchema(context);
}

module.exports = {useSchema, renewSchema};
