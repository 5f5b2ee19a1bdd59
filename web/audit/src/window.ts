// Which rows of a long list are on the screen: rows of one height, the page itself scrolls.
//
// A library for this measures rows of any height and scrollers of any kind; here both are known, and
// what is left is one division.
import { useLayoutEffect, useState } from 'preact/hooks';
import type { RefObject } from 'preact';

const kBeyond = 8; // rows kept above and below, so that a flick does not show a gap

export interface Range {
  from: number;
  to: number;
}

export function rangeOf(top: number, height: number, view: number, count: number): Range {
  const first = Math.floor(-top / height) - kBeyond;
  const end = Math.ceil((view - top) / height) + kBeyond;
  return { from: Math.min(Math.max(0, first), count), to: Math.max(0, Math.min(count, end)) };
}

export function useRange(list: RefObject<HTMLElement | null>, count: number, height: number): Range {
  const [range, setRange] = useState<Range>({ from: 0, to: Math.min(count, 40) });
  const look = () => {
    if (!list.current) return;
    const next = rangeOf(list.current.getBoundingClientRect().top, height, innerHeight, count);
    setRange((now) => (now.from === next.from && now.to === next.to ? now : next));
  };
  // What stands above the list may have grown with this very change.
  useLayoutEffect(look);
  useLayoutEffect(() => {
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    return () => {
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, [list, count, height]);
  return { from: Math.min(range.from, count), to: Math.min(range.to, count) };
}

/** The width of an element, followed as the window changes; 0 before it is there. */
export function useWidth(of: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const look = () => of.current && setWidth(of.current.clientWidth);
    look();
    addEventListener('resize', look);
    return () => removeEventListener('resize', look);
  }, [of]);
  return width;
}

/** Whether the screen is that of a phone; the style sheet has the same bound. */
export function useNarrow(): boolean {
  const query = '(max-width: 759px)';
  const [narrow, setNarrow] = useState(() => matchMedia(query).matches);
  useLayoutEffect(() => {
    const list = matchMedia(query);
    const follow = () => setNarrow(list.matches);
    list.addEventListener('change', follow);
    return () => list.removeEventListener('change', follow);
  }, []);
  return narrow;
}
