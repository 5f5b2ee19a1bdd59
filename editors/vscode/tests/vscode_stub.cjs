const {readFileSync, readdirSync} = require('node:fs');
const {join} = require('node:path');

// What the client of the language server needs of the module `vscode`, outside VS Code: a tree of
// objects that have every member and can be called, constructed and extended, with those members
// replaced that count here.
function anything(name) {
  const members = new Map();
  return new Proxy(class {}, {
    get(target, key) {
      if (key === 'prototype') return target.prototype;
      if (key === 'then' || typeof key === 'symbol') return undefined;  // no promise, no list
      if (!members.has(key)) members.set(key, anything(`${name}.${key}`));
      return members.get(key);
    },
    set(target, key, value) {
      members.set(key, value);
      return true;
    },
    apply() {
      return anything(`${name}()`);
    },
  });
}

class EventEmitter {
  #listeners = [];
  event = (listener, self) => {
    this.#listeners.push(listener.bind(self));
    return {dispose() {}};
  };
  fire(event) {
    for (const listener of this.#listeners) listener(event);
  }
  dispose() {}
}

class Disposable {
  constructor(end) {
    this.dispose = end ?? (() => {});
  }
  static from(...all) {
    return new Disposable(() => all.forEach((one) => one.dispose()));
  }
}

class Uri {
  constructor(path) {
    Object.assign(this, {scheme: 'file', path, fsPath: path});
  }
  static file(path) {
    return new Uri(path);
  }
  static parse(text) {
    return new Uri(decodeURIComponent(new URL(text).pathname));
  }
  toString() {
    return `file://${this.path}`;
  }
}

class CancellationTokenSource {
  token = {isCancellationRequested: false, onCancellationRequested: new EventEmitter().event};
  cancel() {
    this.token.isCancellationRequested = true;
  }
  dispose() {}
}

// The one form of pattern that the extension has: any folder, then one of several names or endings.
function matchesGlob(path, glob) {
  const names = glob.match(/^\*\*\/\{(.*)\}$/)[1].split(',');
  const name = path.split('/').pop();
  return names.some((one) => one.startsWith('*') ? name.endsWith(one.slice(1)) : name === one);
}

// An editor with one folder. `settings`: by their whole keys; those of other extensions, which are in
// `extensions`, too. `open`: names of files in the folder, with their languages. `seen` records calls:
// diagnostics by path, messages that are shown, lines of the output, commands by their names, commands that are
// executed. `change(key, value)` changes a setting, `openFile(name, language)` opens a file, `created()` is the event
// of a new configuration, and `press(button)` answers the next message.
function editor(folder, settings, open = {}, extensions = []) {
  const seen = {diagnostics: new Map(), shown: [], output: [], commands: new Map(), executed: []};
  const changed = new EventEmitter(), opened = new EventEmitter(), created = new EventEmitter();
  const buttons = {};
  const log = (text) => seen.output.push(String(text));
  const vscode = anything('vscode');
  vscode.version = '1.91.0';
  Object.assign(vscode, {EventEmitter, Disposable, Uri, CancellationTokenSource});
  vscode.LogLevel = {Off: 0, Trace: 1, Debug: 2, Info: 3, Warning: 4, Error: 5};
  vscode.ConfigurationTarget = {Global: 1, Workspace: 2, WorkspaceFolder: 3};
  vscode.env.language = 'en';
  vscode.env.appName = 'stub';
  vscode.workspace.workspaceFolders = [{uri: new Uri(folder), name: 'project', index: 0}];
  const documentOf = (name, languageId) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return {uri: new Uri(join(folder, name)), fileName: join(folder, name), languageId, version: 1, getText: () => text};
  };
  vscode.workspace.textDocuments = Object.entries(open).map(([name, language]) => documentOf(name, language));
  vscode.workspace.onDidOpenTextDocument = opened.event;
  vscode.workspace.findFiles = async (glob, exclude, limit) =>
    readdirSync(folder).filter((name) => matchesGlob(name, glob)).slice(0, limit).map((name) => new Uri(join(folder, name)));
  vscode.workspace.createFileSystemWatcher = () => ({
    onDidCreate: created.event, onDidChange: new EventEmitter().event, onDidDelete: new EventEmitter().event, dispose() {},
  });
  vscode.languages.match = (selector, document) => [selector].flat().some((one) => one.language === document.languageId) ? 10 : 0;
  vscode.extensions.getExtension = (id) => extensions.includes(id) ? {id} : undefined;
  vscode.workspace.notebookDocuments = [];
  for (const list of ['visibleTextEditors', 'visibleNotebookEditors']) vscode.window[list] = [];
  vscode.window.tabGroups = {all: [], onDidChangeTabs: new EventEmitter().event, onDidChangeTabGroups: new EventEmitter().event};
  vscode.workspace.onDidChangeConfiguration = changed.event;
  vscode.workspace.getConfiguration = (section) => {
    const whole = (key) => section ? `${section}.${key}` : key;
    return {
      get: (key, fallback) => settings[whole(key)] ?? fallback,
      inspect: (key) => ({globalValue: settings[whole(key)]}),
      update: async (key, value, target) => void (settings[whole(key)] = value, seen.target = target),
    };
  };
  vscode.window.createOutputChannel = () => ({
    append: log, appendLine: log, trace: log, debug: log, info: log, warn: log, error: log,
    logLevel: vscode.LogLevel.Info, onDidChangeLogLevel: new EventEmitter().event, show() {}, dispose() {},
  });
  for (const kind of ['showErrorMessage', 'showWarningMessage', 'showInformationMessage']) {
    vscode.window[kind] = async (message, ...choices) => {
      seen.shown.push(message);
      const chosen = choices.find((one) => one === buttons.press);
      delete buttons.press;
      return chosen;
    };
  }
  vscode.languages.createDiagnosticCollection = () => ({
    set: (uri, list) => seen.diagnostics.set(uri.fsPath, list ?? []),
    delete: (uri) => seen.diagnostics.delete(uri.fsPath), clear() {}, dispose() {},
  });
  vscode.commands.registerCommand = (name, run) => {
    seen.commands.set(name, run);
    return new Disposable();
  };
  vscode.commands.executeCommand = async (...call) => void seen.executed.push(call);
  const change = (key, value) => {
    settings[key] = value;
    changed.fire({affectsConfiguration: (one) => one === key});
  };
  const openFile = (name, language) => {
    const document = documentOf(name, language);
    vscode.workspace.textDocuments.push(document);
    opened.fire(document);
  };
  return {vscode, seen, settings, change, openFile, created: () => created.fire(), press: (button) => void (buttons.press = button)};
}

module.exports = {editor};
