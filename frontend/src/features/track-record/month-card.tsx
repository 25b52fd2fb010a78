import { percentText } from '../../components/chart/figures';
import { Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { monthName, yearMonth } from '../../lib/format/date';
import { signOf } from '../../lib/format/decimal';
import type { Month, TrackRecord } from './api/get-track-record';
import { rText } from './figures';
import { t } from '../../lib/i18n/texts';
import styles from './cards.module.css';

const numbers = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));
const nameOf = (number: string) => monthName(Number(number) - 1);

function Cell({ month }: { month: Month | undefined }) {
  if (!month) return null;
  const { n, change, totalR } = month;
  if (change === null) {
    return (
      <span
        className={styles.gap}
        title={n === 0 ? t('track-record.months.noneIn', { month: yearMonth(month.month) }) : t('track-record.months.noEquity')}
      >
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">{n === 0 ? t('track-record.months.none') : t('track-record.months.undefined')}</span>
      </span>
    );
  }
  const tone = signOf(change) > 0 ? styles.up : signOf(change) < 0 ? styles.down : styles.flat;
  return (
    <span
      className={`${styles.month} ${tone}`}
      title={t('track-record.months.ended', { count: n, month: yearMonth(month.month), total: rText(totalR) })}
    >
      {percentText(change)}
      <span className={styles.n}>
        <span aria-hidden="true">{t('track-record.months.n')} </span>
        <span className="visually-hidden">{t('track-record.months.signals')} </span>
        {n}
      </span>
    </span>
  );
}

/** Years down, months across; a month in which nothing ended stays a gap. */
export function MonthCard({ record }: { record: TrackRecord | undefined }) {
  const months = new Map(record?.model.months.map((month) => [month.month, month]));
  const years = [...new Set(record?.model.months.map(({ month }) => month.slice(0, 4)))].toReversed();
  return (
    <Card title={t('track-record.months.title')} span={12} flush>
      {record === undefined ? (
        <div className={styles.loading}>
          <Skeleton height={96} />
        </div>
      ) : (
        <>
          {years.length > 0 && (
            <div className={styles.scroller} role="region" aria-label={t('track-record.months.title')} tabIndex={0}>
              <table className={styles.table}>
                <caption className="visually-hidden">{t('track-record.months.caption')}</caption>
                <thead>
                  <tr>
                    <th scope="col">{t('track-record.months.year')}</th>
                    {numbers.map((number) => (
                      <th key={number} scope="col">
                        {nameOf(number)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {years.map((year) => (
                    <tr key={year}>
                      <th scope="row">{year}</th>
                      {numbers.map((number) => (
                        <td key={number}>
                          <Cell month={months.get(`${year}-${number}`)} />
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
          <p className={styles.foot}>{years.length === 0 ? t('track-record.months.empty') : t('track-record.months.foot')}</p>
        </>
      )}
    </Card>
  );
}
