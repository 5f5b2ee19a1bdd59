// Numbers as they are read: 12,345; 98.3 %; 1.2 MB; "1 access", "2 accesses".
const kFormat = new Intl.NumberFormat('en');

export function count(value: number): string {
  return kFormat.format(value);
}

export function many(value: number, one: string, more = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : more}`;
}

/** Never rounded up to all, or down to none. */
export function share(part: number, whole: number): string {
  if (whole === 0) return '–';
  const percent = (100 * part) / whole;
  if (part === whole) return '100\u00a0%';
  const text = percent > 99.9 ? '99.9' : percent < 0.1 && part > 0 ? '0.1' : percent.toFixed(1);
  return `${text}\u00a0%`;
}

export function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    ++unit;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)}\u00a0${units[unit]}`;
}
