// A row of values to choose from above a list, with their counts: all, or one of them.
import { count } from '../numbers';
import { plain } from '../visible';
import { useNarrow } from '../window';
import { Text } from './text';

interface Props {
  label: string;
  values: Map<string, number>;
  chosen: string;
  words?: (value: string) => string;
  /** An order of its own, instead of by count. */
  order?: readonly string[];
  onChange: (value: string) => void;
}

export function Choices({ label, values, chosen, words = (value) => value, order, onChange }: Props) {
  const narrow = useNarrow();
  if (values.size < 2 && !chosen) return null;
  const rank = (value: string) => order?.indexOf(value) ?? 0;
  const all = [...values].sort((a, b) => rank(a[0]) - rank(b[0]) || b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  if (all.length > (narrow ? 4 : 12)) {
    // A list of many is a list to open.
    return (
      <label class="sort">
        <span>{label}</span>
        <select value={chosen} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="">all</option>
          {all.map(([value, number]) => (
            <option key={value} value={value}>
              {plain(words(value))} ({count(number)})
            </option>
          ))}
        </select>
      </label>
    );
  }
  return (
    <div class="choices" role="group" aria-label={label}>
      {all.map(([value, number]) => (
        <button key={value} type="button" aria-pressed={value === chosen} onClick={() => onChange(value === chosen ? '' : value)}>
          <Text value={words(value)} /> <span class="number">{count(number)}</span>
        </button>
      ))}
    </div>
  );
}

export function tally<T>(all: readonly T[], of: (one: T) => string): Map<string, number> {
  const table = new Map<string, number>();
  for (const one of all) table.set(of(one), (table.get(of(one)) ?? 0) + 1);
  return table;
}
