import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { dateOrNull } from '../../../platform/persistence/date-or-null.js';
import { jsonb } from '../../../platform/persistence/jsonb.js';
import { db } from '../../../database.js';
import type { ExportState } from '../privacy.entities.js';

/** A member's view of an export. */
export interface ExportView {
  id: string;
  state: ExportState;
  /** Percent. */
  progress: number;
  step: string | null;
  byteSize: number | null;
  failure: string | null;
  requestedAt: Date;
  readyAt: Date | null;
  expiresAt: Date | null;
}

/** A finished export that has not expired. `day`: when it was finished, `YYYY-MM-DD`, UTC. */
export interface ReadyExport {
  id: string;
  userId: string;
  parts: string[];
  byteSize: number;
  day: string;
}

const BATCH = 200;
const now = sql<string>`now()`;
const cleared = { parts: jsonb<string[]>([]), step: null, touched_at: now };

/** Every statement about the table `data_exports`. */
@Injectable()
export class DataExportRepository {
  constructor(private readonly em: EntityManager) {}

  /** Returns the member's latest export, or null before the first. One past its expiry is `expired`, also before the sweep. */
  async findLatestOf(userId: string): Promise<ExportView | null> {
    const row = await db(this.em)
      .selectFrom('data_exports')
      .select(['id', 'progress', 'step', 'byte_size', 'failure', 'requested_at', 'ready_at', 'expires_at'])
      .select((eb) =>
        eb
          .case()
          .when(eb.and([eb('state', '=', 'ready'), eb('expires_at', '<=', now)]))
          .then(sql.lit<ExportState>('expired'))
          .else(eb.ref('state'))
          .end()
          .as('state'),
      )
      .where('user_id', '=', userId)
      .orderBy('requested_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!row) return null;
    const { byte_size, requested_at, ready_at, expires_at, ...view } = row;
    return {
      ...view,
      byteSize: byte_size === null ? null : Number(byte_size),
      requestedAt: new Date(requested_at),
      readyAt: dateOrNull(ready_at),
      expiresAt: dateOrNull(expires_at),
    };
  }

  async insert(tx: EntityManager, id: string, userId: string): Promise<void> {
    await db(tx).insertInto('data_exports').values({ id, user_id: userId, state: 'queued' }).execute();
  }

  /** Returns whose export is to be made, or null where it has ended or its member was rejected. */
  async findOwner(id: string): Promise<string | null> {
    const row = await db(this.em)
      .selectFrom('data_exports as e')
      .innerJoin('users as u', 'u.id', 'e.user_id')
      .select('e.user_id')
      .where('e.id', '=', id)
      .where('e.state', 'in', ['queued', 'running'])
      .where('u.rejected_at', 'is', null)
      .executeTakeFirst();
    return row?.user_id ?? null;
  }

  async findParts(id: string): Promise<string[]> {
    const row = await db(this.em).selectFrom('data_exports').select('parts').where('id', '=', id).executeTakeFirst();
    return row?.parts ?? [];
  }

  async start(id: string): Promise<void> {
    await db(this.em)
      .updateTable('data_exports')
      .set({ ...cleared, state: 'running', progress: 0, started_at: now })
      .where('id', '=', id)
      .where('state', 'in', ['queued', 'running'])
      .execute();
  }

  async saveProgress(id: string, step: string, progress: number): Promise<void> {
    await db(this.em)
      .updateTable('data_exports')
      .set({ step, progress, touched_at: now })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .execute();
  }

  async saveParts(id: string, keys: string[]): Promise<void> {
    await db(this.em)
      .updateTable('data_exports')
      .set({ parts: jsonb(keys), touched_at: now })
      .where('id', '=', id)
      .execute();
  }

  /** Finishes a running export, which expires in 24 hours. Returns when; null where it is not running. */
  async finish(tx: EntityManager, id: string, byteSize: number): Promise<Date | null> {
    const row = await db(tx)
      .updateTable('data_exports')
      .set({
        state: 'ready',
        progress: 100,
        step: null,
        byte_size: String(byteSize),
        ready_at: now,
        expires_at: sql<string>`now() + interval '24 hours'`,
        touched_at: now,
      })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .returning('expires_at')
      .executeTakeFirst();
    return dateOrNull(row?.expires_at ?? null);
  }

  /** Fails an unfinished export. Returns its member and the former parts; null where it has ended. */
  async fail(tx: EntityManager, id: string, failure: string): Promise<{ userId: string; parts: string[] } | null> {
    const row = await db(tx)
      .updateTable('data_exports as e')
      .from('data_exports as o')
      .set({ ...cleared, state: 'failed', failure })
      .whereRef('o.id', '=', 'e.id')
      .where('e.id', '=', id)
      .where('e.state', 'in', ['queued', 'running'])
      .returning(['e.user_id', 'o.parts'])
      .executeTakeFirst();
    return row ? { userId: row.user_id, parts: row.parts } : null;
  }

  findReadyById(id: string): Promise<ReadyExport | null> {
    return this.findReady({ id });
  }

  findReadyOf(userId: string): Promise<ReadyExport | null> {
    return this.findReady({ userId });
  }

  private async findReady({ id, userId }: { id?: string; userId?: string }): Promise<ReadyExport | null> {
    const row = await db(this.em)
      .selectFrom('data_exports')
      .select(['id', 'user_id', 'parts', 'byte_size'])
      .select(sql<string>`to_char(ready_at at time zone 'UTC', 'YYYY-MM-DD')`.as('day'))
      .where('state', '=', 'ready')
      .where('expires_at', '>', now)
      .$if(id !== undefined, (query) => query.where('id', '=', id!))
      .$if(userId !== undefined, (query) => query.where('user_id', '=', userId!))
      .orderBy('ready_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row ? { id: row.id, userId: row.user_id, parts: row.parts, byteSize: Number(row.byte_size), day: row.day } : null;
  }

  /** Expires finished exports past their day, and any export of a rejected member; 200 at most. Returns the former parts of each. */
  async expire(): Promise<string[][]> {
    const due = db(this.em)
      .selectFrom('data_exports as x')
      .innerJoin('users as u', 'u.id', 'x.user_id')
      .select('x.id')
      .where((eb) =>
        eb.or([
          eb.and([eb('x.state', '=', 'ready'), eb('x.expires_at', '<=', now)]),
          eb.and([eb('x.state', 'in', ['queued', 'running', 'ready']), eb('u.rejected_at', 'is not', null)]),
        ]),
      )
      .limit(BATCH);
    const expired = await db(this.em)
      .updateTable('data_exports as e')
      .from('data_exports as o')
      .set({ ...cleared, state: 'expired' })
      .whereRef('o.id', '=', 'e.id')
      .where('e.id', 'in', due)
      .returning('o.parts')
      .execute();
    return expired.map(({ parts }) => parts);
  }

  /** Returns unfinished exports without progress for five minutes: their job or their worker was lost. 200 at most. */
  async findStalled(): Promise<string[]> {
    const rows = await db(this.em)
      .selectFrom('data_exports')
      .select('id')
      .where('state', 'in', ['queued', 'running'])
      .where('touched_at', '<', sql<string>`now() - interval '5 minutes'`)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    return rows.map(({ id }) => id);
  }
}
