import { Badge } from '../../components/feedback/badge';
import type { AttentionWire, ChainTransferRecordWire, ChainTransferWire, ChainWire } from '../../lib/wire/types';

export const chainNames: Readonly<Record<ChainWire, string>> = { bitcoin: 'Bitcoin', tron: 'TRON' };

type State = ChainTransferWire['state'];
type StateOfTransfer = Pick<ChainTransferWire, 'state' | 'reason' | 'confirmations'>;

export const stateNames: Readonly<Record<State, string>> = {
  seen: 'Seen',
  confirming: 'Confirming',
  final: 'Confirmed',
  gone: 'Disappeared',
  rejected: 'Not counted',
};

const tones = { seen: 'info', confirming: 'info', final: 'up', gone: 'warn', rejected: 'down' } as const satisfies Record<State, string>;

/** Why a transfer is no payment. */
const reasons: Readonly<Record<NonNullable<ChainTransferWire['reason']>, string>> = {
  'wrong-contract': 'A token other than USDT',
  reverted: 'The transaction failed; no money was transferred',
  'no-value': 'It contains no money',
};

/** Why an admin has to look at a transfer, and what to do. */
export const attentionWords: Readonly<Record<AttentionWire, { name: string; advice: string }>> = {
  unmatched: {
    name: 'Matches no invoice',
    advice: 'Compare amount and time with open invoices and ask the member. Book it, or send it back if nobody claims it.',
  },
  late: {
    name: 'Late',
    advice:
      'It arrived too late, or its value is too low, to be booked automatically. Agree with the member, then book it or send it back.',
  },
  'no-rate': {
    name: 'Late, price unknown',
    advice:
      'It arrived after the quoted price had expired, and no new price was available. Book it at today’s price if it is not booked soon.',
  },
  reorganised: {
    name: 'Lost in a reorganisation',
    advice:
      'The chain dropped it, so its booking was reversed. Invoices paid by it are due again. If it does not reappear, contact the member.',
  },
  contradiction: {
    name: 'Contradicting answers',
    advice: 'The blockchain sources disagree, so nothing was booked. Look it up in a block explorer.',
  },
  'second-source': {
    name: 'Above $1,000, not confirmed twice',
    advice: 'No second source has confirmed it. Look it up in a block explorer. Then book it, or close it if it does not exist.',
  },
};

/** The words for a transfer: one that belongs to an invoice and is unmatched came after that was voided. */
export function attentionOf(attention: AttentionWire, { invoice }: Pick<ChainTransferRecordWire, 'invoice'>) {
  return attention === 'unmatched' && invoice !== null ? forVoidInvoice : attentionWords[attention];
}

const forVoidInvoice = {
  name: 'Its invoice is void',
  advice: 'It arrived for an invoice that was voided. Agree with the member, then book it for another invoice or send it back.',
};

const open: ReadonlySet<AttentionWire> = new Set(['unmatched', 'late', 'no-rate', 'second-source']);

/** Money that no invoice took by itself: it can be booked or sent back. */
export const canBeBooked = ({ attention }: { attention: AttentionWire | null }): boolean => attention !== null && open.has(attention);

export const outcomeWords = {
  booked: 'Booked by hand',
  returned: 'Sent back',
  dismissed: 'Closed',
} as const satisfies Record<NonNullable<ChainTransferRecordWire['resolution']>['outcome'], string>;

/** The state, and what a reader has to know beside it. */
export function TransferState({ transfer }: { transfer: StateOfTransfer }) {
  return (
    <>
      <Badge tone={tones[transfer.state]}>{stateNames[transfer.state]}</Badge>
      <span>{detailOf(transfer)}</span>
    </>
  );
}

function detailOf({ state, reason, confirmations: { have, need } }: StateOfTransfer): string {
  if (state === 'rejected') return reason === null ? 'The reason is unknown' : reasons[reason];
  if (state === 'gone') return 'No longer on chain';
  if (state === 'final') return counted(have);
  return `${have} of ${counted(need)}`;
}

const counted = (count: number): string => `${count} ${count === 1 ? 'confirmation' : 'confirmations'}`;
