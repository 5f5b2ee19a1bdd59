// Strings of the audited tree → elements: the one way in which they reach the page.
//
// They become text nodes, never markup. Each stands in a bdi, so that its direction ends with it.
import { piecesOf, plain } from '../visible';
import type { Place } from '../data';

function pieces(value: string) {
  return piecesOf(value).map((piece) => (piece.escaped ? <span class="escaped">{piece.text}</span> : piece.text));
}

export function Text({ value }: { value: string }) {
  return <bdi>{/^ +$/.test(value) ? <Spaces number={value.length} /> : pieces(value)}</bdi>;
}

/** A name, a value, an expression: in the fixed-width font; that one is empty, or ends in spaces, is said. */
export function Code({ value, title }: { value: string; title?: boolean }) {
  if (value === '') return <span class="faint">empty</span>;
  let from = 0;
  let to = value.length;
  while (from < to && value[from] === ' ') ++from;
  while (to > from && value[to - 1] === ' ') --to;
  return (
    <code dir="ltr" title={title ? plain(value) : undefined}>
      {from > 0 && <Spaces number={from} />}
      {pieces(value.slice(from, to))}
      {to < value.length && <Spaces number={value.length - to} />}
    </code>
  );
}

function Spaces({ number }: { number: number }) {
  return <span class="escaped">{'\u2423'.repeat(number)}</span>;
}

/** FILE:LINE; the name of the file stands out, since its end is what differs. */
export function At({ place }: { place: { file: string; line: number; column?: number } }) {
  const cut = place.file.lastIndexOf('/') + 1;
  return (
    <code dir="ltr" class="place">
      <span class="faint">{pieces(place.file.slice(0, cut))}</span>
      {pieces(place.file.slice(cut))}
      <span class="faint">:{place.line}</span>
    </code>
  );
}

export function places(list: Place[]) {
  return list.map((place, i) => <At key={i} place={place} />);
}
