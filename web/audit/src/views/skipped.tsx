// What was not read, and why.
import { useMemo } from 'preact/hooks';
import type { Project } from '../data';
import type { Route } from '../route';
import type { Model } from '../rows';
import { EntryList, type Choice } from '../parts/entry_list';
import { Code, Text } from '../parts/text';

interface Skipped {
  project: Project;
  file: string;
  reason: string;
}

export function SkippedView({ model, route }: { model: Model; route: Route }) {
  const { projects } = model.report;
  const all = useMemo(() => projects.flatMap((project) => project.skipped.map((one): Skipped => ({ project, ...one }))), [projects]);
  const choices: Choice<Skipped>[] = [{ id: 'reason', label: 'reason', of: (one) => one.reason }];
  if (projects.length > 1) choices.push({ id: 'project', label: 'project', of: (one) => one.project.name });
  return (
    <EntryList
      view="skipped"
      route={route}
      title="Skipped"
      lead="Files that were not read, or not to their end. What they do with the environment is not in this report."
      all={all}
      hay={(one) => `${one.file}\n${one.reason}\n${one.project.name}`}
      choices={choices}
      empty="Nothing was skipped."
      render={(one) => (
        <p class="head">
          <Code value={one.file} />
          <span class="faint">
            <Text value={one.reason} />
          </span>
          {projects.length > 1 && (
            <span class="faint">
              <Text value={one.project.name} />
            </span>
          )}
        </p>
      )}
    />
  );
}
