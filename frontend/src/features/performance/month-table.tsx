import { Percent, percentText } from '../../components/chart/figures';
import { ExportButton } from '../../components/export/export-button';
import { Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { inUnit } from '../../components/money/money';
import { signOf } from '../../lib/format/decimal';
import type { Performance, PerformanceMonth } from '../../lib/wire/portfolio';
import { t } from '../../lib/i18n/texts';
import { markText } from './marks';
import { months, monthText } from './range';
import styles from './month-table.module.css';

function Cell({ month, onOpen }: { month: PerformanceMonth; onOpen: (month: string) => void }) {
  const { value, reason } = month.change;
  const marks = markText(month.flags);
  const tone = value === null ? styles.none : signOf(value) > 0 ? styles.up : signOf(value) < 0 ? styles.down : styles.none;
  const words = [
    value === null ? (reason ?? '') : '',
    month.whole ? '' : t('performance.months.notWhole'),
    marks && t('performance.months.marks', { marks }),
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <button
      type="button"
      className={`${styles.cell} ${tone}`}
      title={words || undefined}
      onClick={() => onOpen(month.month)}
      aria-label={t('performance.months.open', {
        month: monthText(month.month),
        figure: value === null ? t('performance.months.undefined') : percentText(value),
        notes: words,
      })}
    >
      {value === null ? '–' : percentText(value)}
      {(marks !== '' || !month.whole) && <span aria-hidden="true">{marks === '' ? '°' : '*'}</span>}
    </button>
  );
}

function MonthsFile({ months: rows }: { months: readonly PerformanceMonth[] }) {
  const headers = [
    t('performance.chain.month'),
    t('performance.return'),
    inUnit(t('performance.profit')),
    inUnit(t('performance.chain.equity')),
  ];
  return (
    <ExportButton
      content={{
        kind: 'csv',
        headers,
        rows: () =>
          rows.map(({ month, change, profit, equity }) => [month, ...[change.value, profit.value, equity].map((figure) => ({ figure }))]),
      }}
      name="tidemark-months"
      label={t('performance.months.title')}
    />
  );
}

/** Years down, months across; each opens to what it is made of. */
export function MonthTable({ performance, onOpen }: { performance: Performance | undefined; onOpen: (month: string) => void }) {
  const computed = new Map(performance?.months.map((month) => [month.month, month]));
  const shown = performance?.months ?? [];
  return (
    <Card
      title={t('performance.months.title')}
      span={12}
      flush
      aside={performance && performance.months.length > 0 ? <MonthsFile months={performance.months} /> : undefined}
    >
      {performance === undefined ? (
        <div className={styles.loading}>
          <Skeleton height={120} />
        </div>
      ) : (
        <>
          <div className={styles.scroller} role="region" aria-label={t('performance.months.title')} tabIndex={0}>
            <table className={styles.table}>
              <caption className="visually-hidden">{t('performance.months.caption')}</caption>
              <thead>
                <tr>
                  <th scope="col">{t('performance.months.year')}</th>
                  {months.map((name) => (
                    <th key={name} scope="col">
                      {t(`common.format.month.${name}`)}
                    </th>
                  ))}
                  <th scope="col">{t('performance.months.wholeYear')}</th>
                </tr>
              </thead>
              <tbody>
                {performance.years.toReversed().map(({ year, change }) => (
                  <tr key={year}>
                    <th scope="row">{year}</th>
                    {months.map((name, index) => {
                      const month = computed.get(`${year}-${String(index + 1).padStart(2, '0')}`);
                      return <td key={name}>{month && <Cell month={month} onOpen={onOpen} />}</td>;
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
            {t(shown.length === 0 ? 'performance.months.none' : 'performance.months.select')}
            {shown.some(({ whole }) => !whole) && ` ${t('performance.months.legendPart')}`}
            {shown.some(({ flags }) => markText(flags) !== '') && ` ${t('performance.months.legendMarks')}`}
          </p>
        </>
      )}
    </Card>
  );
}
