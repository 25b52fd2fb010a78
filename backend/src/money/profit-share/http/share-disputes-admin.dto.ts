import { z } from 'zod';
import { reason } from './club-share.dto.js';
import { disputeStates } from '../share-dispute.entity.js';
import { disputeSorts } from '../share-dispute-reader.repository.js';

const id = z.uuid('id must be a list of ids').transform((text) => text.toLowerCase());

/** POST admin/share-disputes/{id}/uphold and /drop */
export const decisionBody = z.strictObject({ reason });

/** Sorts and filters of `share-disputes` in the console. */
export const disputeListRules = {
  sortable: disputeSorts,
  filters: {
    id: z.array(id, 'id must be a list of ids').max(1000, 'id must be a list of 1000 ids at most'),
    q: z.string('q must be text').trim().min(1, 'q must not be empty').max(100, 'q is too long'),
    state: z.enum(disputeStates, `state must be one of ${disputeStates.join(', ')}`),
    userId: z.uuid('userId must be an id').transform((text) => text.toLowerCase()),
  },
};
