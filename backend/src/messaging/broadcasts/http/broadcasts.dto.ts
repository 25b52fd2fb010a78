import { z } from 'zod';
import { isMembership, isUuid } from '../../../platform/domain/index.js';
import { broadcastKinds, broadcastStates, deliveryResults, type Recipients } from '../broadcast.types.js';
import { scheduleSchema } from '../broadcast-schedule.rules.js';
import { segmentSchema, type Segment } from '../broadcast-segment.schema.js';
import { broadcastText } from '../broadcast-text.rules.js';
import { broadcastSorts } from '../broadcast.repository.js';
import { recipientSorts } from '../broadcast-results.repository.js';

const WHOM = 'Choose all, trade club, hedge fund, or the id of a user';

const recipients = z.string(WHOM).transform((whom, context): Recipients => {
  if (whom === 'all' || isMembership(whom)) return { audience: whom };
  if (isUuid(whom)) return { userId: whom.toLowerCase() };
  context.addIssue({ code: 'custom', message: WHOM });
  return z.NEVER;
});
const kind = z.enum(broadcastKinds, 'A kind is service or news');

const AUDIENCE = 'Choose all, trade club, hedge fund, segment, or the id of a user';
const audience = z.string(AUDIENCE);
const to = { audience, segment: segmentSchema.optional() };

/** The audience `segment` has conditions, and no other has. */
function toRecipients(given: { audience: string; segment?: Segment | undefined }, context: z.RefinementCtx): Recipients {
  const refuse = (path: string, message: string) => {
    context.addIssue({ code: 'custom', path: [path], message });
    return z.NEVER;
  };
  if ((given.audience === 'segment') !== (given.segment !== undefined))
    return refuse('segment', 'The audience segment needs a segment, and no other audience has one');
  if (given.segment) return { segment: given.segment };
  const parsed = recipients.safeParse(given.audience);
  return parsed.success ? parsed.data : refuse('audience', AUDIENCE);
}

/** POST /senduseremail: the specification's clients may send more. */
export const sendUserEmailBody = z.object({ user: recipients, ...broadcastText });
export type SendUserEmailBody = z.output<typeof sendUserEmailBody>;

/** POST /admin/broadcasts, PUT /admin/broadcasts/{id} */
export const newBroadcastBody = z
  .strictObject({ ...to, kind: kind.optional(), ...broadcastText, schedule: scheduleSchema.optional() })
  .transform(({ audience: whom, segment, ...same }, context) => ({
    ...same,
    recipients: toRecipients({ audience: whom, segment }, context),
  }));
export type NewBroadcastBody = z.output<typeof newBroadcastBody>;

/** POST /admin/broadcasts/reach: the texts may be unfinished, and count for the values that they need. */
export const reachBody = z
  .strictObject({ ...to, kind: kind.optional(), subject: z.string().max(1000).default(''), message: z.string().max(50_000).default('') })
  .transform(({ audience: whom, segment, ...same }, context) => ({
    ...same,
    recipients: toRecipients({ audience: whom, segment }, context),
  }));
export type ReachBody = z.output<typeof reachBody>;

export const draftBody = z.strictObject({ kind: kind.default('service'), ...broadcastText });
export type DraftBody = z.output<typeof draftBody>;

/** `person`: whose values are shown; unset: examples. */
export const previewBody = draftBody.extend({ person: z.uuid('person must be the id of a user').toLowerCase().optional() });
export type PreviewBody = z.output<typeof previewBody>;

/** GET /admin/broadcasts/audiences */
export const audienceQuery = z.object({ user: z.uuid('user must be the id of a user').toLowerCase().optional() });
export type AudienceQuery = z.output<typeof audienceQuery>;

const ids = z.array(z.uuid('id must be a list of ids')).max(1000, 'id may name 1000 records at most');
const q = z.string('q must be text').trim().max(100, 'q can have up to 100 characters');

export const broadcastListRules = {
  sortable: broadcastSorts,
  filters: { id: ids, q, state: z.enum(broadcastStates, `state must be one of ${broadcastStates.join(', ')}`) },
};

const results = [...deliveryResults, 'unsubscribed'] as const;

export const recipientListRules = {
  sortable: recipientSorts,
  filters: { status: z.enum(results, `status must be one of ${results.join(', ')}`) },
};
