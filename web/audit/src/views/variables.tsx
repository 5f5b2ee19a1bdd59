// The list: search, filters, order, rows. What it shows is in the address; this file turns the one
// into the other and keeps the way from search to rows to page short for the keyboard.
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { facetsFor, filterRows } from '../facets';
import { count } from '../numbers';
import { go, replace, useScroll } from '../navigate';
import { readListState, writeListState, type ListState, type Route } from '../route';
import type { Model, Row } from '../rows';
import { searchRows, sortRows, type SortKey } from '../search';
import { useNarrow } from '../window';
import { columnsFor } from '../parts/columns';
import { ChosenFilters, FacetPanel } from '../parts/facet_panel';
import { Grid, nextSort, type GridHandle } from '../parts/grid';
import { nothingWasRead } from '../parts/reading';
import { SearchBox } from '../parts/search_box';

// The list as it was last shown: the page of a variable steps through it, and going back finds the
// row and the focus where they were.
const shown: { rows: readonly Row[]; hash: string; active: number; focus: boolean } = { rows: [], hash: '', active: 0, focus: false };

/** The list as it was left. */
export function listAddress(): string {
  return shown.hash || '#/variables';
}

/** The rows before and after this one in the list that it was opened from. */
export function neighbours(row: Row): { before: Row | undefined; after: Row | undefined; at: number; of: number } | null {
  const at = shown.rows.indexOf(row);
  if (at < 0) return null;
  return { before: shown.rows[at - 1], after: shown.rows[at + 1], at, of: shown.rows.length };
}

export function Variables({ model, route }: { model: Model; route: Route }) {
  const narrow = useNarrow();
  const state = readListState(route.query);
  const key = writeListState(state);
  const facets = useMemo(() => facetsFor(model), [model]);
  const columns = useMemo(() => columnsFor(model), [model]);
  const { rows, counts } = useMemo(() => {
    const { kept, counts: found } = filterRows(searchRows(model.rows, state.q), facets, state.chosen);
    return { rows: sortRows(kept, state.sort, state.q), counts: found };
  }, [model, key]);

  const [active, setActive] = useState(shown.hash === location.hash ? shown.active : 0);
  const grid = useRef<GridHandle>(null);
  const moveTo = useCallback((index: number) => setActive((shown.active = index)), []);
  useScroll('variables');
  // Before the next key can come, which may already be another search.
  useLayoutEffect(() => {
    if (shown.hash === location.hash && shown.focus) grid.current?.focus();
    shown.focus = false;
    return () => {
      shown.focus = document.activeElement?.id === 'variables' || document.activeElement === document.body;
    };
  }, []);
  useEffect(() => {
    if (shown.hash !== location.hash && shown.rows !== rows) moveTo(0);
    shown.rows = rows;
    shown.hash = location.hash;
  }, [rows]);

  const change = (part: Partial<ListState>, how = go) => {
    how(writeListState({ ...state, ...part }));
    scrollTo(0, 0);
  };
  const chosenCount = [...state.chosen.values()].reduce((sum, values) => sum + values.size, 0);
  const kinds = useMemo(() => facets.map((one) => one.facet), [facets]);
  const panel = <FacetPanel model={model} facets={kinds} counts={counts} chosen={state.chosen} onChange={(chosen) => change({ chosen })} />;
  return (
    <div class="variables">
      <h1 class="unseen">Variables</h1>
      {narrow ? (
        <details class="filters">
          <summary>Filters{chosenCount > 0 && ` (${chosenCount})`}</summary>
          {panel}
        </details>
      ) : (
        <aside aria-label="filters">{panel}</aside>
      )}
      <div class="list">
        <div class="bar-top">
          <SearchBox
            value={state.q}
            label={narrow ? 'Search names, files, defaults' : 'Search names, files, defaults, descriptions'}
            controls="variables"
            onChange={(q) => change({ q }, replace)}
            onKey={(event) => {
              if (event.key === 'ArrowDown') grid.current?.focus();
              else if (event.key === 'Enter') grid.current?.open();
              else return;
              event.preventDefault();
            }}
          />
          <label class="sort">
            <span>Sort</span>
            <select
              value={state.sort ? state.sort.key : ''}
              onChange={(event) => {
                const chosen = event.currentTarget.value as SortKey | '';
                change({ sort: chosen ? nextSort(null, chosen) : null });
              }}
            >
              <option value="">{state.q ? 'best match' : 'name'}</option>
              {columns.map((column) => (
                <option key={column.key} value={column.key}>
                  {column.title.toLowerCase()}
                </option>
              ))}
            </select>
          </label>
          <p class="count" role="status">
            {rows.length === model.rows.length ? `${count(rows.length)} variables` : `${count(rows.length)} of ${count(model.rows.length)}`}
          </p>
        </div>
        <ChosenFilters model={model} facets={kinds} chosen={state.chosen} onChange={(chosen) => change({ chosen })} />
        {rows.length > 0 ? (
          <Grid
            handle={grid}
            rows={rows}
            columns={columns}
            sort={state.sort}
            active={active}
            onActive={moveTo}
            onSort={(sort) => change({ sort })}
            onLeave={() => document.getElementById('search')?.focus()}
          />
        ) : (
          <div class="empty">
            <p>{model.rows.length ? 'No variables match.' : nothingWasRead(model.report.projects) ? 'Nothing was read.' : 'No access to the environment was found.'}</p>
            {(state.q || chosenCount > 0) && (
              <button type="button" onClick={() => change({ q: '', chosen: new Map() })}>
                clear search and filters
              </button>
            )}
          </div>
        )}
      </div>
    </div>
  );
}
