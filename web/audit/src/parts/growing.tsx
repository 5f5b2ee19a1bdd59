// A list of entries of any height, of which as many are there as were scrolled to: the first ones, and
// more when its end comes near or its button is pressed.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { count } from '../numbers';

interface Props<T> {
  all: readonly T[];
  step?: number;
  /** Grows by itself at the end of the screen; without, by its button alone. */
  follow?: boolean;
  class?: string;
  render: (one: T, index: number) => ComponentChildren;
}

export function Growing<T>({ all, step = 60, follow = true, class: kind, render }: Props<T>) {
  const [shown, setShown] = useState(step);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => setShown(step), [all, step]);
  useEffect(() => {
    if (!follow || !button.current) return;
    const watch = new IntersectionObserver(
      (seen) => seen.some((one) => one.isIntersecting) && setShown((now) => now + step),
      { rootMargin: '600px' },
    );
    watch.observe(button.current);
    return () => watch.disconnect();
  }, [follow, step, shown >= all.length, all]);
  const left = all.length - shown;
  return (
    <>
      <ul class={kind ?? 'entries'}>
        {all.slice(0, shown).map((one, i) => (
          <li key={i}>{render(one, i)}</li>
        ))}
      </ul>
      {left > 0 && (
        <button ref={button} type="button" class="more" onClick={() => setShown(shown + step)}>
          {count(Math.min(step, left))} more of {count(left)}
        </button>
      )}
    </>
  );
}
