import { expressionBuilder } from 'kysely';
import type { Database } from '../../database.js';

// Conditions on a user. The query must alias `users` as `u`.

const eb = expressionBuilder<Database & { u: Database['users'] }, 'u'>();

/** `mayTakePart` within a query, for members: the payment is approved. The team takes no part. */
export const canStillRead = eb.and([eb('u.role', '<>', 'admin'), eb('u.payment_status', 'is not distinct from', 'approved')]);
