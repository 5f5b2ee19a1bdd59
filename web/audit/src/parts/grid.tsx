// The list of variables: an ARIA grid of which only the rows on the screen are there.
//
// The grid itself has the focus and names its active row, so that a row may come and go under the
// keyboard: arrows, Page Up and Down, Home and End move, Enter opens, up from the first row leaves to
// the search. Each name is a link as well, for mice, fingers and new tabs.
import { useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'preact/hooks';
import type { Ref } from 'preact';
import { go } from '../navigate';
import { variableHref } from '../route';
import { kFirstDown, type Sort, type SortKey } from '../search';
import { useNarrow, useRange, useWidth } from '../window';
import type { Row } from '../rows';
import { cellOf, fitColumns, NarrowRow, type Column } from './columns';

export interface GridHandle {
  focus: () => void;
  open: () => void;
}

interface Props {
  rows: readonly Row[];
  columns: readonly Column[];
  sort: Sort | null;
  active: number;
  onActive: (index: number) => void;
  onSort: (sort: Sort) => void;
  onLeave: () => void;
  handle: Ref<GridHandle>;
}

const kHeight = 34;
const kNarrowHeight = 62;

export function openRow(row: Row | undefined) {
  if (row) go(variableHref(row.variable.project, row.variable.name));
}

export function nextSort(now: Sort | null, key: SortKey): Sort {
  return now?.key === key ? { key, down: !now.down } : { key, down: kFirstDown.has(key) };
}

function Header({ columns, sort, onSort }: Pick<Props, 'columns' | 'sort' | 'onSort'>) {
  return (
    <div role="row" aria-rowindex={1} class="row header">
      {columns.map((column) => {
        const sorted = sort?.key === column.key;
        return (
          <div
            key={column.key}
            role="columnheader"
            class={`cell ${column.key}`}
            style={{ width: `${column.width}px`, minWidth: `${column.least}px` }}
            aria-sort={sorted ? (sort.down ? 'descending' : 'ascending') : 'none'}
          >
            <button type="button" onClick={() => onSort(nextSort(sort, column.key))}>
              {column.title}
              <span aria-hidden="true">{sorted ? (sort.down ? ' ↓' : ' ↑') : ''}</span>
            </button>
          </div>
        );
      })}
    </div>
  );
}

export function Grid({ rows, columns: all, sort, active, onActive, onSort, onLeave, handle }: Props) {
  const narrow = useNarrow();
  const height = narrow ? kNarrowHeight : kHeight;
  const body = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  const room = useWidth(grid) - 16;
  const columns = narrow || room <= 0 ? all : fitColumns(all, room, sort?.key);
  const range = useRange(body, rows.length, height);

  useImperativeHandle(handle, () => ({ focus: () => grid.current?.focus({ preventScroll: true }), open: () => openRow(rows[active]) }));

  // What the keyboard moved to is brought on the screen, below the header and above the edge.
  useLayoutEffect(() => {
    if (!moved.current || !body.current || !grid.current) return;
    moved.current = false;
    const top = body.current.getBoundingClientRect().top + active * height;
    const above = grid.current.firstElementChild!.getBoundingClientRect().bottom;
    if (top < above) scrollBy(0, top - above);
    else if (top + height > innerHeight) scrollBy(0, top + height - innerHeight + 8);
  }, [active, height]);

  useEffect(() => {
    if (active >= rows.length && rows.length) onActive(rows.length - 1);
  }, [active, rows.length, onActive]);

  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target !== grid.current) return;
    const page = Math.max(1, Math.floor(innerHeight / height) - 4);
    const to: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: rows.length - 1,
    };
    if (event.key === 'Enter') openRow(rows[active]);
    else if (event.key === 'ArrowUp' && active === 0) onLeave();
    else if (event.key in to) {
      moved.current = true;
      onActive(Math.max(0, Math.min(rows.length - 1, to[event.key]!)));
    } else return;
    event.preventDefault();
  };

  // The active row is there wherever the screen is: a reader of the page follows its id.
  const shown: number[] = [];
  if (active < range.from && active < rows.length) shown.push(active);
  for (let i = range.from; i < range.to; ++i) shown.push(i);
  if (active >= range.to && active < rows.length) shown.push(active);

  return (
    <div
      ref={grid}
      id="variables"
      role="grid"
      aria-label="variables"
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      aria-activedescendant={rows[active] ? `row-${rows[active].id}` : undefined}
      tabIndex={0}
      class={narrow ? 'grid narrow' : 'grid'}
      onKeyDown={press}
    >
      <Header columns={columns} sort={sort} onSort={onSort} />
      <div ref={body} role="rowgroup" class="body" style={{ height: `${rows.length * height}px` }}>
        {shown.map((i) => {
          const row = rows[i]!;
          const to = variableHref(row.variable.project, row.variable.name);
          return (
            <div
              key={row.id}
              id={`row-${row.id}`}
              role="row"
              aria-rowindex={i + 2}
              aria-selected={i === active}
              class={i === active ? 'row active' : 'row'}
              style={{ top: `${i * height}px`, height: `${height}px` }}
              onClick={(event) => {
                onActive(i);
                if (!(event.target as Element).closest('a') && getSelection()?.isCollapsed !== false) go(to);
              }}
            >
              {narrow ? (
                <NarrowRow row={row} columns={columns} href={to} />
              ) : (
                columns.map((column) => (
                  <div key={column.key} role="gridcell" class={`cell ${column.key}`} style={{ width: `${column.width}px`, minWidth: `${column.least}px` }}>
                    {cellOf(column.key, row, to)}
                  </div>
                ))
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
