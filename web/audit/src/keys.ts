// Keys that work anywhere: `/` to the search, Escape back to the list, arrows through what can be
// opened (elements of the class `step`; the list of variables has its own). A key with Ctrl, Alt or
// Meta is the browser's, and so is one that a field takes.
import { useLayoutEffect } from 'preact/hooks';
import { go } from './navigate';

let wanted = false; // a page without a search was left for one that has it

/** For a search that comes on the screen: whether it was asked for. */
export function searchIsWanted(): boolean {
  const was = wanted;
  wanted = false;
  return was;
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, select, textarea');
}

/** Focuses the next or previous thing that can be opened, seen from the focused element. */
export function step(by: 1 | -1): boolean {
  const all = [...document.querySelectorAll<HTMLElement>('main .step')].filter((one) => one.offsetParent !== null);
  const at = all.indexOf(document.activeElement as HTMLElement);
  const next = at < 0 ? (by > 0 ? all[0] : undefined) : all[at + by];
  next?.focus();
  return next !== undefined;
}

export function useKeys(more: (event: KeyboardEvent) => boolean) {
  // Before the page is drawn: who sees a view may press its keys.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
      if (isField(event.target)) return;
      if (event.key === '/') {
        const search = document.getElementById('search') as HTMLInputElement | null;
        search?.focus();
        search?.select();
        if (!search) {
          wanted = true;
          go('#/variables');
        }
        event.preventDefault();
        return;
      }
      const arrow = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      const onStep = document.activeElement?.classList.contains('step');
      if (more(event) || (arrow !== 0 && onStep && step(arrow))) event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [more]);
}
