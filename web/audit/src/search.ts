// Rows and a query → the rows that hold all of its words, best first; and the orders of the list.
//
// Without an order of its own a search is ordered by how near the name is to the first word: the name
// itself, its beginning, its inside, anything else that is known of the variable.
import { defaultText, type Row } from './rows';

export const kSorts = ['name', 'documented', 'type', 'default', 'uses', 'language', 'package', 'owner', 'risk', 'project'] as const;
export type SortKey = (typeof kSorts)[number];
export interface Sort {
  key: SortKey;
  down: boolean;
}

export const kFirstDown: ReadonlySet<SortKey> = new Set(['uses', 'risk']);
const kDocumented = { described: 0, named: 1, no: 2 };

export function wordsOf(query: string): string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}

let last: { all: readonly Row[]; query: string; found: readonly Row[] } | null = null;

/** A query that only goes on where the last one ended is asked of what that one found. */
export function searchRows(rows: readonly Row[], query: string): readonly Row[] {
  const words = wordsOf(query);
  if (!words.length) return rows;
  const among = last && last.all === rows && query.startsWith(last.query) ? last.found : rows;
  const found = among.filter((row) => words.every((word) => row.hay.includes(word)));
  last = { all: rows, query, found };
  return found;
}

function nearness(row: Row, word: string): number {
  if (row.low === word) return 0;
  const at = row.low.indexOf(word);
  return at === 0 ? 1 : at > 0 ? 2 : 3;
}

function keyOf(row: Row, key: SortKey): string | number {
  const { variable } = row;
  switch (key) {
    case 'name':
      return row.low;
    case 'documented':
      return kDocumented[variable.documented] ?? 3;
    case 'type':
      return variable.types.join() || '\uffff';
    case 'default':
      return variable.defaults[0] ? defaultText(variable.defaults[0]) : '\uffff';
    case 'uses':
      return row.uses;
    case 'language':
      return variable.languages.join();
    case 'package':
      return variable.packages.join();
    case 'owner':
      return variable.owner?.name.toLowerCase() ?? '\uffff';
    case 'risk':
      return row.risk * 1000 + Math.min(999, variable.risks.length);
    case 'project':
      return row.project?.name.toLowerCase() ?? '';
  }
}

/** Equal rows keep the order of the report, which is by name and project. */
export function sortRows(rows: readonly Row[], sort: Sort | null, query: string): Row[] {
  const word = wordsOf(query)[0];
  if (!sort) {
    if (word === undefined) return [...rows];
    const near: Row[][] = [[], [], [], []];
    for (const row of rows) near[nearness(row, word)]!.push(row);
    return near.flat();
  }
  const keyed = rows.map((row) => ({ row, key: keyOf(row, sort.key) }));
  const sign = sort.down ? -1 : 1;
  keyed.sort((a, b) => (a.key < b.key ? -sign : a.key > b.key ? sign : a.row.id - b.row.id));
  return keyed.map((one) => one.row);
}
