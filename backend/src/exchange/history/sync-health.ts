import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../common/domain/index.js';
import { AppConfig } from '../../config/index.js';
import { fullName } from '../../users/index.js';
import { keyStates, type KeyState } from '../accounts/exchange-account.entity.js';
import { lastSyncedSql } from '../accounts/last-synced.sql.js';
import { isMember, memberSource } from './members-reader.js';
import { standingSql } from './sync-state-reader.js';

export interface SyncHealth {
  /** Members by the state of their key; `none`: no key, or none any more. Every state is in it. */
  keys: { state: KeyState | 'none'; count: number }[];
  /** Not read within the last two intervals. */
  behind: number;
  /** Members with a key whose balances were read the longest ago; those never read come first. */
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

const SHOWN = 5;
const HOUR_MS = 3_600_000;

const keysAndStanding = (
  minutes: number,
) => `select case when a.api_key is null then 'none' else a.key_state end as state, count(*)::int as count, (count(*) filter (where ${standingSql(minutes)} = 'behind'))::int as behind
  from ${memberSource} where ${isMember} group by 1`;
const oldestReadings = `select u.id, u.surname, u.other_name, ${lastSyncedSql} as last_synced_at from ${memberSource}
  where ${isMember} and a.api_key is not null and a.sync_enabled order by ${lastSyncedSql} nulls first, u.id limit ${SHOWN}`;
const openRuns = `select (count(*) filter (where state = 'queued'))::int as waiting, (count(*) filter (where state = 'running'))::int as running from sync_runs where state in ('queued', 'running')`;
const endedRuns = `select (count(*) filter (where state = 'done'))::int as done, (count(*) filter (where state = 'failed'))::int as failed from sync_runs where id >= ?::uuid and state in ('done', 'failed')`;
const lastEnds = `select (select finished_at from sync_runs where state = 'done' order by id desc limit 1) as done, (select finished_at from sync_runs where state = 'failed' order by id desc limit 1) as failed`;

/** Whether accounts are read, over all members that the list of members holds. */
@Injectable()
export class SyncHealthReader {
  constructor(
    private readonly em: EntityManager,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  async read(): Promise<SyncHealth> {
    const [members, oldest, open, ended, last] = await Promise.all([
      this.em.execute<{ state: KeyState | 'none'; count: number; behind: number }[]>(keysAndStanding(this.config.sync.intervalMinutes)),
      this.em.execute<{ id: string; surname: string; other_name: string; last_synced_at: string | null }[]>(oldestReadings),
      this.em.execute<{ waiting: number; running: number }[]>(openRuns),
      this.em.execute<{ done: number; failed: number }[]>(endedRuns, [firstIdOf(this.clock.now().getTime() - HOUR_MS)]),
      this.em.execute<{ done: string | null; failed: string | null }[]>(lastEnds),
    ]);
    return {
      keys: [...keyStates, 'none' as const].map((state) => ({ state, count: members.find((row) => row.state === state)?.count ?? 0 })),
      behind: members.reduce((sum, { behind }) => sum + behind, 0),
      oldest: oldest.map((row) => ({
        userId: row.id,
        fullName: fullName({ surname: row.surname, otherName: row.other_name }),
        lastSyncedAt: dateOf(row.last_synced_at),
      })),
      runs: {
        waiting: open[0]?.waiting ?? 0,
        running: open[0]?.running ?? 0,
        doneLastHour: ended[0]?.done ?? 0,
        failedLastHour: ended[0]?.failed ?? 0,
        lastDoneAt: dateOf(last[0]?.done ?? null),
        lastFailedAt: dateOf(last[0]?.failed ?? null),
      },
    };
  }
}

/** Ids of runs begin with the moment they were asked for (UUID version 7): those of the last hour lie side by side in the primary key. */
function firstIdOf(milliseconds: number): string {
  const time = milliseconds.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text));
