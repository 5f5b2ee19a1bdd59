// The page of one variable: what is known of it at a glance, then risks, findings, what pages say, the
// same name in other projects, and every access with its lines.
import { useEffect, useLayoutEffect } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import type { Variable } from '../data';
import { useScroll } from '../navigate';
import { count, many } from '../numbers';
import { encode, listHref, variableHref, type Route } from '../route';
import { kSeverity, type Model, type Row } from '../rows';
import { plain } from '../visible';
import { Facts } from '../parts/facts';
import { FindingView } from '../parts/finding';
import { Growing } from '../parts/growing';
import { DefaultValue, DocumentedMark, SeverityMark, Tag, defaultOf } from '../parts/marks';
import { Sites } from '../parts/sites';
import { At, Code, Text } from '../parts/text';
import { listAddress, neighbours } from './variables';

export function findRow(model: Model, route: Route): Row | undefined {
  const [project, name] = route.path;
  if (name === undefined) return undefined;
  const exact = model.byName.get(name)?.find((row) => String(row.variable.project) === project);
  // A name that no address can hold is compared as its address.
  return exact ?? model.rows.find((row) => String(row.variable.project) === project && encode(row.variable.name) === encode(name));
}

function Section({ title, number, children }: { title: string; number: number; children: ComponentChildren }) {
  if (!number) return null;
  return (
    <section>
      <h2>
        {title} <span class="number">{count(number)}</span>
      </h2>
      {children}
    </section>
  );
}

function Risks({ model, variable }: { model: Model; variable: Variable }) {
  const rank = (id: string) => kSeverity[model.risk.get(id)?.severity ?? 'low'] ?? 1;
  const worst = [...variable.risks].sort((a, b) => rank(b.id) - rank(a.id));
  return (
    <ul class="entries">
      {worst.map((risk, i) => {
        const kind = model.risk.get(risk.id);
        const site = risk.site === null ? undefined : variable.sites[risk.site];
        return (
          <li key={i}>
            <article>
              <p class="head">
                <SeverityMark severity={kind?.severity ?? 'low'} />
                <strong>{kind?.title ?? risk.id}</strong>
                {site && (
                  <a class="step" href={variableHref(variable.project, variable.name, risk.site)}>
                    <At place={site} />
                  </a>
                )}
                <span class="faint">{risk.confidence} confidence</span>
              </p>
              {risk.detail && (
                <p>
                  <Text value={risk.detail} />
                </p>
              )}
              {kind && <p class="faint">{kind.reason}</p>}
            </article>
          </li>
        );
      })}
    </ul>
  );
}

function Documents({ variable }: { variable: Variable }) {
  return (
    <Growing
      all={variable.documents}
      step={20}
      follow={false}
      render={(entry) => {
        const found = defaultOf(entry.default, entry.default_kind);
        return (
          <article>
            <p class="head">
              <At place={entry} />
              <Tag>
                <Text value={entry.how} />
              </Tag>
              {entry.section && (
                <span class="faint">
                  in “<Text value={entry.section} />”
                </span>
              )}
              {found && (
                <span>
                  {/^(literal|prose)$/.test(found.kind) && <span class="faint">default </span>}
                  <DefaultValue found={found} />
                </span>
              )}
            </p>
            {entry.description && (
              <p>
                <Text value={entry.description} />
              </p>
            )}
          </article>
        );
      }}
    />
  );
}

function SetBy({ variable }: { variable: Variable }) {
  return (
    <Growing
      all={variable.given ?? []}
      step={20}
      follow={false}
      render={(one) => (
        <p class="head">
          <At place={one} />
          <Tag>
            <Text value={one.kind} />
          </Tag>
          {one.by !== one.kind && (
            <span class="faint">
              <Text value={one.by} />
            </span>
          )}
          <Code value={one.words} />
          {one.scope !== 'src' && <span class="faint">{one.scope}</span>}
        </p>
      )}
    />
  );
}

function Elsewhere({ row }: { row: Row }) {
  const others = row.shared.filter((one) => one !== row);
  return (
    <Growing
      all={others}
      step={20}
      follow={false}
      render={(one) => (
        <p class="head">
          <a class="step" href={variableHref(one.variable.project, one.variable.name)}>
            <Text value={one.project?.name ?? '?'} />
          </a>
          <DocumentedMark state={one.variable.documented} />
          {one.variable.defaults.slice(0, 3).map((found, i) => (
            <DefaultValue key={i} found={found} />
          ))}
          <span class="faint">{many(one.uses, 'use')}</span>
        </p>
      )}
    />
  );
}

export function VariablePage({ model, row, route }: { model: Model; row: Row; route: Route }) {
  const { variable } = row;
  const asked = route.query.get('site');
  const marked = asked !== null && /^\d+$/.test(asked) ? Number(asked) : -1;
  const around = neighbours(row);
  useScroll(`variable ${row.id}`);
  useLayoutEffect(() => {
    if (marked >= 0) document.getElementById(`site-${marked}`)?.scrollIntoView({ block: 'center' });
  }, [row.id, marked]);
  useEffect(() => {
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [row.id]);
  const bare = variable.sites.filter((site) => !site.excerpt).length;
  return (
    <div class="variable">
      <nav class="steps" aria-label="list">
        <a href={listAddress()}>
          ← all variables
        </a>
        {around && (
          <span class="faint">
            {count(around.at + 1)} of {count(around.of)}
          </span>
        )}
        {around?.before && (
          <a href={variableHref(around.before.variable.project, around.before.variable.name)} data-step="before" title={plain(around.before.variable.name)}>
            previous
          </a>
        )}
        {around?.after && (
          <a href={variableHref(around.after.variable.project, around.after.variable.name)} data-step="after" title={plain(around.after.variable.name)}>
            next
          </a>
        )}
      </nav>
      <h1 tabIndex={-1}>
        <Code value={variable.name} />
      </h1>
      <p class="head under">
        <DocumentedMark state={variable.documented} />
        {model.report.projects.length > 1 && (
          <a href={listHref('project', String(variable.project))}>
            <Text value={row.project?.name ?? '?'} />
          </a>
        )}
        {row.differs && <Tag kind="notable">defaults differ between projects</Tag>}
      </p>
      <Facts model={model} row={row} />
      <Section title="Risks" number={variable.risks.length}>
        <Risks model={model} variable={variable} />
      </Section>
      <Section title="Findings" number={row.findings.length}>
        <ul class="entries">
          {row.findings.map((finding, i) => (
            <li key={i}>
              <FindingView finding={finding} />
            </li>
          ))}
        </ul>
      </Section>
      <Section title="On pages" number={variable.documents.length}>
        <Documents variable={variable} />
      </Section>
      <Section title="Set by files of the project" number={variable.given?.length ?? 0}>
        <SetBy variable={variable} />
      </Section>
      <Section title="In other projects" number={row.shared.length && row.shared.length - 1}>
        <Elsewhere row={row} />
      </Section>
      <Section title="Accesses" number={variable.sites.length}>
        <Sites variable={variable} marked={marked} />
        {bare > 0 && (
          <p class="faint">
            {bare} without source lines: a report contains those of a variable’s first twelve accesses, and none of notebooks.
          </p>
        )}
      </Section>
    </div>
  );
}
