// Two versions of a program: a row for each variable that changes, the gravest first, with its values in
// the older and in the newer one.
import type { ComponentChildren } from 'preact';
import type { Change, ChangedRisk, Compare, Default, VersionFacts } from '../data';
import { count, many } from '../numbers';
import { href, variableHref, type Route } from '../route';
import type { Model } from '../rows';
import { EntryList, type Choice } from '../parts/entry_list';
import { DefaultValue, SeverityMark, Tag } from '../parts/marks';
import { ReadingLines, resolvedText } from '../parts/reading';
import { At, Code, Text } from '../parts/text';

const kGroups: Record<string, string> = {
  'new-risk': 'new risk',
  default: 'changed default',
  removed: 'removed',
  added: 'new',
  other: 'other change',
};
const kInShort = 8;
const kMostFiles = 6;

function Defaults({ facts }: { facts: VersionFacts }) {
  if (!facts.defaults.length) return <span class="faint">not read</span>;
  return (
    <>
      {facts.defaults.map((one, i) => (
        <span key={i}>
          {i > 0 && ' or '}
          <DefaultValue found={one as Default} />
        </span>
      ))}
    </>
  );
}

const kFields: { id: string; title: string; show: (facts: VersionFacts) => ComponentChildren }[] = [
  { id: 'default', title: 'default', show: (facts) => <Defaults facts={facts} /> },
  { id: 'type', title: 'type', show: (facts) => facts.types.join(', ') || 'unknown' },
  { id: 'documented', title: 'documented', show: (facts) => ({ described: 'described', named: 'only mentioned', no: 'no' })[facts.documented] ?? facts.documented },
  { id: 'access', title: 'access', show: (facts) => facts.access.join(', ') },
];

function Field({ change, title, show, id }: { change: Change } & (typeof kFields)[number]) {
  const both = change.old !== null && change.new !== null;
  if (both && !change.fields.includes(id)) return null;
  return (
    <span>
      <span class="faint">{title}</span> {both ? (
        <>
          {show(change.old!)} <span class="arrow">→</span> {show(change.new!)}
        </>
      ) : (
        show((change.new ?? change.old)!)
      )}
    </span>
  );
}

function RiskOf({ model, risk, word }: { model: Model; risk: ChangedRisk; word: string }) {
  return (
    <p class="head">
      <span class="faint">{word}</span>
      <SeverityMark severity={risk.severity} />
      <span>{model.risk.get(risk.id)?.title ?? risk.id}</span>
      {risk.file !== null && risk.line !== null && <At place={{ file: risk.file, line: risk.line }} />}
      {risk.detail && <Text value={risk.detail} />}
      {risk.confidence !== 'high' && <span class="faint">{risk.confidence} confidence</span>}
    </p>
  );
}

function Files({ facts, removed }: { facts: VersionFacts; removed: boolean }) {
  const more = facts.files.length - kMostFiles;
  return (
    <p class="head files-of">
      <span class="faint">{removed ? 'was in' : 'in'}</span>
      {facts.files.slice(0, kMostFiles).map((file, i) => (
        <Code key={i} value={file} />
      ))}
      {more > 0 && <span class="faint">and {many(more, 'other file')}</span>}
    </p>
  );
}

function ChangeView({ model, change }: { model: Model; change: Change }) {
  const row = model.byName.get(change.name)?.find((one) => one.variable.project === (change.new ? 1 : 0));
  return (
    <article>
      <p class="head">
        <Tag kind={`change ${change.group}`}>{kGroups[change.group] ?? change.group}</Tag>
        {row ? (
          <a class="step" href={variableHref(row.variable.project, change.name)}>
            <Code value={change.name} />
          </a>
        ) : (
          <Code value={change.name} />
        )}
        {change.group === 'new-risk' && change.change === 'added' && <span class="faint">new variable</span>}
        {kFields.map((field) => (
          <Field key={field.id} change={change} {...field} />
        ))}
      </p>
      {change.pattern && (
        <p class="faint">
          {change.new ? 'the older version may have accessed it as' : 'the newer version may still access it as'} <Code value={change.pattern} />
        </p>
      )}
      {change.new_risks.map((risk) => (
        <RiskOf key={risk.id} model={model} risk={risk} word="new risk" />
      ))}
      {change.new && change.gone_risks.map((risk) => <RiskOf key={risk.id} model={model} risk={risk} word="no longer" />)}
      <Files facts={(change.new ?? change.old)!} removed={change.new === null} />
    </article>
  );
}

function inWords(compare: Compare): string {
  const { changes, unchanged, moved } = compare;
  const same = `${count(unchanged)} ${unchanged === 1 ? 'is' : 'are'} unchanged${moved.length ? `, ${count(moved.length)} of them in other files` : ''}`;
  if (!changes.length) return `no changes: ${same}`;
  return `${many(changes.length, 'variable changes', 'variables change')}; ${same}`;
}

/** Both versions, and how much of each was read. */
function Versions({ model }: { model: Model }) {
  return (
    <div class="versions">
      {model.report.projects.slice(0, 2).map((one, i) => (
        <section key={one.id}>
          <h2>
            {i ? 'newer' : 'older'}: <Text value={one.name} />
          </h2>
          <p class="faint source">
            {one.kind} <Text value={one.source} />
            {one.revision && (
              <>
                {' at '}
                <Text value={one.revision} />
              </>
            )}
          </p>
          <p class="faint">
            {many(one.files, 'file')}, {resolvedText(one.resolved, one.accesses)}, {many(one.variables, 'variable')}
          </p>
          <ReadingLines project={one} />
        </section>
      ))}
    </div>
  );
}

export function ChangesInShort({ model, compare }: { model: Model; compare: Compare }) {
  return (
    <section class="gravest">
      <h2>What the update changes</h2>
      <p>{inWords(compare)}</p>
      <ul class="entries">
        {compare.changes.slice(0, kInShort).map((one, i) => (
          <li key={i}>
            <ChangeView model={model} change={one} />
          </li>
        ))}
      </ul>
      {compare.changes.length > kInShort && (
        <p class="note">
          <a href={href('compare')}>all {count(compare.changes.length)} changes</a>
        </p>
      )}
    </section>
  );
}

export function CompareView({ model, compare, route }: { model: Model; compare: Compare; route: Route }) {
  const choices: Choice<Change>[] = [{ id: 'change', label: 'change', of: (one) => one.group, words: (group) => kGroups[group] ?? group, order: Object.keys(kGroups) }];
  return (
    <EntryList
      view="compare"
      route={route}
      title="Compare"
      lead={inWords(compare)}
      above={<Versions model={model} />}
      all={compare.changes}
      hay={(one) => [one.name, ...[one.old, one.new].flatMap((facts) => (facts ? [...facts.files, ...facts.defaults.map((found) => found.value)] : []))].join('\n')}
      choices={choices}
      empty="Nothing changes."
      render={(one) => <ChangeView model={model} change={one} />}
    />
  );
}
