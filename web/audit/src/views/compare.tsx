// Two versions of a tree: what the newer one adds, removes, changes the default of, starts to write or
// to require.
import { useMemo } from 'preact/hooks';
import type { Compare } from '../data';
import { variableHref, type Route } from '../route';
import type { Model } from '../rows';
import { EntryList, type Choice } from '../parts/entry_list';
import { Tag } from '../parts/marks';
import { Code, Text } from '../parts/text';

interface Change {
  kind: string;
  name: string;
  old?: string | null;
  new?: string | null;
}

// In the order in which they matter to who updates.
const kKinds: Record<string, string> = {
  required: 'now required',
  default: 'default changed',
  removed: 'removed',
  written: 'now written',
  added: 'added',
};

export function changesOf(compare: Compare): Change[] {
  const named = (kind: string, names: string[]) => names.map((name): Change => ({ kind, name }));
  return [
    ...named('required', compare.required),
    ...compare.default_changed.map((one): Change => ({ kind: 'default', ...one })),
    ...named('removed', compare.removed),
    ...named('written', compare.written),
    ...named('added', compare.added),
  ];
}

function Value({ value }: { value: string | null | undefined }) {
  return value === null || value === undefined ? <span class="word">no default</span> : <Code value={value} />;
}

export function CompareView({ model, compare, route }: { model: Model; compare: Compare; route: Route }) {
  const all = useMemo(() => changesOf(compare), [compare]);
  const choices: Choice<Change>[] = [{ id: 'change', label: 'change', of: (one) => one.kind, words: (kind) => kKinds[kind] ?? kind, order: Object.keys(kKinds) }];
  return (
    <EntryList
      view="compare"
      route={route}
      title="Compare"
      lead={
        <>
          From <Text value={compare.old} /> to <Text value={compare.new} />
        </>
      }
      all={all}
      hay={(one) => `${one.name}\n${one.old ?? ''}\n${one.new ?? ''}`}
      choices={choices}
      empty="Both read and write the same variables with the same defaults."
      render={(one) => {
        const row = model.byName.get(one.name)?.at(-1);
        return (
          <p class="head">
            <Tag kind={`change ${one.kind}`}>{kKinds[one.kind] ?? one.kind}</Tag>
            {row ? (
              <a class="step" href={variableHref(row.variable.project, one.name)}>
                <Code value={one.name} />
              </a>
            ) : (
              <Code value={one.name} />
            )}
            {one.kind === 'default' && (
              <span>
                <Value value={one.old} /> <span class="faint">→</span> <Value value={one.new} />
              </span>
            )}
          </p>
        );
      }}
    />
  );
}
