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
  named: 'only named',
  no: 'not documented',
  shared: 'in several projects',
  differs: 'defaults differ',
};
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
  { id: 'package', title: 'Package', of: (row) => row.variable.packages, label: (value) => value || '.', foreign: true },
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

/** Whether two projects are there to tell apart. */
export function facetsFor(model: Model): readonly Facet[] {
  const many = model.report.projects.length > 1;
  return kFacets.filter((facet) => many || (facet.id !== 'project' && facet.id !== 'across'));
}

export function filterRows(rows: readonly Row[], facets: readonly Facet[], chosen: Chosen): { kept: Row[]; counts: Counts } {
  const counts: Counts = new Map(facets.map((facet) => [facet.id, new Map<string, number>()]));
  const wanted = facets.map((facet) => chosen.get(facet.id));
  const tables = facets.map((facet) => counts.get(facet.id)!);
  const kept: Row[] = [];
  for (const row of rows) {
    let refused = -1; // the one facet that refuses the row, or -2 where several do
    for (let i = 0; i < facets.length && refused !== -2; ++i) {
      const set = wanted[i];
      if (!set || facets[i]!.of(row).some((value) => set.has(value))) continue;
      refused = refused === -1 ? i : -2;
    }
    if (refused === -2) continue;
    if (refused === -1) kept.push(row);
    for (let i = 0; i < facets.length; ++i) {
      if (refused !== -1 && refused !== i) continue;
      const table = tables[i]!;
      const values = facets[i]!.of(row);
      for (let v = 0; v < values.length; ++v) {
        const value = values[v]!;
        if (v > 0 && values.indexOf(value) < v) continue; // a rule or a risk that a row has twice
        table.set(value, (table.get(value) ?? 0) + 1);
      }
    }
  }
  // What is chosen stays in the panel, though nothing is left of it.
  for (const [id, values] of chosen) {
    const table = counts.get(id);
    if (table) for (const value of values) if (!table.has(value)) table.set(value, 0);
  }
  return { kept, counts };
}
