import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/feedback/button';
import { Dialog } from '../../components/feedback/dialog';
import { Notice } from '../../components/feedback/notice';
import { ChoiceCard, ChoiceGroup, TextAreaField, TextField } from '../../components/form/inputs';
import { messageOf, request } from '../../lib/api';
import { money } from '../../lib/format/decimal';
import { notify } from '../../lib/notify';
import type { BookingPreviewWire, ChainTransferRecordWire } from '../../lib/wire/types';
import { Facts } from '../reviews/facts';
import styles from './chain-transfers.module.css';
import { canBeBooked } from './transfer-words';

const MIN_NOTE = 5;
const MAX_NOTE = 500;

const outcomes = {
  book: { label: 'Book it for an invoice', help: 'At today’s price. What exceeds the invoice becomes the member’s credit.' },
  return: { label: 'Mark it as sent back', help: 'After you have returned the coins from your own wallet. Nothing is booked.' },
  dismiss: {
    label: 'Close it without booking',
    help: 'For a test transfer of your own or a payment that does not exist. Nothing is booked.',
  },
} as const;
type Outcome = keyof typeof outcomes;

const doing: Readonly<Record<Exclude<Outcome, 'book'>, { label: string; note: string }>> = {
  return: { label: 'Mark as sent back', note: 'Transaction ID of the refund and who approved it' },
  dismiss: { label: 'Close this payment', note: 'Reason' },
};

const pathOf = (id: string, what: string) => `/admin/chain-transfers/${encodeURIComponent(id)}/${what}`;
const dollars = (amount: string) => `$${money(amount)}`;

/** Decides about a payment that could not be booked automatically. A booking is shown before it is made: it cannot be undone here. */
export function ResolveDialog({ transfer, onClose }: { transfer: ChainTransferRecordWire; onClose: () => void }) {
  const isMoney = canBeBooked(transfer);
  const [outcome, setOutcome] = useState<Outcome>(isMoney ? 'book' : 'dismiss');
  const [number, setNumber] = useState(transfer.invoice?.number ?? '');
  const [asked, setAsked] = useState('');
  const [note, setNote] = useState('');
  const queryClient = useQueryClient();
  const preview = useQuery({
    queryKey: ['chain-transfers', transfer.id, 'booking', asked],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ invoice: asked }).toString();
      return (await request<BookingPreviewWire>(`${pathOf(transfer.id, 'booking')}?${query}`, { signal })).body;
    },
    enabled: asked !== '',
    retry: false,
    gcTime: 0,
  });
  const change = useMutation({
    mutationFn: () =>
      request<{ message: string }>(pathOf(transfer.id, outcome), {
        method: 'POST',
        json: outcome === 'book' ? { invoice: asked, value: preview.data?.value } : { note: note.trim() },
      }),
    onSuccess: ({ body }) => {
      notify.success(`${body.message}.`);
      onClose();
    },
    onSettled: () =>
      Promise.all(['chain-transfers', 'invoices', 'payments'].map((resource) => queryClient.invalidateQueries({ queryKey: [resource] }))),
  });
  const choose = (next: Outcome) => {
    setOutcome(next);
    change.reset();
  };
  const canCheck = number.trim() !== '' && number.trim() !== asked;
  return (
    <Dialog
      title={`${transfer.amount} ${transfer.coin}`}
      width="tall"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {outcome === 'book' ? (
            <Button look="primary" busy={change.isPending} disabled={!preview.data || canCheck} onClick={() => change.mutate()}>
              {preview.data && !canCheck ? `Book ${dollars(preview.data.value)} for ${preview.data.invoice.number}` : 'Book the payment'}
            </Button>
          ) : (
            <Button look="primary" busy={change.isPending} disabled={note.trim().length < MIN_NOTE} onClick={() => change.mutate()}>
              {doing[outcome].label}
            </Button>
          )}
        </>
      }
    >
      {isMoney && (
        <ChoiceGroup label="What do you want to do?">
          {(Object.keys(outcomes) as Outcome[]).map((one) => (
            <ChoiceCard key={one} name="outcome" {...outcomes[one]} checked={outcome === one} onChange={() => choose(one)} />
          ))}
        </ChoiceGroup>
      )}
      {outcome === 'book' ? (
        <form
          className={styles.resolve}
          onSubmit={(event) => {
            event.preventDefault();
            if (number.trim() === asked) void preview.refetch();
            else setAsked(number.trim());
          }}
        >
          <TextField
            label="Invoice number"
            value={number}
            autoComplete="off"
            spellCheck={false}
            maxLength={40}
            help="It is printed on the invoice, for example TM-2026-000123."
            error={preview.error ? messageOf(preview.error) : undefined}
            onChange={(event) => setNumber(event.target.value)}
          />
          <Button type="submit" busy={preview.isFetching} disabled={number.trim() === ''}>
            Check
          </Button>
          {preview.data && !canCheck && <Preview preview={preview.data} coin={transfer.coin} />}
        </form>
      ) : (
        <TextAreaField label={doing[outcome].note} value={note} maxLength={MAX_NOTE} onChange={(event) => setNote(event.target.value)} />
      )}
      {change.error && <Notice kind="error" live title={messageOf(change.error)} />}
    </Dialog>
  );
}

function Preview({ preview, coin }: { preview: BookingPreviewWire; coin: string }) {
  const { member, rate, value, due, covers, credit } = preview;
  return (
    <div aria-live="polite">
      <Facts
        facts={[
          ['Member', member.fullName],
          ['Price', `${dollars(rate)} for 1 ${coin}`],
          ['Value', dollars(value)],
          ['Due on the invoice', dollars(due)],
          ['Paid on the invoice', dollars(covers)],
          ['Becomes credit', dollars(credit)],
        ]}
      />
      <p>You can’t undo a booking in the console.</p>
    </div>
  );
}
