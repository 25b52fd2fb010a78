import assert from 'node:assert/strict';
import type { TelegramGroupWire } from '../../../src/platform/wire/index.js';
import { eventually } from '../../e2e/support/eventually.js';
import type { SignedIn } from '../../support/people.js';
import { TelegramWorld, type Linked } from './telegram-world.js';

export const GROUP = '-1001000000001';
/** An account of the allow-list. */
export const HELPER = 5001;

interface GroupAtTelegram {
  members: Record<string, string>;
  requests: number[];
  links: { invite_link: string; name: string; expiresAt: number; asksToJoin: boolean; isRevoked: boolean }[];
}

/** The members' group: what Telegram has of it, and what people do there. */
export class GroupWorld {
  private constructor(readonly telegram: TelegramWorld) {}

  static async start(): Promise<GroupWorld> {
    return new GroupWorld(await TelegramWorld.start({ settings: { TELEGRAM_GROUP_ID: GROUP, TELEGRAM_GROUP_ALLOWED: `4999, ${HELPER}` } }));
  }

  atTelegram(): Promise<GroupAtTelegram> {
    return this.telegram.sandbox.control('GET', 'telegram/group');
  }

  async statusOf(chat: number): Promise<string | undefined> {
    return (await this.atTelegram()).members[chat];
  }

  /** Waits until Telegram says this of an account. */
  stands(chat: number, status: string): Promise<void> {
    return eventually(async () => assert.equal(await this.statusOf(chat), status));
  }

  /** Opens a link as a person does. */
  join(from: number, link: string): Promise<{ update_id: number }> {
    return this.telegram.act('join', from, { link });
  }

  /** Somebody stands differently in the group: added by `by`, promoted, left. */
  put(from: number, status: string, more: { by?: number; isBot?: boolean } = {}): Promise<{ update_id: number }> {
    return this.telegram.act('stand', from, { status, ...more });
  }

  async state(member: SignedIn): Promise<TelegramGroupWire> {
    const { group } = await this.telegram.state(member);
    assert.ok(group);
    return group;
  }

  /** Waits until a member's page shows this. */
  shows(member: SignedIn, state: TelegramGroupWire['state']): Promise<TelegramGroupWire> {
    return eventually(async () => {
      const group = await this.state(member);
      assert.equal(group.state, state);
      return group;
    });
  }

  /** A member who has connected Telegram and has got a link. */
  async invited(owner?: SignedIn): Promise<Linked & { link: string }> {
    const linked = await this.telegram.linked(owner);
    const { link } = await this.shows(linked.member, 'invited');
    await this.telegram.arrived(linked.chat, 3);
    return { ...linked, link: link!.url };
  }

  /** A member in the group. */
  async joined(): Promise<Linked & { link: string }> {
    const invited = await this.invited();
    await this.join(invited.chat, invited.link);
    await this.stands(invited.chat, 'member');
    await this.shows(invited.member, 'member');
    return invited;
  }

  /** The payment of a member is no longer approved. */
  endRight({ userId }: SignedIn): Promise<unknown> {
    return this.telegram.rows(`update users set payment_status = null where id = ?`, [userId]);
  }

  /** What waits for its next try is tried now. */
  hurry(): Promise<unknown> {
    return this.telegram.rows(`update chat_members set available_at = now() where available_at > now()`);
  }

  expireLeases(): Promise<unknown> {
    return this.telegram.rows(`update chat_members set lease_until = now() - interval '1 second' where lease_until is not null`);
  }

  /** What the audit log says that was done about a member. */
  async recorded({ userId }: SignedIn): Promise<string[]> {
    const lines = await this.telegram.rows<{ action: string }>(
      `select action from audit_events where action like 'telegram.group-%' and detail ->> 'userId' = ? order by id`,
      [userId],
    );
    return lines.map(({ action }) => action);
  }

  rowsOf(): Promise<{ status: string; user_id: string | null }[]> {
    return this.telegram.rows('select status, user_id from chat_members order by created_at');
  }

  /** Waits until the bot has worked off an update. */
  worked({ update_id }: { update_id: number }): Promise<void> {
    return eventually(async () =>
      assert.deepEqual(
        await this.telegram.rows('select 1 as n from telegram_updates where update_id = ? and done_at is not null', [update_id]),
        [{ n: 1 }],
      ),
    );
  }

  /** Waits until nothing is to be done: no request waits, and nobody without a right is in the group by our rows. */
  async settled(): Promise<void> {
    const { telegram } = this;
    await eventually(async () =>
      assert.deepEqual(
        await telegram.rows(`select status from chat_members where status = 'requested' or lease_until is not null or notice is not null`),
        [],
      ),
    );
  }
}
