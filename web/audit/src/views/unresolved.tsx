// Accesses whose variable could not be known: what the census does not cover.
import type { Unresolved } from '../data';
import type { Route } from '../route';
import type { Model } from '../rows';
import { EntryList, type Choice } from '../parts/entry_list';
import { Tag } from '../parts/marks';
import { At, Code, Text } from '../parts/text';

export function UnresolvedView({ model, route }: { model: Model; route: Route }) {
  const { projects, unresolved } = model.report;
  const nameOf = (one: Unresolved) => projects.find((project) => project.id === one.project)?.name ?? '?';
  const choices: Choice<Unresolved>[] = [
    { id: 'scope', label: 'scope', of: (one) => one.scope },
    { id: 'op', label: 'access', of: (one) => one.op },
  ];
  if (projects.length > 1) choices.push({ id: 'project', label: 'project', of: nameOf });
  return (
    <EntryList
      view="unresolved"
      route={route}
      title="Unresolved"
      lead="Accesses to the environment whose variable is only known when the program runs. Any variable may be read or written there."
      all={unresolved}
      hay={(one) => `${one.file}\n${one.expression}`}
      choices={choices}
      empty="The variable of every access is known."
      render={(one) => (
        <article>
          <p class="head">
            <Tag kind={`op ${/^(read|test)$/.test(one.op) ? 'reads' : 'writes'}`}>{one.op}</Tag>
            <Code value={one.expression} />
            <At place={one} />
            <Tag>
              <Text value={one.scope} />
            </Tag>
            {projects.length > 1 && (
              <span class="faint">
                <Text value={nameOf(one)} />
              </span>
            )}
          </p>
        </article>
      )}
    />
  );
}
