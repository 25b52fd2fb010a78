import type { ChainTransferWire, ChainWire, CoinWire, ConfirmationsWire } from './invoice-payment.types.js';

/** Why an admin looks at a transfer. */
export type AttentionWire = 'unmatched' | 'late' | 'no-rate' | 'reorganised' | 'contradiction' | 'second-source';

/**
 * A record of `chain-transfers`, read only. Sorts: seenAt, attentionAt. Filters: state, attention (`needed` for any of them), chain, q (a
 * part of the transaction id, the address or the invoice's number, or the member).
 */
export interface ChainTransferRecordWire extends ChainTransferWire {
  /** `chain:txid:position` */
  id: string;
  /** Output of a Bitcoin transaction, or position of the log in a TRON receipt. */
  position: number;
  /** Of ours. */
  address: string;
  /** Time of the block; null: it is in none. */
  blockTime: string | null;
  /** Null: it matches no invoice. */
  invoice: { id: string; number: string } | null;
  /** Whose invoice it is. */
  member: { userId: string; fullName: string } | null;
  /** Null: there is nothing to do. */
  attention: AttentionWire | null;
  attentionAt: string | null;
  /** What an admin did about it: booked it for the invoice, sent the money back, or found that there is nothing to do. */
  resolution: { outcome: 'booked' | 'returned' | 'dismissed'; at: string; by: string | null; note: string | null } | null;
}

/** GET /admin/chain-transfers/{id}/booking: what booking it for an invoice would do now. Amounts of dollars are plain decimals. */
export interface BookingPreviewWire {
  invoice: { id: string; number: string; status: 'issued' | 'partially_paid' | 'paid' | 'overdue' };
  member: { userId: string; fullName: string };
  /** Dollars a coin. */
  rate: string;
  /** Exact; sent back with the booking. */
  value: string;
  /** Due on the invoice before. */
  due: string;
  /** The part of the value that the invoice takes. */
  covers: string;
  /** The part that becomes the member's credit. */
  credit: string;
}

/** What one chain shows of a transaction id that a member gave. */
export interface ChainEvidenceWire {
  chain: ChainWire;
  coin: CoinWire;
  /**
   * `not-found`: the chain does not know it yet, which does not make the proof a fake. `unavailable`: the chain cannot be read now.
   * `not-set-up`: the server reads no source of this chain.
   */
  result: 'found' | 'not-found' | 'unavailable' | 'not-set-up';
  /** What the transaction pays to addresses of ours; empty where it pays none of them. */
  transfers: ChainEvidenceTransferWire[];
}

export interface ChainEvidenceTransferWire {
  /** Of ours. */
  address: string;
  /** Coins, as a plain decimal; null: the transaction failed, and a failed one contains no amount. */
  amount: string | null;
  state: ChainTransferWire['state'];
  reason: ChainTransferWire['reason'];
  confirmations: ConfirmationsWire;
  /** Time of the block; null: it is in none yet. */
  blockTime: string | null;
  /** The invoice that the system has counted it for. */
  countedFor: { id: string; number: string } | null;
}
