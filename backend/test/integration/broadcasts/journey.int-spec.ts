import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../e2e/support/eventually.js';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, startTestWorker, type TestApi } from '../../support/test-app.js';
import { send } from './broadcast-world.js';

interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

describe('an admin who writes to the members', () => {
  let api: TestApi;
  let worker: INestApplicationContext;
  let admin: SignedIn;
  let trader: SignedIn;
  let funder: SignedIn;
  beforeAll(async () => {
    api = await createTestApi({ BROADCAST_DELAY_SECONDS: '0' });
    worker = await startTestWorker(api.config);
    admin = await signedInAdmin(api);
    trader = await signedInMember(api);
    funder = await signedInMember(api, 'hedge fund');
  });
  afterAll(async () => {
    await worker.close();
    await api.close();
  });

  const mailsTo = async ({ email }: SignedIn, subject: string) => {
    const response = await api.app.inject(`/dev/mails?to=${encodeURIComponent(email)}`);
    return response.json<{ data: Mail[] }>().data.filter((mail) => mail.subject === subject);
  };
  const recordOf = async (id: string) =>
    (await call(api, 'GET', `/admin/broadcasts/${id}`, undefined, admin)).json<{ state: string; counts: Record<string, number> }>();
  const untilDone = (id: string) => eventually(async () => expect(await recordOf(id)).toMatchObject({ state: 'done' }));

  it('reaches them, sees it, and reaches no more those who do not want it', async () => {
    const first = await send(api, admin, { user: 'all', subject: 'First', message: 'Line one\n<b>Line two</b>' });
    expect([first.statusCode, first.json()]).toEqual([
      202,
      { message: expect.any(String), data: { queued: 2, broadcastId: expect.any(String) } },
    ]);
    const { broadcastId } = first.json<{ data: { broadcastId: string } }>().data;
    await untilDone(broadcastId);
    expect(await recordOf(broadcastId)).toMatchObject({ counts: { sent: 2, queued: 0, suppressed: 0 } });
    const [mail] = await mailsTo(trader, 'First');
    expect(mail).toMatchObject({
      to: trader.email,
      text: expect.stringContaining('Line one\n<b>Line two</b>'),
      html: expect.stringContaining('&lt;b&gt;Line two&lt;/b&gt;'),
    });
    expect(await mailsTo(funder, 'First')).toHaveLength(1);
    expect(await mailsTo(admin, 'First')).toEqual([]);

    const link = /https?:\S+\/api\/v1(\/public\/unsubscribe\/\S+)/.exec(mail!.text)![1]!;
    expect((await call(api, 'POST', link)).json()).toEqual({ message: 'You will no longer receive these emails', data: null });
    const second = (await send(api, admin, { user: 'all', subject: 'Second' })).json<{ data: { queued: number; broadcastId: string } }>()
      .data;
    expect(second.queued).toBe(1);
    const letter = (await send(api, admin, { user: trader.userId, subject: 'About your account' })).json<{
      data: { broadcastId: string };
    }>().data;
    await untilDone(second.broadcastId);
    await untilDone(letter.broadcastId);
    expect([await mailsTo(trader, 'Second'), await mailsTo(funder, 'Second')]).toEqual([[], [expect.anything()]]);
    expect((await mailsTo(trader, 'About your account'))[0]?.text).not.toContain('unsubscribe');
  });

  it('finds the counts of one that is done as they were, whoever is erased since', async () => {
    const { broadcastId } = (await send(api, admin, { user: funder.userId, subject: 'Counted' })).json<{ data: { broadcastId: string } }>()
      .data;
    await untilDone(broadcastId);
    await api.em().execute('delete from broadcast_deliveries where broadcast_id = ?', [broadcastId]);
    expect(await recordOf(broadcastId)).toMatchObject({ recipients: 1, counts: { sent: 1, queued: 0, failed_permanent: 0 }, may: [] });
  });

  it('looks at a test mail of their own first', async () => {
    await call(api, 'POST', '/admin/broadcasts/test', { subject: 'Only me', message: 'A test' }, admin);
    await eventually(async () => expect(await mailsTo(admin, '[Test] Only me')).toHaveLength(1));
    expect(await mailsTo(trader, '[Test] Only me')).toEqual([]);
  });

  it('can still take a mail back before it leaves', async () => {
    await worker.close();
    const { broadcastId } = (await send(api, admin, { user: 'all', subject: 'Never' })).json<{ data: { broadcastId: string } }>().data;
    const cancelled = await call(api, 'POST', `/admin/broadcasts/${broadcastId}/cancel`, undefined, admin);
    expect(cancelled.json()).toMatchObject({ data: { state: 'cancelled' } });
    worker = await startTestWorker(api.config);
    const next = (await send(api, admin, { user: funder.userId, subject: 'Next' })).json<{ data: { broadcastId: string } }>().data;
    await untilDone(next.broadcastId);
    expect(await mailsTo(funder, 'Never')).toEqual([]);
    expect(await recordOf(broadcastId)).toMatchObject({ state: 'cancelled', counts: { queued: 1, sent: 0 } });
  });
});
