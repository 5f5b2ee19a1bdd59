// All risks of all variables, the worst first; one kind chosen tells why it matters.
import { useMemo } from 'preact/hooks';
import type { Site, VariableRisk } from '../data';
import { variableHref, type Route } from '../route';
import { kSeverity, type Model, type Row } from '../rows';
import { EntryList, type Choice } from '../parts/entry_list';
import { SeverityMark } from '../parts/marks';
import { At, Code, Text } from '../parts/text';

interface Told {
  row: Row;
  risk: VariableRisk;
  site: Site | undefined;
  title: string;
  severity: string;
}

function all(model: Model): Told[] {
  const told = model.rows.flatMap((row) =>
    row.variable.risks.map((risk): Told => {
      const kind = model.risk.get(risk.id);
      const site = risk.site === null ? undefined : row.variable.sites[risk.site];
      return { row, risk, site, title: kind?.title ?? risk.id, severity: kind?.severity ?? 'low' };
    }),
  );
  const rank = (one: Told) => kSeverity[one.severity as keyof typeof kSeverity] ?? 0;
  const sure = (one: Told) => ['low', 'medium', 'high'].indexOf(one.risk.confidence);
  return told.sort((a, b) => rank(b) - rank(a) || sure(b) - sure(a));
}

export function Risks({ model, route }: { model: Model; route: Route }) {
  const told = useMemo(() => all(model), [model]);
  const projects = model.report.projects.length > 1;
  const choices: Choice<Told>[] = [
    { id: 'severity', label: 'severity', of: (one) => one.severity, order: ['high', 'medium', 'low'] },
    { id: 'risk', label: 'risk', of: (one) => one.risk.id, words: (id) => model.risk.get(id)?.title ?? id },
  ];
  if (projects) choices.push({ id: 'project', label: 'project', of: (one) => one.row.project?.name ?? '?' });
  const kind = model.risk.get(route.query.get('risk') ?? '');
  return (
    <EntryList
      view="risks"
      route={route}
      title="Risks"
      lead={kind ? <strong>{kind.reason}</strong> : 'What matters of the environment in an audit: each row is a thing to look at, not a defect by itself.'}
      all={told}
      hay={({ row, risk, site, title }) => [row.variable.name, title, risk.id, risk.detail, site?.file, projects && row.project?.name].join('\n')}
      choices={choices}
      empty="No row of the risk tables fits a variable here."
      render={({ row, risk, site, title, severity }) => (
        <article>
          <p class="head">
            <SeverityMark severity={severity} />
            <a class="step" href={variableHref(row.variable.project, row.variable.name, risk.site)}>
              <Code value={row.variable.name} />
            </a>
            <span>{title}</span>
            {site && <At place={site} />}
            {projects && (
              <span class="faint">
                <Text value={row.project?.name ?? '?'} />
              </span>
            )}
            <span class="faint">{risk.confidence} confidence</span>
          </p>
          {risk.detail && (
            <p>
              <Text value={risk.detail} />
            </p>
          )}
        </article>
      )}
    />
  );
}
