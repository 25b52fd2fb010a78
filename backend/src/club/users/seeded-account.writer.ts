import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import type { User } from './user.entity.js';
import { UserRepository } from './user.repository.js';

/** Advisory lock of concurrent starts. */
const LOCK = 7489202;

interface Seeding {
  action: 'user.create-first-admin' | 'user.create-demo-member';
  /** Reads the account that makes this one unnecessary. */
  existing: () => Promise<unknown>;
}

/** Stores the accounts that a start creates. */
@Injectable()
export class SeededAccountWriter {
  constructor(
    private readonly users: UserRepository,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Inserts the user and an audit record, in the transaction of `tx` and under a lock that lasts until its end. Returns the user's id, or
   * null if `existing` finds an account.
   */
  async insert(tx: EntityManager, user: User, { action, existing }: Seeding): Promise<string | null> {
    await this.users.lockSeeding(tx, LOCK);
    if ((await existing()) !== null) return null;
    await tx.persist(user).flush();
    await this.audit.record(tx, { action, actorId: null, actorRole: null, targetType: 'user', targetId: user.id });
    return user.id;
  }
}
