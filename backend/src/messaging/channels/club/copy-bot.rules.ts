import { z } from 'zod';
import { Decimal } from '../../../platform/domain/index.js';

/** How long after its publication a signal is posted without a person's decision: later, its entry may be out of reach. */
export const MAX_AGE_SECONDS = 30 * 60;
/** Copy bots read a price below this as it is only when all its decimals are there: `30000` means 0.00030000 to some. */
const DECIMALS_BELOW_ONE = 8;
/** Exits that a copy bot does itself, by the orders that it has placed. */
const OWN_EXITS: readonly string[] = ['tp1', 'tp2', 'tp3', 'stop'];

/** What a copy bot needs of the state of a signal (signal-event.messages.ts). */
const signalState = z.object({
  id: z.string(),
  symbol: z.string(),
  side: z.enum(['long', 'short']),
  entry: z.string(),
  stop: z.string(),
  targets: z.array(z.string()),
  leverage: z.number().nullable(),
  published_at: z.string(),
  changes: z.array(z.object({ kind: z.enum(['move_stop', 'cancel', 'close_now']) })),
  outcome: z.object({ exits: z.array(z.object({ reason: z.string() })) }).nullable(),
});
export type CopySignal = z.output<typeof signalState>;

/** Names of exchanges as the copy bot spells them, by market. An empty one leaves the line out. */
export interface CopyExchanges {
  futures: string;
  spot: string;
}

/** What has gone out for a signal. */
export interface CopyState {
  /** Of the post, and of the reply that closed it. */
  providerId: string | null;
  /** A state arrived, or an admin decided that it did. */
  sentRevision: number | null;
  /** Since the publication. */
  ageSeconds: number;
  /** An admin wants it sent. */
  isAsked: boolean;
}

/** `none`: nothing is sent, for that reason. `alarm`: a person has to do it by hand. */
export type CopyAct =
  | { act: 'post'; text: string }
  | { act: 'close'; postId: string }
  | { act: 'none'; why: string; alarm?: 'copy-not-posted' | 'copy-not-closed' | 'copy-stop-kept' };

/** Closes the signal whose post it answers. Without a post to answer it would close every signal of the pair, and is never sent. */
export const CLOSE_TEXT = 'Cancel';

export const copySignalOf = (payload: string): CopySignal => signalState.parse((JSON.parse(payload) as { data: unknown }).data);

/** Decides what a copy bot gets. A signal is posted once, and closed once by a reply; a post is never edited. */
export function copyActOf(
  signal: CopySignal,
  exchanges: CopyExchanges,
  { providerId, sentRevision, ageSeconds, isAsked }: CopyState,
): CopyAct {
  const isOver = mustClose(signal);
  const [postId, closeId] = providerId?.split('/') ?? [];
  if (postId !== undefined) {
    if (!isOver)
      return isStopMoved(signal) ? { act: 'none', why: 'stop-kept', alarm: 'copy-stop-kept' } : { act: 'none', why: 'unchanged' };
    return closeId === undefined ? { act: 'close', postId } : { act: 'none', why: 'closed' };
  }
  // An admin decided that the post arrived: its number is unknown, so that it cannot be answered.
  if (sentRevision !== null) return { act: 'none', why: 'post-unknown', ...(isOver && { alarm: 'copy-not-closed' }) };
  if (isOver || signal.outcome !== null) return { act: 'none', why: 'never-posted' };
  if (ageSeconds > MAX_AGE_SECONDS && !isAsked) return { act: 'none', why: 'late', alarm: 'copy-not-posted' };
  if (!isReadable(signal)) return { act: 'none', why: 'direction', alarm: 'copy-not-posted' };
  return { act: 'post', text: copyLayout(signal, exchanges) };
}

/** The number of a post that a reply has closed. */
export const closedBy = (postId: string, closeId: string): string => `${postId}/${closeId}`;

/** The layout of Cornix. The direction follows from the prices. Without leverage a signal is one of the spot market. */
export function copyLayout({ symbol, entry, stop, targets, leverage }: CopySignal, exchanges: CopyExchanges): string {
  const isFutures = leverage !== null && leverage > 1;
  const exchange = isFutures ? exchanges.futures : exchanges.spot;
  return [
    symbol,
    ...(exchange === '' ? [] : [`Exchanges: ${exchange}`]),
    ...(isFutures ? [`Leverage: Cross x${leverage}`] : []),
    `Entry: ${priceOf(entry)}`,
    `Take Profit: ${targets.map(priceOf).join(' ')}`,
    `Stop: ${priceOf(stop)}`,
  ].join('\n');
}

/** With all its decimals: never an exponent. */
function priceOf(price: string): string {
  const value = new Decimal(price);
  return value.lt(1) ? value.toFixed(Math.max(DECIMALS_BELOW_ONE, value.decimalPlaces())) : value.toFixed();
}

/** Whether the newest change moved the stop of a signal that runs. */
const isStopMoved = ({ changes, outcome }: CopySignal): boolean => outcome === null && changes.at(-1)?.kind === 'move_stop';

/** Whether positions and orders have to be closed that the bot still has. */
function mustClose({ changes, outcome }: CopySignal): boolean {
  if (changes.some(({ kind }) => kind !== 'move_stop')) return true;
  const last = outcome?.exits.at(-1);
  return outcome !== null && (last === undefined || !OWN_EXITS.includes(last.reason));
}

/** Whether the prices say which way the signal goes: a stop that was moved past the entry says the opposite. */
function isReadable({ side, entry, stop }: CopySignal): boolean {
  return side === 'long' ? new Decimal(stop).lt(entry) : new Decimal(stop).gt(entry);
}
