import { scaled } from '../../../platform/domain/scaled.js';
import type { Chain, SecondOpinion, TransferKey } from '../chain.types.js';

/** `gone`: a transaction that was never final and is no longer known to its chain. */
export type TransferState = 'seen' | 'confirming' | 'final' | 'gone' | 'rejected';

/** Why a transfer to our address is no payment. */
export type RejectReason = 'wrong-contract' | 'reverted' | 'no-value';

/** A transfer as one reading of the chain reports it. */
export interface Sighting extends TransferKey {
  /** Our address, in canonical form. */
  address: string;
  /** Satoshi, or 10^-6 USDT. */
  units: bigint;
  /** 0: not in a block. */
  confirmations: number;
  /** The chain can no longer take it back: TRON's solid blocks. Always false on Bitcoin, where the count of confirmations decides. */
  irreversible: boolean;
  /** Null where it is not in a block; on TRON the block's number, as text. */
  block: string | null;
  /** Time of the block. */
  blockTime: Date | null;
  rejected: RejectReason | null;
}

/** A transfer with all that its readings have shown so far. */
export interface Transfer extends TransferKey {
  address: string;
  units: bigint;
  state: TransferState;
  confirmations: number;
  block: string | null;
  firstSeenAt: Date;
  blockTime: Date | null;
  rejected: RejectReason | null;
  /** When the newest reading was taken; an older one arrives late and adds confirmations of the same block only. */
  readAt: Date;
  /** Start of the present absence from complete readings; null: it was in the last one. */
  missingSince: Date | null;
  /** About its present block; null: no second source was asked for. */
  secondOpinion: SecondOpinion | null;
}

/** An absence this long in complete readings of a healthy source means that the transaction is gone. */
const GONE_AFTER_MS = 30_000;
/** Smaller outputs change no state: anyone can send them, and they cost more to spend than they are worth. */
const DUST_SATOSHI = 1_000n;
const SMALL_PAYMENT_USD = scaled('100');
/** What TRON's 19 confirmations mean: a block on which 70 % of the super representatives have built. Shown, never decided by. */
export const TRON_CONFIRMATIONS = 19;

/** Returns the confirmations that make a payment final. `dueUsd`: the invoice's total, scaled. */
export function confirmationsNeeded(chain: Chain, dueUsd: bigint): number {
  if (chain === 'tron') return TRON_CONFIRMATIONS;
  return dueUsd < SMALL_PAYMENT_USD ? 1 : 3;
}

/** Returns whether a transfer is too small to change any state. */
export const isDust = ({ chain, units }: Pick<Transfer, 'chain' | 'units'>): boolean => chain === 'bitcoin' && units < DUST_SATOSHI;

/** Returns whether a transfer counts towards what is on its way or received. */
export const isLive = (transfer: Transfer): boolean => transfer.state !== 'gone' && transfer.state !== 'rejected' && !isDust(transfer);

/** Returns the time of payment: the earlier of our first sight and the block's own time, which can be off by two hours. */
export function paidAt({ firstSeenAt, blockTime }: Pick<Transfer, 'firstSeenAt' | 'blockTime'>): Date {
  return blockTime !== null && blockTime < firstSeenAt ? blockTime : firstSeenAt;
}

/**
 * Adds a sighting to what is known of its transfer (null: nothing). Sightings may arrive in any order and any number of times. `needed`:
 * confirmations that make it final. Returns null where the sighting contradicts what is known: the same output with another amount or
 * address, or an irreversible transfer that is not so any more. Then nothing changes and an admin is told.
 */
export function addSighting(known: Transfer | null, sighting: Sighting, needed: number, readAt: Date): Transfer | null {
  if (known === null) return firstSight(sighting, needed, readAt);
  if (known.units !== sighting.units || known.address !== sighting.address) return null;
  const firstSeenAt = readAt < known.firstSeenAt ? readAt : known.firstSeenAt;
  const sameBlock = sighting.block !== null && sighting.block === known.block;
  if (known.chain === 'tron' && (known.state === 'final' || (known.state === 'rejected' && !sighting.irreversible)))
    return sighting.irreversible && sighting.rejected !== known.rejected ? null : { ...known, firstSeenAt };
  if (readAt < known.readAt && !sameBlock) return { ...known, firstSeenAt };
  const confirmations = sameBlock ? Math.max(known.confirmations, sighting.confirmations) : sighting.confirmations;
  const newest = readAt < known.readAt ? known.readAt : readAt;
  // A final transfer stays final while its block stays: a source that lags counts fewer confirmations.
  const state = sameBlock && known.state === 'final' ? 'final' : stateOf({ ...sighting, confirmations }, needed);
  const { block, blockTime, rejected } = sighting;
  const secondOpinion = sameBlock ? known.secondOpinion : null;
  return { ...known, state, confirmations, block, blockTime, rejected, firstSeenAt, readAt: newest, missingSince: null, secondOpinion };
}

/**
 * Records that a complete reading of a healthy source does not contain the transfer. The second one, 30 seconds after the first or later,
 * makes it `gone`. An irreversible transfer stays.
 */
export function addAbsence(known: Transfer, readAt: Date): Transfer {
  const settled = known.state === 'rejected' || known.state === 'gone' || (known.chain === 'tron' && known.state === 'final');
  if (settled || readAt <= known.readAt) return known;
  const missingSince = known.missingSince ?? readAt;
  const isGone = readAt.getTime() - missingSince.getTime() >= GONE_AFTER_MS;
  return {
    ...known,
    missingSince,
    readAt,
    ...(isGone && { state: 'gone', confirmations: 0, block: null, blockTime: null, secondOpinion: null }),
  };
}

/** Stops the clock of `gone` while the source is away or contradicts itself. */
export function addOutage(known: Transfer): Transfer {
  return known.missingSince === null ? known : { ...known, missingSince: null };
}

function firstSight(sighting: Sighting, needed: number, readAt: Date): Transfer {
  const { chain, txid, index, address, units, confirmations, block, blockTime, rejected } = sighting;
  const facts = { chain, txid, index, address, units, confirmations, block, blockTime, rejected };
  return { ...facts, state: stateOf(sighting, needed), firstSeenAt: readAt, readAt, missingSince: null, secondOpinion: null };
}

function stateOf({ chain, confirmations, irreversible, rejected, units }: Sighting, needed: number): TransferState {
  if (rejected !== null || units <= 0n) return 'rejected';
  if (chain === 'tron' ? irreversible : confirmations >= needed) return 'final';
  return confirmations > 0 ? 'confirming' : 'seen';
}
