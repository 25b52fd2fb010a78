import { signedMoney } from '../../components/chart/figures';
import { count, fixed, money, UNKNOWN } from '../../lib/format/decimal';
import type { Share } from './api/get-track-record';
import { t } from '../../lib/i18n/texts';

/** A multiple of the risk: "+1.24 R". */
export const rText = (value: string | null): string => (value === null ? UNKNOWN : `${signedMoney(value)} R`);

/** A fraction of one as a percentage without a sign, one digit: a share of so few cannot have more. */
export const shareText = (fraction: string | null): string =>
  fraction === null ? UNKNOWN : t('common.format.percent', { figure: fixed((Number(fraction) * 100).toFixed(1), 1) });

/** "7 of 10, 95% confidence interval 39.7% to 89.2%": the long-run rates that are plausible after so many (Wilson). */
export const countText = ({ hits, n, low, high }: Share): string =>
  n === 0
    ? t('track-record.share.none')
    : t('track-record.share.interval', { hits: count(hits), n: count(n), low: shareText(low), high: shareText(high) });

export const ratioText = (value: string | null): string => (value === null ? UNKNOWN : money(value));

const DAY_MS = 86_400_000;

/**
 * The model's equity on each day from the eve of the first end to the last, as a change since its beginning. What it was on a day without
 * an end, it still is.
 */
export function curveOf(points: readonly { day: string; equity: string }[]): { days: string[]; values: string[] } {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return { days: [], values: [] };
  const equities = new Map(points.map(({ day: one, equity }) => [one, equity]));
  const days: string[] = [];
  const values: string[] = [];
  let equity = '1';
  for (let at = Date.parse(first.day) - DAY_MS; at <= Date.parse(last.day); at += DAY_MS) {
    const name = new Date(at).toISOString().slice(0, 10);
    equity = equities.get(name) ?? equity;
    days.push(name);
    values.push((Number(equity) - 1).toFixed(8).replace(/^-(0\.0*)$/, '$1'));
  }
  return { days, values };
}
