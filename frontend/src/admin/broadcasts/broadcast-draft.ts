import type { BroadcastAudienceWire, BroadcastKindWire, NewBroadcastWire } from '../../lib/wire/types';

/** Everybody, those of a membership, or one person. */
export type Whom = 'all' | 'trade club' | 'hedge fund' | 'one';

export interface BroadcastDraft {
  whom: Whom;
  /** The id of the one person; empty: not chosen yet. */
  person: string;
  kind: BroadcastKindWire;
  subject: string;
  message: string;
}

/** The form's names for the fields that the server's refusals name. */
export const draftFields = { audience: 'whom', subject: 'subject', message: 'message', kind: 'kind' } as const;

export const emptyDraft: BroadcastDraft = { whom: 'all', person: '', kind: 'news', subject: '', message: '' };

export const isBegun = ({ subject, message }: BroadcastDraft): boolean => subject.trim() !== '' || message.trim() !== '';

/** The wire's name of the audience; null: the person is still to be chosen. */
export const audienceOf = ({ whom, person }: Pick<BroadcastDraft, 'whom' | 'person'>): string | null =>
  whom === 'one' ? person || null : whom;

export const toBroadcast = ({ kind, subject, message, ...to }: BroadcastDraft): NewBroadcastWire => ({
  audience: audienceOf(to) ?? '',
  kind,
  subject,
  message,
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
