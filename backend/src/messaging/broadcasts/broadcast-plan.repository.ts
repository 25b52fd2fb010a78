import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import type { NewBroadcast } from './broadcast.entity.js';
import { recipientsOf, type BroadcastKind, type Recipients } from './broadcast.types.js';

const MAX_STARTS = 10;

/** A broadcast whose recipients are still to be stored. */
export interface PlannedBroadcast {
  id: string;
  subject: string;
  message: string;
  kind: BroadcastKind;
  recipients: Recipients;
  localStart: string | null;
}

/** The content of a broadcast as it is edited. */
export type BroadcastChange = Omit<NewBroadcast, 'createdBy'>;

/** Statements about broadcasts that have not started: their recipients are not stored yet. */
@Injectable()
export class BroadcastPlanRepository {
  constructor(private readonly em: EntityManager) {}

  /** Lists broadcasts that are due to start. */
  async findDue(): Promise<string[]> {
    const rows = await db(this.em)
      .selectFrom('broadcasts')
      .select('id')
      .where('state', '=', 'scheduled')
      .where('recipients_at', 'is', null)
      .where('starts_at', '<=', sql<string>`now()`)
      .orderBy('starts_at')
      .orderBy('id')
      .limit(MAX_STARTS)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Locks a broadcast that is due to start; null: another worker has it, or it was cancelled, edited or started meanwhile. */
  async lockDue(tx: EntityManager, id: string): Promise<PlannedBroadcast | null> {
    const row = await db(tx)
      .selectFrom('broadcasts')
      .select(['id', 'subject', 'message', 'kind', 'audience', 'audience_user_id', 'segment', 'local_start'])
      .where('id', '=', id)
      .where('state', '=', 'scheduled')
      .where('recipients_at', 'is', null)
      .where('starts_at', '<=', sql<string>`now()`)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!row) return null;
    const { audience, audience_user_id: userId, segment, local_start: localStart, ...same } = row;
    return { ...same, localStart, recipients: recipientsOf({ audience, userId, segment }) };
  }

  /** The recipients are stored: sending begins. `announcedAt`: when it is listed in the notification centre; null: now. */
  async start(tx: EntityManager, id: string, announcedAt: Date | null): Promise<void> {
    await db(tx)
      .updateTable('broadcasts')
      .set({
        state: 'sending',
        recipients_at: sql<string>`now()`,
        available_at: sql<string>`now()`,
        announced_at: announcedAt?.toISOString() ?? sql<string>`now()`,
      })
      .where('id', '=', id)
      .execute();
  }

  /** Pauses a broadcast that cannot start as it is. The console shows the problem. */
  async refuseStart(tx: EntityManager, id: string, problem: string): Promise<void> {
    await db(tx)
      .updateTable('broadcasts')
      .set({ state: 'paused', problem: problem.slice(0, 300) })
      .where('id', '=', id)
      .execute();
  }

  /**
   * Replaces what a broadcast says, whom it is for and when it leaves. `startsAt` null: at once, after the time to cancel. Returns false if
   * it has started or ended.
   */
  async edit(
    tx: EntityManager,
    id: string,
    { subject, message, audience, audienceUser, segment, kind, localStart }: BroadcastChange,
    startsAt: Date | null,
    delaySeconds: number,
  ): Promise<boolean> {
    const edited = await db(tx)
      .updateTable('broadcasts')
      .set({
        subject,
        message,
        audience,
        audience_user_id: audienceUser,
        segment,
        kind,
        local_start: localStart,
        starts_at: startsAt?.toISOString() ?? sql<string>`now() + make_interval(secs => ${delaySeconds})`,
        recipients_at: startsAt ? null : sql<string>`now()`,
        state: 'scheduled',
        problem: null,
      })
      .where('id', '=', id)
      .where('recipients_at', 'is', null)
      .where('state', 'in', ['scheduled', 'paused'])
      .returning('id')
      .executeTakeFirst();
    return edited !== undefined;
  }
}
