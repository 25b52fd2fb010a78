import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { DomainError } from '../domain/index.js';
import { TOTAL, withTotal } from '../http/paging.js';
import { IdempotencyKeyRepository, type AnswerKey } from './idempotency-key.repository.js';
import { requestHash } from './request-hash.js';

/** A request that a client may repeat. */
export interface KeyedRequest {
  userId: string;
  /** Names the operation, at most 60 characters: one key may be used for two routes. */
  route: string;
  /** Null: the client sent none, and no request counts as a repetition. */
  key: string | null;
  /** Everything that decides what the request does: ids of the path, the query, the body. May hold bytes. */
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
 * Makes an operation safe to repeat (security 4.2). The key, the operation's writes and the answer commit together, so a crash leaves all
 * of them or none. A concurrent request with the same key blocks on the unique index and gets the same answer, as does every repetition for
 * 24 hours. A failed operation stores nothing and may be tried again. A route has one status for success, so only the body is stored.
 */
@Injectable()
export class Idempotency {
  constructor(
    private readonly em: EntityManager,
    private readonly keys: IdempotencyKeyRepository,
  ) {}

  /**
   * Runs `work` in a transaction, at most once for a key; it writes through the EntityManager it is given. Returns its answer, or the
   * stored one of the first request. Throws IdempotencyKeyReused (422).
   */
  once<T extends object>({ userId, route, key, request }: KeyedRequest, work: (em: EntityManager) => Promise<T>): Promise<T> {
    return this.em.transactional(async (em) => {
      if (key === null) return work(em);
      const id = { userId, route, key };
      const hash = requestHash(request);
      if (!(await this.keys.insert(em, id, hash))) return this.replay<T>(em, id, hash);
      const answer = await work(em);
      const { [TOTAL]: total = null } = answer as { [TOTAL]?: number };
      await this.keys.saveAnswer(em, id, { body: JSON.stringify(answer), total });
      return answer;
    });
  }

  private async replay<T extends object>(em: EntityManager, id: AnswerKey, hash: Buffer): Promise<T> {
    const stored = await this.keys.findAnswer(em, id);
    if (!stored) throw new KeyExpiredMeanwhile(); // deleted between the two statements, a day after the first answer
    if (!hash.equals(stored.request_hash)) throw new IdempotencyKeyReused();
    const answer = JSON.parse(stored.body!) as T;
    return stored.total === null ? answer : withTotal(answer, stored.total);
  }
}
