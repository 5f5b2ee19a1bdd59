// What the environment can do to this program, on one screen: figures, then charts whose bars lead to
// the variables that they count.
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { kFacets, filterRows, numberFacet } from '../facets';
import { useScroll } from '../navigate';
import { count, many, share } from '../numbers';
import { href, listHref, type View } from '../route';
import { kSeverity, type Model } from '../rows';
import { Bars, Stack, type Bar } from '../parts/bars';
import { DocumentedMark, SeverityMark } from '../parts/marks';
import { Text } from '../parts/text';

const kStates = ['described', 'named', 'no'] as const;
const kTop = 12;

function Figure({ number, name, note, view }: { number: ComponentChildren; name: string; note?: ComponentChildren; view: View }) {
  return (
    <a class="figure step" href={href(view)}>
      <strong>{number}</strong>
      <span>{name}</span>
      {note && <small>{note}</small>}
    </a>
  );
}

function Figures({ model }: { model: Model }) {
  const { report } = model;
  const accesses = report.projects.reduce((sum, one) => sum + one.accesses, 0);
  const resolved = report.projects.reduce((sum, one) => sum + one.resolved, 0);
  const skipped = report.projects.reduce((sum, one) => sum + one.skipped.length, 0);
  const files = report.projects.reduce((sum, one) => sum + one.files, 0);
  const high = model.rows.filter((row) => row.risk === 3).length;
  const risky = model.rows.filter((row) => row.risk > 0).length;
  const described = model.rows.filter((row) => row.variable.documented === 'described').length;
  return (
    <div class="figures">
      <Figure view="variables" number={count(model.rows.length)} name="variables" note={`${share(described, model.rows.length)} described`} />
      <Figure view="risks" number={count(risky)} name="with a risk" note={high ? `${count(high)} high` : 'none high'} />
      <Figure view="findings" number={count(report.findings.length)} name="findings" note="of pages and code" />
      <Figure view="unresolved" number={share(resolved, accesses)} name="resolved" note={`of ${many(accesses, 'access', 'accesses')}`} />
      <Figure view="skipped" number={count(skipped)} name={skipped === 1 ? 'file skipped' : 'files skipped'} note={`of ${count(files + skipped)}`} />
    </div>
  );
}

/** Bars of one facet: its most frequent values, and a word of how many more there are. */
function FacetBars({ model, id, title, top = kTop, states }: { model: Model; id: string; title: string; top?: number; states?: boolean }) {
  const facet = kFacets.find((one) => one.id === id)!;
  const { bars, others } = useMemo(() => {
    const table = filterRows(model.rows, [numberFacet(facet, model.rows)], new Map()).counts.get(id)!;
    const all = [...table].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    const first = all.slice(0, top);
    const parts = new Map(first.map(([value]) => [value, { described: 0, named: 0, no: 0 }]));
    if (states) {
      for (const row of model.rows) {
        for (const value of new Set(facet.of(row))) {
          const part = parts.get(value);
          if (part && row.variable.documented in part) ++part[row.variable.documented];
        }
      }
    }
    const made = first.map(([value, number]): Bar => ({
      key: value,
      label: <Text value={facet.label?.(value, model) ?? value} />,
      href: listHref(id, value),
      segments: states ? kStates.map((state) => ({ kind: state, value: parts.get(value)![state] })) : [{ kind: 'all', value: number }],
    }));
    return { bars: made, others: all.length - made.length };
  }, [model, id, top]);
  return <Bars title={title} bars={bars} wide={states} note={others > 0 ? <a href={href('variables')}>{count(others)} more in the list’s filters</a> : undefined} />;
}

function RiskBars({ model }: { model: Model }) {
  const kinds = [...model.report.risks].sort((a, b) => (kSeverity[b.severity] ?? 0) - (kSeverity[a.severity] ?? 0));
  const bars = kinds.map((kind): Bar => ({
    key: kind.id,
    label: (
      <>
        <SeverityMark severity={kind.severity} /> {kind.title}
      </>
    ),
    href: href('risks', [['risk', kind.id]]),
    segments: [{ kind: kind.severity, value: model.rows.filter((row) => row.variable.risks.some((one) => one.id === kind.id)).length }],
  }));
  return <Bars title="Variables by risk" wide bars={bars.filter((bar) => bar.segments[0]!.value > 0)} />;
}

function RuleBars({ model }: { model: Model }) {
  const table = new Map<string, number>();
  for (const finding of model.report.findings) table.set(finding.rule, (table.get(finding.rule) ?? 0) + 1);
  const bars = [...table].sort((a, b) => b[1] - a[1]).map(([rule, number]): Bar => ({
    key: rule,
    label: <Text value={rule} />,
    href: href('findings', [['rule', rule]]),
    segments: [{ kind: 'all', value: number }],
  }));
  return <Bars title="Findings by rule" bars={bars} />;
}

export function Overview({ model }: { model: Model }) {
  const { report } = model;
  useScroll('overview');
  const states = kStates.map((state): Bar => ({
    key: state,
    label: <DocumentedMark state={state} />,
    href: listHref('documented', state),
    segments: [{ kind: state, value: model.rows.filter((row) => row.variable.documented === state).length }],
  }));
  const single = report.projects.length === 1 ? report.projects[0] : undefined;
  return (
    <div class="overview">
      <h1>{single ? <Text value={single.name} /> : many(report.projects.length, 'project')}</h1>
      {single && (
        <p class="faint source">
          {single.kind} <Text value={single.source} />
          {single.revision && (
            <>
              {' at '}
              <Text value={single.revision} />
            </>
          )}
        </p>
      )}
      <Figures model={model} />
      {model.rows.length === 0 ? (
        <p class="empty">No access to the environment was found.</p>
      ) : (
        <div class="charts">
          <Stack title="Documentation" bars={states} />
          <RiskBars model={model} />
          <FacetBars model={model} id="package" title="Variables by package" states />
          <FacetBars model={model} id="type" title="By type" top={8} />
          <FacetBars model={model} id="op" title="By access" top={8} />
          <FacetBars model={model} id="language" title="By language" top={8} />
          <FacetBars model={model} id="scope" title="By scope" top={8} />
          <FacetBars model={model} id="owner" title="By owner" top={8} />
          <RuleBars model={model} />
          {report.projects.length > 1 && <FacetBars model={model} id="project" title="Variables by project" states />}
        </div>
      )}
    </div>
  );
}
