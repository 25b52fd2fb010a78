import { Percent, percentText } from '../../components/chart/figures';
import { Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { signOf } from '../../lib/format/decimal';
import type { Performance, PerformanceMonth } from '../../lib/wire/portfolio';
import { markText } from './marks';
import { monthNames, monthText } from './range';
import styles from './month-table.module.css';

const numbers = monthNames.map((_, index) => String(index + 1).padStart(2, '0'));

function Cell({ month, onOpen }: { month: PerformanceMonth; onOpen: (month: string) => void }) {
  const { value, reason } = month.change;
  const marks = markText(month.flags);
  const tone = value === null ? styles.none : signOf(value) > 0 ? styles.up : signOf(value) < 0 ? styles.down : styles.none;
  const words = [value === null ? (reason ?? '') : '', month.whole ? '' : 'Not the whole month.', marks && `Some days are ${marks}.`]
    .filter(Boolean)
    .join(' ');
  return (
    <button
      type="button"
      className={`${styles.cell} ${tone}`}
      title={words || undefined}
      onClick={() => onOpen(month.month)}
      aria-label={`${monthText(month.month)}: ${value === null ? 'undefined' : percentText(value)}. ${words} What it is made of`}
    >
      {value === null ? '–' : percentText(value)}
      {(marks !== '' || !month.whole) && <span aria-hidden="true">{marks === '' ? '°' : '*'}</span>}
    </button>
  );
}

/** Years down, months across; each opens to what it is made of. */
export function MonthTable({ performance, onOpen }: { performance: Performance | undefined; onOpen: (month: string) => void }) {
  const months = new Map(performance?.months.map((month) => [month.month, month]));
  const shown = performance?.months ?? [];
  return (
    <Card title="Month by month" span={12} flush>
      {performance === undefined ? (
        <div className={styles.loading}>
          <Skeleton height={120} />
        </div>
      ) : (
        <>
          <div className={styles.scroller} role="region" aria-label="Month by month" tabIndex={0}>
            <table className={styles.table}>
              <caption className="visually-hidden">Time-weighted return of each month</caption>
              <thead>
                <tr>
                  <th scope="col">Year</th>
                  {monthNames.map((name) => (
                    <th key={name} scope="col">
                      {name}
                    </th>
                  ))}
                  <th scope="col">Whole year</th>
                </tr>
              </thead>
              <tbody>
                {performance.years.toReversed().map(({ year, change }) => (
                  <tr key={year}>
                    <th scope="row">{year}</th>
                    {numbers.map((number) => {
                      const month = months.get(`${year}-${number}`);
                      return <td key={number}>{month && <Cell month={month} onOpen={onOpen} />}</td>;
                    })}
                    <td>
                      <strong>
                        <Percent figure={change} />
                      </strong>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <p className={styles.note}>
            {shown.length === 0 ? 'No month is computed yet.' : 'Select a month for its daily breakdown.'}
            {shown.some(({ whole }) => !whole) && ' ° not the whole month.'}
            {shown.some(({ flags }) => markText(flags) !== '') && ' * has days that are estimated, not reconciled or without a price.'}
          </p>
        </>
      )}
    </Card>
  );
}
