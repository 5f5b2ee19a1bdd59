// A row of values to choose from above a list, with their counts: all, or one of them.
import { count } from '../numbers';
import { Text } from './text';

interface Props {
  label: string;
  values: Map<string, number>;
  chosen: string;
  words?: (value: string) => string;
  onChange: (value: string) => void;
}

export function Choices({ label, values, chosen, words = (value) => value, onChange }: Props) {
  if (values.size < 2 && !chosen) return null;
  const all = [...values].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  if (all.length > 12) {
    // A list of many is a list to open.
    return (
      <label class="sort">
        <span>{label}</span>
        <select value={chosen} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="">all</option>
          {all.map(([value, number]) => (
            <option key={value} value={value}>
              {words(value)} ({count(number)})
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
