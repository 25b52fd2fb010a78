import { useState } from 'react';
import { useAmounts } from '../../components/amounts/hideable';
import { Moment } from '../../components/exchange/figures';
import { Badge } from '../../components/feedback/badge';
import { Button } from '../../components/feedback/button';
import { Dollars } from '../../components/fund/dollars';
import { Card } from '../../components/layout/screen';
import { type Column, DataTable } from '../../components/table/data-table';
import { day } from '../../lib/format/date';
import { dollars } from '../../lib/format/dollars';
import { t } from '../../lib/i18n/texts';
import type { FundRedemptionWire } from '../../lib/wire/types';
import { CancelDialog } from './cancel-dialog';
import { canCancel } from './fund';
import styles from './fund.module.css';
import { RedeemDialog } from './redeem-dialog';
import { Settlement } from './settlement';

const tones = {
  requested: 'info',
  acknowledged: 'info',
  locked: 'info',
  waiting: 'warn',
  priced: 'info',
  settled: 'up',
  refused: 'down',
  cancelled: 'neutral',
} as const satisfies Record<FundRedemptionWire['state'], unknown>;

const isBefore = ({ state }: FundRedemptionWire): boolean => state === 'requested' || state === 'acknowledged';
/** A request whose notice has ended is no longer the member's to change. */
const stateOf = (row: FundRedemptionWire) => (isBefore(row) && !canCancel(row, Date.now()) ? 'locked' : row.state);

const columns = (hide: (figure: string) => string, onCancel: (row: FundRedemptionWire) => void): readonly Column<FundRedemptionWire>[] => [
  { id: 'day', header: t('fund.redemptions.dealingDay'), cell: (row) => day(row.dealingDay), phone: 'title' },
  {
    id: 'state',
    header: t('fund.redemptions.state'),
    cell: (row) => (
      <span className={styles.state}>
        <Badge tone={tones[stateOf(row)]}>{t(`fund.redemptions.states.${stateOf(row)}`)}</Badge>
        {row.reason !== null && <span>{t(`fund.redemptions.reasons.${row.reason}`)}</span>}
      </span>
    ),
    wrap: true,
    phone: 'title',
  },
  {
    id: 'requested',
    header: t('fund.redemptions.requested'),
    cell: (row) => (row.requested === null ? t('fund.redemptions.everything') : hide(dollars(row.requested))),
    align: 'end',
    phone: 'figure',
  },
  {
    id: 'amount',
    header: t('fund.redemptions.amount'),
    cell: (row) => (
      <Dollars
        value={row.amount}
        unknown={t(isBefore(row) || row.state === 'locked' ? 'fund.redemptions.notYet' : 'fund.redemptions.nothing')}
      />
    ),
    align: 'end',
    phone: 'figure',
  },
  { id: 'until', header: t('fund.redemptions.until'), cell: (row) => <Moment at={row.lockedAt} /> },
  {
    id: 'actions',
    header: t('fund.redemptions.actions'),
    cell: (row) =>
      canCancel(row, Date.now()) && (
        <Button size="small" onClick={() => onCancel(row)}>
          {t('fund.redemptions.cancel')}
        </Button>
      ),
    align: 'end',
    phone: 'actions',
  },
];

/** What the client asked to leave with. `isRunning`: another request can be made. */
export function RedemptionsCard({ redemptions, isRunning }: { redemptions: readonly FundRedemptionWire[]; isRunning: boolean }) {
  const { hide } = useAmounts();
  const [isAsking, setAsking] = useState(false);
  const [cancelled, setCancelled] = useState<FundRedemptionWire | null>(null);
  const redeem = isRunning && (
    <Button size="small" look="primary" onClick={() => setAsking(true)}>
      {t('fund.redeem.open')}
    </Button>
  );
  return (
    <Card title={t('fund.redemptions.title')} span={12} aside={redeem} flush>
      <p className={styles.lead}>{t('fund.redemptions.intro')}</p>
      <DataTable
        caption={t('fund.redemptions.title')}
        columns={columns(hide, setCancelled)}
        rows={redemptions}
        rowKey={({ id }) => id}
        cardsBelow={900}
        empty={{ title: t('fund.redemptions.none'), text: t('fund.redemptions.noneText') }}
      />
      {redemptions
        .filter(({ checklist }) => checklist.length > 0)
        .map((one) => (
          <Settlement key={one.id} redemption={one} />
        ))}
      {isAsking && <RedeemDialog onClose={() => setAsking(false)} />}
      {cancelled && <CancelDialog redemption={cancelled} onClose={() => setCancelled(null)} />}
    </Card>
  );
}
