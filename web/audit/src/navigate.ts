// The address as state: one hook that follows it, and the two ways of changing it.
//
// Typing into a search replaces the address, choosing and following a link adds to the history. The
// scroll position of each address is kept, so that going back finds the list as it was left; the
// browser cannot do that itself, since the rows are not there yet when it tries.
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { parseRoute, type Route } from './route';

const kChanged = 'flagcensus:address';
const left = new Map<string, number>();
let last = location.hash;
if (history.state === null) history.replaceState({ from: null }, '');
let back = false; // whether the change at hand is the browser's (back, forward), not a link's

export function go(hash: string) {
  location.hash = hash;
}

export function replace(hash: string) {
  if (hash === location.hash) return;
  history.replaceState(history.state, '', hash);
  last = location.hash;
  dispatchEvent(new Event(kChanged));
}

/**
 * Whether this page came from the list: then going back is better than a new list. An address that
 * is so new that its event is still to come has no state, and came from the last one.
 */
export function cameFromList(): boolean {
  const from = history.state === null ? parseRoute(last).view : history.state.from;
  return from === 'variables';
}

export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    history.scrollRestoration = 'manual';
    const follow = () => setHash(location.hash);
    const moved = () => {
      if (location.hash === last) return;
      // A step through the history brings its state along; an address that is new has none.
      back = history.state !== null;
      if (!back) history.replaceState({ from: parseRoute(last).view }, '');
      last = location.hash;
      follow();
    };
    const keep = () => left.set(last, scrollY);
    addEventListener('hashchange', moved);
    addEventListener(kChanged, follow);
    addEventListener('scroll', keep, { passive: true });
    return () => {
      removeEventListener('hashchange', moved);
      removeEventListener(kChanged, follow);
      removeEventListener('scroll', keep);
    };
  }, []);
  return parseRoute(hash);
}

/** Where a page of this key begins: at its top, or where it was left when one goes back to it. */
export function useScroll(key: string) {
  useLayoutEffect(() => {
    scrollTo(0, back ? (left.get(location.hash) ?? 0) : 0);
    back = false;
  }, [key]);
}
