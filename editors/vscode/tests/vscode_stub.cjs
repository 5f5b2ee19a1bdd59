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

// An editor with one folder. `settings`: by their whole keys. What it is told is in `seen`:
// diagnostics by path, messages that are shown, lines of the output, commands by their names; a
// change of a setting is `change(key, value)`.
function editor(folder, settings) {
  const seen = {diagnostics: new Map(), shown: [], output: [], commands: new Map()};
  const changed = new EventEmitter();
  const log = (text) => seen.output.push(String(text));
  const vscode = anything('vscode');
  vscode.version = '1.91.0';
  Object.assign(vscode, {EventEmitter, Disposable, Uri, CancellationTokenSource});
  vscode.LogLevel = {Off: 0, Trace: 1, Debug: 2, Info: 3, Warning: 4, Error: 5};
  vscode.env.language = 'en';
  vscode.env.appName = 'stub';
  vscode.workspace.workspaceFolders = [{uri: new Uri(folder), name: 'project', index: 0}];
  for (const list of ['textDocuments', 'notebookDocuments']) vscode.workspace[list] = [];
  for (const list of ['visibleTextEditors', 'visibleNotebookEditors']) vscode.window[list] = [];
  vscode.workspace.onDidChangeConfiguration = changed.event;
  vscode.workspace.getConfiguration = (section) => ({
    get: (key, fallback) => settings[section ? `${section}.${key}` : key] ?? fallback,
  });
  vscode.window.createOutputChannel = () => ({
    append: log, appendLine: log, trace: log, debug: log, info: log, warn: log, error: log,
    logLevel: vscode.LogLevel.Info, onDidChangeLogLevel: new EventEmitter().event, show() {}, dispose() {},
  });
  for (const kind of ['showErrorMessage', 'showWarningMessage', 'showInformationMessage']) {
    vscode.window[kind] = async (message) => void seen.shown.push(message);
  }
  vscode.languages.createDiagnosticCollection = () => ({
    set: (uri, list) => seen.diagnostics.set(uri.fsPath, list ?? []),
    delete: (uri) => seen.diagnostics.delete(uri.fsPath), clear() {}, dispose() {},
  });
  vscode.commands.registerCommand = (name, run) => {
    seen.commands.set(name, run);
    return new Disposable();
  };
  const change = (key, value) => {
    settings[key] = value;
    changed.fire({affectsConfiguration: (one) => one === key});
  };
  return {vscode, seen, change};
}

module.exports = {editor};
