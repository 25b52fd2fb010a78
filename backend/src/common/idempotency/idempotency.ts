import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { DomainError } from '../domain/index.js';
import { TOTAL, withTotal } from '../http/paging.js';
import { requestHash } from './request-hash.js';

/** A request that may come twice. */
export interface KeyedRequest {
  userId: string;
  /** Names the act, at most 60 characters: one key may serve two routes. */
  route: string;
  /** Null: the client sent none, and every request is an act of its own. */
  key: string | null;
  /** All that decides what the request does: ids of the path, the query, the body. Bytes are welcome. */
  request: unknown;
}

/** A 422: the key belongs to another request of this user. */
export class IdempotencyKeyReused extends DomainError {
  constructor() {
    super('unprocessable', 'idempotency.key-reused', 'This Idempotency-Key was used for another request');
  }
}

class KeyExpiredMeanwhile extends DomainError {
  constructor() {
    super('unavailable', 'idempotency.key-expired', 'Please try again');
  }
}

/**
 * Makes an act safe to repeat (security 4.2). The key, the act's own writes and the answer commit together, so a crash leaves all of them or none;
 * a twin that comes meanwhile waits at the unique key and gets the same answer; so does everybody for 24 hours. An act that fails stores nothing:
 * nothing was done, and trying again is safe. A route has one status for success, so the body is all there is to keep.
 */
@Injectable()
export class Idempotency {
  constructor(private readonly em: EntityManager) {}

  /** Runs `work` in a transaction, at most once for a key; it writes through the EntityManager it is given. Returns its answer, or the first one's. Throws IdempotencyKeyReused (422). */
  once<T extends object>({ userId, route, key, request }: KeyedRequest, work: (em: EntityManager) => Promise<T>): Promise<T> {
    return this.em.transactional(async (em) => {
      if (key === null) return work(em);
      const id = [userId, route, key];
      const hash = requestHash(request);
      // Waits for a twin whose transaction is open: where that commits nothing is inserted, where it fails this one goes first.
      const inserted = await em.execute<unknown[]>(
        `insert into idempotency_keys (user_id, route, "key", request_hash) values (?, ?, ?, ?) on conflict do nothing returning 1`,
        [...id, hash],
      );
      if (inserted.length === 0) return this.replay<T>(em, id, hash);
      const answer = await work(em);
      const { [TOTAL]: total = null } = answer as { [TOTAL]?: number };
      await em.execute(`update idempotency_keys set body = ?, total = ? where user_id = ? and route = ? and "key" = ?`, [
        JSON.stringify(answer),
        total,
        ...id,
      ]);
      return answer;
    });
  }

  private async replay<T extends object>(em: EntityManager, id: readonly string[], hash: Buffer): Promise<T> {
    const [stored] = await em.execute<{ request_hash: Buffer; body: string; total: number | null }[]>(
      `select request_hash, body, total from idempotency_keys where user_id = ? and route = ? and "key" = ?`,
      [...id],
    );
    if (!stored) throw new KeyExpiredMeanwhile(); // swept between the two statements, a day after the first answer
    if (!hash.equals(stored.request_hash)) throw new IdempotencyKeyReused();
    const answer = JSON.parse(stored.body) as T;
    return stored.total === null ? answer : withTotal(answer, stored.total);
  }
}
