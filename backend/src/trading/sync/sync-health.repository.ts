import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import { Clock } from '../../platform/domain/index.js';
import { AppConfig } from '../../platform/config/index.js';
import { db } from '../../database.js';
import { fullNameOf } from '../../full-name.query.js';
import { keyStates, type KeyState, lastSynced, isMember } from '../exchange-accounts/index.js';
import type { SyncRunState } from './sync-run.entity.js';
import { standing, withCurrentAccount } from './sync-state.query.js';
import { dateOrNull } from '../../platform/persistence/date-or-null.js';

export interface SyncHealth {
  /** Members by state of their key, every state included; `none`: no key. */
  keys: { state: KeyState | 'none'; count: number }[];
  /** Members not synced within the last two intervals. */
  behind: number;
  /** Members with a key, least recently synced first; never synced ones come before them. */
  oldest: { userId: string; fullName: string; lastSyncedAt: Date | null }[];
  runs: {
    waiting: number;
    running: number;
    doneLastHour: number;
    failedLastHour: number;
    lastDoneAt: Date | null;
    lastFailedAt: Date | null;
  };
}

const MAX_SHOWN = 5;
const HOUR_MS = 3_600_000;

/** Reads the health of all members' syncs. */
@Injectable()
export class SyncHealthReader {
  constructor(
    private readonly em: EntityManager,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  async read(): Promise<SyncHealth> {
    const [members, oldest, open, ended, last] = await Promise.all([
      this.keysAndStandings(),
      this.oldestReadings(),
      this.countRuns('queued', 'running'),
      this.countRuns('done', 'failed', firstIdOf(this.clock.now().getTime() - HOUR_MS)),
      this.lastEnds(),
    ]);
    return {
      keys: [...keyStates, 'none' as const].map((state) => ({ state, count: members.find((row) => row.state === state)?.count ?? 0 })),
      behind: members.reduce((sum, { behind }) => sum + behind, 0),
      oldest: oldest.map((row) => ({ ...row, lastSyncedAt: dateOrNull(row.lastSyncedAt) })),
      runs: {
        waiting: open.first,
        running: open.second,
        doneLastHour: ended.first,
        failedLastHour: ended.second,
        lastDoneAt: dateOrNull(last.done),
        lastFailedAt: dateOrNull(last.failed),
      },
    };
  }

  private members() {
    return withCurrentAccount(db(this.em)).where(isMember);
  }

  private keysAndStandings() {
    const state = sql<KeyState | 'none'>`case when a.api_key is null then 'none' else a.key_state end`;
    const isBehind = sql`${standing(this.config.sync.intervalMinutes)} = 'behind'`;
    return this.members()
      .select([
        state.as('state'),
        sql<number>`count(*)::int`.as('count'),
        sql<number>`(count(*) filter (where ${isBehind}))::int`.as('behind'),
      ])
      .groupBy(sql`1`)
      .execute();
  }

  private oldestReadings() {
    return this.members()
      .select(['u.id as userId', fullNameOf('u').as('fullName'), lastSynced.as('lastSyncedAt')])
      .where('a.api_key', 'is not', null)
      .where('a.sync_enabled', '=', true)
      .orderBy(lastSynced, (by) => by.asc().nullsFirst())
      .orderBy('u.id')
      .limit(MAX_SHOWN)
      .execute();
  }

  /** Counts runs in two states, optionally from an id on. */
  private countRuns(first: SyncRunState, second: SyncRunState, fromId?: string) {
    const count = (state: SyncRunState) => sql<number>`(count(*) filter (where state = ${state}))::int`;
    return db(this.em)
      .selectFrom('sync_runs')
      .select([count(first).as('first'), count(second).as('second')])
      .where(sql<SqlBool>`state in (${sql.lit(first)}, ${sql.lit(second)})`)
      .$if(fromId !== undefined, (query) => query.where('id', '>=', fromId!))
      .executeTakeFirstOrThrow();
  }

  private lastEnds() {
    const last = (state: SyncRunState) =>
      db(this.em).selectFrom('sync_runs').select('finished_at').where('state', '=', state).orderBy('id', 'desc').limit(1);
    return db(this.em)
      .selectNoFrom([last('done').as('done'), last('failed').as('failed')])
      .executeTakeFirstOrThrow();
  }
}

/** Returns the lowest id of runs created then: ids are UUIDs version 7, so that recent ones are neighbours in the primary key. */
function firstIdOf(milliseconds: number): string {
  const time = milliseconds.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}
