import { Unknown } from '../../components/chart/figures';
import { type Column, DataTable } from '../../components/table/data-table';
import { utc } from '../../lib/format/date';
import { price } from '../../lib/format/decimal';
import { percentOf } from '../../lib/format/share';
import { t } from '../../lib/i18n/texts';
import type { AccountAlertsWire, WatchedPositionWire } from '../../lib/wire/types';
import styles from './account-card.module.css';

const none = () => <Unknown reason={t('alerts.account.noLiquidation')} />;

const columns = (): readonly Column<WatchedPositionWire>[] => [
  {
    id: 'position',
    header: t('alerts.account.position'),
    cell: ({ symbol, side }) => t(`alerts.account.${side}`, { contract: symbol }),
    phone: 'title',
  },
  { id: 'mark', header: t('alerts.account.mark'), cell: ({ markPrice }) => price(markPrice), align: 'end' },
  {
    id: 'liquidation',
    header: t('alerts.account.liquidationPrice'),
    cell: ({ liquidationPrice }) => (liquidationPrice === null ? none() : price(liquidationPrice)),
    align: 'end',
  },
  {
    id: 'distance',
    header: t('alerts.account.distance'),
    cell: ({ distance }) => (distance === null ? none() : percentOf(distance)),
    align: 'end',
  },
];

/** Open positions at the last sync, the nearest to its liquidation first. Nothing without an account. */
export function PositionTable({ account: { positions, syncedAt } }: { account: AccountAlertsWire }) {
  if (syncedAt === null) return null;
  return (
    <section className={styles.stack}>
      <h3 className={styles.title}>{t('alerts.account.positions')}</h3>
      <p className={styles.note}>{t('alerts.account.asOf', { at: utc(syncedAt) })}</p>
      <DataTable
        caption={t('alerts.account.positions')}
        columns={columns()}
        rows={positions}
        rowKey={({ symbol, side }) => `${symbol} ${side}`}
        error={null}
        cardsBelow={700}
        empty={{ title: t('alerts.account.noPositions'), text: t('alerts.account.noPositionsText') }}
      />
    </section>
  );
}
