import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AnalysisReachWire, AnalysisRecordWire } from '../../../src/platform/wire/index.js';
import { eventually } from '../../e2e/support/eventually.js';
import { call } from '../../support/people.js';
import { TelegramWorld } from '../channels/telegram-world.js';
import { content } from './analysis-world.js';

const CHANNEL = -1_001_000_000_001;
const COPY = -1_001_000_000_002;
const settings = { TELEGRAM_CHANNEL_ID: String(CHANNEL), TELEGRAM_COPY_CHANNEL_ID: String(COPY) };

let world: TelegramWorld;
beforeAll(async () => {
  world = await TelegramWorld.start({ channels: [CHANNEL, COPY], settings });
  await eventually(async () => assert.equal((await world.rows('select id from channel_addresses where user_id is null')).length, 2));
}, 180_000);
afterAll(() => world.stop(), 180_000);

const choose = (userId: string, value: string) =>
  world.rows(
    `insert into notification_preferences (user_id, kind, channel, value) values (?, 'analysis', 'telegram', ?)
      on conflict (user_id, kind, channel) do update set value = excluded.value`,
    [userId, value],
  );
const reach = async () =>
  (await call(world.api, 'GET', '/admin/analysis/reach', undefined, world.admin)).json<{ data: AnalysisReachWire }>().data;
async function publish(more: object = {}): Promise<AnalysisRecordWire> {
  const draft = (await call(world.api, 'POST', '/admin/analysis', content(more), world.admin)).json<AnalysisRecordWire>();
  const response = await call(world.api, 'POST', `/admin/analysis/${draft.id}/publish`, { revision: draft.revision }, world.admin);
  expect(response.statusCode).toBe(200);
  return draft;
}

describe('a published analysis', () => {
  it('is delivered to members who chose it, with title and summary alone, and no channel of the club', async () => {
    const [wanting, silent, other] = [await world.linked(), await world.linked(), await world.linked()];
    await choose(wanting.member.userId, 'on');
    await choose(silent.member.userId, 'silent');
    await world.rows(`update users set language = 'es' where id = ?`, [wanting.member.userId]);
    const before = await Promise.all([wanting, silent, other].map(({ chat }) => world.messages(chat)));
    expect(await reach()).toEqual({ centre: 3, telegram: 2, push: 0, webhook: 0 });

    const { id, slug } = await publish({ audience: 'members', title: 'Bitcoin <b>& more' });
    const messages = await world.arrived(wanting.chat, before[0]!.length + 1);
    expect(messages.at(-1)).toMatchObject({
      isSilent: false,
      text: expect.stringMatching(/^Bitcoin <b>& more\nWhy 64,100 matters this week\./),
    });
    expect(messages.at(-1)!.html).toContain(`<a href="https://club.example/#/analysis/${slug}">Leer el análisis</a>`);
    expect(messages.at(-1)!.text).not.toContain('held');
    expect((await world.arrived(silent.chat, before[1]!.length + 1)).at(-1)).toMatchObject({ isSilent: true });
    await world.fannedOut();
    expect(
      await world.rows(`select a.channel from deliveries d join channel_addresses a on a.id = d.address_id where d.thread_id = ?`, [id]),
    ).toEqual([{ channel: 'telegram' }, { channel: 'telegram' }]);
    expect(await Promise.all([other.chat, CHANNEL, COPY].map(async (chat) => (await world.messages(chat)).length))).toEqual([
      before[2]!.length,
      0,
      0,
    ]);
  });

  it('is not delivered to who stopped paying', async () => {
    const gone = await world.linked();
    await choose(gone.member.userId, 'on');
    await world.rows('update users set payment_status = null where id = ?', [gone.member.userId]);
    const { id } = await publish();
    await world.fannedOut();
    expect(
      await world.rows(
        `select d.id from deliveries d join channel_addresses a on a.id = d.address_id where d.thread_id = ? and a.user_id = ?`,
        [id, gone.member.userId],
      ),
    ).toEqual([]);
  });
});
