// A view that is a list of entries: its search, its choices, its entries as they are scrolled to. What
// is searched and chosen stands in the address, as for the list of variables.
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { count } from '../numbers';
import { go, replace, useScroll } from '../navigate';
import { href, type Route, type View } from '../route';
import { wordsOf } from '../search';
import { step } from '../keys';
import { Choices, tally } from './choices';
import { Growing } from './growing';
import { SearchBox } from './search_box';

export interface Choice<T> {
  id: string;
  label: string;
  of: (one: T) => string;
  words?: (value: string) => string;
  order?: readonly string[];
}

interface Props<T> {
  view: View;
  route: Route;
  title: string;
  lead: ComponentChildren;
  above?: ComponentChildren; // between the lead and the search
  all: readonly T[];
  hay: (one: T) => string;
  choices: readonly Choice<T>[];
  empty: string;
  render: (one: T) => ComponentChildren;
}

export function EntryList<T>({ view, route, title, lead, above, all, hay, choices, empty, render }: Props<T>) {
  const q = route.query.get('q') ?? '';
  const chosen = choices.map((choice) => route.query.get(choice.id) ?? '');
  useScroll(view);
  const hays = useMemo(() => all.map((one) => hay(one).toLowerCase()), [all]);
  const found = useMemo(() => {
    const words = wordsOf(q);
    return words.length ? all.filter((_, i) => words.every((word) => hays[i]!.includes(word))) : all;
  }, [all, q]);
  const fits = (one: T, except: number) => choices.every((choice, i) => i === except || !chosen[i] || choice.of(one) === chosen[i]);
  const kept = useMemo(() => found.filter((one) => fits(one, -1)), [found, chosen.join('\n')]);
  const change = (id: string, value: string, how = go) => {
    const query: [string, string][] = [['q', q], ...choices.map((choice, i): [string, string] => [choice.id, chosen[i]!])];
    how(href(view, query.map(([key, old]): [string, string] => [key, key === id ? value : old])));
    scrollTo(0, 0);
  };
  return (
    <div class="entry-view">
      <h1>
        {title} <span class="number">{count(all.length)}</span>
      </h1>
      <p class="lead">{lead}</p>
      {above}
      {all.length > 1 && (
        <>
          <div class="bar-top">
            <SearchBox
              value={q}
              label={`Search ${title.toLowerCase()}`}
              onChange={(value) => change('q', value, replace)}
              onKey={(event) => event.key === 'ArrowDown' && step(1) && event.preventDefault()}
            />
            <p class="count" role="status">
              {kept.length === all.length ? '' : `${count(kept.length)} of ${count(all.length)}`}
            </p>
          </div>
          {choices.map((choice, i) => (
            <Choices
              key={choice.id}
              label={choice.label}
              values={tally(found.filter((one) => fits(one, i)), choice.of)}
              chosen={chosen[i]!}
              words={choice.words}
              order={choice.order}
              onChange={(value) => change(choice.id, value)}
            />
          ))}
        </>
      )}
      {kept.length ? <Growing all={kept} render={render} /> : <p class="empty">{all.length ? 'No matches.' : empty}</p>}
    </div>
  );
}
