import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../e2e/support/eventually.js';
import { call, freshEmail, PASSWORD, signedInMember, signIn } from '../../support/people.js';
import { createTestApi, startTestWorker, type TestApi } from '../../support/test-app.js';
import { NEW_PASSWORD } from './accounts-app.js';

let api: TestApi;
let worker: INestApplicationContext;
beforeAll(async () => {
  api = await createTestApi({ PUBLIC_URL: 'https://club.example/' });
  worker = await startTestWorker(api.config);
});
afterAll(async () => {
  await worker.close();
  await api.close();
});

interface Mail {
  subject: string;
  text: string;
}

const mailsTo = async (address: string) =>
  (await api.app.inject({ url: `/dev/mails?to=${encodeURIComponent(address)}` })).json<{ data: Mail[] }>().data;
const mailTo = (address: string, subject: string) =>
  eventually(async () => {
    const mail = (await mailsTo(address)).find((candidate) => candidate.subject === subject);
    if (!mail) throw new Error(`no mail "${subject}" to ${address}`);
    return mail;
  });
const tokenIn = (path: string, { text }: Mail) =>
  new RegExp(`^https://club\\.example/#/${path}/([\\w-]{43})$`, 'm').exec(text)?.[1] ?? 'none';

describe('an account, by the mails that arrive', () => {
  it('gets a new password and then a new address, and keeps no token once the mails have left', async () => {
    const member = await signedInMember(api);
    await call(api, 'POST', '/forgetpassword', { email: member.email, password: 'canary password 88' });
    const reset = tokenIn('changepassword', await mailTo(member.email, 'Choose a new password'));
    expect((await call(api, 'POST', '/changepassword', { newPassword: NEW_PASSWORD }, { token: `Bearer ${reset}` })).statusCode).toBe(200);
    await mailTo(member.email, 'Your password was changed');
    await expect(signIn(api, member.email, PASSWORD)).rejects.toThrow('401');

    const { token } = await signIn(api, member.email, NEW_PASSWORD);
    const next = freshEmail('next');
    const { data } = (await call(api, 'GET', '/getuser', undefined, { token })).json<{ data: Record<string, string> }>();
    const form = {
      surname: data['surName'],
      otherName: data['otherName'],
      phoneNumber: data['phoneNumber'],
      country: data['country'],
      email: next,
    };
    expect((await call(api, 'POST', '/updateprofile', form, { token })).json()).toMatchObject({ data: { emailPending: next } });
    await mailTo(member.email, 'Someone asked to change your email address');
    const confirm = tokenIn('emailconfirm', await mailTo(next, 'Confirm your new email address'));
    expect((await call(api, 'GET', '/confirmemail', undefined, { token: `Bearer ${confirm}` })).statusCode).toBe(200);
    await mailTo(member.email, 'Your email address was changed');
    await signIn(api, next, NEW_PASSWORD);

    await eventually(async () => {
      const [open] = await api
        .em()
        .execute<{ n: string }[]>('select count(*) as n from outbox where sent_at is null or payload is not null');
      if (open?.n !== '0') throw new Error('the outbox is not empty');
    });
    const tables = ['outbox', 'mail_deliveries', 'mail_tokens', 'audit_events', 'rate_limits', 'bullmq.job'];
    const rows = await Promise.all(
      tables.map((table) => api.em().execute<{ line: string }[]>(`select row_to_json(t)::text as line from ${table} t`)),
    );
    const stored = rows.flat().map(({ line }) => line);
    for (const secret of [reset, confirm, 'canary password 88', NEW_PASSWORD])
      expect(stored.filter((line) => line.includes(secret))).toEqual([]);
  });
});
