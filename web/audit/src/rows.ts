// Report → Row[]: one variable of one project with what the list sorts, searches and filters by.
//
// Made once, when the file is opened. `hay` is all that a search looks at, in lower case, so that a
// keystroke costs one `includes` for each word and row.
import type { Default, Finding, Project, Report, Severity, Variable } from './data';

export interface Row {
  id: number;
  variable: Variable;
  project: Project | undefined;
  findings: Finding[];
  /** The same name in other projects, and whether their literal defaults differ. */
  shared: Row[];
  differs: boolean;
  /** Of one project its packages; of several "ID:PACKAGE", so that no two projects share one. */
  packages: string[];
  low: string;
  hay: string;
  uses: number;
  reads: number;
  writes: number;
  risk: number; // 0 none … 3 high
}

export interface Model {
  report: Report;
  rows: Row[];
  byName: Map<string, Row[]>;
  risk: Map<string, Report['risks'][number]>;
}

export const kSeverity: Record<Severity, number> = { high: 3, medium: 2, low: 1 };

export function defaultText(found: Pick<Default, 'kind' | 'value'>): string {
  if (found.kind === 'literal') return found.value ?? '';
  if (found.kind === 'dynamic') return found.value ? `computed: ${found.value}` : 'computed';
  return found.kind;
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V) {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function literals(variable: Variable): string {
  const found = variable.defaults.filter((one) => one.kind === 'literal').map((one) => one.value ?? '');
  return JSON.stringify([...new Set(found)].sort());
}

function hayOf(variable: Variable, project: Project | undefined): string {
  const words = new Set<string>([variable.name, ...variable.aliases, ...variable.packages, ...variable.types]);
  if (variable.owner) words.add(variable.owner.name);
  if (project) words.add(project.name);
  for (const found of variable.defaults) if (found.value) words.add(found.value);
  for (const entry of variable.documents) words.add(entry.file).add(entry.section ?? '').add(entry.description ?? '');
  for (const one of variable.given ?? []) words.add(one.file).add(one.by).add(one.words);
  for (const site of variable.sites) words.add(site.file).add(site.via ?? '');
  for (const risk of variable.risks) words.add(risk.id).add(risk.detail ?? '');
  return [...words].join('\n').toLowerCase();
}

/** Two versions of one project have one name: then the end of the source tells them apart, or all of it. */
function tellApart(projects: Project[]) {
  const label = [(one: Project) => one.name, (one: Project) => one.source.slice(one.source.lastIndexOf('/') + 1), (one: Project) => one.source];
  for (let i = 0; i + 1 < label.length; ++i) {
    const times = new Map<string, number>();
    for (const one of projects) times.set(label[i]!(one), (times.get(label[i]!(one)) ?? 0) + 1);
    for (const one of projects) if (one.name === label[i]!(one) && times.get(one.name)! > 1) one.name = label[i + 1]!(one);
  }
}

/** All risks, the gravest and surest first. */
export interface RiskOfRow {
  row: Row;
  risk: Variable['risks'][number];
  title: string;
  severity: Severity;
}

export function gravestFirst(model: Model): RiskOfRow[] {
  const all = model.rows.flatMap((row) =>
    row.variable.risks.map((risk): RiskOfRow => {
      const kind = model.risk.get(risk.id);
      return { row, risk, title: kind?.title ?? risk.id, severity: kind?.severity ?? 'low' };
    }),
  );
  const sure = (one: RiskOfRow) => ['low', 'medium', 'high'].indexOf(one.risk.confidence);
  return all.sort((a, b) => (kSeverity[b.severity] ?? 0) - (kSeverity[a.severity] ?? 0) || sure(b) - sure(a));
}

export function makeModel(report: Report): Model {
  tellApart(report.projects);
  const several = report.projects.length > 1;
  const risk = new Map(report.risks.map((one) => [one.id, one]));
  const projects = new Map(report.projects.map((one) => [one.id, one]));
  const findings = new Map<string, Finding[]>();
  for (const finding of report.findings) push(findings, `${finding.project} ${finding.name}`, finding);

  const byName = new Map<string, Row[]>();
  const rows = report.variables.map((variable, id): Row => {
    const project = projects.get(variable.project);
    const { read = 0, test = 0, write = 0, setdefault = 0, append = 0, delete: removed = 0 } = variable.ops;
    const reads = read + test;
    const writes = write + setdefault + append + removed;
    const worst = variable.risks.map((one) => kSeverity[risk.get(one.id)?.severity ?? 'low'] ?? 1);
    const row: Row = {
      id,
      variable,
      project,
      findings: findings.get(`${variable.project} ${variable.name}`) ?? [],
      shared: [],
      differs: false,
      packages: several ? variable.packages.map((one) => `${variable.project}:${one}`) : variable.packages,
      low: variable.name.toLowerCase(),
      hay: hayOf(variable, project),
      uses: reads + writes,
      reads,
      writes,
      risk: Math.max(0, ...worst),
    };
    push(byName, variable.name, row);
    return row;
  });
  for (const same of byName.values()) {
    if (same.length < 2) continue;
    // A project that gives no literal does not differ from one that does.
    const differs = new Set(same.map((row) => literals(row.variable)).filter((text) => text !== '[]')).size > 1;
    for (const row of same) {
      row.shared = same;
      row.differs = differs;
    }
  }
  return { report, rows, byName, risk };
}
