import type { BroadcastKindWire, BroadcastMoveWire, BroadcastStateWire, BroadcastWire, DeliveryStatusWire } from '../../lib/wire/types';
import type { StateWords } from '../state-badge';

export const stateWords: Record<BroadcastStateWire, StateWords> = {
  scheduled: { tone: 'info', words: 'About to start' },
  sending: { tone: 'accent', words: 'Being sent' },
  paused: { tone: 'warn', words: 'Paused' },
  done: { tone: 'up', words: 'Done' },
  cancelled: { tone: 'neutral', words: 'Cancelled' },
};

export const kindWords: Record<BroadcastKindWire, { label: string; help: string }> = {
  news: { label: 'News', help: 'Leaves out whoever turned news off, and ends with a link to do so.' },
  service: { label: 'Service', help: 'Goes to everybody it is for. For what members must know, such as a change of the terms.' },
};

/** In the order in which a mail goes through them. */
export const statusWords: Record<DeliveryStatusWire, StateWords> = {
  queued: { tone: 'neutral', words: 'Waiting' },
  sending: { tone: 'accent', words: 'Being sent' },
  sent: { tone: 'up', words: 'Sent' },
  uncertain: { tone: 'warn', words: 'Perhaps sent' },
  failed_retryable: { tone: 'warn', words: 'Put off' },
  failed_permanent: { tone: 'down', words: 'Refused' },
  suppressed: { tone: 'neutral', words: 'Left out' },
};

export const moveWords: Record<BroadcastMoveWire, { label: string; running: string; done: string }> = {
  pause: { label: 'Pause', running: 'Pausing…', done: 'is paused. No further mail leaves until it is resumed.' },
  resume: { label: 'Resume', running: 'Resuming…', done: 'goes on.' },
  cancel: { label: 'Cancel', running: 'Cancelling…', done: 'is cancelled. No further mail leaves.' },
};

export const audienceWords: Record<Exclude<BroadcastWire['audience'], 'user'>, string> = {
  all: 'All members',
  'trade club': 'Trade club',
  'hedge fund': 'Hedge fund',
};
/** Within a sentence. */
export const sentenceWords: typeof audienceWords = { all: 'all members', 'trade club': 'the trade club', 'hedge fund': 'the hedge fund' };

/** What becomes of it changes by itself. */
export const isUnderWay = (state: BroadcastStateWire | undefined): boolean => state === 'scheduled' || state === 'sending';

/** Of so many recipients nothing more is to be done. */
export const settledOf = ({ counts }: Pick<BroadcastWire, 'counts'>): number => counts.sent + counts.failed_permanent + counts.suppressed;
