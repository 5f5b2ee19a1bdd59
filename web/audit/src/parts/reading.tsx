// What of a project was read and what was not, in the words of the text report.
import type { Project } from '../data';
import { count } from '../numbers';
import { Text } from './text';

/** The lines of a project, or none in a census of an earlier version; `short`: all in one. */
export function ReadingLines({ project, short = false }: { project: Project; short?: boolean }) {
  const lines = project.reading?.summary ?? [];
  if (!lines.length) return null;
  if (short) {
    return (
      <p class="reading">
        <Text value={lines.join('; ')} />
      </p>
    );
  }
  return (
    <ul class="reading">
      {lines.map((line, i) => (
        <li key={i} class={/^nothing read/.test(line) ? 'nothing' : undefined}>
          <Text value={line} />
        </li>
      ))}
    </ul>
  );
}

/** Whether none of the projects has a source file that was read. */
export function nothingWasRead(projects: readonly Project[]): boolean {
  return projects.every((one) => one.reading !== undefined && Object.keys(one.reading.read).length === 0);
}

/** "392 of 393 accesses resolved"; of none nothing is said. */
export function resolvedText(resolved: number, accesses: number): string {
  if (accesses === 0) return 'no access';
  return `${count(resolved)} of ${count(accesses)} ${accesses === 1 ? 'access' : 'accesses'} resolved`;
}
