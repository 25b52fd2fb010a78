import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type Selectable } from 'kysely';
import type { Role } from '../../../platform/domain/index.js';
import { violatesUnique } from '../../../platform/persistence/database.errors.js';
import { dateOrNull } from '../../../platform/persistence/date-or-null.js';
import { jsonb } from '../../../platform/persistence/jsonb.js';
import { db, type Database } from '../../../database.js';
import { PasskeyKnown, TooManyPasskeys } from './mfa.errors.js';
import type { VerifiedPasskey } from './passkey-ceremony.service.js';

/** Bounds the lists that contain passkeys. */
export const MAX_PASSKEYS = 10;

export interface PasskeySummary {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** A passkey and the account it opens, as stored when it was looked up. */
export interface KnownPasskey {
  id: string;
  /** base64url */
  credentialId: string;
  publicKey: Uint8Array<ArrayBuffer>;
  owner: { id: string; role: Role; securityEpoch: number };
}

const summary = ['id', 'name', 'created_at', 'last_used_at'] as const;

const toSummary = (row: Pick<Selectable<Database['passkeys']>, (typeof summary)[number]>): PasskeySummary => ({
  id: row.id,
  name: row.name,
  createdAt: new Date(row.created_at),
  lastUsedAt: dateOrNull(row.last_used_at),
});

/** Every statement about the table `passkeys`. */
@Injectable()
export class PasskeyRepository {
  /** Oldest first. */
  async listOf(em: EntityManager, userId: string): Promise<PasskeySummary[]> {
    return (await this.ofUser(em, userId).select(summary).execute()).map(toSummary);
  }

  /** Returns what a browser needs to find these passkeys, or to exclude them. */
  async descriptorsOf(em: EntityManager, userId: string): Promise<{ id: string; transports: string[] }[]> {
    const rows = await this.ofUser(em, userId).select(['credential_id', 'transports']).execute();
    return rows.map(({ credential_id, transports }) => ({ id: credential_id.toString('base64url'), transports }));
  }

  async find(em: EntityManager, credentialId: string): Promise<KnownPasskey | null> {
    const row = await db(em)
      .selectFrom('passkeys as p')
      .innerJoin('users as u', 'u.id', 'p.user_id')
      .select(['p.id', 'p.credential_id', 'p.public_key', 'u.id as user_id', 'u.role', 'u.security_epoch'])
      .where('p.credential_id', '=', Buffer.from(credentialId, 'base64url'))
      .executeTakeFirst();
    if (!row) return null;
    return {
      id: row.id,
      credentialId: row.credential_id.toString('base64url'),
      publicKey: new Uint8Array(row.public_key),
      owner: { id: row.user_id, role: row.role, securityEpoch: row.security_epoch },
    };
  }

  /** Requires the user's row to be locked. Throws TooManyPasskeys, PasskeyKnown. */
  async add(em: EntityManager, userId: string, name: string, passkey: VerifiedPasskey): Promise<PasskeySummary> {
    const { n } = await db(em)
      .selectFrom('passkeys')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (n >= MAX_PASSKEYS) throw new TooManyPasskeys(MAX_PASSKEYS);
    try {
      const row = await db(em)
        .insertInto('passkeys')
        .values({
          id: randomUUID(),
          user_id: userId,
          credential_id: Buffer.from(passkey.credentialId, 'base64url'),
          public_key: Buffer.from(passkey.publicKey),
          counter: passkey.counter,
          transports: jsonb(passkey.transports),
          name,
        })
        .returning(summary)
        .executeTakeFirstOrThrow();
      return toSummary(row);
    } catch (error) {
      throw violatesUnique(error, 'passkeys_credential_id_unique') ? new PasskeyKnown() : error;
    }
  }

  /**
   * Records a use. Returns false if the authenticator's counter did not increase, which indicates a copy; authenticators without a counter
   * always send 0. The database compares, so that of two concurrent uses with one counter only one succeeds.
   */
  async use(em: EntityManager, passkeyId: string, counter: number): Promise<boolean> {
    const used = await db(em)
      .updateTable('passkeys')
      .set({ counter, last_used_at: sql<string>`now()` })
      .where('id', '=', passkeyId)
      .where('counter', counter === 0 ? '=' : '<', String(counter))
      .returning('id')
      .executeTakeFirst();
    return used !== undefined;
  }

  /** Returns false if the user has no passkey with this id. */
  async remove(em: EntityManager, userId: string, passkeyId: string): Promise<boolean> {
    const removed = await db(em)
      .deleteFrom('passkeys')
      .where('id', '=', passkeyId)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst();
    return removed !== undefined;
  }

  async removeAll(em: EntityManager, userId: string): Promise<number> {
    return (await db(em).deleteFrom('passkeys').where('user_id', '=', userId).returning('id').execute()).length;
  }

  private ofUser(em: EntityManager, userId: string) {
    return db(em).selectFrom('passkeys').where('user_id', '=', userId).orderBy('created_at').orderBy('id').limit(MAX_PASSKEYS);
  }
}
