import { Button } from '../../components/feedback/button';
import { Dialog } from '../../components/feedback/dialog';
import { Notice } from '../../components/feedback/notice';
import { messageOf, request } from '../../lib/api';
import { dollars } from '../../lib/format/dollars';
import type { FundDryRunWire } from '../../lib/wire/types';
import { useAct } from '../use-act';
import { DRY_RUN_PATH, DRY_RUN_QUERY, invoicesText } from './fund-fees';

/** Orders what was seen: the server refuses where that is no longer what would be invoiced. */
export function IssueDialog({ seen, onClose }: { seen: Pick<FundDryRunWire, 'count' | 'total' | 'clients'>; onClose: () => void }) {
  const { count, total, clients } = seen;
  const change = useAct({
    call: () => request(DRY_RUN_PATH, { method: 'POST', json: { count, total } }),
    done: () => 'The invoices are being issued.',
    lists: [DRY_RUN_QUERY, 'invoices', 'fund-mandates', 'fund-book'],
    onDone: onClose,
    quiet: true,
  });
  return (
    <Dialog
      title={`Issue ${invoicesText(count)} for ${dollars(total)}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button look="primary" busy={change.isPending} onClick={() => change.mutate()}>
            {change.isPending ? 'Ordering…' : `Issue ${invoicesText(count)}`}
          </Button>
        </>
      }
    >
      <p>
        {clients === 1 ? 'One client gets' : `${clients} clients get`} an invoice by email. An issued amount never changes: the next invoice
        corrects it.
      </p>
      {change.error && <Notice kind="error" live title={messageOf(change.error)} />}
    </Dialog>
  );
}
