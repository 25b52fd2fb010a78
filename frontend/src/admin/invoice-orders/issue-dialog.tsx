import { Button } from '../../components/feedback/button';
import { Dialog } from '../../components/feedback/dialog';
import { Notice } from '../../components/feedback/notice';
import { messageOf, request } from '../../lib/api';
import { dollars } from '../../lib/format/dollars';
import { useAct } from '../use-act';
import { invoicesText } from './order-words';

interface IssueDialogProps {
  /** What the dry run showed. */
  seen: { count: number; total: string };
  /** Who gets an invoice: "One client gets". */
  recipients: string;
  /** The route that takes the order. */
  path: string;
  /** Lists that are read again. */
  lists: readonly string[];
  onClose: () => void;
}

/** Orders what was seen: the server refuses where that is no longer what would be invoiced. */
export function IssueDialog({ seen: { count, total }, recipients, path, lists, onClose }: IssueDialogProps) {
  const change = useAct({
    call: () => request(path, { method: 'POST', json: { count, total } }),
    done: () => 'The invoices are being issued.',
    lists: [...lists, 'invoices'],
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
        {`${recipients} ${count === 1 ? 'an invoice' : invoicesText(count)} by email. `}
        Issued amounts don’t change. Corrections appear on the next invoice.
      </p>
      {change.error && <Notice kind="error" live title={messageOf(change.error)} />}
    </Dialog>
  );
}
