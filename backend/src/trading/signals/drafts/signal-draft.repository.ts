import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import { db } from '../../../database.js';
import type { DraftTerms } from './draft-terms.rules.js';
import type { DraftState } from './signal-draft.entity.js';

const DRAFT_HOURS = 24;
const BUTTON_MINUTES = 2;
/** A signal that could not be published for so long is not published any more. */
const CONFIRMED_MINUTES = 2;
const now = sql<string>`now()`;

export interface StoredDraft {
  id: string;
  userId: string;
  terms: DraftTerms;
  state: DraftState;
  buttonHash: Buffer | null;
  isButtonOver: boolean;
  isExpired: boolean;
}

export interface ConfirmedDraft {
  id: string;
  userId: string;
  terms: DraftTerms;
  /** It was confirmed too long ago. */
  isLate: boolean;
}

/** Every statement about the table `signal_drafts`, but for its retention. */
@Injectable()
export class SignalDraftRepository {
  constructor(private readonly em: EntityManager) {}

  /** Stores a draft. The open ones that its admin had are replaced. Returns when it expires. */
  async insert(tx: EntityManager, row: { id: string; userId: string; terms: DraftTerms; eventId: string }): Promise<Date> {
    const { id, userId, terms, eventId } = row;
    await db(tx)
      .updateTable('signal_drafts')
      .set({ state: 'replaced', button_hash: null })
      .where('user_id', '=', userId)
      .where('state', '=', 'open')
      .execute();
    const { expires_at } = await db(tx)
      .insertInto('signal_drafts')
      .values({
        id,
        user_id: userId,
        terms: asJson(terms) as never,
        event_id: eventId,
        expires_at: sql<string>`now() + make_interval(hours => ${DRAFT_HOURS})`,
      })
      .returning('expires_at')
      .executeTakeFirstOrThrow();
    return new Date(expires_at);
  }

  /** Locks the draft whose message is this event; null: there is none. */
  async lockByEvent(tx: EntityManager, eventId: string): Promise<StoredDraft | null> {
    return (await this.locked(tx).where('event_id', '=', eventId).executeTakeFirst()) ?? null;
  }

  async lockById(tx: EntityManager, id: string): Promise<StoredDraft | null> {
    return (await this.locked(tx).where('id', '=', id).executeTakeFirst()) ?? null;
  }

  /** Stores the terms that were shown with a button. A button before it works no more. */
  async offer(tx: EntityManager, id: string, terms: DraftTerms, buttonHash: Buffer): Promise<void> {
    await db(tx)
      .updateTable('signal_drafts')
      .set({
        terms: asJson(terms) as never,
        button_hash: buttonHash,
        button_expires_at: sql<string>`now() + make_interval(mins => ${BUTTON_MINUTES})`,
      })
      .where('id', '=', id)
      .execute();
  }

  /** The button was pressed: it works once. */
  async confirm(tx: EntityManager, id: string): Promise<void> {
    await db(tx)
      .updateTable('signal_drafts')
      .set({ state: 'confirmed', confirmed_at: now, button_hash: null })
      .where('id', '=', id)
      .execute();
  }

  /** Returns the draft that has waited longest to be published. */
  async findConfirmed(): Promise<ConfirmedDraft | null> {
    return (await this.confirmed(this.em).orderBy('confirmed_at').orderBy('id').limit(1).executeTakeFirst()) ?? null;
  }

  /** As `findConfirmed`, locked until the transaction ends. Null: another worker has published it, or has given it up. */
  async lockConfirmed(tx: EntityManager, id: string): Promise<ConfirmedDraft | null> {
    return (await this.confirmed(tx).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
  }

  async publish(tx: EntityManager, id: string, signalId: string): Promise<void> {
    await db(tx).updateTable('signal_drafts').set({ state: 'published', signal_id: signalId }).where('id', '=', id).execute();
  }

  /** Nothing was published: the admin may reply again. */
  async reopen(tx: EntityManager, id: string): Promise<void> {
    await db(tx).updateTable('signal_drafts').set({ state: 'open', confirmed_at: null }).where('id', '=', id).execute();
  }

  private locked(tx: EntityManager) {
    return db(tx)
      .selectFrom('signal_drafts')
      .select(['id', 'user_id as userId', 'state', 'button_hash as buttonHash'])
      .select([
        sql<DraftTerms>`terms`.as('terms'),
        sql<boolean>`coalesce(button_expires_at <= now(), true)`.as('isButtonOver'),
        sql<boolean>`expires_at <= now()`.as('isExpired'),
      ])
      .forUpdate();
  }

  private confirmed(em: EntityManager) {
    return db(em)
      .selectFrom('signal_drafts')
      .select(['id', 'user_id as userId'])
      .select([
        sql<DraftTerms>`terms`.as('terms'),
        sql<boolean>`confirmed_at < now() - make_interval(mins => ${CONFIRMED_MINUTES})`.as('isLate'),
      ])
      .where(sql<SqlBool>`state = 'confirmed'`);
  }
}

const asJson = (terms: DraftTerms) => sql<string>`${JSON.stringify(terms)}::jsonb`;
