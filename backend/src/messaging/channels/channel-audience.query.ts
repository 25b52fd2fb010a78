import { expressionBuilder } from 'kysely';
import { teamRoleOf } from '../../platform/domain/index.js';
import { maySeeSignals, type Standing } from '../../platform/http/index.js';
import type { Database } from '../../database.js';
import { namesSignals } from './push/quiet-summary.rules.js';

// Members who may read signals, by the rule that routes and emails use. The query must alias `users` as `u`.

const eb = expressionBuilder<Database & { u: Database['users'] }, 'u'>();

/** Columns that `isReader` judges. */
export const standingColumns = [
  'u.role',
  'u.team_role as teamRole',
  eb('u.payment_status', 'is not distinct from', 'approved').$castTo<boolean>().as('paid'),
] as const;

/** Whether the user of a row with `standingColumns` may see signals now. */
export const isReader = (row: Standing): boolean => maySeeSignals({ ...row, teamRole: teamRoleOf(row) });

/** What `mayGet` judges: an event, and the member of the address. */
export interface Addressed extends Standing {
  isMember: boolean;
  audience: string;
  kind: string;
  payload: string;
}

/**
 * Whether the member of an address gets this event: the account is in order, and they may see what it is about. Notices about an account
 * go to its owner, whether they pay or not.
 */
export function mayGet(row: Addressed): boolean {
  return row.isMember && (row.audience === 'owner' || isReader(row)) && (!namesSignals(row) || isReader(row));
}
