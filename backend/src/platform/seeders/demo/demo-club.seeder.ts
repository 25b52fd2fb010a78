import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AppConfig } from '../../config/index.js';
import { FirstAdmin } from '../../../club/users/index.js';
import { DemoBroadcastSeeder } from './demo-broadcast.seeder.js';
import { DemoCaseSeeder } from './demo-case.seeder.js';
import { people, type DemoPerson } from './demo-people.js';
import { DemoSignalSeeder } from './demo-signal.seeder.js';

/** What the demo club has to show. */
export interface ClubSize {
  now: Date;
  signals: number;
  people: readonly DemoPerson[];
}

/** A club of a few analysts: about two signals in nine days. */
const wholeClub = (): ClubSize => ({ now: new Date(), signals: 120, people });

/** How many of each were missing. */
export interface Added {
  members: number;
  broadcasts: number;
  signals: number;
}

/** Gives an empty club 18 months of history where SEED_DEMO asks for demo data; never in production. */
@Injectable()
export class DemoClubSeeder {
  constructor(
    private readonly em: EntityManager,
    private readonly config: AppConfig,
    private readonly admins: FirstAdmin,
    private readonly cases: DemoCaseSeeder,
    private readonly signals: DemoSignalSeeder,
    private readonly broadcasts: DemoBroadcastSeeder,
  ) {}

  /**
   * Makes what is missing. Null: not asked for, or another process is at it. Throws what its services throw: run it again, and it goes on.
   */
  async ensure(signal: AbortSignal, { now, signals, people: members }: ClubSize = wholeClub()): Promise<Added | null> {
    if (!this.config.seedDemo || this.config.production) return null;
    // The lock lives as long as this connection's transaction; work is done, and committed, in others.
    const guard = this.em.fork();
    await guard.begin();
    try {
      const [lock] = await guard.execute<{ mine: boolean }[]>('select pg_try_advisory_xact_lock(7489208) as mine');
      if (!lock?.mine) return null;
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
