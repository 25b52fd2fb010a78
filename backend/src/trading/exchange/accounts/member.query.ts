import type { EntityManager } from '@mikro-orm/postgresql';
import { NotFound, type ReviewStatus } from '../../../platform/domain/index.js';
import { db } from '../../../database.js';
import { NotVerified } from './exchange.errors.js';

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

async function isApprovedMember(em: EntityManager, userId: string): Promise<boolean> {
  const user = await db(em)
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('kyc_status', '=', 'approved')
    .where('rejected_at', 'is', null)
    .where('role', '<>', 'admin')
    .executeTakeFirst();
  return user !== undefined;
}
