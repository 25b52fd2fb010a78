import { FEW_SIGNALS } from '../../components/signal/few-signals';
import { day } from '../../lib/format/date';
import { fixed, magnitude, money, signed } from '../../lib/format/decimal';
import { t } from '../../lib/i18n/texts';
import type { TrackRecordSummaryWire } from '../../lib/wire/types';
import { useQuietly } from './later';
import styles from './checked-figure.module.css';
import section from '../../components/site/section.module.css';

/** Whole percents: a range this wide has no use for a digit more. */
const percent = (fraction: string | null) => t('common.format.percent', { figure: fixed((Number(fraction) * 100).toFixed(0), 0) });

/** The first figure of the track record, with how many signals it counts; nothing before the first of them has ended. */
export function CheckedFigure() {
  const summary = useQuietly<TrackRecordSummaryWire>('/track-record/summary');
  if (!summary?.period || summary.meanR === null) return null;
  const { period, closed, meanR, winRate } = summary;
  const rounded = money(magnitude(meanR));
  const figure = signed(meanR, rounded);
  return (
    <div className={`${section.card} ${styles.checked}`}>
      <p className={styles.figure}>
        <bdi dir="ltr">{t('landing.checked.figure', { figure })}</bdi>
      </p>
      <p className={styles.words}>
        {t('landing.checked.average', { closed, from: day(period.from), to: day(period.to) })}{' '}
        {t('landing.checked.won', { hits: winRate.hits, count: winRate.n })}{' '}
        {t(winRate.n < FEW_SIGNALS ? 'landing.checked.rangeOfFew' : 'landing.checked.range', {
          low: percent(winRate.low),
          high: percent(winRate.high),
        })}{' '}
        {t('landing.checked.logged')}
      </p>
    </div>
  );
}
