import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import { upsertChanged } from './upsert-changed.query.js';

/** What a member entered of a signal; decimals. */
export interface StoredEntry {
  signalId: string;
  qty: string;
  slippage: string;
}

/** Entries written in one statement. */
const BATCH = 1_000;

/** Computed entries of members. */
@Injectable()
export class ShareEntryRepository {
  /** Returns what a member entered of one signal. Null: nothing that is known. */
  async find(em: EntityManager, userId: string, signalId: string): Promise<StoredEntry | null> {
    const row = await db(em)
      .selectFrom('share_entries')
      .select(['signal_id as signalId', 'qty', 'slippage'])
      .where('user_id', '=', userId)
      .where('signal_id', '=', signalId)
      .executeTakeFirst();
    return row ?? null;
  }

  /** Replaces the entries of a member. */
  async store(tx: EntityManager, userId: string, entries: readonly StoredEntry[]): Promise<void> {
    for (let first = 0; first < entries.length; first += BATCH) {
      const rows = entries.slice(first, first + BATCH);
      await upsertChanged(
        tx,
        'share_entries',
        rows.map(({ signalId, qty, slippage }) => ({ user_id: userId, signal_id: signalId, qty, slippage })),
        ['user_id', 'signal_id'],
      );
    }
    const kept = entries.map(({ signalId }) => signalId);
    await db(tx)
      .deleteFrom('share_entries')
      .where('user_id', '=', userId)
      .where(sql<boolean>`signal_id <> all(${kept}::uuid[])`)
      .execute();
  }
}
