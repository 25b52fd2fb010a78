import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../../database.js';
import type { ChatStatus, GroupNotice } from './chat-member.types.js';
import { entitledAccounts, hasGroupRight } from './group-right.query.js';

const now = sql<string>`now()`;

/** A row of an account, as updates and members' requests see it. */
export interface StoredChatMember {
  id: string;
  status: ChatStatus;
  link: string | null;
  linkExpiresAt: Date | null;
  isLinkWanted: boolean;
  isEntitled: boolean;
}

export interface NewChatMember {
  id: string;
  chatId: string;
  hash: Buffer;
  account: Buffer;
  userId: string | null;
  status: ChatStatus;
  isLinkWanted?: boolean;
  notice?: GroupNotice | null;
}

/** Statements about which accounts the table `chat_members` has. */
@Injectable()
export class ChatAccountRepository {
  constructor(private readonly em: EntityManager) {}

  /** Returns connected accounts that may be in the group and are not known there. */
  async findMissing(chatId: string, limit: number): Promise<{ addressId: string; userId: string; address: Buffer; hash: Buffer }[]> {
    return db(this.em)
      .selectFrom('channel_addresses as a')
      .innerJoin('users as u', 'u.id', 'a.user_id')
      .select(['a.id as addressId', 'u.id as userId', 'a.address', 'a.hash'])
      .where('a.channel', '=', 'telegram')
      .where(hasGroupRight)
      .where((eb) =>
        eb.not(
          eb.exists(eb.selectFrom('chat_members as m').select('m.id').whereRef('m.hash', '=', 'a.hash').where('m.chat_id', '=', chatId)),
        ),
      )
      .limit(limit)
      .execute();
  }

  /** Inserts a row, unless the account has one. */
  async insert(em: EntityManager, { id, chatId, hash, account, userId, status, isLinkWanted, notice }: NewChatMember): Promise<void> {
    await db(em)
      .insertInto('chat_members')
      .values({
        id,
        chat_id: chatId,
        hash,
        account,
        user_id: userId,
        status,
        is_link_wanted: isLinkWanted ?? false,
        notice: notice ?? null,
      })
      .onConflict((conflict) => conflict.columns(['chat_id', 'hash']).doNothing())
      .execute();
  }

  /** Returns the row of an account; null if there is none. */
  async find(chatId: string, hash: Buffer, em: EntityManager = this.em): Promise<StoredChatMember | null> {
    return toStored(await this.stored(em, chatId, hash).executeTakeFirst());
  }

  /** As `find`, locked until the transaction ends. */
  async lock(tx: EntityManager, chatId: string, hash: Buffer): Promise<StoredChatMember | null> {
    return toStored(await this.stored(tx, chatId, hash).forUpdate('m').executeTakeFirst());
  }

  /**
   * Stores where an account stands by an update of Telegram. A worker that holds the row loses it: what it does is about an earlier state.
   * `account`: sealed anew; absent: as before.
   */
  async observe(
    tx: EntityManager,
    id: string,
    change: { status: ChatStatus; userId: string | null; account?: Buffer; notice?: GroupNotice },
  ): Promise<void> {
    const { status, userId, account, notice } = change;
    await db(tx)
      .updateTable('chat_members')
      .set({
        status,
        user_id: userId,
        ...(account && { account }),
        ...(notice && { notice }),
        attempts: 0,
        available_at: now,
        lease_until: null,
        checked_at: now,
        updated_at: now,
      })
      .where('id', '=', id)
      .execute();
  }

  /** Asks for a new link; the one before is revoked. */
  async wantLink(tx: EntityManager, id: string, userId: string): Promise<void> {
    await db(tx)
      .updateTable('chat_members')
      .set((eb) => ({
        is_link_wanted: true,
        user_id: userId,
        notice: null,
        attempts: 0,
        available_at: now,
        updated_at: now,
        status: eb
          .case()
          .when('status', '=', 'banned')
          .then('left' as const)
          .else(eb.ref('status'))
          .end(),
      }))
      .where('id', '=', id)
      .execute();
  }

  private stored(em: EntityManager, chatId: string, hash: Buffer) {
    return db(em)
      .selectFrom('chat_members as m')
      .leftJoin(entitledAccounts.as('r'), 'r.hash', 'm.hash')
      .select(['m.id', 'm.status', 'm.link', 'm.link_expires_at as linkExpiresAt', 'm.is_link_wanted as isLinkWanted'])
      .select((eb) => eb('r.hash', 'is not', null).$castTo<boolean>().as('isEntitled'))
      .where('m.chat_id', '=', chatId)
      .where('m.hash', '=', hash);
  }
}

const toStored = (
  row: (Omit<StoredChatMember, 'linkExpiresAt'> & { linkExpiresAt: string | null }) | undefined,
): StoredChatMember | null => (row ? { ...row, linkExpiresAt: row.linkExpiresAt === null ? null : new Date(row.linkExpiresAt) } : null);
