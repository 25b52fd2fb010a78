import { z } from 'zod';

/** The kind of the event that sums up what quiet hours held back from a device. */
export const SUMMARY = 'push.summary';

/** What a device shows one of: the others are counted. */
const MAX_NAMED = 5;

const signal = z.object({ id: z.uuid(), symbol: z.string(), side: z.enum(['long', 'short']) });
const notice = z.object({ notice: z.string(), facts: z.record(z.string(), z.string()) });
const summary = z.object({
  /** How many are open; `signals` and `notices` are the newest of them. */
  counts: z.object({ signals: z.number().int(), notices: z.number().int() }),
  signals: z.array(signal),
  notices: z.array(notice),
});
export type QuietSummary = z.output<typeof summary>;

const event = <Data extends z.ZodType>(data: Data) => z.object({ data });
const changed = event(z.object({ changes: z.array(z.object({ kind: z.string() })) }));

/** A state that was held back, as it is when the quiet hours have ended. */
export interface HeldState {
  kind: string;
  payload: string;
  /** Its time is over. */
  isLate: boolean;
  /** The state that the device has shown; null: it never showed the signal. */
  sentRevision: number | null;
}

/**
 * Whether a held state is still of use. A signal that has ended is not, and neither is one that was called off before the device ever
 * showed it.
 */
export function isStillOpen({ kind, payload, isLate, sentRevision }: HeldState): boolean {
  if (isLate || kind === 'signal.ended') return false;
  if (kind !== 'signal.changed' || sentRevision !== null) return true;
  const last = changed.parse(JSON.parse(payload)).data.changes.at(-1);
  return last === undefined || last.kind === 'move_stop';
}

/** Returns what a summary of these states says, in their order. */
export function summaryOf(states: readonly Pick<HeldState, 'kind' | 'payload'>[]): QuietSummary {
  const isSignal = ({ kind }: { kind: string }) => kind.startsWith('signal.');
  const [signals, notices] = [states.filter(isSignal), states.filter((state) => !isSignal(state))];
  return {
    counts: { signals: signals.length, notices: notices.length },
    signals: signals.slice(0, MAX_NAMED).map(({ payload }) => event(signal).parse(JSON.parse(payload)).data),
    notices: notices.slice(0, MAX_NAMED).map(({ payload }) => event(notice).parse(JSON.parse(payload)).data),
  };
}

export const readSummary = (payload: string): QuietSummary => event(summary).parse(JSON.parse(payload)).data;

/** Whether an event for one member says something that only those may read who may see signals. */
export const namesSignals = ({ kind, payload }: { kind: string; payload: string }): boolean =>
  kind === SUMMARY && readSummary(payload).counts.signals > 0;
