// The text of the data script → a Report: what `audit --format json` prints, schema 1, as types.
//
// Only its outline is checked: the program writes it, its schema is held by the program's own tests.
// Every string in it comes from the tree that was audited, and is shown through parts/text.tsx alone.

export type Op = 'read' | 'write' | 'test' | 'setdefault' | 'append' | 'delete';
export type Documented = 'described' | 'named' | 'no';
export type Severity = 'high' | 'medium' | 'low';

export interface Place {
  file: string;
  line: number;
  column: number;
}

export interface Project {
  id: number;
  name: string;
  source: string;
  kind: string;
  revision: string | null;
  files: number;
  bytes: number;
  accesses: number;
  resolved: number;
  variables: number;
  accessors: { name: string; file: string; line: number; calls: number }[];
  pages: { file: string; entries: number }[];
  findings: Record<string, number>;
  skipped: { file: string; reason: string }[];
  /** What was read and what was not; absent in a census of an earlier version. */
  reading?: Reading;
}

export interface Reading {
  read: Record<string, number>;
  unread: Record<string, number>;
  generated: Record<string, number>;
  binaries: number;
  skipped: Record<string, number>;
  unresolved: number;
  summary: string[];
}

export interface Default {
  kind: 'literal' | 'none' | 'required' | 'dynamic' | 'prose'; // prose: on pages alone
  value: string | null;
  count: number;
}

export interface Entry {
  file: string;
  line: number;
  section: string | null;
  default: string | null;
  default_kind: string | null;
  description: string | null;
  how: string;
}

/** A line of a deployment file, a sample or a CI file. */
export interface Given {
  file: string;
  line: number;
  kind: string;
  by: string;
  how: string;
  words: string;
  scope: string;
}

export interface Site extends Place {
  op: Op;
  default: string | null;
  default_kind: string | null;
  type: string | null;
  via: string | null;
  chain: string[];
  scope: string;
  language: string;
  condition: string | null;
  value: string | null;
  at_import: boolean;
  excerpt: { line: number; text: string } | null;
}

export interface VariableRisk {
  id: string;
  site: number | null;
  confidence: string;
  detail: string | null;
}

export interface Variable {
  name: string;
  project: number;
  types: string[];
  defaults: Default[];
  ops: Partial<Record<Op, number>>;
  languages: string[];
  scopes: string[];
  packages: string[];
  documented: Documented;
  documents: Entry[];
  given?: Given[]; // missing if no file of the project sets it
  aliases: string[];
  owner: { name: string; reference: string | null } | null;
  risks: VariableRisk[];
  sites: Site[];
}

export interface Unresolved extends Place {
  project: number;
  op: string;
  expression: string;
  scope: string;
}

export interface Risk {
  id: string;
  title: string;
  severity: Severity;
  reason: string;
}

export interface Finding {
  project: number;
  rule: string;
  name: string;
  severity: string;
  confidence: string;
  message: string;
  code: Place[];
  doc: Place[];
}

export interface Compare {
  old: string;
  new: string;
  added: string[];
  removed: string[];
  default_changed: { name: string; old: string | null; new: string | null }[];
  written: string[];
  required: string[];
  unchanged: number;
  moved: string[];
  changes: Change[];
}

export interface VersionFacts {
  defaults: { kind: 'literal' | 'none' | 'required' | 'dynamic'; value: string | null }[];
  types: string[];
  documented: Documented;
  access: string[];
  risks: string[];
  files: string[];
}

export interface ChangedRisk {
  id: string;
  severity: Severity;
  confidence: string;
  file: string | null;
  line: number | null;
  detail: string | null;
}

export interface Change {
  name: string;
  group: string;
  change: string;
  fields: string[];
  old: VersionFacts | null;
  new: VersionFacts | null;
  pattern: string | null;
  new_risks: ChangedRisk[];
  gone_risks: ChangedRisk[];
}

export interface Report {
  schema: number;
  tool: { name: string; version: string };
  projects: Project[];
  variables: Variable[];
  unresolved: Unresolved[];
  risks: Risk[];
  findings: Finding[];
  compare: Compare | null;
}

const kLists = ['projects', 'variables', 'unresolved', 'risks', 'findings'] as const;

/** The report, or a sentence saying why there is none. */
export function readReport(text: string): Report | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'this file contains no report: its data script is not valid JSON';
  }
  if (typeof value !== 'object' || value === null) return 'this file contains no report';
  const report = value as Report;
  if (report.schema !== 1) return `this page reads schema 1, but the data has schema ${String(report.schema)}`;
  for (const list of kLists) {
    if (!Array.isArray(report[list])) return `the data has no list "${list}"`;
  }
  return report;
}
