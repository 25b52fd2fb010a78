import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AppConfig } from '../../platform/config/index.js';
import { Clock, KeptAnswer } from '../../platform/domain/index.js';
import { SignalPracticeRepository } from './signal-practice.repository.js';
import type { SignalPractice } from './signal-practice.types.js';

/** As the track record's. */
const CACHE_MS = 30_000;

/** Reads the stored figures, cached for half a minute and shared by concurrent requests. */
@Injectable()
export class SignalPracticeReader {
  private readonly kept: KeptAnswer<SignalPractice | null>;

  constructor(
    private readonly em: EntityManager,
    private readonly config: AppConfig,
    private readonly stored: SignalPracticeRepository,
    clock: Clock,
  ) {
    this.kept = new KeptAnswer(clock, CACHE_MS, () => this.read());
  }

  /** Null: nothing has been computed so far. */
  practice(): Promise<SignalPractice | null> {
    return this.kept.get();
  }

  private async read(): Promise<SignalPractice | null> {
    const practice = await this.stored.find(this.em.fork());
    const managerId = this.config.managerUserId ?? null;
    // The setting can have changed since: the figures of another account are not this one's.
    if (practice === null || practice.managerId === managerId) return practice;
    return { ...practice, follow: { unknown: managerId === null ? 'no_manager' : 'not_read', known: null } };
  }
}
