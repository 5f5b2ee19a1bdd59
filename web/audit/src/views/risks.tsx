// All risks of all variables, the worst first; one kind chosen tells why it matters.
import { useMemo } from 'preact/hooks';
import type { Route } from '../route';
import { gravestFirst, type Model, type RiskOfRow } from '../rows';
import { EntryList, type Choice } from '../parts/entry_list';
import { RiskLine } from '../parts/risk_line';

export function Risks({ model, route }: { model: Model; route: Route }) {
  const all = useMemo(() => gravestFirst(model), [model]);
  const several = model.report.projects.length > 1;
  const choices: Choice<RiskOfRow>[] = [
    { id: 'severity', label: 'severity', of: (one) => one.severity, order: ['high', 'medium', 'low'] },
    { id: 'risk', label: 'risk', of: (one) => one.risk.id, words: (id) => model.risk.get(id)?.title ?? id },
  ];
  if (several) choices.push({ id: 'project', label: 'project', of: (one) => one.row.project?.name ?? '?' });
  const kind = model.risk.get(route.query.get('risk') ?? '');
  const file = ({ row, risk }: RiskOfRow) => (risk.site === null ? undefined : row.variable.sites[risk.site]?.file);
  return (
    <EntryList
      view="risks"
      route={route}
      title="Risks"
      lead={kind ? <strong>{kind.reason}</strong> : 'What to check in an audit of the environment. A risk is not a defect in itself.'}
      all={all}
      hay={(one) => [one.row.variable.name, one.title, one.risk.id, one.risk.detail, file(one), several && one.row.project?.name].join('\n')}
      choices={choices}
      empty="No risk was found."
      render={(one) => <RiskLine of={one} project={several} />}
    />
  );
}
