import type { EntityManager } from '@mikro-orm/postgresql';
import type { ExpressionBuilder } from 'kysely';
import { NotFound, type ReviewStatus } from '../../platform/domain/index.js';
import { db, type Database } from '../../database.js';
import { NotVerified } from './exchange-account.errors.js';

/**
 * Locks the member's row, so that changes of one member's keys (submissions, replacements, results of checks) run one after the other. Take
 * this lock before any row of exchange_accounts: a second order of locks could deadlock.
 */
export async function lockMember(tx: EntityManager, userId: string): Promise<void> {
  await db(tx).selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

/** As lockMember, for the owner of an account. */
export async function lockMemberOf(tx: EntityManager, accountId: string): Promise<void> {
  await db(tx)
    .selectFrom('users as u')
    .innerJoin('exchange_accounts as a', 'a.user_id', 'u.id')
    .select('u.id')
    .where('a.id', '=', accountId)
    .forNoKeyUpdate('u')
    .execute();
}

export async function findKycStatus(em: EntityManager, userId: string): Promise<ReviewStatus | null> {
  const user = await db(em).selectFrom('users').select('kyc_status').where('id', '=', userId).executeTakeFirst();
  return user?.kyc_status ?? null;
}

/** Throws NotFound for users who are no approved members. */
export async function requireMember(em: EntityManager, userId: string): Promise<void> {
  if (!(await isApprovedMember(em, userId))) throw new NotFound('member');
}

/** As requireMember, for members' own requests: throws NotVerified. */
export async function requireApproved(em: EntityManager, userId: string): Promise<void> {
  if (!(await isApprovedMember(em, userId))) throw new NotVerified();
}

/** Matches users (`u`) who are members with approved KYC. */
export const isMember = (eb: ExpressionBuilder<Database & { u: Database['users'] }, 'u'>) =>
  eb.and([eb('u.kyc_status', '=', 'approved'), eb('u.rejected_at', 'is', null), eb('u.role', '<>', 'admin')]);

async function isApprovedMember(em: EntityManager, userId: string): Promise<boolean> {
  const user = await db(em).selectFrom('users as u').select('u.id').where('u.id', '=', userId).where(isMember).executeTakeFirst();
  return user !== undefined;
}
