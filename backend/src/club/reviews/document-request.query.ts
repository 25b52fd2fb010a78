import { expressionBuilder, type Expression } from 'kysely';
import type { Database } from '../../database.js';
import type { ReviewName } from './review.types.js';

/** Selects the open request of a case, which waits for its member. `id`: of the submission, in the query around it. */
export const openRequest = (kind: ReviewName, id: Expression<string>) =>
  expressionBuilder<Database>()
    .selectFrom('document_requests as dr')
    .select('dr.id')
    .where('dr.kind', '=', kind)
    .where('dr.submission_id', '=', id)
    .where('dr.ended_at', 'is', null);
