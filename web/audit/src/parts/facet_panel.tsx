// The filters of the list of variables: for each facet its values with how many rows each would leave.
// A facet with many values shows the first, and has a field that finds others.
import { useState } from 'preact/hooks';
import { count } from '../numbers';
import { plain } from '../visible';
import type { Chosen, Counts, Facet } from '../facets';
import type { Model } from '../rows';
import { Text } from './text';

const kShort = 6;
const kLong = 100;

interface Props {
  model: Model;
  facets: readonly Facet[];
  counts: Counts;
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
}

export function toggled(chosen: Chosen, facet: string, value: string): Chosen {
  const next = new Map(chosen);
  const values = new Set(chosen.get(facet));
  if (!values.delete(value)) values.add(value);
  if (values.size) next.set(facet, values);
  else next.delete(facet);
  return next;
}

function ordered(facet: Facet, table: Map<string, number>): [string, number][] {
  const all = [...table];
  const order = facet.order;
  if (order) return all.sort((a, b) => order.indexOf(a[0]) - order.indexOf(b[0]));
  return all.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

function FacetValues({ model, facet, counts, chosen, onChange }: Omit<Props, 'facets'> & { facet: Facet }) {
  const [all, setAll] = useState(false);
  const [find, setFind] = useState('');
  const table = counts.get(facet.id) ?? new Map<string, number>();
  const label = (value: string) => facet.label?.(value, model) ?? value;
  const values = ordered(facet, table);
  const low = find.toLowerCase();
  const found = low ? values.filter(([value]) => label(value).toLowerCase().includes(low)) : values;
  const set = chosen.get(facet.id);
  const limit = low ? kLong : all ? kLong : kShort;
  // What is chosen is shown wherever it stands in the order.
  const shown = found.filter(([value], i) => i < limit || set?.has(value));
  return (
    <fieldset data-facet={facet.id}>
      <legend>{facet.title}</legend>
      {values.length === 0 && <p class="faint">none</p>}
      {values.length > 2 * kShort && (
        <input
          type="text"
          class="find"
          value={find}
          placeholder={`find among ${count(values.length)}`}
          aria-label={`find a value of ${facet.title}`}
          onInput={(event) => setFind(event.currentTarget.value)}
        />
      )}
      {shown.map(([value, times]) => (
        <label key={value} title={facet.foreign ? plain(label(value)) : undefined}>
          <input type="checkbox" value={value} checked={set?.has(value) ?? false} onChange={() => onChange(toggled(chosen, facet.id, value))} />
          <span class="value">
            <Text value={label(value)} />
          </span>
          <span class="number">{count(times)}</span>
        </label>
      ))}
      {found.length > kShort && !low && (
        <button type="button" class="link" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'fewer' : `all ${count(found.length)}`}
        </button>
      )}
      {found.length > kLong && (all || low) && <p class="note">the first {kLong}; the field above finds the others</p>}
    </fieldset>
  );
}

export function FacetPanel({ facets, ...rest }: Props) {
  return (
    <div class="facets">
      {facets.map((facet) => (
        <FacetValues key={facet.id} facet={facet} {...rest} />
      ))}
    </div>
  );
}

/** What is chosen, as buttons that take it away. */
export function ChosenFilters({ model, facets, chosen, onChange }: Omit<Props, 'counts'>) {
  const all = facets.flatMap((facet) => [...(chosen.get(facet.id) ?? [])].map((value) => ({ facet, value })));
  if (!all.length) return null;
  return (
    <ul class="chosen" aria-label="filters">
      {all.map(({ facet, value }) => (
        <li key={`${facet.id} ${value}`}>
          <button type="button" onClick={() => onChange(toggled(chosen, facet.id, value))}>
            <span class="faint">{facet.title.toLowerCase()}</span> <Text value={facet.label?.(value, model) ?? value} />
            <span aria-label="take away"> ×</span>
          </button>
        </li>
      ))}
      {all.length > 1 && (
        <li>
          <button type="button" class="link" onClick={() => onChange(new Map())}>
            take all away
          </button>
        </li>
      )}
    </ul>
  );
}
