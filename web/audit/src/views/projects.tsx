// The projects of the report: what each was read from, how much of it was understood, what gives access
// to its environment, its pages, its drift by rule.
import type { Project } from '../data';
import { bytes, count, many } from '../numbers';
import { href, listHref, type Route } from '../route';
import type { Model } from '../rows';
import { EntryList, type Choice } from '../parts/entry_list';
import { Tag } from '../parts/marks';
import { ReadingLines, resolvedText } from '../parts/reading';
import { At, Code, Text } from '../parts/text';

const kShown = 40;

function Cut({ all }: { all: unknown[] }) {
  return all.length > kShown ? <li class="faint">{count(all.length - kShown)} more</li> : null;
}

function Details({ project, single }: { project: Project; single: boolean }) {
  const rules = Object.entries(project.findings).sort((a, b) => b[1] - a[1]);
  return (
    <div class="columns">
      <section>
        <h3>Accessors {count(project.accessors.length)}</h3>
        <ul class="plain">
          {project.accessors.slice(0, kShown).map((one, i) => (
            <li key={i}>
              <Code value={one.name} /> <span class="faint">{many(one.calls, 'call')}</span> <At place={one} />
            </li>
          ))}
          <Cut all={project.accessors} />
        </ul>
      </section>
      <section>
        <h3>Pages {count(project.pages.length)}</h3>
        <ul class="plain">
          {project.pages.slice(0, kShown).map((one, i) => (
            <li key={i}>
              <Code value={one.file} /> <span class="faint">{many(one.entries, 'entry', 'entries')}</span>
            </li>
          ))}
          <Cut all={project.pages} />
        </ul>
      </section>
      <section>
        <h3>Findings by rule</h3>
        <ul class="plain">
          {rules.map(([rule, number]) => (
            <li key={rule}>
              <a href={href('findings', [['rule', rule], ['project', single ? '' : project.name]])}>
                <Text value={rule} />
              </a>{' '}
              <span class="faint">{count(number)}</span>
            </li>
          ))}
          {rules.length === 0 && <li class="faint">none</li>}
        </ul>
      </section>
    </div>
  );
}

export function Projects({ model, route }: { model: Model; route: Route }) {
  const { projects } = model.report;
  const single = projects.length === 1;
  const choices: Choice<Project>[] = [{ id: 'kind', label: 'kind', of: (one) => one.kind }];
  return (
    <EntryList
      view="projects"
      route={route}
      title="Projects"
      lead="What was read, and how much of it was understood."
      all={projects}
      hay={(one) => [one.name, one.source, ...one.accessors.map((accessor) => accessor.name), ...one.pages.map((page) => page.file)].join('\n')}
      choices={choices}
      empty="No project was read."
      render={(one) => (
        <article class="project">
          <p class="head">
            <a class="step strong" href={single ? href('variables') : listHref('project', String(one.id))}>
              <Text value={one.name} />
            </a>
            <Tag>{one.kind}</Tag>
            <Code value={one.source} />
            {one.revision && <Code value={one.revision} />}
          </p>
          <p class="measures">
            <span>{many(one.variables, 'variable')}</span>
            <span>
              {resolvedText(one.resolved, one.accesses)}
            </span>
            <span>
              {many(one.files, 'file')}, {bytes(one.bytes)}
            </span>
            {one.skipped.length > 0 && (
              <a href={href('skipped', [['project', single ? '' : one.name]])}>{count(one.skipped.length)} skipped</a>
            )}
          </p>
          <ReadingLines project={one} />
          {single ? (
            <Details project={one} single />
          ) : (
            <details>
              <summary>
                {many(one.accessors.length, 'accessor')}, {many(one.pages.length, 'page')}, drift
              </summary>
              <Details project={one} single={false} />
            </details>
          )}
        </article>
      )}
    />
  );
}
