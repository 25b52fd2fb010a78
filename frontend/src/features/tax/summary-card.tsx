import type { ReactNode } from 'react';
import { Unknown } from '../../components/chart/figures';
import { Gain, Usdt } from '../../components/exchange/figures';
import { Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { count } from '../../lib/format/decimal';
import type { TaxReport } from '../../lib/wire/tax';
import { texts } from './tax.messages';
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
    return { name, value: <Unknown reason={texts.futuresUnknown} />, note: texts.futuresUnknown };
  return { name, value: <Gain value={value} />, note: known === 'all' ? note : texts.futuresPart };
}

function tilesOf(report: TaxReport): Tile[] {
  const { totals, method } = report;
  const { futures } = totals;
  return [
    { name: texts.gains, value: <Gain value={totals.gains} /> },
    { name: texts.losses, value: <Gain value={totals.losses} /> },
    ...(method === 'average'
      ? []
      : [{ name: texts.overOneYear, value: <Gain value={totals.overOneYear} />, note: 'Part of the net gain.' }]),
    { name: texts.rewards, value: <Usdt value={totals.rewards} /> },
    futuresTile(report, texts.futures, 'realised', futures.result, 'Realised profit less fees, with funding.'),
    futuresTile(report, texts.funding, 'funding', futures.funding, 'Part of the futures result.'),
    ...(totals.unknownDisposals > 0
      ? [{ name: texts.unknown, value: <Usdt value={totals.unknownProceeds} />, note: texts.unknownNote }]
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
          <p className={styles.label}>{texts.netGain}</p>
          <p className={styles.total}>
            <Gain value={totals.gain} />
          </p>
          <p className={styles.label}>
            {report.year}, USDT, {count(totals.disposals)} {totals.disposals === 1 ? 'disposal' : 'disposals'}
          </p>
        </div>
        <dl className={styles.sums}>
          {(['proceeds', 'cost', 'fees'] as const).map((name) => (
            <div key={name}>
              <dt>{texts[name]}</dt>
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
