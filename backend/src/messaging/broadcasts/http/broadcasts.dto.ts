import { z } from 'zod';
import { isMembership, isUuid } from '../../../platform/domain/index.js';
import { broadcastKinds, broadcastStates, deliveryStatuses, type Recipients } from '../broadcast.types.js';
import { broadcastText } from '../broadcast-text.rules.js';
import { broadcastSorts, recipientSorts } from '../broadcast.repository.js';

const WHOM = 'Choose all, trade club, hedge fund, or the id of a user';

const recipients = z.string(WHOM).transform((whom, context): Recipients => {
  if (whom === 'all' || isMembership(whom)) return { audience: whom };
  if (isUuid(whom)) return { userId: whom.toLowerCase() };
  context.addIssue({ code: 'custom', message: WHOM });
  return z.NEVER;
});
const kind = z.enum(broadcastKinds, 'A kind is service or news');

/** POST /senduseremail: the specification's clients may send more. */
export const sendUserEmailBody = z.object({ user: recipients, ...broadcastText });
export type SendUserEmailBody = z.output<typeof sendUserEmailBody>;

export const newBroadcastBody = z.strictObject({ audience: recipients, kind: kind.optional(), ...broadcastText });
export type NewBroadcastBody = z.output<typeof newBroadcastBody>;

export const draftBody = z.strictObject({ kind: kind.default('service'), ...broadcastText });
export type DraftBody = z.output<typeof draftBody>;

/** GET /admin/broadcasts/audiences */
export const audienceQuery = z.object({ user: z.uuid('user must be the id of a user').toLowerCase().optional() });
export type AudienceQuery = z.output<typeof audienceQuery>;

const ids = z.array(z.uuid('id must be a list of ids')).max(1000, 'id may name 1000 records at most');
const q = z.string('q must be text').trim().max(100, 'q may have 100 characters at most');

export const broadcastListRules = {
  sortable: broadcastSorts,
  filters: { id: ids, q, state: z.enum(broadcastStates, `state must be one of ${broadcastStates.join(', ')}`) },
};

export const recipientListRules = {
  sortable: recipientSorts,
  filters: { status: z.enum(deliveryStatuses, `status must be one of ${deliveryStatuses.join(', ')}`) },
};
