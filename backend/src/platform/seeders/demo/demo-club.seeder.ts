import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AppConfig } from '../../config/index.js';
import { FirstAdminService } from '../../../club/users/index.js';
import { DemoBroadcastSeeder } from './demo-broadcast.seeder.js';
import { DemoCaseSeeder } from './demo-case.seeder.js';
import { people, type DemoPerson } from './demo-people.js';
import { DemoSignalSeeder } from './demo-signal.seeder.js';
import { DemoRepository } from './demo.repository.js';

/** The contents of the demo club. */
export interface ClubSize {
  now: Date;
  signals: number;
  people: readonly DemoPerson[];
}

/** A club of a few analysts: about two signals in nine days. */
const wholeClub = (): ClubSize => ({ now: new Date(), signals: 120, people });

/** Number of added records. */
export interface Added {
  members: number;
  broadcasts: number;
  signals: number;
}

/** Gives an empty club 18 months of history if SEED_DEMO is set, never in production. */
@Injectable()
export class DemoClubSeeder {
  constructor(
    private readonly em: EntityManager,
    private readonly repository: DemoRepository,
    private readonly config: AppConfig,
    private readonly admins: FirstAdminService,
    private readonly cases: DemoCaseSeeder,
    private readonly signals: DemoSignalSeeder,
    private readonly broadcasts: DemoBroadcastSeeder,
  ) {}

  /** Creates what is missing. Null: not requested, or another process is running. After an error, another run continues. */
  async ensure(signal: AbortSignal, { now, signals, people: members }: ClubSize = wholeClub()): Promise<Added | null> {
    if (!this.config.seedDemo || this.config.production) return null;
    // This transaction only holds the lock; the work is committed in others.
    const guard = this.em.fork();
    await guard.begin();
    try {
      if (!(await this.repository.tryLock(guard))) return null;
      const admin = await this.admins.ensure();
      if (!admin) return null;
      return {
        members: await this.cases.ensure(admin.userId, { now, people: members }, signal),
        broadcasts: await this.broadcasts.ensure(admin.userId),
        signals: await this.signals.ensure(admin.userId, { now, count: signals }, signal),
      };
    } finally {
      await guard.rollback();
    }
  }
}
