import type { ReactNode } from 'react';
import { Unknown } from '../../components/chart/figures';
import { Gain, Usdt } from '../../components/exchange/figures';
import { Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import type { TaxReport } from '../../lib/wire/tax';
import { t } from '../../lib/i18n/texts';
import styles from './summary-card.module.css';

interface Tile {
  name: string;
  value: ReactNode;
  note?: string;
}

/** A futures figure: unknown where nothing of the year is stored, with a note where a part is. */
function futuresTile(report: TaxReport, name: string, of: 'realised' | 'funding', value: string, note: string): Tile {
  const known = report.futuresKnown[of];
  if (known === 'none' && report.contracts.length === 0)
    return { name, value: <Unknown reason={t('tax.futuresUnknown')} />, note: t('tax.futuresUnknown') };
  return { name, value: <Gain value={value} />, note: known === 'all' ? note : t('tax.futuresPart') };
}

function tilesOf(report: TaxReport): Tile[] {
  const { totals, method } = report;
  const { futures } = totals;
  return [
    { name: t('tax.gains'), value: <Gain value={totals.gains} /> },
    { name: t('tax.losses'), value: <Gain value={totals.losses} /> },
    ...(method === 'average'
      ? []
      : [{ name: t('tax.overOneYear'), value: <Gain value={totals.overOneYear} />, note: t('tax.overOneYearNote') }]),
    { name: t('tax.rewards'), value: <Usdt value={totals.rewards} /> },
    futuresTile(report, t('tax.futures'), 'realised', futures.result, t('tax.futuresNote')),
    futuresTile(report, t('tax.funding'), 'funding', futures.funding, t('tax.fundingNote')),
    ...(totals.unknownDisposals > 0
      ? [{ name: t('tax.unknown'), value: <Usdt value={totals.unknownProceeds} />, note: t('tax.unknownNote') }]
      : []),
  ];
}

/** The totals of the year. */
export function SummaryCard({ report }: { report: TaxReport | undefined }) {
  if (!report) {
    return (
      <Card span={12} busy>
        <Skeleton height={180} />
      </Card>
    );
  }
  const { totals } = report;
  return (
    <Card span={12}>
      <div className={styles.head}>
        <div>
          <p className={styles.label}>{t('tax.netGain')}</p>
          <p className={styles.total}>
            <Gain value={totals.gain} />
          </p>
          <p className={styles.label}>{t('tax.netGainCount', { year: String(report.year), count: totals.disposals })}</p>
        </div>
        <dl className={styles.sums}>
          {(['proceeds', 'cost', 'fees'] as const).map((name) => (
            <div key={name}>
              <dt>{t(`tax.${name}`)}</dt>
              <dd>
                <Usdt value={totals[name]} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <dl className={styles.tiles}>
        {tilesOf(report).map(({ name, value, note }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={styles.figure}>{value}</dd>
            {note && <dd className={styles.note}>{note}</dd>}
          </div>
        ))}
      </dl>
    </Card>
  );
}
