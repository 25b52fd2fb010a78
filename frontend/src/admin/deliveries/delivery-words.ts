import type { ChannelResultWire, DecisionWire, DeliveryAttemptWire, NotSentReasonWire } from '../../lib/wire/types';
import type { StateWords } from '../state-badge';

export const resultWords: Readonly<Record<ChannelResultWire, StateWords>> = {
  sent: { words: 'Sent', tone: 'up' },
  waiting: { words: 'Waiting', tone: 'info' },
  'not-sent': { words: 'Not sent', tone: 'neutral' },
  unknown: { words: 'Unknown outcome', tone: 'warn', meaning: 'It may have arrived and is not sent again' },
};

export const notSentWords: Readonly<Record<NotSentReasonWire, string>> = {
  'no-access': 'The member may not see signals',
  preference: 'The member turned it off',
  disabled: 'The address is disabled',
  late: 'The signal had closed or expired',
  refused: 'It was refused',
  nothing: 'Nothing to post, or it must be posted by hand',
  summary: 'Included in the summary after quiet hours',
};

/** Why sending again would do nothing now. */
export const blockedWords: Readonly<Record<Exclude<NotSentReasonWire, 'refused' | 'nothing' | 'summary'>, string>> = {
  'no-access': 'The member may not see signals now.',
  preference: 'The member has turned these messages off.',
  disabled: 'The address is disabled.',
  late: 'The signal has closed or expired.',
};

export const decisionWords: Readonly<Record<DecisionWire, string>> = {
  arrived: 'Decision: it arrived',
  'send-again': 'Decision: send again',
};

export const outcomeWords: Readonly<Record<NonNullable<DeliveryAttemptWire['outcome']>, string>> = {
  sent: 'Sent',
  failed_permanent: 'Refused',
  failed_retryable: 'Failed',
  uncertain: 'Unclear response',
  suppressed: 'Nothing to send',
};

/** `signal.published` */
const kindWords: Readonly<Record<string, string>> = {
  'signal.published': 'New signal',
  'signal.changed': 'Signal changed',
  'signal.ended': 'Signal closed',
  'analysis.published': 'Market analysis',
  'account.calendar': 'Notice: event',
  'account.security': 'Notice: security',
  'account.verification': 'Notice: verification',
  'account.payment': 'Notice: payment',
  'account.key-warning': 'Notice: exchange key',
  'account.alert': 'Notice: price alert',
  'push.summary': 'Summary after quiet hours',
};

/** What a message says. */
export const kindName = (kind: string | null): string => (kind === null ? '–' : (kindWords[kind] ?? 'Test or greeting'));
