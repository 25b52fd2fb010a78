import { useState } from 'react';
import { Moment } from '../../components/exchange/figures';
import { Badge } from '../../components/feedback/badge';
import { Button } from '../../components/feedback/button';
import { CheckboxField } from '../../components/form/inputs';
import { Card } from '../../components/layout/screen';
import { day } from '../../lib/format/date';
import type { FundRedemptionDetailWire } from '../../lib/wire/types';
import { useMay } from '../access/allowed';
import { useAct } from '../use-act';
import styles from './fund-mandates.module.css';
import { EndAccessDialog, REDEMPTION_LISTS, SettleDialog, actOn } from './redemption-dialogs';

type Item = FundRedemptionDetailWire['checklist'][number];
type Act = FundRedemptionDetailWire['may'][number];

const items: Readonly<Record<Item['item'], { name: string; open: string }>> = {
  positions_closed: { name: 'Positions closed by the manager', open: 'Not confirmed yet' },
  fees_invoiced: {
    name: 'Fees up to the dealing day invoiced',
    open: 'Not yet. Issue the invoices on Fund fees; this item is then confirmed automatically',
  },
  money_free: { name: 'Money available on the account, or transferred', open: 'Not confirmed yet' },
  access_ended: { name: 'Our access ended: exchange key and encrypted sign-in deleted', open: 'We still have access' },
};

/** What is done before a redemption is settled, and the settlement itself. */
export function SettlementCard({ redemption, fullName }: { redemption: FundRedemptionDetailWire; fullName: string }) {
  const { dealingDay, checklist, settledAt, settledBy } = redemption;
  const [asked, setAsked] = useState<Act | null>(null);
  const close = () => setAsked(null);
  const isManager = useMay()('fund.manage');
  const may = (act: Act) => isManager && redemption.may.includes(act);
  const tick = useAct({
    call: (json: { item: Item['item']; isDone: boolean }) => actOn(redemption.id, 'checklist', json),
    lists: REDEMPTION_LISTS,
  });
  const settle = isManager && redemption.state === 'priced' && (
    <Button size="small" look="primary" disabled={!may('settle')} onClick={() => setAsked('settle')}>
      Settle…
    </Button>
  );
  return (
    <Card title={`Settlement of ${day(dealingDay)}`} span={12} aside={settle}>
      {settledAt !== null && (
        <p className={styles.settled}>
          Settled <Moment at={settledAt} />
          {` by ${settledBy ?? 'a deleted account'}`}
        </p>
      )}
      <ul className={styles.checklist}>
        {checklist.map((one) =>
          may('tick') && !one.isChecked && one.item !== 'access_ended' ? (
            <li key={one.item}>
              <CheckboxField
                label={items[one.item].name}
                help={<Who of={one} />}
                checked={one.isDone}
                disabled={tick.isPending}
                onChange={(event) => tick.mutate({ item: one.item, isDone: event.target.checked })}
              />
            </li>
          ) : (
            <li key={one.item} className={styles.item}>
              <span className={styles.state}>
                {items[one.item].name}
                <small>
                  <Who of={one} />
                </small>
              </span>
              <Badge tone={one.isDone ? 'up' : 'warn'}>{one.isDone ? 'Done' : 'Open'}</Badge>
              {one.item === 'access_ended' && may('end-access') && (
                <Button size="small" look="danger" onClick={() => setAsked('end-access')}>
                  End our access…
                </Button>
              )}
            </li>
          ),
        )}
      </ul>
      {asked === 'end-access' && <EndAccessDialog redemption={redemption} fullName={fullName} onClose={close} />}
      {asked === 'settle' && <SettleDialog redemption={redemption} fullName={fullName} onClose={close} />}
    </Card>
  );
}

function Who({ of: { item, isDone, isChecked, doneAt, doneBy } }: { of: Item }) {
  if (!isDone) return <>{items[item].open}</>;
  if (isChecked || doneAt === null) return <>Checked by the system</>;
  return (
    <>
      <Moment at={doneAt} />
      {`, ${doneBy ?? 'deleted account'}`}
    </>
  );
}
