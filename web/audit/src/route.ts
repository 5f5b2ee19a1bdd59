// The part of the address behind # ↔ what is shown. Every state that a person may want to send to
// another, or to go back to, is in it:
//
//   #/variables?q=word&language=python&sort=-uses     the list, searched, filtered, sorted
//   #/variable/0/NAME?site=3                          a variable of project 0, at its fourth access
//   #/risks?risk=credential-read&q=word               and so the other lists
import { kFacets, type Chosen } from './facets';
import { kSorts, type Sort, type SortKey } from './search';

export const kViews = ['overview', 'variables', 'risks', 'findings', 'unresolved', 'skipped', 'projects', 'compare'] as const;
export type View = (typeof kViews)[number] | 'variable' | 'unknown';

export interface Route {
  view: View;
  path: string[]; // what stands behind the view, decoded
  query: URLSearchParams;
}

/** A lone half of a surrogate pair has no encoding; it becomes U+FFFD, as in the data's own links. */
export function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function parseRoute(hash: string): Route {
  const text = hash.replace(/^#\/?/, '');
  const mark = text.indexOf('?');
  const parts = (mark < 0 ? text : text.slice(0, mark)).split('/').map(decode);
  const query = new URLSearchParams(mark < 0 ? '' : text.slice(mark + 1));
  const head = parts.shift() || 'overview';
  const view = head === 'variable' || (kViews as readonly string[]).includes(head) ? (head as View) : 'unknown';
  return { view, path: parts, query };
}

export function variableHref(project: number, name: string, site?: number | null): string {
  return `#/variable/${project}/${encode(name)}${site === undefined || site === null ? '' : `?site=${site}`}`;
}

export function href(view: View, query: Iterable<readonly [string, string]> = []): string {
  const text = new URLSearchParams([...query].filter(([, value]) => value !== '').map(([k, v]) => [k, v])).toString();
  return `#/${view === 'overview' ? '' : view}${text && `?${text}`}`;
}

/** The list with one value chosen: where a chart's bar leads. An empty value is one, too. */
export function listHref(facet: string, value: string): string {
  return `#/variables?${new URLSearchParams([[facet, value]]).toString()}`;
}

export interface ListState {
  q: string;
  chosen: Chosen;
  sort: Sort | null;
}

export function readListState(query: URLSearchParams): ListState {
  const chosen = new Map<string, ReadonlySet<string>>();
  for (const { id } of kFacets) {
    const values = query.getAll(id);
    if (values.length) chosen.set(id, new Set(values));
  }
  const named = query.get('sort') ?? '';
  const key = named.replace(/^-/, '') as SortKey;
  const sort = kSorts.includes(key) ? { key, down: named.startsWith('-') } : null;
  return { q: query.get('q') ?? '', chosen, sort };
}

export function writeListState(state: ListState): string {
  const query = new URLSearchParams();
  if (state.q) query.set('q', state.q);
  for (const [id, values] of state.chosen) for (const value of values) query.append(id, value);
  if (state.sort) query.set('sort', (state.sort.down ? '-' : '') + state.sort.key);
  const text = query.toString();
  return `#/variables${text && `?${text}`}`;
}
