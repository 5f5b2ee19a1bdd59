// What the list of variables is filtered by: a row here is a filter, with its counts, its part of the
// address and its place in the panel.
//
// Values of one facet are alternatives, facets narrow each other. Each facet's counts are those that
// choosing the value would give, so they are taken from the rows that all *other* facets let through.
import type { Model, Row } from './rows';

export interface Facet {
  id: string;
  title: string;
  of: (row: Row) => readonly string[];
  label?: (value: string, model: Model) => string;
  /** An order of its own, instead of by count. */
  order?: readonly string[];
  /** Values that come from the tree, in contrast to words of ours. */
  foreign?: boolean;
}

const kNothing: readonly string[] = [];
const kWords: Record<string, string> = {
  described: 'described',
  named: 'only mentioned',
  no: 'not documented',
  shared: 'in several projects',
  differs: 'defaults differ',
};
function packageLabel(value: string, { report }: Model): string {
  if (report.projects.length < 2) return value || '.';
  const at = value.indexOf(':');
  const project = report.projects.find((one) => String(one.id) === value.slice(0, at));
  return `${value.slice(at + 1) || '.'} (${project?.name ?? '?'})`;
}
const inWords = (value: string) => kWords[value] ?? value;

export const kFacets: readonly Facet[] = [
  { id: 'documented', title: 'Documented', of: (row) => [row.variable.documented], label: inWords, order: ['described', 'named', 'no'] },
  {
    id: 'risk',
    title: 'Risk',
    of: (row) => row.variable.risks.map((risk) => risk.id),
    label: (value, model) => model.risk.get(value)?.title ?? value,
  },
  { id: 'rule', title: 'Rule', of: (row) => row.findings.map((finding) => finding.rule) },
  { id: 'language', title: 'Language', of: (row) => row.variable.languages },
  { id: 'scope', title: 'Scope', of: (row) => row.variable.scopes },
  { id: 'type', title: 'Type', of: (row) => (row.variable.types.length ? row.variable.types : ['unknown']) },
  { id: 'op', title: 'Access', of: (row) => Object.keys(row.variable.ops) },
  { id: 'owner', title: 'Owner', of: (row) => [row.variable.owner?.name ?? ''], label: (value) => value || 'the project', foreign: true },
  { id: 'package', title: 'Package', of: (row) => row.packages, label: packageLabel, foreign: true },
  {
    id: 'project',
    title: 'Project',
    of: (row) => [String(row.variable.project)],
    label: (value, model) => model.report.projects.find((one) => String(one.id) === value)?.name ?? value,
    foreign: true,
  },
  {
    id: 'across',
    title: 'Across projects',
    of: (row) => (row.shared.length ? (row.differs ? ['shared', 'differs'] : ['shared']) : kNothing),
    label: inWords,
    order: ['shared', 'differs'],
  },
];

/** facet → chosen values; a facet without any is absent. */
export type Chosen = ReadonlyMap<string, ReadonlySet<string>>;
/** facet → value → how many rows it would leave. */
export type Counts = Map<string, Map<string, number>>;

/** A facet with its values numbered, and each row's numbers: what a filter compares are small integers. */
export interface Numbered {
  facet: Facet;
  values: string[];
  of: Uint32Array[]; // by the row's id, each number once
}

export function numberFacet(facet: Facet, rows: readonly Row[]): Numbered {
  const numbers = new Map<string, number>();
  const same = new Map<string, Uint32Array>(); // most rows share their few values with others
  const of = rows.map((row) => {
    const values = facet.of(row);
    const key = JSON.stringify(values);
    let list = same.get(key);
    if (!list) {
      const unique = new Set(values);
      for (const value of unique) if (!numbers.has(value)) numbers.set(value, numbers.size);
      list = Uint32Array.from(unique, (value) => numbers.get(value)!);
      same.set(key, list);
    }
    return list;
  });
  return { facet, values: [...numbers.keys()], of };
}

/** The facets of this report; what tells projects apart only where there are two. */
export function facetsFor(model: Model): readonly Numbered[] {
  const many = model.report.projects.length > 1;
  return kFacets
    .filter((facet) => many || (facet.id !== 'project' && facet.id !== 'across'))
    .map((facet) => numberFacet(facet, model.rows));
}

function fits(numbers: Uint32Array, mask: Uint8Array): boolean {
  for (let i = 0; i < numbers.length; ++i) if (mask[numbers[i]!]) return true;
  return false;
}

export function filterRows(rows: readonly Row[], facets: readonly Numbered[], chosen: Chosen): { kept: Row[]; counts: Counts } {
  const masks = facets.map(({ facet, values }) => {
    const set = chosen.get(facet.id);
    return set && Uint8Array.from(values, (value) => (set.has(value) ? 1 : 0));
  });
  const sums = facets.map(({ values }) => new Uint32Array(values.length));
  const kept: Row[] = [];
  for (const row of rows) {
    let refused = -1; // the one facet that refuses the row, or -2 where several do
    for (let i = 0; i < facets.length && refused !== -2; ++i) {
      const mask = masks[i];
      if (mask && !fits(facets[i]!.of[row.id]!, mask)) refused = refused === -1 ? i : -2;
    }
    if (refused === -2) continue;
    if (refused === -1) kept.push(row);
    for (let i = 0; i < facets.length; ++i) {
      if (refused !== -1 && refused !== i) continue;
      const numbers = facets[i]!.of[row.id]!;
      const sum = sums[i]!;
      for (let k = 0; k < numbers.length; ++k) ++sum[numbers[k]!]!;
    }
  }
  const counts: Counts = new Map();
  facets.forEach(({ facet, values }, i) => {
    const table = new Map<string, number>();
    // What is chosen stays in the panel, though nothing is left of it.
    const set = chosen.get(facet.id);
    values.forEach((value, k) => (sums[i]![k]! > 0 || set?.has(value)) && table.set(value, sums[i]![k]!));
    for (const value of set ?? []) if (!table.has(value)) table.set(value, 0);
    counts.set(facet.id, table);
  });
  return { kept, counts };
}
