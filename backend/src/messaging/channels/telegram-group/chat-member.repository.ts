import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import { db } from '../../../database.js';
import { groupActs, type ClaimedMember, type GroupAct, type HeldMember, type MemberChange } from './chat-member.types.js';
import { entitledAccounts } from './group-right.query.js';

/** Longer than two requests can take. A worker that died holds up a removal for this long: it is part of the minute. */
const LEASE_SECONDS = 30;

const now = sql<string>`now()`;
const inSeconds = (seconds: number) => sql<string>`now() + make_interval(secs => ${seconds})`;

/** What is next about a row `m`; `r.hash` is null if the account has no right. Where right and row agree it is null. */
const nextAct = sql<GroupAct | null>`case
  when m.status = 'member' and r.hash is null then 'remove'
  when m.status = 'requested' then 'answer'
  when m.link is not null and (r.hash is null or m.is_link_wanted or m.status <> 'invited') then 'revoke'
  when m.link is null and r.hash is not null
    and (m.status = 'removed' or (m.is_link_wanted and m.status in ('invited', 'left'))) then 'invite'
  when m.notice is not null and (m.notice <> 'invited' or m.link is not null) then 'tell'
  when m.status = 'removed' and r.hash is null and m.checked_at < now() - interval '1 hour' then 'check' end`;

/** Statements about what the worker does about rows of `chat_members`. */
@Injectable()
export class ChatMemberRepository {
  constructor(private readonly em: EntityManager) {}

  /** Takes rows about which something is to be done, removals first. */
  async claim(chatId: string, limit: number): Promise<ClaimedMember[]> {
    return db(this.em)
      .with('due', (query) =>
        query
          .selectFrom('chat_members as m')
          .leftJoin(entitledAccounts.as('r'), 'r.hash', 'm.hash')
          .select('m.id')
          .where('m.chat_id', '=', chatId)
          .where('m.available_at', '<=', now)
          .where((eb) => eb.or([eb('m.lease_until', 'is', null), eb('m.lease_until', '<', now)]))
          .where(nextAct, 'is not', null)
          .orderBy(sql`array_position(${[...groupActs]}::text[], ${nextAct})`)
          .orderBy('m.available_at')
          .limit(limit)
          .forUpdate('m')
          .skipLocked(),
      )
      .updateTable('chat_members as c')
      .from('due')
      .set({ lease_until: inSeconds(LEASE_SECONDS) })
      .whereRef('c.id', '=', 'due.id')
      .returning(['c.id', 'c.hash', 'c.attempts', sql<string>`c.lease_until::text`.as('lease')])
      .execute();
  }

  /** Returns a claimed row as it is now, with what is to be done; null if nothing is, or if this worker no longer holds it. */
  async look({ id, lease }: ClaimedMember): Promise<HeldMember | null> {
    const row = await db(this.em)
      .selectFrom('chat_members as m')
      .leftJoin(entitledAccounts.as('r'), 'r.hash', 'm.hash')
      .leftJoin('users as o', 'o.id', 'm.user_id')
      .select(['m.id', 'm.hash', 'm.attempts', 'm.status', 'm.account', 'm.user_id as userId', 'm.link', 'm.notice', 'o.language'])
      .select((eb) => [nextAct.as('act'), eb('r.hash', 'is not', null).$castTo<boolean>().as('isEntitled')])
      .where('m.id', '=', id)
      .where('m.lease_until', '=', sql<string>`${lease}::timestamptz`)
      .where('m.lease_until', '>', now)
      .executeTakeFirst();
    return row?.act ? { ...row, act: row.act, lease } : null;
  }

  /** Stores what a request came to, and lets go of the row. Changes nothing if this worker no longer holds it. */
  async settle(tx: EntityManager, { id, lease }: ClaimedMember, change: MemberChange): Promise<void> {
    const { status, link, isLinkWanted, notice, isChecked } = change;
    await db(tx)
      .updateTable('chat_members')
      .set({
        ...(status !== undefined && { status }),
        ...(link !== undefined && { link: link?.url ?? null, link_expires_at: link ? inSeconds(link.expiresInSeconds) : null }),
        ...(isLinkWanted !== undefined && { is_link_wanted: isLinkWanted }),
        ...(notice !== undefined && { notice }),
        checked_at: now,
        attempts: 0,
        available_at: now,
        lease_until: null,
        ...(!isChecked && { updated_at: now }),
      })
      .where('id', '=', id)
      .where('lease_until', '=', sql<string>`${lease}::timestamptz`)
      .execute();
  }

  /** Marks a notice as sent just before it is: one that may have arrived is not repeated. Keeps the row. */
  async takeNotice({ id, lease }: ClaimedMember): Promise<boolean> {
    const taken = await db(this.em)
      .updateTable('chat_members')
      .set({ notice: null })
      .where('id', '=', id)
      .where('lease_until', '=', sql<string>`${lease}::timestamptz`)
      .returning('id')
      .executeTakeFirst();
    return taken !== undefined;
  }

  /** Lets go of a row until so many seconds have passed. */
  async postpone({ id, lease }: ClaimedMember, seconds: number, isFailure: boolean): Promise<void> {
    await db(this.em)
      .updateTable('chat_members')
      .set((eb) => ({
        available_at: inSeconds(seconds),
        lease_until: null,
        attempts: isFailure ? eb('attempts', '+', 1) : eb.ref('attempts'),
      }))
      .where('id', '=', id)
      .where('lease_until', '=', sql<string>`${lease}::timestamptz`)
      .execute();
  }

  /** Deletes expired links, and the rows of accounts that are outside the group and have no right. Rows of members stay a day longer. */
  async sweep(chatId: string): Promise<void> {
    await db(this.em)
      .updateTable('chat_members')
      .set({ link: null, link_expires_at: null, notice: sql<null>`nullif(notice, 'invited')` })
      .where('chat_id', '=', chatId)
      .where('link_expires_at', '<', now)
      .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<', now)]))
      .execute();
    await db(this.em)
      .deleteFrom('chat_members as m')
      .where('m.chat_id', '=', chatId)
      .where('m.status', 'in', ['invited', 'left', 'removed', 'kept', 'banned'])
      .where('m.link', 'is', null)
      .where('m.hash', 'not in', entitledAccounts.clearSelect().select('entitled.hash'))
      .where((eb) =>
        eb.or([eb.and([eb('m.user_id', 'is', null), eb('m.notice', 'is', null)]), sql<SqlBool>`m.updated_at < now() - interval '1 day'`]),
      )
      .where((eb) => eb.or([eb('m.lease_until', 'is', null), eb('m.lease_until', '<', now)]))
      .execute();
  }
}
