// All findings: where pages and code disagree, by rule and severity.
import { useMemo } from 'preact/hooks';
import type { Finding } from '../data';
import { variableHref, type Route } from '../route';
import type { Model } from '../rows';
import { EntryList, type Choice } from '../parts/entry_list';
import { FindingView } from '../parts/finding';

const kOrder = ['error', 'warning', 'info'];

export function Findings({ model, route }: { model: Model; route: Route }) {
  const { projects, findings } = model.report;
  const nameOf = (finding: Finding) => projects.find((one) => one.id === finding.project)?.name ?? '?';
  // The worst first; within a severity as the program reports them.
  const all = useMemo(() => [...findings].sort((a, b) => kOrder.indexOf(a.severity) - kOrder.indexOf(b.severity)), [findings]);
  const choices: Choice<Finding>[] = [
    { id: 'severity', label: 'severity', of: (one) => one.severity, order: kOrder },
    { id: 'rule', label: 'rule', of: (one) => one.rule },
  ];
  if (projects.length > 1) choices.push({ id: 'project', label: 'project', of: nameOf });
  return (
    <EntryList
      view="findings"
      route={route}
      title="Findings"
      lead="Where pages and code disagree. Verify one at both of its places before sending it on."
      all={all}
      hay={(one) => [one.name, one.rule, one.message, ...one.code.map((at) => at.file), ...one.doc.map((at) => at.file)].join('\n')}
      choices={choices}
      empty="Pages and code agree."
      render={(finding) => {
        const known = model.byName.get(finding.name)?.some((row) => row.variable.project === finding.project);
        return (
          <FindingView
            finding={finding}
            href={known ? variableHref(finding.project, finding.name) : undefined}
            project={projects.length > 1 ? nameOf(finding) : ''}
          />
        );
      }}
    />
  );
}
