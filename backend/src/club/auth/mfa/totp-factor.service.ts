import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { base32nopad } from '@scure/base';
import { generateURI, verify } from 'otplib';
import { Sealer, type SealContext } from '../../../platform/crypto/index.js';
import { TotpFactorRepository, type StoredSeed } from './totp-factor.repository.js';

const SEED_BYTES = 20;
const STEP_SECONDS = 30;
const ISSUER = 'Tidemark';

/** A pending app whose code was right. */
export interface ShownCode {
  factorId: string;
  step: number;
}

/** Authenticator apps: RFC 6238 with SHA-1, six digits and 30 seconds, which every app supports. Steps follow the database's clock. */
@Injectable()
export class TotpFactorService {
  constructor(
    private readonly sealer: Sealer,
    private readonly factors: TotpFactorRepository,
  ) {}

  /** Creates a pending secret in place of an earlier pending one. The secret leaves the system only here. */
  async begin(em: EntityManager, userId: string, account: string): Promise<{ secret: string; uri: string }> {
    const id = randomUUID();
    const seed = randomBytes(SEED_BYTES);
    await this.factors.putPending(em, userId, { id, seed: this.sealer.seal(seed, sealedAt(id, userId)) });
    const secret = base32nopad.encode(seed);
    return { secret, uri: generateURI({ issuer: ISSUER, label: account, secret, period: STEP_SECONDS }) };
  }

  async isPending(em: EntityManager, userId: string): Promise<boolean> {
    return (await this.factors.findPending(em, userId)) !== null;
  }

  /** Checks the first code of a pending app. Returns null if it is wrong or no app is pending. */
  async showFirst(em: EntityManager, userId: string, code: string): Promise<ShownCode | null> {
    const pending = await this.factors.findPending(em, userId);
    const step = pending && (await this.stepOf(pending, userId, code));
    return pending && step !== null ? { factorId: pending.id, step } : null;
  }

  /** Puts a pending app in force in place of the earlier one; the code that was shown is used up. False if it is no longer pending. */
  activate(em: EntityManager, userId: string, { factorId, step }: ShownCode): Promise<boolean> {
    return this.factors.activate(em, userId, factorId, step);
  }

  /** Returns whether the code is valid, at most one step off, and not used before. Of two concurrent uses one succeeds. */
  async use(em: EntityManager, userId: string, code: string): Promise<boolean> {
    const factor = await this.factors.findConfirmed(em, userId);
    const step = factor && (await this.stepOf(factor, userId, code));
    return factor !== null && step !== null && this.factors.useStep(em, factor.id, step);
  }

  /** Returns false if the user had no app. */
  remove(em: EntityManager, userId: string): Promise<boolean> {
    return this.factors.remove(em, userId);
  }

  /** Returns the time step of this code: the current one, the one before or the one after. */
  private async stepOf({ id, seed, epoch }: StoredSeed, userId: string, code: string): Promise<number | null> {
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
