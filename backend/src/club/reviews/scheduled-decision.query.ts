import { expressionBuilder, type Expression } from 'kysely';
import type { Database } from '../../database.js';
import type { ReviewName } from './review.types.js';

/** Selects the decision of a case that can still be undone. `id`: of the submission, in the query around it. */
export const isScheduled = (kind: ReviewName, id: Expression<string>) =>
  expressionBuilder<Database>()
    .selectFrom('scheduled_decisions as sd')
    .select('sd.id')
    .where('sd.kind', '=', kind)
    .where('sd.submission_id', '=', id);
