import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { MailOutbox } from '../../../src/messaging/mail/index.js';
import { letters, type LetterName } from '../../../src/messaging/mail/letters/letters.js';
import type { NoticesPageWire, NoticeWire, UnreadNoticesWire } from '../../../src/platform/wire/index.js';
import { call, type SignedIn } from '../../support/people.js';
import { letterSamples } from '../../support/letter-samples.js';
import type { ChannelWorld } from '../channels/channel-world.js';

const ROUTE = '/me/notifications';

/** The notification centre of members, over HTTP, and what is told there. */
export class Centre {
  constructor(readonly world: ChannelWorld) {}

  async page(member: SignedIn, query = ''): Promise<NoticesPageWire> {
    const response = await call(this.world.api, 'GET', `${ROUTE}${query}`, undefined, member);
    assert.equal(response.statusCode, 200, response.body);
    return response.json<{ data: NoticesPageWire }>().data;
  }

  async items(member: SignedIn): Promise<NoticeWire[]> {
    return (await this.page(member, '?limit=50')).items;
  }

  async unread(member: SignedIn): Promise<number> {
    const response = await call(this.world.api, 'GET', `${ROUTE}/unread`, undefined, member);
    assert.equal(response.statusCode, 200, response.body);
    return response.json<{ data: UnreadNoticesWire }>().data.unread;
  }

  readOne(member: SignedIn, id: string) {
    return call(this.world.api, 'POST', `${ROUTE}/${id}/read`, {}, member);
  }

  async readAll(member: SignedIn, upTo: string): Promise<number> {
    const response = await call(this.world.api, 'POST', `${ROUTE}/read`, { upTo }, member);
    assert.equal(response.statusCode, 200, response.body);
    return response.json<{ data: UnreadNoticesWire }>().data.unread;
  }

  /** Queues a letter as a job does, in a transaction of its own. */
  tell(to: string, letter: LetterName, dedupeKey: string = `${letter}:${randomUUID()}`): Promise<void> {
    return this.world.api.em().transactional((tx) => this.queue(tx, to, letter, dedupeKey));
  }

  queue(tx: EntityManager, to: string, letter: LetterName, dedupeKey: string): Promise<void> {
    const data = letters[letter].data.parse((letterSamples[letter] ?? [{}])[0]) as never;
    return this.world.api.app.get(MailOutbox, { strict: false }).queue(tx, { letter, to, data, dedupeKey });
  }

  /** An event about a signal, as it is announced; `age`: how long ago its transaction began. */
  async event(age = '0 seconds', kind = 'signal.published'): Promise<string> {
    const id = randomUUID();
    const payload = JSON.stringify({ type: kind, data: { id, symbol: 'BTC/USDT', side: 'long', changes: [], outcome: null } });
    await this.world.rows(
      `insert into events (id, kind, subject_id, revision, audience, payload, created_at, expires_at, fanned_out_at)
       values (?, ?, ?, 1, 'signal-readers', ?, now() - ?::interval, now(), now())`,
      [id, kind, id, payload, age],
    );
    return id;
  }

  /** The member has been one, and has paid, for a year. */
  veteran({ userId }: SignedIn): Promise<unknown> {
    return this.world.rows(`update users set created_at = now() - interval '1 year' where id = ?`, [userId]);
  }
}
