import type { NoticeFacts } from './notice.types.js';

/** What the notices about signals take of an event's message, as SignalEventsService writes it. */
interface SignalMessage {
  data?: {
    id?: string;
    symbol?: string;
    side?: string;
    changes?: { kind: string; stop: string | null; price: string | null }[];
    outcome?: { status: string; r: string | null } | null;
  };
}

/** Returns the facts about a signal in the message of its event. */
export function signalFacts(payload: string): NoticeFacts {
  const { data: { id, symbol, side, changes, outcome } = {} } = JSON.parse(payload) as SignalMessage;
  const change = changes?.at(-1);
  return withoutNulls({
    signalId: id,
    symbol,
    side,
    change: change?.kind,
    stop: change?.stop,
    price: change?.price,
    status: outcome?.status,
    r: outcome?.r,
  });
}

const withoutNulls = (facts: Record<string, string | null | undefined>): NoticeFacts =>
  Object.fromEntries(Object.entries(facts).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
