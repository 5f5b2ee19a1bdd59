// an open document ─→ whether the language server is of use
//
//   app.py                                             ─→ yes: Python, C, C++ and CUDA are always read
//   main.go below a flagcensus.toml                    ─→ yes: the configuration decides which languages are read
//   README.md, in a folder with sources in Python      ─→ yes: it may document variables of them
//   main.go or README.md in any other folder           ─→ no: nothing would be checked
const {existsSync} = require('node:fs');
const {dirname, join} = require('node:path');
const vscode = require('vscode');

const kAlwaysRead = ['python', 'c', 'cpp', 'cuda-cpp'];
const kConfigurations = ['flagcensus.toml', '.flagcensus.toml'];
const kConfigurationGlob = `**/{${kConfigurations.join(',')}}`;
// pyproject.toml is a sign of Python, with or without [tool.flagcensus].
const kSourceGlob = '**/{pyproject.toml,*.py,*.pyi,*.c,*.h,*.cc,*.cpp,*.cxx,*.hh,*.hpp,*.cu,*.cuh}';
const kNotTheProject = '**/{.git,node_modules,vendor,third_party,.venv,venv,site-packages,target,build,dist}/**';

// Whether a directory above the file has a configuration, in or outside the folders of the window.
function isBelowConfiguration(path) {
  for (let folder = dirname(path);; folder = dirname(folder)) {
    if (kConfigurations.some((name) => existsSync(join(folder, name)))) return true;
    if (folder === dirname(folder)) return false;
  }
}

// Whether a folder of the window has at least one such file. The search ends at the first.
async function hasFile(glob) {
  return (await vscode.workspace.findFiles(glob, kNotTheProject, 1)).length > 0;
}

// `languages`: those for which the extension is activated.
async function needsServer(documents, languages) {
  const served = documents.filter((one) => one.uri.scheme === 'file' && languages.includes(one.languageId));
  if (served.some((one) => kAlwaysRead.includes(one.languageId))) return true;
  if (served.length === 0) return false;
  return served.some((one) => isBelowConfiguration(one.uri.fsPath)) || await hasFile(kConfigurationGlob) || hasFile(kSourceGlob);
}

module.exports = {needsServer, kConfigurations, kConfigurationGlob};
