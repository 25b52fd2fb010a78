import { t } from '../i18n/texts';
import { UNKNOWN } from './decimal';

const units = [
  ['days', 86_400],
  ['hours', 3600],
  ['minutes', 60],
  ['seconds', 1],
] as const;

/** "3 d 4 h", "12 min", "5 s": the two largest units that are not nothing. */
export function duration(seconds: number | null | undefined): string {
  if (seconds == null || !Number.isFinite(seconds) || seconds < 0) return UNKNOWN;
  let rest = Math.floor(seconds);
  const first = units.findIndex(([, size]) => rest >= size);
  if (first === -1) return t('common.format.seconds', { count: 0 });
  const parts: string[] = [];
  for (const [name, size] of units.slice(first, first + 2)) {
    const whole = Math.floor(rest / size);
    if (whole > 0) parts.push(t(`common.format.${name}`, { count: whole }));
    rest -= whole * size;
  }
  return parts.join(' ');
}
