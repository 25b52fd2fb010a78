import { Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { count, exact } from '../../lib/format/decimal';
import type { TrackRecord } from './api/get-track-record';
import { t } from '../../lib/i18n/texts';
import styles from './cards.module.css';

type Bin = TrackRecord['distribution'][number];

function nameOf({ from, to }: Bin): string {
  if (from === null) return t('track-record.spread.below', { to: exact(to) });
  return to === null
    ? t('track-record.spread.above', { from: exact(from) })
    : t('track-record.spread.between', { from: exact(from), to: exact(to) });
}

/** How results spread: one bar a step of half the risk, from the worst that happened to the best. */
export function SpreadCard({ record }: { record: TrackRecord | undefined }) {
  const bins = record?.distribution ?? [];
  const used = bins.flatMap(({ n }, at) => (n > 0 ? [at] : []));
  const shown = used.length === 0 ? [] : bins.slice(used[0], used.at(-1)! + 1);
  const most = Math.max(1, ...shown.map(({ n }) => n));
  return (
    <Card title={t('track-record.spread.title')} span={6}>
      {record === undefined ? (
        <Skeleton height={220} />
      ) : shown.length === 0 ? (
        <p className={styles.lead}>{t('track-record.spread.empty')}</p>
      ) : (
        <>
          <p className={styles.lead}>{t('track-record.spread.about', { count: record.closed })}</p>
          <table className={styles.spread}>
            <caption className="visually-hidden">{t('track-record.spread.caption')}</caption>
            <thead className="visually-hidden">
              <tr>
                <th scope="col">{t('track-record.spread.r')}</th>
                <th scope="col">{t('track-record.spread.signals')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((bin) => (
                <tr key={`${bin.from}`}>
                  <th scope="row">{nameOf(bin)}</th>
                  <td>
                    <span
                      className={isLoss(bin) ? styles.loss : styles.gain}
                      style={{ width: `calc((100% - 6ch) * ${bin.n / most})` }}
                      aria-hidden="true"
                    />
                    {count(bin.n)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Card>
  );
}

const isLoss = ({ from, to }: Bin) => from === null || (to !== null && Number(to) <= 0);
