// What is known of a variable at a glance: a name and its value each, with links to who shares it.
import type { ComponentChildren } from 'preact';
import type { Variable } from '../data';
import { count } from '../numbers';
import { listHref, variableHref } from '../route';
import type { Model, Row } from '../rows';
import { DefaultValue } from './marks';
import { Code, Text } from './text';

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Values of a facet, each a link to the variables that share it; `words`: as they are shown. */
function Links({ facet, values, words = values }: { facet: string; values: string[]; words?: string[] }) {
  return (
    <>
      {values.map((value, i) => (
        <span key={value}>
          {i > 0 && ', '}
          <a href={listHref(facet, value)}>
            <Text value={words[i] || '.'} />
          </a>
        </span>
      ))}
    </>
  );
}

function Owner({ owner }: { owner: NonNullable<Variable['owner']> }) {
  const known = owner.reference !== null && /^https:\/\//.test(owner.reference);
  return (
    <>
      <a href={listHref('owner', owner.name)}>
        <Text value={owner.name} />
      </a>
      {known && (
        <>
          {' '}
          <a href={owner.reference!} target="_blank" rel="noopener noreferrer" class="outside">
            its reference ↗
          </a>
        </>
      )}
    </>
  );
}

export function Facts({ model, row }: { model: Model; row: Row }) {
  const { variable } = row;
  return (
    <dl class="facts">
      <Fact name="Default">
        {variable.defaults.length === 0 && <span class="faint">–</span>}
        <ul class="plain">
          {variable.defaults.map((found, i) => (
            <li key={i}>
              <DefaultValue found={found} />
              {variable.defaults.length > 1 && <span class="faint"> ×{found.count}</span>}
            </li>
          ))}
        </ul>
      </Fact>
      <Fact name="Type">{variable.types.length ? <Links facet="type" values={variable.types} /> : <span class="faint">unknown</span>}</Fact>
      <Fact name="Accesses">
        {Object.entries(variable.ops).map(([op, times], i) => (
          <span key={op}>
            {i > 0 && ', '}
            {count(times)} {op}
          </span>
        ))}
      </Fact>
      <Fact name="Language">
        <Links facet="language" values={variable.languages} />
      </Fact>
      <Fact name="Scope">
        <Links facet="scope" values={variable.scopes} />
      </Fact>
      <Fact name="Package">
        <Links facet="package" values={row.packages} words={variable.packages} />
      </Fact>
      {variable.owner && (
        <Fact name="Owner">
          <Owner owner={variable.owner} />
        </Fact>
      )}
      {variable.aliases.length > 0 && (
        <Fact name="Also called">
          {variable.aliases.map((alias, i) => (
            <span key={alias}>
              {i > 0 && ', '}
              {model.byName.has(alias) ? (
                <a href={variableHref(variable.project, alias)}>
                  <Code value={alias} />
                </a>
              ) : (
                <Code value={alias} />
              )}
            </span>
          ))}
        </Fact>
      )}
    </dl>
  );
}
