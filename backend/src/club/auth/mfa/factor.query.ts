import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../../database.js';

export interface Factors {
  totp: boolean;
  passkeys: number;
  recoveryCodesLeft: number;
}

const count = sql<number>`count(*)::int`;

/** Reads which second factors an account has, in one statement. */
export async function readFactors(em: EntityManager, userId: string): Promise<Factors> {
  const row = await db(em)
    .selectNoFrom((eb) => [
      eb.exists(eb.selectFrom('totp_factors').select('id').where('user_id', '=', userId).where('confirmed_at', 'is not', null)).as('totp'),
      eb.selectFrom('passkeys').select(count.as('n')).where('user_id', '=', userId).as('passkeys'),
      eb.selectFrom('recovery_codes').select(count.as('n')).where('user_id', '=', userId).where('used_at', 'is', null).as('codes'),
    ])
    .executeTakeFirstOrThrow();
  return { totp: row.totp === true, passkeys: row.passkeys ?? 0, recoveryCodesLeft: row.codes ?? 0 };
}
