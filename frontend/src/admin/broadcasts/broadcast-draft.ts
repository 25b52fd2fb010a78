import type {
  BroadcastAudienceWire,
  BroadcastKindWire,
  BroadcastScheduleWire,
  BroadcastWire,
  NewBroadcastWire,
  SegmentWire,
} from '../../lib/wire/types';

/** Everybody, those of a membership, those who meet conditions, or one person. */
export type Whom = 'all' | 'trade club' | 'hedge fund' | 'segment' | 'one';

/** At once, at one moment for everybody, or at a time on the clock of each recipient. */
export type When = 'now' | 'moment' | 'local';

export interface BroadcastDraft {
  whom: Whom;
  /** The id of the one person; empty: not chosen yet. */
  person: string;
  segment: SegmentWire;
  kind: BroadcastKindWire;
  subject: string;
  message: string;
  when: When;
  /** Of a datetime-local input: on the clock of this device for a moment, of each recipient for a local time. */
  time: string;
}

/** The form's names for the fields that the server's refusals name. */
export const draftFields = {
  audience: 'whom',
  subject: 'subject',
  message: 'message',
  kind: 'kind',
  'schedule.startsAt': 'time',
  'schedule.local': 'time',
  'segment.lastSeen.days': 'segment',
} as const;

export const emptyDraft: BroadcastDraft = {
  whom: 'all',
  person: '',
  segment: { version: 1 },
  kind: 'news',
  subject: '',
  message: '',
  when: 'now',
  time: '',
};

export const isBegun = ({ subject, message }: BroadcastDraft): boolean => subject.trim() !== '' || message.trim() !== '';

/** The wire's name of the audience; null: the person is still to be chosen. */
export const audienceOf = ({ whom, person }: Pick<BroadcastDraft, 'whom' | 'person'>): string | null =>
  whom === 'one' ? person || null : whom;

/** When a draft leaves; undefined: at once, or at a time that is still to be chosen. */
export function scheduleOf({ when, time }: Pick<BroadcastDraft, 'when' | 'time'>): BroadcastScheduleWire | undefined {
  if (when === 'now' || time === '') return undefined;
  return when === 'local' ? { at: 'local', local: time.slice(0, 16) } : { at: 'moment', startsAt: new Date(time).toISOString() };
}

export function toBroadcast({ kind, subject, message, segment, when, time, ...to }: BroadcastDraft): NewBroadcastWire {
  const schedule = scheduleOf({ when, time });
  return {
    audience: audienceOf(to) ?? '',
    ...(to.whom === 'segment' && { segment }),
    kind,
    subject,
    message,
    ...(schedule && { schedule }),
  };
}

const twoDigits = (n: number) => String(n).padStart(2, '0');

/** The value of a datetime-local input on the clock of this device. */
function inputOf(iso: string): string {
  const at = new Date(iso);
  const day = `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;
  return `${day}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
}

/** A planned broadcast as a draft, to be edited. */
export const draftOfBroadcast = (broadcast: BroadcastWire): BroadcastDraft => ({
  whom: broadcast.audience === 'user' ? 'one' : broadcast.audience,
  person: broadcast.audienceUserId ?? '',
  segment: broadcast.segment ?? { version: 1 },
  kind: broadcast.kind,
  subject: broadcast.subject,
  message: broadcast.message,
  when: broadcast.localStart === null ? 'moment' : 'local',
  time: broadcast.localStart ?? inputOf(broadcast.startsAt),
});

export const reachOf = (
  audiences: readonly BroadcastAudienceWire[] | undefined,
  to: Pick<BroadcastDraft, 'whom' | 'person'>,
): BroadcastAudienceWire | undefined => audiences?.find(({ audience }) => audience === audienceOf(to));

/**
 * How the form begins: with what was left in it before, and with the person whom the way here was about. `awaited`: whose usual kind it is
 * to have.
 */
export function beginning(kept: BroadcastDraft | null, person: string): { draft: BroadcastDraft; awaited: string | null } {
  if (person !== '') return { draft: { ...(kept ?? emptyDraft), whom: 'one', person }, awaited: person };
  return kept ? { draft: kept, awaited: null } : { draft: emptyDraft, awaited: emptyDraft.whom };
}
