import { t } from '../i18n/texts';
import { money, type Parts, UNKNOWN, parse, write } from './decimal';

/** A share in basis points (0 to 10 000), counted in BigInt; null where it makes no sense. */
export function shareOf(part: string | null, total: string): number | null {
  const [a, b] = [part === null ? null : parse(part), parse(total)];
  if (!a || !b || a.negative || b.negative) return null;
  const places = Math.max(a.fraction.length, b.fraction.length);
  const scaled = ({ whole, fraction }: Parts) => BigInt(whole + fraction.padEnd(places, '0'));
  const whole = scaled(b);
  if (whole === 0n) return null;
  return Number((scaled(a) * 10_000n + whole / 2n) / whole);
}

/** 1234 basis points as "12.34%". */
export function percent(basisPoints: number | null): string {
  if (basisPoints === null) return UNKNOWN;
  return t('common.format.percent', {
    figure: write(false, String(Math.trunc(basisPoints / 100)), String(basisPoints % 100).padStart(2, '0')),
  });
}

/** A fraction such as "0.0512" as "5.12%". */
export const percentOf = (fraction: string): string => t('common.format.percent', { figure: money(`${fraction}e2`) });
