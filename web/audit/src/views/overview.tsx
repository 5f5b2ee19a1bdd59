// What the environment can do to this program, on one screen: what was read and what was not, figures,
// the gravest risks, then charts whose bars lead to the variables that they count.
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { kFacets, filterRows, numberFacet } from '../facets';
import { useScroll } from '../navigate';
import { count, many } from '../numbers';
import { href, listHref, type View } from '../route';
import { gravestFirst, kSeverity, type Model } from '../rows';
import { plain } from '../visible';
import { Bars, Stack, type Bar } from '../parts/bars';
import { DocumentedMark, SeverityMark } from '../parts/marks';
import { ReadingLines, nothingWasRead } from '../parts/reading';
import { RiskLine } from '../parts/risk_line';
import { Text } from '../parts/text';
import { ChangesInShort } from './compare';

const kStates = ['described', 'named', 'no'] as const;
const kTop = 12;
const kMostRisks = 10;
const kMostSources = 5;

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
  const sum = (of: (one: (typeof report.projects)[number]) => number) => report.projects.reduce((all, one) => all + of(one), 0);
  const [accesses, resolved, skipped] = [sum((one) => one.accesses), sum((one) => one.resolved), sum((one) => one.skipped.length)];
  const risks = model.rows.reduce((all, row) => all + row.variable.risks.length, 0);
  const level = (severity: string) => model.rows.reduce((all, row) => all + row.variable.risks.filter((one) => model.risk.get(one.id)?.severity === severity).length, 0);
  const described = model.rows.filter((row) => row.variable.documented === 'described').length;
  const drift = report.findings.filter((one) => one.severity !== 'info').length;
  const names = report.projects.length > 1 ? `${many(model.byName.size, 'name')}, ` : '';
  return (
    <div class="figures">
      <Figure view="risks" number={count(risks)} name={risks === 1 ? 'risk' : 'risks'} note={`${count(level('high'))} high, ${count(level('medium'))} medium`} />
      <Figure view="variables" number={count(model.rows.length)} name={model.rows.length === 1 ? 'variable' : 'variables'} note={`${names}${count(described)} described`} />
      <Figure view="findings" number={count(drift)} name={drift === 1 ? 'finding' : 'findings'} note={`and ${count(report.findings.length - drift)} info`} />
      <Figure view="unresolved" number={count(accesses)} name={accesses === 1 ? 'access' : 'accesses'} note={accesses ? `${count(resolved)} resolved` : 'none found'} />
      <Figure view="skipped" number={count(sum((one) => one.files))} name="files" note={`${count(skipped)} skipped or cut`} />
    </div>
  );
}

/** The first of the gravest risks; of two versions those of the newer one. */
function Gravest({ model }: { model: Model }) {
  const compared = model.report.compare !== null;
  const all = useMemo(() => gravestFirst(model).filter((one) => !compared || one.row.variable.project === 1), [model]);
  const grave = all.filter((one) => one.severity !== 'low');
  const shown = (grave.length ? grave : all).slice(0, kMostRisks);
  if (!all.length) return null;
  return (
    <section class="gravest">
      <h2>
        {grave.length ? 'Most severe risks' : 'Risks, all of low severity'}
        {compared && ' of the newer version'}
      </h2>
      <ul class="entries">
        {shown.map((one, i) => (
          <li key={i}>
            <RiskLine of={one} project={model.report.projects.length > 1 && !compared} />
          </li>
        ))}
      </ul>
      {all.length > shown.length && (
        <p class="note">
          <a href={href('risks', [['project', compared ? (model.report.projects[1]?.name ?? '') : '']])}>all {count(all.length)} risks</a>
        </p>
      )}
    </section>
  );
}

/** Where the report comes from: each project with what of it was read. */
function Sources({ model }: { model: Model }) {
  const { projects } = model.report;
  const shown = projects.slice(0, kMostSources);
  return (
    <section class="sources" aria-label="what was read">
      {shown.map((one) => (
        <div key={one.id}>
          <p class="source">
            {projects.length > 1 && (
              <strong>
                <Text value={one.name} />{' '}
              </strong>
            )}
            <span class="faint">
              {one.kind} <Text value={one.source} />
              {one.revision && (
                <>
                  {' at '}
                  <Text value={one.revision} />
                </>
              )}
            </span>
          </p>
          <ReadingLines project={one} short={projects.length > 1} />
        </div>
      ))}
      {projects.length > shown.length && (
        <p class="note">
          <a href={href('projects')}>{count(projects.length - shown.length)} more projects</a>
        </p>
      )}
    </section>
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
  const times = new Map<string, number>();
  for (const row of model.rows) for (const one of row.variable.risks) times.set(one.id, (times.get(one.id) ?? 0) + 1);
  const bars = kinds.map((kind): Bar => ({
    key: kind.id,
    label: (
      <>
        <SeverityMark severity={kind.severity} /> {kind.title}
      </>
    ),
    href: href('risks', [['risk', kind.id]]),
    segments: [{ kind: kind.severity, value: times.get(kind.id) ?? 0 }],
  }));
  return <Bars title="Risks by kind" wide bars={bars.filter((bar) => bar.segments[0]!.value > 0)} />;
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
  const { compare } = report;
  return (
    <div class="overview">
      <h1>{compare ? `${plain(report.projects[0]?.name ?? '')} → ${plain(report.projects[1]?.name ?? '')}` : single ? <Text value={single.name} /> : many(report.projects.length, 'project')}</h1>
      <Sources model={model} />
      {compare && <ChangesInShort model={model} compare={compare} />}
      <Figures model={model} />
      {model.rows.length === 0 ? (
        <p class="empty">{nothingWasRead(report.projects) ? 'Nothing was read, so this report says nothing about the environment.' : 'No access to the environment was found.'}</p>
      ) : (
        <>
          <Gravest model={model} />
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
        </>
      )}
    </div>
  );
}
