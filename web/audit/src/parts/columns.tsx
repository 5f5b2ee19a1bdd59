// The columns of the list of variables: which there are in this report, and what each shows of a row.
// On a phone a row is two lines instead, with the same words.
import type { Model, Row } from '../rows';
import type { SortKey } from '../search';
import { count } from '../numbers';
import { plain } from '../visible';
import { DefaultValue, DocumentedMark, SeverityMark } from './marks';
import { Code, Text } from './text';

export interface Column {
  key: SortKey;
  title: string;
  width: number; // pixels that its contents want
  least: number; // to which it may shrink
}

// Pixels of a character (of a name, in the fixed-width font), and the most and least that a column wants.
const kLetter = 7.4;
const kCode = 7.7;
const kGap = 14;
const kUsual = 0.98; // share of the rows whose texts fit
const kWidths: Record<SortKey, [number, number]> = {
  name: [140, 400],
  documented: [128, 128],
  type: [56, 120],
  default: [90, 150],
  uses: [96, 132],
  language: [72, 110],
  package: [80, 180],
  owner: [60, 130],
  risk: [70, 124],
  project: [70, 170],
};
const kShrinks: ReadonlySet<SortKey> = new Set(['default', 'type', 'package', 'owner', 'project']);
// What goes first where names would be cut: all of it is in the filters and on the variable's page.
const kLeast: readonly SortKey[] = ['language', 'owner', 'type', 'package', 'default', 'project', 'uses'];

/** The columns that fit without cutting a name, and the one that is sorted by. */
export function fitColumns(columns: readonly Column[], room: number, sorted: SortKey | undefined): Column[] {
  const out = [...columns];
  for (const key of kLeast) {
    if (out.reduce((sum, one) => sum + one.least + kGap, -kGap) <= room) break;
    const at = key === sorted ? -1 : out.findIndex((one) => one.key === key);
    if (at >= 0) out.splice(at, 1);
  }
  // On a small screen a very long name is cut after all.
  const over = out.reduce((sum, one) => sum + one.least + kGap, -kGap) - room;
  if (over <= 0) return out;
  return out.map((one) => (one.key === 'name' ? { ...one, width: Math.max(kWidths.name[0], one.width - over), least: 0 } : one));
}

function letters(key: SortKey, { variable, project, reads, writes }: Row): number {
  const more = (all: readonly string[]) => (all[0]?.length ?? 0) + (all.length > 1 ? 8 : 0);
  if (key === 'name') return variable.name.length;
  if (key === 'type') return more(variable.types);
  if (key === 'language') return more(variable.languages);
  if (key === 'package') return more(variable.packages);
  if (key === 'owner') return variable.owner?.name.length ?? 0;
  if (key === 'project') return project?.name.length ?? 0;
  if (key === 'uses') return reads && writes ? `${reads} read, ${writes} set`.length : 8;
  if (key === 'risk') return variable.risks.length > 1 ? 15 : 7;
  return more(variable.defaults.map((one) => one.value ?? 'no default'));
}

function widthOf(key: SortKey, rows: readonly Row[]): number {
  const [least, most] = kWidths[key];
  // A few very long ones do not push the other columns out.
  const lengths = rows.map((row) => letters(key, row)).sort((a, b) => a - b);
  const longest = lengths[Math.floor((lengths.length - 1) * kUsual)] ?? 0;
  return Math.ceil(Math.min(most, Math.max(least, longest * (key === 'name' || key === 'default' ? kCode : kLetter) + 4)));
}

const kLevels = ['', 'low', 'medium', 'high'];

/** A column that would say the same in each row is not there. */
export function columnsFor({ report, rows }: Model): Column[] {
  const languages = new Set(report.variables.flatMap((one) => one.languages));
  const columns: ([SortKey, string] | false)[] = [
    ['name', 'Name'],
    report.variables.some((one) => one.risks.length) && ['risk', 'Risk'],
    ['documented', 'Documented'],
    ['default', 'Default'],
    ['type', 'Type'],
    ['uses', 'Accesses'],
    languages.size > 1 && ['language', 'Language'],
    ['package', 'Package'],
    report.variables.some((one) => one.owner) && ['owner', 'Owner'],
    report.projects.length > 1 && ['project', 'Project'],
  ];
  return columns
    .filter((column) => column !== false)
    .map(([key, title]) => {
      const width = widthOf(key, rows);
      return { key, title, width, least: kShrinks.has(key) ? Math.min(width, kWidths[key][0]) : width };
    });
}

function First({ all }: { all: string[] }) {
  if (!all.length) return <span class="faint">–</span>;
  return (
    <span title={plain(all.join(', '))}>
      <Text value={all[0]! || '.'} />
      {all.length > 1 && <span class="faint"> +{all.length - 1} more</span>}
    </span>
  );
}

function Defaults({ row }: { row: Row }) {
  const [first, ...others] = row.variable.defaults;
  if (!first) return <span class="faint">–</span>;
  return (
    <>
      <DefaultValue found={first} title />
      {others.length > 0 && <span class="faint"> +{others.length} more</span>}
    </>
  );
}

function Uses({ row }: { row: Row }) {
  return (
    <span title={Object.entries(row.variable.ops).map(([op, times]) => `${op} ${times}`).join(', ')}>
      {row.reads > 0 && `${count(row.reads)} read`}
      {row.reads > 0 && row.writes > 0 && ', '}
      {row.writes > 0 && <span class="writes">{count(row.writes)} set</span>}
    </span>
  );
}

function Risks({ row }: { row: Row }) {
  if (!row.variable.risks.length) return null;
  return (
    <span title={row.variable.risks.map((risk) => risk.id).join(', ')}>
      <SeverityMark severity={kLevels[row.risk]!} />
      {row.variable.risks.length > 1 && <span class="faint"> +{row.variable.risks.length - 1} more</span>}
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

const kOnPhone: ReadonlySet<SortKey> = new Set(['default', 'uses', 'package', 'project']);

export function NarrowRow({ row, columns, href }: { row: Row; columns: readonly Column[]; href: string }) {
  const second = columns.filter(({ key }) => kOnPhone.has(key));
  return (
    <>
      <div role="gridcell" class="line">
        <Name row={row} href={href} />
        <Risks row={row} />
      </div>
      <div role="gridcell" class="line small">
        <DocumentedMark state={row.variable.documented} word={false} />
        {second.map(({ key }) => (
          <span key={key} class={`part ${key}`}>
            {cellOf(key, row, href)}
          </span>
        ))}
      </div>
    </>
  );
}
