import { Button } from '../../components/feedback/button';
import { Dialog } from '../../components/feedback/dialog';
import { Notice } from '../../components/feedback/notice';
import { messageOf, request } from '../../lib/api';
import { utc } from '../../lib/format/date';
import { useAct } from '../use-act';
import { DRY_RUN_PATH, DRY_RUN_QUERY } from './share-invoices';

/** Ends the running period for all members. */
export function CloseDialog({ startsAt, closesAt, onClose }: { startsAt: string; closesAt: string; onClose: () => void }) {
  const change = useAct({
    call: () => request(`${DRY_RUN_PATH}/close-cycle`, { method: 'POST', json: { closesAt } }),
    done: () => 'The market cycle is closed.',
    lists: [DRY_RUN_QUERY],
    onDone: onClose,
    quiet: true,
  });
  return (
    <Dialog
      title="Close the market cycle?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button look="primary" busy={change.isPending} onClick={() => change.mutate()}>
            {change.isPending ? 'Closing…' : 'Close the cycle'}
          </Button>
        </>
      }
    >
      <p>
        For every member the period from {utc(startsAt)} to {utc(closesAt)} ends. Its shares can then be invoiced, and the next period
        starts. You can’t reopen a closed cycle.
      </p>
      {change.error && <Notice kind="error" live title={messageOf(change.error)} />}
    </Dialog>
  );
}
