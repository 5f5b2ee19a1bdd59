// The columns of the list of variables: which there are in this report, and what each shows of a row.
// On a phone a row is two lines instead, with the same words.
import type { Model, Row } from '../rows';
import type { SortKey } from '../search';
import { count, many } from '../numbers';
import { plain } from '../visible';
import { DefaultValue, DocumentedMark, SeverityMark } from './marks';
import { Code, Text } from './text';

export interface Column {
  key: SortKey;
  title: string;
}

const kLevels = ['', 'low', 'medium', 'high'];

/** A column that would say the same in each row is left out. */
export function columnsFor({ report }: Model): Column[] {
  const languages = new Set(report.variables.flatMap((one) => one.languages));
  const columns: (Column | false)[] = [
    { key: 'name', title: 'Name' },
    { key: 'documented', title: 'Documented' },
    { key: 'type', title: 'Type' },
    { key: 'default', title: 'Default' },
    { key: 'uses', title: 'Uses' },
    languages.size > 1 && { key: 'language', title: 'Language' },
    { key: 'package', title: 'Package' },
    report.variables.some((one) => one.owner) && { key: 'owner', title: 'Owner' },
    report.variables.some((one) => one.risks.length) && { key: 'risk', title: 'Risk' },
    report.projects.length > 1 && { key: 'project', title: 'Project' },
  ];
  return columns.filter((column) => column !== false);
}

function First({ all }: { all: string[] }) {
  if (!all.length) return <span class="faint">–</span>;
  return (
    <span title={plain(all.join(', '))}>
      <Text value={all[0]! || '.'} />
      {all.length > 1 && <span class="faint"> +{all.length - 1}</span>}
    </span>
  );
}

function Defaults({ row }: { row: Row }) {
  const [first, ...others] = row.variable.defaults;
  if (!first) return <span class="faint">–</span>;
  return (
    <>
      <DefaultValue found={first} title />
      {others.length > 0 && <span class="faint"> +{others.length}</span>}
    </>
  );
}

function Uses({ row }: { row: Row }) {
  return (
    <span title={Object.entries(row.variable.ops).map(([op, times]) => `${op} ${times}`).join(', ')}>
      {count(row.uses)}
      {row.writes > 0 && <span class="writes"> {row.reads ? `${count(row.writes)} w` : 'w'}</span>}
    </span>
  );
}

function Risks({ row }: { row: Row }) {
  if (!row.variable.risks.length) return null;
  return (
    <span title={row.variable.risks.map((risk) => risk.id).join(', ')}>
      <SeverityMark severity={kLevels[row.risk]!} />
      {row.variable.risks.length > 1 && <span class="faint"> {row.variable.risks.length}</span>}
    </span>
  );
}

function Name({ row, href }: { row: Row; href: string }) {
  return (
    <a href={href} tabIndex={-1}>
      <Code value={row.variable.name} title />
    </a>
  );
}

export function cellOf(key: SortKey, row: Row, href: string) {
  const { variable } = row;
  switch (key) {
    case 'name':
      return <Name row={row} href={href} />;
    case 'documented':
      return <DocumentedMark state={variable.documented} />;
    case 'type':
      return <First all={variable.types} />;
    case 'default':
      return <Defaults row={row} />;
    case 'uses':
      return <Uses row={row} />;
    case 'language':
      return <First all={variable.languages} />;
    case 'package':
      return <First all={variable.packages} />;
    case 'owner':
      return variable.owner ? <First all={[variable.owner.name]} /> : null;
    case 'risk':
      return <Risks row={row} />;
    case 'project':
      return <First all={[row.project?.name ?? '?']} />;
  }
}

export function NarrowRow({ row, columns, href }: { row: Row; columns: readonly Column[]; href: string }) {
  const second = columns.filter(({ key }) => key !== 'name' && key !== 'documented' && key !== 'risk');
  return (
    <>
      <div role="gridcell" class="line">
        <Name row={row} href={href} />
        <Risks row={row} />
      </div>
      <div role="gridcell" class="line small">
        <DocumentedMark state={row.variable.documented} word={false} />
        {second.map(({ key }) => {
          const empty = (key === 'owner' && !row.variable.owner) || (key === 'type' && !row.variable.types.length);
          return empty ? null : (
            <span key={key} class={`part ${key}`}>
              {key === 'uses' ? many(row.uses, 'use') : cellOf(key, row, href)}
            </span>
          );
        })}
      </div>
    </>
  );
}
