import type { ReactNode } from 'react';
import { Button } from '../../components/feedback/button';
import { Dialog } from '../../components/feedback/dialog';
import { Notice } from '../../components/feedback/notice';
import { messageOf, request } from '../../lib/api';
import { day } from '../../lib/format/date';
import { dollars } from '../../lib/format/dollars';
import type { FundRedemptionDetailWire } from '../../lib/wire/types';
import { useAct } from '../use-act';

/** What shows a redemption, in the console. */
export const REDEMPTION_LISTS = ['fund-mandates', 'fund-redemptions'];

export const actOn = (redemptionId: string, act: 'acknowledge' | 'checklist' | 'end-access' | 'settle', json: object) =>
  request(`/admin/fund-redemptions/${encodeURIComponent(redemptionId)}/${act}`, { method: 'POST', json });

interface RedemptionDialogProps {
  redemption: FundRedemptionDetailWire;
  fullName: string;
  onClose: () => void;
}

interface ActDialogProps {
  redemption: FundRedemptionDetailWire;
  act: 'acknowledge' | 'end-access' | 'settle';
  title: string;
  action: string;
  running: string;
  done: string;
  isDanger?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Says what follows, and then does it. */
function ActDialog({ redemption, act, title, action, running, done, isDanger = false, onClose, children }: ActDialogProps) {
  const change = useAct({
    call: () => actOn(redemption.id, act, {}),
    done: () => done,
    lists: REDEMPTION_LISTS,
    onDone: onClose,
    quiet: true,
  });
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button look={isDanger ? 'danger' : 'primary'} busy={change.isPending} onClick={() => change.mutate()}>
            {change.isPending ? running : action}
          </Button>
        </>
      }
    >
      {children}
      {change.error && <Notice kind="error" live title={messageOf(change.error)} />}
    </Dialog>
  );
}

const amountOf = ({ requested }: FundRedemptionDetailWire): string => (requested === null ? 'everything' : dollars(requested));

export function AcknowledgeDialog({ redemption, fullName, onClose }: RedemptionDialogProps) {
  return (
    <ActDialog
      redemption={redemption}
      act="acknowledge"
      title={`Acknowledge the redemption of ${fullName}?`}
      action="Acknowledge"
      running="Acknowledging…"
      done="The redemption is acknowledged."
      onClose={onClose}
    >
      <p>
        {`The client requested ${amountOf(redemption)} for ${day(redemption.dealingDay)}. `}
        They get an email and can cancel the request until the notice period ends. You can’t undo this.
      </p>
    </ActDialog>
  );
}

export function EndAccessDialog({ redemption, fullName, onClose }: RedemptionDialogProps) {
  return (
    <ActDialog
      redemption={redemption}
      act="end-access"
      title={`End our access to the account of ${fullName}?`}
      action="End our access"
      running="Ending our access…"
      done="Our access has ended."
      isDanger
      onClose={onClose}
    >
      <p>
        The client’s exchange key and encrypted sign-in are deleted permanently, and the account is no longer synced. Synced data is kept.
        The client gets an email. Only the client can give us access again.
      </p>
      <p>First close all positions and make sure that the money is available. Both need this access.</p>
    </ActDialog>
  );
}

export function SettleDialog({ redemption, fullName, onClose }: RedemptionDialogProps) {
  const { amount, isFull, dealingDay } = redemption;
  return (
    <ActDialog
      redemption={redemption}
      act="settle"
      title={`Settle the redemption of ${fullName}?`}
      action="Settle for good"
      running="Settling…"
      done="The redemption is settled."
      onClose={onClose}
    >
      <p>
        {`${amount === null ? 'The redemption' : dollars(amount)} of ${day(dealingDay)} is settled. `}
        The checklist closes and the client gets an email.
        {isFull ? ' The client has left the fund.' : ' The rest of the account stays in the mandate.'} This cannot be undone.
      </p>
    </ActDialog>
  );
}
