import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { startSandbox } from '../src/index.ts';
import type { Sandbox } from '../src/index.ts';
import { BOT_TOKEN } from '../src/telegram/bot-api.ts';
import { control, type Fields } from './support/client.ts';

const ADA = 7;
const BOB = 8;
const REFUSED = { ok: false, error_code: 429, description: 'Too Many Requests: retry after 1', parameters: { retry_after: 1 } };

let sandbox: Sandbox;
let now = 1_795_000_000_000;
beforeAll(async () => (sandbox = await startSandbox({ now: () => now })));
afterAll(() => sandbox.close());
beforeEach(async () => {
  await control(sandbox, 'POST', 'reset', { only: ['telegram'] });
  for (const from of [ADA, BOB]) await control(sandbox, 'POST', 'telegram/start', { from });
});

async function call(method: string, body: object = {}): Promise<Fields> {
  const headers = { 'content-type': 'application/json' };
  const url = `${sandbox.url}/telegram/bot${BOT_TOKEN}/${method}`;
  return (await (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as Fields;
}
const send = (chat_id = ADA) => call('sendMessage', { chat_id, text: 'x' });
const refusedCalls = async () =>
  ((await control(sandbox, 'GET', 'telegram/calls')) as unknown as Fields[]).filter(({ status }) => status === 429);

it('five messages and edits go into a chat at once, and one a second follows; above it that chat alone is refused', async () => {
  const { result } = (await send()) as { result: { message_id: number } };
  for (let edit = 0; edit < 4; edit++)
    expect(await call('editMessageText', { chat_id: ADA, message_id: result.message_id, text: `x${edit}` })).toMatchObject({ ok: true });
  expect(await send()).toEqual(REFUSED);
  now += 999;
  expect(await send()).toEqual(REFUSED);
  expect(await send(BOB)).toMatchObject({ ok: true });
  expect(await call('getMe')).toMatchObject({ ok: true });
  expect(await refusedCalls()).toMatchObject([
    { chat: ADA, isEarly: false },
    { chat: ADA, isEarly: true },
  ]);
  now += 1;
  expect(await send()).toMatchObject({ ok: true });
  expect(await send()).toEqual(REFUSED);
});

it('30 go out at once over all chats; above it everybody is refused until the end, and who comes early is noted', async () => {
  for (let n = 0; n < 30; n++) expect(await send(1000 + n)).toMatchObject({ error_code: 400 });
  expect(await send()).toEqual(REFUSED);
  expect(await call('getMe')).toEqual(REFUSED);
  expect((await refusedCalls()).map(({ isEarly }) => isEarly)).toEqual([false, true]);
  now += 1000;
  for (let n = 0; n < 30; n++) expect(await send(2000 + n)).toMatchObject({ error_code: 400 });
  expect(await send()).toEqual(REFUSED);
  await control(sandbox, 'DELETE', 'telegram/faults');
  expect(await send()).toMatchObject({ ok: true });
});
