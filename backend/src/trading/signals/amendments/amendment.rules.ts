import { Decimal } from '../../../platform/domain/index.js';
import type { Side } from '../signal.input.js';
import type { AmendmentKind } from './signal-amendment.entity.js';

/** The data that decides which amendments a signal allows. */
export interface Amendable {
  side: Side;
  entryPrice: string;
  stopLoss: string;
  takeProfit3: string;
  closesAt: Date;
  /** Status of its score; null: not scored yet. */
  status: string | null;
  amendments: readonly { kind: AmendmentKind; stop: string | null }[];
}

/** Why an amendment is rejected; `field` null: the signal's state does not allow it. */
export interface Refusal {
  field: 'stop' | null;
  message: string;
}

const running: readonly (string | null)[] = [null, 'pending', 'open'];

/** Returns why the signal cannot be amended any more, or null. */
function ended({ status, closesAt, amendments }: Amendable, now: Date): string | null {
  if (!running.includes(status)) return 'This signal has ended';
  if (closesAt <= now) return 'This signal has reached its closure';
  const last = amendments.find(({ kind }) => kind !== 'move_stop');
  return last ? `This signal was ${last.kind === 'cancel' ? 'cancelled' : 'closed'} already` : null;
}

/** Returns the allowed amendments (rules.md section 1), which the console offers. */
export function openAmendments(signal: Amendable, now: Date): AmendmentKind[] {
  if (ended(signal, now) !== null) return [];
  return signal.status === 'open' ? ['move_stop', 'close_now'] : ['cancel', 'move_stop', 'close_now'];
}

export function stopOf({ stopLoss, amendments }: Pick<Amendable, 'stopLoss' | 'amendments'>): string {
  return amendments.findLast(({ kind }) => kind === 'move_stop')?.stop ?? stopLoss;
}

/**
 * Returns why an amendment is rejected, or null. A stop only moves towards the profit, short of the last target and, before the fill, of
 * the entry.
 */
export function amendmentRefusal(signal: Amendable, request: { kind: AmendmentKind; stop: string | null }, now: Date): Refusal | null {
  const over = ended(signal, now);
  if (over !== null) return { field: null, message: over };
  if (request.kind === 'cancel' && signal.status === 'open')
    return { field: null, message: 'This signal was filled: it can be closed, not cancelled' };
  if (request.kind !== 'move_stop' || request.stop === null) return null;
  const [way, towards] = signal.side === 'long' ? [1, 'above'] : [-1, 'below'];
  const current = stopOf(signal);
  if (new Decimal(request.stop).comparedTo(current) !== way)
    return {
      field: 'stop',
      message: `The stop of a ${signal.side} signal only moves towards its profit: it must be ${towards} ${current}`,
    };
  const isFilled = signal.status === 'open';
  if (!isFilled && new Decimal(signal.entryPrice).comparedTo(request.stop) !== way)
    return { field: 'stop', message: `This signal waits for its entry, so its stop must stay short of ${signal.entryPrice}` };
  if (new Decimal(signal.takeProfit3).comparedTo(request.stop) !== way)
    return { field: 'stop', message: `The stop must stay short of take profit 3, which is at ${signal.takeProfit3}` };
  return null;
}
