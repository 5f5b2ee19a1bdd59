// The small marks of the report: how a variable is documented, how bad a risk is, what an access does.
// Each says by its shape or word what its colour says.
import { defaultText } from '../rows';
import type { Default, Documented } from '../data';
import { Code, Text } from './text';

const kDocumented: Record<string, string> = { described: 'described', named: 'only mentioned', no: 'not documented' };

/** A full, a half and an empty circle. */
export function DocumentedMark({ state, word = true }: { state: Documented; word?: boolean }) {
  const said = kDocumented[state] ?? state;
  return (
    <span class={`documented ${state}`}>
      <svg viewBox="0 0 12 12" width="12" height="12" role="img" aria-label={word ? undefined : said} aria-hidden={word}>
        <circle cx="6" cy="6" r="4.75" fill="none" stroke="currentColor" stroke-width="1.5" />
        {state === 'described' && <circle cx="6" cy="6" r="4.75" fill="currentColor" />}
        {state === 'named' && <path d="M6 1.25a4.75 4.75 0 0 0 0 9.5z" fill="currentColor" />}
      </svg>
      {word && <span>{said}</span>}
    </span>
  );
}

export function SeverityMark({ severity }: { severity: string }) {
  const known = /^(high|medium|low|error|warning|info)$/.test(severity) ? severity : 'low';
  return <span class={`severity ${known}`}>{severity}</span>;
}

export function Tag({ children, kind }: { children: preact.ComponentChildren; kind?: string }) {
  return <span class={kind ? `tag ${kind}` : 'tag'}>{children}</span>;
}

/** A literal as it would be typed; what is no literal, in words of ours. */
export function DefaultValue({ found, title }: { found: Pick<Default, 'kind' | 'value'>; title?: boolean }) {
  if (found.kind === 'literal') return <Code value={found.value ?? ''} title={title} />;
  if (found.kind === 'dynamic' && found.value) {
    return (
      <span class="word">
        computed <Code value={found.value} title={title} />
      </span>
    );
  }
  if (found.kind === 'prose' && found.value) {
    return (
      <span class="word">
        “<Text value={found.value} />”
      </span>
    );
  }
  return <span class="word">{found.kind === 'none' ? 'no default' : defaultText(found)}</span>;
}

/** What a page or an access says of the default; null where it says nothing. */
export function defaultOf(value: string | null, kind: string | null): Pick<Default, 'kind' | 'value'> | null {
  if (kind === 'unstated' || (kind === null && value === null)) return null;
  const known = (['literal', 'none', 'required', 'dynamic', 'prose'] as const).find((one) => one === kind);
  return { kind: known ?? 'literal', value };
}
