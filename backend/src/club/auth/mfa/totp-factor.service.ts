import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { base32nopad } from '@scure/base';
import { generateURI, verify } from 'otplib';
import { Sealer, type SealContext } from '../../../platform/crypto/index.js';

const SEED_BYTES = 20;
const STEP_SECONDS = 30;
const ISSUER = 'Tidemark';
/** How long a new secret waits for its first code. */
const PENDING = `interval '30 minutes'`;

type Row = { id: string; seed: Uint8Array; epoch: number };

/** A pending app whose code was right. */
export interface ShownCode {
  factorId: string;
  step: number;
}

const columns = `id, seed, extract(epoch from now())::float8 as epoch`;

/**
 * Authenticator apps: RFC 6238 with SHA-1, six digits and 30 seconds, which is what every app speaks. The database's clock tells the step.
 */
@Injectable()
export class TotpFactorService {
  constructor(private readonly sealer: Sealer) {}

  /**
   * A new secret, which counts for nothing until one of its codes was shown; an earlier one that waits is forgotten. The only time it
   * leaves the system.
   */
  async begin(em: EntityManager, userId: string, account: string): Promise<{ secret: string; uri: string }> {
    const id = randomUUID();
    const seed = randomBytes(SEED_BYTES);
    const sealed = this.sealer.seal(seed, sealedAt(id, userId));
    await em.execute(
      `insert into totp_factors (id, user_id, seed) values (?, ?, ?) on conflict (user_id) where confirmed_at is null
       do update set id = excluded.id, seed = excluded.seed, created_at = now(), last_step = null`,
      [id, userId, sealed],
    );
    const secret = base32nopad.encode(seed);
    return { secret, uri: generateURI({ issuer: ISSUER, label: account, secret, period: STEP_SECONDS }) };
  }

  async isPending(em: EntityManager, userId: string): Promise<boolean> {
    return (await this.pending(em, userId)) !== null;
  }

  /** Null for a wrong code, or where nothing waits for one. */
  async showFirst(em: EntityManager, userId: string, code: string): Promise<ShownCode | null> {
    const row = await this.pending(em, userId);
    const step = row && (await this.stepOf(row, userId, code));
    return row && step !== null ? { factorId: row.id, step } : null;
  }

  /**
   * Puts a pending app in force, in place of the one before. False where it is not the pending one any more. The code that showed it is
   * used up.
   */
  async activate(em: EntityManager, userId: string, { factorId, step }: ShownCode): Promise<boolean> {
    const waiting = await em.execute<unknown[]>(
      `select 1 from totp_factors where id = ? and user_id = ? and confirmed_at is null for update`,
      [factorId, userId],
    );
    if (waiting.length === 0) return false;
    await em.execute(`delete from totp_factors where user_id = ? and confirmed_at is not null`, [userId]);
    await em.execute(`update totp_factors set confirmed_at = now(), last_step = ? where id = ?`, [step, factorId]);
    return true;
  }

  /** Whether the code is one of the user's app, within a step of now, and was not used: of two who show it at once, one is right. */
  async use(em: EntityManager, userId: string, code: string): Promise<boolean> {
    const [row] = await em.execute<Row[]>(`select ${columns} from totp_factors where user_id = ? and confirmed_at is not null`, [userId]);
    const step = row && (await this.stepOf(row, userId, code));
    if (!row || step === null) return false;
    const used = await em.execute<unknown[]>(
      `update totp_factors set last_step = ? where id = ? and (last_step is null or last_step < ?) returning id`,
      [step, row.id, step],
    );
    return used.length > 0;
  }

  /** False where there was none. */
  async remove(em: EntityManager, userId: string): Promise<boolean> {
    const removed = await em.execute<{ confirmed: boolean }[]>(
      `delete from totp_factors where user_id = ? returning confirmed_at is not null as confirmed`,
      [userId],
    );
    return removed.some(({ confirmed }) => confirmed);
  }

  private async pending(em: EntityManager, userId: string): Promise<Row | null> {
    const [row] = await em.execute<Row[]>(
      `select ${columns} from totp_factors where user_id = ? and confirmed_at is null and created_at > now() - ${PENDING}`,
      [userId],
    );
    return row ?? null;
  }

  /** The step whose code this is: the one of now, the one before or the one after. */
  private async stepOf({ id, seed, epoch }: Row, userId: string, code: string): Promise<number | null> {
    const secret = this.sealer.open(seed, sealedAt(id, userId));
    try {
      const found = await verify({ secret, token: code, epoch: Math.floor(epoch), period: STEP_SECONDS, epochTolerance: STEP_SECONDS });
      return found.valid && 'timeStep' in found ? found.timeStep : null;
    } finally {
      secret.fill(0);
    }
  }
}

function sealedAt(rowId: string, userId: string): SealContext {
  return { table: 'totp_factors', rowId, userId, field: 'seed' };
}
