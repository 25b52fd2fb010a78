import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UniqueConstraintViolationException, type EntityManager } from '@mikro-orm/postgresql';
import type { Role } from '../../../platform/domain/index.js';
import { PasskeyKnown, TooManyPasskeys } from './mfa.errors.js';
import type { VerifiedPasskey } from './passkey-ceremony.service.js';

/** More than anybody's devices; bounds the lists that name them. */
export const MAX_PASSKEYS = 10;

export interface PasskeySummary {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** A passkey with the account it opens, as both stood when it was looked up. */
export interface KnownPasskey {
  id: string;
  /** base64url */
  credentialId: string;
  publicKey: Uint8Array<ArrayBuffer>;
  owner: { id: string; role: Role; securityEpoch: number };
}

type SummaryRow = { id: string; name: string; created_at: string; last_used_at: string | null };
type KnownRow = { id: string; credential_id: Buffer; public_key: Buffer; user_id: string; role: Role; security_epoch: number };

const summaryOf = (row: SummaryRow): PasskeySummary => ({
  id: row.id,
  name: row.name,
  createdAt: new Date(row.created_at),
  lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at),
});

/** The passkeys we know. */
@Injectable()
export class PasskeyRepository {
  /** Oldest first. */
  async listOf(em: EntityManager, userId: string): Promise<PasskeySummary[]> {
    const rows = await em.execute<SummaryRow[]>(
      `select id, name, created_at, last_used_at from passkeys where user_id = ? order by created_at, id limit ${MAX_PASSKEYS}`,
      [userId],
    );
    return rows.map(summaryOf);
  }

  /** What a browser is told of them, to find or to avoid them. */
  async descriptorsOf(em: EntityManager, userId: string): Promise<{ id: string; transports: string[] }[]> {
    const rows = await em.execute<{ credential_id: Buffer; transports: string[] }[]>(
      `select credential_id, transports from passkeys where user_id = ? order by created_at, id limit ${MAX_PASSKEYS}`,
      [userId],
    );
    return rows.map(({ credential_id, transports }) => ({ id: Buffer.from(credential_id).toString('base64url'), transports }));
  }

  async find(em: EntityManager, credentialId: string): Promise<KnownPasskey | null> {
    const [row] = await em.execute<KnownRow[]>(
      `select p.id, p.credential_id, p.public_key, u.id as user_id, u.role, u.security_epoch from passkeys p join users u on u.id = p.user_id where p.credential_id = ?`,
      [Buffer.from(credentialId, 'base64url')],
    );
    if (!row) return null;
    return {
      id: row.id,
      credentialId: Buffer.from(row.credential_id).toString('base64url'),
      publicKey: new Uint8Array(row.public_key),
      owner: { id: row.user_id, role: row.role, securityEpoch: row.security_epoch },
    };
  }

  /** In a transaction that holds the user's row locked. Throws TooManyPasskeys, PasskeyKnown. */
  async add(
    em: EntityManager,
    userId: string,
    name: string,
    { credentialId, publicKey, counter, transports }: VerifiedPasskey,
  ): Promise<PasskeySummary> {
    const [many] = await em.execute<{ n: number }[]>(`select count(*)::int as n from passkeys where user_id = ?`, [userId]);
    if ((many?.n ?? 0) >= MAX_PASSKEYS) throw new TooManyPasskeys(MAX_PASSKEYS);
    try {
      const [row] = await em.execute<SummaryRow[]>(
        `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name) values (?, ?, ?, ?, ?, ?, ?) returning id, name, created_at, last_used_at`,
        [randomUUID(), userId, Buffer.from(credentialId, 'base64url'), Buffer.from(publicKey), counter, JSON.stringify(transports), name],
      );
      if (!row) throw new Error('the passkey was not stored');
      return summaryOf(row);
    } catch (error) {
      if (error instanceof UniqueConstraintViolationException) throw new PasskeyKnown();
      throw error;
    }
  }

  /**
   * Notes a use. False where the authenticator's counter did not move on, which is how a copied one shows; authenticators without a counter
   * always say 0. The database compares, so that of two uses at once with one counter one fails.
   */
  async use(em: EntityManager, passkeyId: string, counter: number): Promise<boolean> {
    const used = await em.execute<unknown[]>(
      `update passkeys set counter = ?, last_used_at = now() where id = ? and (counter < ? or (counter = 0 and ? = 0)) returning id`,
      [counter, passkeyId, counter, counter],
    );
    return used.length > 0;
  }

  /** False where the user has none of that id. */
  async remove(em: EntityManager, userId: string, passkeyId: string): Promise<boolean> {
    const removed = await em.execute<unknown[]>(`delete from passkeys where id = ? and user_id = ? returning id`, [passkeyId, userId]);
    return removed.length > 0;
  }

  async removeAll(em: EntityManager, userId: string): Promise<number> {
    return (await em.execute<unknown[]>(`delete from passkeys where user_id = ? returning id`, [userId])).length;
  }
}
