import type { BroadcastKindWire, BroadcastMoveWire, BroadcastStateWire, BroadcastWire, DeliveryResultWire } from '../../lib/wire/types';
import { day } from '../../lib/format/date';
import type { StateWords } from '../state-badge';

export const stateWords: Record<BroadcastStateWire, StateWords> = {
  scheduled: { tone: 'info', words: 'Scheduled' },
  sending: { tone: 'accent', words: 'Being sent' },
  paused: { tone: 'warn', words: 'Paused' },
  done: { tone: 'up', words: 'Done' },
  cancelled: { tone: 'neutral', words: 'Cancelled' },
};

export const kindWords: Record<BroadcastKindWire, { label: string; help: string }> = {
  news: { label: 'News', help: 'Skips members who unsubscribed. Includes an unsubscribe link.' },
  service: { label: 'Service', help: 'Sent to the whole audience. For information that members must have, such as new terms.' },
};

/** In the order in which a mail goes through them. */
export const statusWords: Record<DeliveryResultWire, StateWords> = {
  queued: { tone: 'neutral', words: 'Queued' },
  held: { tone: 'info', words: 'Held' },
  sending: { tone: 'accent', words: 'Being sent' },
  sent: { tone: 'up', words: 'Sent' },
  uncertain: { tone: 'warn', words: 'Unknown outcome' },
  failed_retryable: { tone: 'warn', words: 'Retrying' },
  failed_permanent: { tone: 'down', words: 'Refused' },
  suppressed: { tone: 'neutral', words: 'Skipped' },
};

export const moveWords: Record<BroadcastMoveWire, { label: string; running: string; done: string }> = {
  pause: { label: 'Pause', running: 'Pausing…', done: 'is paused. No more emails are sent until you resume it.' },
  resume: { label: 'Resume', running: 'Resuming…', done: 'has been resumed.' },
  cancel: { label: 'Cancel', running: 'Cancelling…', done: 'is cancelled. No more emails are sent.' },
};

export const audienceWords: Record<Exclude<BroadcastWire['audience'], 'user'>, string> = {
  all: 'All members',
  'trade club': 'Trade club',
  'hedge fund': 'Hedge fund',
  segment: 'A segment',
};
/** Within a sentence. */
export const sentenceWords: typeof audienceWords = {
  all: 'all members',
  'trade club': 'the trade club',
  'hedge fund': 'the hedge fund',
  segment: 'a segment',
};

/** A date and time on no clock in particular, as 2026-12-24T09:00, for people. */
export const localTime = (local: string): string => `${day(`${local.slice(0, 10)}T00:00:00Z`)}, ${local.slice(11, 16)}`;

/** What becomes of it changes by itself. */
export const isUnderWay = (state: BroadcastStateWire | undefined): boolean => state === 'scheduled' || state === 'sending';

/** Of so many recipients nothing more is to be done. */
export const settledOf = ({ counts }: Pick<BroadcastWire, 'counts'>): number => counts.sent + counts.failed_permanent + counts.suppressed;
