import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../e2e/support/eventually.js';
import { form } from '../integration/kyc/multipart.js';
import { call, signedInAdmin, signedInMember } from '../support/people.js';
import { createTestApi, startTestWorker, type TestApi } from '../support/test-app.js';
import { calls, NEWCOMER, type Call } from './answer-table.js';

interface Answered {
  status: number;
  body: Record<string, unknown> & { message: string; data: unknown };
}

const TOKEN = /\/#\/(?:emailconfirm|changepassword)\/([\w-]{43})/;
const SYNC_MS = 120_000;

/** The contract's 37 routes in one story, with real letters, a real worker and a real sync; the answers are looked at one by one. */
describe('what the routes of the specification answer', () => {
  let api: TestApi;
  let worker: INestApplicationContext;
  const ids: Record<string, string> = {};
  const tokens: Record<string, string> = {};
  const answers = new Map<Call, Answered>();

  beforeAll(async () => {
    api = await createTestApi();
    worker = await startTestWorker(api.config);
    for (const [who, person] of Object.entries({
      admin: await signedInAdmin(api),
      'trade club': await signedInMember(api),
      'hedge fund': await signedInMember(api, 'hedge fund'),
    })) {
      ids[who] = person.userId;
      tokens[who] = person.token;
    }
    const { data } = (await call(api, 'GET', '/getuser', undefined, { token: tokens['hedge fund']! })).json<{
      data: { refferalId: string };
    }>();
    ids['code'] = data.refferalId;
    ids['referred'] = (await signedInMember(api, 'hedge fund', { refferedBy: data.refferalId })).userId;
    for (const wanted of calls) answers.set(wanted, await answerTo(wanted));
  }, SYNC_MS + 180_000);
  afterAll(async () => {
    await worker.close();
    await api.close();
  });

  it.each(calls.map((wanted) => [`${wanted.route} (${wanted.as})`, wanted] as const))('%s', (_, wanted) => {
    const { status, body } = answers.get(wanted)!;
    expect([status, body.message]).toEqual([wanted.status ?? 200, wanted.message ?? expect.stringMatching(/\w/)]);
    expect(Object.keys(body).sort()).toEqual(['message', 'data', ...(wanted.top ?? [])].sort());
    if (wanted.data === null) return expect(body.data).toBeNull();
    if (Array.isArray(wanted.data)) return expect(Object.keys(body.data as object).sort()).toEqual([...wanted.data].sort());
    const rows = body.data as object[];
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(Object.keys(row).sort()).toEqual([...wanted.data.list].sort());
  });

  async function answerTo(wanted: Call): Promise<Answered> {
    const [method, path] = wanted.route.replace(/\{([\w ]+)\}/, (_, who: string) => ids[who] ?? 'unknown').split(' ', 2) as ['GET', string];
    if (path.startsWith('/wallet')) await synced();
    const token = wanted.as === 'mail token' ? `Bearer ${await mailed(wanted.letter!.subject)}` : tokens[wanted.as];
    const { payload, headers } = wanted.form ? form(wanted.form) : { payload: wanted.body, headers: {} };
    const response = await api.app.inject({
      method,
      url: `/api/v1${path}`,
      headers: { ...headers, ...(token && { authorization: token }) },
      ...(payload && { payload }),
    });
    const body = response.json<Answered['body']>();
    if (typeof body['token'] === 'string') {
      tokens['newcomer'] = body['token'];
      ids['newcomer'] = (body.data as { userId: string }).userId;
    }
    return { status: response.statusCode, body };
  }

  function mailed(subject: string): Promise<string> {
    return eventually(async () => {
      const { data } = (await api.app.inject({ url: `/dev/mails?to=${encodeURIComponent(String(NEWCOMER['email']))}` })).json<{
        data: { subject: string; text: string }[];
      }>();
      const token = TOKEN.exec(data.find((mail) => mail.subject === subject)?.text ?? '')?.[1];
      if (!token) throw new Error(`no letter "${subject}"`);
      return token;
    });
  }

  function synced(): Promise<void> {
    return eventually(async () => {
      const { syncedAt } = (await call(api, 'GET', `/wallet/${ids['newcomer']}`, undefined, { token: tokens['newcomer']! })).json<{
        syncedAt: string | null;
      }>();
      if (!syncedAt) throw new Error('the account has not been synced');
    }, SYNC_MS);
  }
});
