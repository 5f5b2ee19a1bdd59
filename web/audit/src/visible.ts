// A string of the tree → pieces: what may be shown as it is, and characters that are shown escaped.
//
// Escaped is what cannot be seen or changes what is seen: control characters (C0, C1), line and
// paragraph separators, the marks and overrides of bidirectional text, what has no width, tags,
// private use, and halves of surrogate pairs; an emoji keeps the selector behind it. `\x1b` and `\u{202e}` are how they are written.

export interface Piece {
  text: string;
  escaped: boolean;
}

const kHidden =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff0-\uffff\u{e000}-\u{f8ff}\u{e0000}-\u{e0fff}\u{f0000}-\u{10ffff}]|(?<!\p{Extended_Pictographic})\ufe0f|\p{Cs}/gu;

const kShort: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

export function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return (
    kShort[character] ??
    (code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`)
  );
}

export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(kHidden)) {
    if (match.index > from) pieces.push({ text: text.slice(from, match.index), escaped: false });
    pieces.push({ text: escapeCharacter(match[0]), escaped: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), escaped: false });
  return pieces;
}

/** For titles and labels, which have no elements. */
export function plain(text: string): string {
  return text.replace(kHidden, escapeCharacter);
}
