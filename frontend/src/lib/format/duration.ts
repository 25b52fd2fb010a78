import { UNKNOWN } from './decimal';

const units = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const;

/** "3 d 4 h", "12 min", "5 s": the two largest units that are not nothing. */
export function duration(seconds: number | null | undefined): string {
  if (seconds == null || !Number.isFinite(seconds) || seconds < 0) return UNKNOWN;
  let rest = Math.floor(seconds);
  const first = units.findIndex(([, size]) => rest >= size);
  if (first === -1) return '0 s';
  const parts: string[] = [];
  for (const [name, size] of units.slice(first, first + 2)) {
    const whole = Math.floor(rest / size);
    if (whole > 0) parts.push(`${whole} ${name}`);
    rest -= whole * size;
  }
  return parts.join(' ');
}
