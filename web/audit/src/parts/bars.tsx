// Charts: lists of bars, each a link to the variables that it counts. Lists, since a reader without
// eyes gets the same words and numbers; drawn in SVG, whose widths need no style.
import type { ComponentChildren } from 'preact';
import { count, share } from '../numbers';

export interface Segment {
  kind: string; // a class: what colour
  value: number;
}

export interface Bar {
  key: string;
  label: ComponentChildren;
  segments: Segment[];
  href?: string;
}

function total(bar: Bar): number {
  return bar.segments.reduce((sum, one) => sum + one.value, 0);
}

function Drawn({ segments, whole }: { segments: Segment[]; whole: number }) {
  let x = 0;
  return (
    <svg class="drawn" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      {segments.map((one) => {
        const width = whole ? (100 * one.value) / whole : 0;
        const at = x;
        x += width;
        return width > 0 && <rect key={one.kind} class={one.kind} x={at} y="0" width={Math.max(width, 0.6)} height="10" />;
      })}
    </svg>
  );
}

export function Bars({ title, bars, note, whole, wide }: { title: string; bars: Bar[]; note?: ComponentChildren; whole?: number; wide?: boolean }) {
  const most = Math.max(1, ...bars.map(total));
  return (
    <section class={wide ? 'chart wide' : 'chart'}>
      <h2>{title}</h2>
      {bars.length === 0 && <p class="faint">none</p>}
      <ul class="bars">
        {bars.map((bar) => {
          const inside = (
            <>
              <span class="label">{bar.label}</span>
              <Drawn segments={bar.segments} whole={most} />
              <span class="number">{count(total(bar))}</span>
              {whole !== undefined && <span class="share">{share(total(bar), whole)}</span>}
            </>
          );
          return (
            <li key={bar.key}>{bar.href ? <a class="bar step" href={bar.href}>{inside}</a> : <span class="bar">{inside}</span>}</li>
          );
        })}
      </ul>
      {note && <p class="note">{note}</p>}
    </section>
  );
}

/** One bar of all, with its legend below. */
export function Stack({ title, bars }: { title: string; bars: Bar[] }) {
  const whole = bars.reduce((sum, bar) => sum + total(bar), 0);
  return (
    <section class="chart wide">
      <h2>{title}</h2>
      <div class="stack">
        <Drawn segments={bars.flatMap((bar) => bar.segments)} whole={whole} />
      </div>
      <ul class="legend">
        {bars.map((bar) => (
          <li key={bar.key}>
            <a class="step" href={bar.href}>
              {bar.label} <strong>{count(total(bar))}</strong> <span class="faint">{share(total(bar), whole)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
