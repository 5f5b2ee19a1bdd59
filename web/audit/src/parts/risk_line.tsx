// A risk of a variable in one line: how grave, of which variable, what, where.
import { variableHref } from '../route';
import type { RiskOfRow } from '../rows';
import { SeverityMark } from './marks';
import { At, Code, Text } from './text';

export function RiskLine({ of, project }: { of: RiskOfRow; project: boolean }) {
  const { row, risk, title, severity } = of;
  const site = risk.site === null ? undefined : row.variable.sites[risk.site];
  return (
    <article>
      <p class="head">
        <SeverityMark severity={severity} />
        <a class="step" href={variableHref(row.variable.project, row.variable.name, risk.site)}>
          <Code value={row.variable.name} />
        </a>
        <span>{title}</span>
        {site && <At place={site} />}
        {project && (
          <span class="faint">
            <Text value={row.project?.name ?? '?'} />
          </span>
        )}
        {risk.confidence !== 'high' && <span class="faint">{risk.confidence} confidence</span>}
      </p>
      {risk.detail && (
        <p>
          <Text value={risk.detail} />
        </p>
      )}
    </article>
  );
}
