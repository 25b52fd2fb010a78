import { percentText } from '../../components/chart/figures';
import { Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { signOf } from '../../lib/format/decimal';
import type { Month, TrackRecord } from './api/get-track-record';
import { monthText, rText } from './figures';
import styles from './cards.module.css';

const numbers = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));
const nameOf = (number: string) => monthText(`2000-${number}`).slice(0, 3);

function Cell({ month }: { month: Month | undefined }) {
  if (!month) return null;
  const { n, change, totalR } = month;
  if (change === null) {
    return (
      <span className={styles.gap} title={n === 0 ? `No signal ended in ${monthText(month.month)}` : 'The model had no equity left'}>
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">{n === 0 ? 'no signal ended' : 'undefined'}</span>
      </span>
    );
  }
  const tone = signOf(change) > 0 ? styles.up : signOf(change) < 0 ? styles.down : styles.flat;
  return (
    <span
      className={`${styles.month} ${tone}`}
      title={`${n === 1 ? 'One signal' : `${n} signals`} ended in ${monthText(month.month)}, ${rText(totalR)} together`}
    >
      {percentText(change)}
      <span className={styles.n}>
        <span aria-hidden="true">n </span>
        <span className="visually-hidden">, signals: </span>
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
    <Card title="Month by month" span={12} flush>
      {record === undefined ? (
        <div className={styles.loading}>
          <Skeleton height={96} />
        </div>
      ) : (
        <>
          {years.length > 0 && (
            <div className={styles.scroller} role="region" aria-label="Month by month" tabIndex={0}>
              <table className={styles.table}>
                <caption className="visually-hidden">Change of the model’s equity in each month</caption>
                <thead>
                  <tr>
                    <th scope="col">Year</th>
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
          <p className={styles.foot}>
            {years.length === 0
              ? 'Months appear once a signal that was filled has ended.'
              : 'Change of the model within the month in which signals ended, and how many. A dash is a month in which none ended: that is no month of zero.'}
          </p>
        </>
      )}
    </Card>
  );
}
