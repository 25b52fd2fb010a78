import type { DigestItem } from '../../../messaging/mail/index.js';
import { signed } from '../../../platform/domain/index.js';
import type { SignalWithOutcome } from '../signal-with-outcome.query.js';
import type { DigestEvent } from './signal-digest.entity.js';

/** Returns what the daily email says of an event; null if it no longer holds. */
export function digestItem(signal: SignalWithOutcome, { what, subjectId }: DigestEvent): DigestItem | null {
  const found = newsOf(signal, what, subjectId);
  return found && { symbol: `${signal.base}/${signal.quote}`, side: signal.side, at: found.at.toISOString(), news: found.news };
}

function newsOf(
  { publishedAt, entryPrice, stopLoss, amendments, outcome }: SignalWithOutcome,
  what: DigestEvent['what'],
  subjectId: string,
): { at: Date; news: DigestItem['news'] } | null {
  if (what === 'published') return { at: publishedAt, news: { what, entry: entryPrice, stop: stopLoss } };
  if (what === 'ended') {
    if (!outcome?.closedAt) return null;
    return {
      at: outcome.closedAt,
      news: outcome.status === 'closed' && outcome.rNet !== null ? { what: 'result', r: signed(outcome.rNet) } : { what: 'noTrade' },
    };
  }
  const amendment = amendments.find(({ id }) => id === subjectId);
  if (!amendment) return null;
  const { at, kind, stop, price } = amendment;
  if (kind === 'move_stop') return { at, news: { what: 'moveStop', stop: stop ?? '' } };
  return { at, news: kind === 'cancel' ? { what: 'cancel' } : { what: 'closeNow', price: price ?? '' } };
}
