import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../e2e/support/eventually.js';
import { call, freshEmail, PASSWORD, registration } from '../support/people.js';
import { createTestApi, startTestWorker, type TestApi } from '../support/test-app.js';

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
  to: string;
  subject: string;
  text: string;
  html: string;
  date: string;
}

async function mailsTo(address: string): Promise<Mail[]> {
  const response = await api.app.inject({ url: `/dev/mails?to=${encodeURIComponent(address)}` });
  expect(response.statusCode).toBe(200);
  return response.json<{ data: Mail[] }>().data;
}

const mailTo = (address: string, subject: string) =>
  eventually(async () => {
    const mail = (await mailsTo(address)).find((candidate) => candidate.subject === subject);
    if (!mail) throw new Error(`no mail "${subject}" to ${address}`);
    return mail;
  });
const tokenIn = ({ text }: Mail) => /^https:\/\/club\.example\/#\/emailconfirm\/([\w-]{43})$/m.exec(text)?.[1] ?? 'none';
const confirm = (token: string) => call(api, 'GET', '/confirmemail', undefined, { token: `Bearer ${token}` });

describe('from signing up to signing out', () => {
  it('goes by the mail that arrives in the development mailbox', async () => {
    const body = registration({ surname: 'Evilname', otherName: 'Click-Here' });
    const email = body['email'] as string;
    const before = Date.now();
    expect((await call(api, 'POST', '/signupuser', body)).statusCode).toBe(201);

    const mail = await mailTo(email, 'Confirm your email address');
    expect(mail.to).toBe(email);
    // To the second, as mails are dated.
    expect(Date.parse(mail.date)).toBeGreaterThan(before - 1000);
    expect(Date.parse(mail.date)).toBeLessThanOrEqual(Date.now());
    expect(mail.html).toContain(`href="https://club.example/#/emailconfirm/${tokenIn(mail)}"`);
    expect(mail.text + mail.html).not.toMatch(/Evilname|Click-Here/);

    expect((await call(api, 'POST', '/signinuser', { email, password: PASSWORD })).statusCode).toBe(403);
    expect((await confirm(tokenIn(mail))).statusCode).toBe(200);
    const { token } = (await call(api, 'POST', '/signinuser', { email, password: PASSWORD })).json<{ token: string }>();
    expect((await call(api, 'GET', '/getuser', undefined, { token })).json()).toMatchObject({ data: { email, surName: 'Evilname' } });
    expect((await call(api, 'GET', '/logout', undefined, { token })).statusCode).toBe(200);
    expect((await call(api, 'GET', '/getuser', undefined, { token })).statusCode).toBe(401);
  });

  it('keeps no token once the mail has left, in clear or sealed', async () => {
    const body = registration();
    const email = body['email'] as string;
    await call(api, 'POST', '/signupuser', body);
    const token = tokenIn(await mailTo(email, 'Confirm your email address'));
    const row = await eventually(async () => {
      const [found] = await api
        .em()
        .execute<{ payload: Buffer | null; sent_at: string | null; delivered: string | null; last_answer: string }[]>(
          `select o.payload, o.sent_at, d.sent_at as delivered, d.last_answer from mail_deliveries d join outbox o on o.id = d.outbox_id
            where d.address = ?`,
          [email],
        );
      if (!found?.sent_at) throw new Error('not settled');
      return found;
    });
    expect(row).toMatchObject({ payload: null, delivered: expect.any(String), last_answer: expect.stringMatching(/^250 /) });
    const [tables] = await api
      .em()
      .execute<{ hit: string }[]>(
        `select count(*) as hit from (select row_to_json(t)::text as line from outbox t union all select row_to_json(t)::text from
          mail_deliveries t union all select row_to_json(t)::text from mail_tokens t union all select row_to_json(t)::text from
          audit_events t union all select row_to_json(t)::text from bullmq.job t) x where line like ?`,
        [`%${token}%`],
      )
      .catch(() => [{ hit: 'unreadable' }]);
    expect(tables?.hit).toBe('0');
  });

  it('sends another confirmation to those who wait for one, and to nobody else', async () => {
    const waiting = registration();
    const email = waiting['email'] as string;
    await call(api, 'POST', '/signupuser', waiting);
    const first = tokenIn(await mailTo(email, 'Confirm your email address'));
    const unknown = freshEmail();
    await call(api, 'POST', '/auth/resend-confirmation', { email: unknown });
    await call(api, 'POST', '/auth/resend-confirmation', { email });
    await eventually(async () => {
      if ((await mailsTo(email)).length < 2) throw new Error('one mail still');
    });
    const [second] = await mailsTo(email);
    expect(tokenIn(second as Mail)).not.toBe(first);
    expect((await confirm(tokenIn(second as Mail))).statusCode).toBe(200);
    expect((await confirm(first)).json<{ message: string }>().message).toMatch(/already confirmed/);

    await call(api, 'POST', '/auth/resend-confirmation', { email });
    await eventually(async () => {
      const [open] = await api.em().execute<{ n: string }[]>(`select count(*) as n from outbox where sent_at is null`);
      if (open?.n !== '0') throw new Error('the outbox is not empty');
    });
    expect(await mailsTo(email)).toHaveLength(2);
    expect(await mailsTo(unknown)).toHaveLength(0);
  });

  it('tells the owner of an address that somebody tried to register with it', async () => {
    const body = registration();
    const email = body['email'] as string;
    await call(api, 'POST', '/signupuser', body);
    await confirm(tokenIn(await mailTo(email, 'Confirm your email address')));
    await call(api, 'POST', '/signupuser', registration({ email, surname: 'Mallory' }));
    const mail = await mailTo(email, 'You already have an account');
    expect(mail.text + mail.html).not.toContain('Mallory');
    expect(mail.text).toContain('https://club.example/#/login');
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual(['You already have an account', 'Confirm your email address']);
  });

  it('mails the link to choose a password where an unconfirmed address signs up again', async () => {
    const body = registration();
    const email = body['email'] as string;
    await call(api, 'POST', '/signupuser', body);
    await call(api, 'POST', '/signupuser', registration({ email, surname: 'Mallory' }));
    const mail = await mailTo(email, 'Choose your password');
    expect(mail.text + mail.html).not.toContain('Mallory');
    expect(mail.text).toMatch(/https:\/\/club\.example\/#\/changepassword\/[\w-]{43}/);
  });
});

describe('the development mailbox', () => {
  it('lists newest first, to one address in any case, and never more than a hundred', async () => {
    await api.em().execute(
      `insert into dev_mails (recipient, subject, text, html) select 'many@example.com', 'mail ' || n, 'text', '' from
          generate_series(1, 130) n`,
    );
    const mails = await mailsTo('MANY@example.com');
    expect(mails).toHaveLength(100);
    expect(mails[0]?.subject).toBe('mail 130');
    expect(Object.keys(mails[0] as Mail).sort()).toEqual(['date', 'html', 'subject', 'text', 'to']);
    expect(await mailsTo("nobody' or 1=1 --@example.com")).toEqual([]);
  });

  it('shows a mail to a person without running anything in it', async () => {
    await api.em().execute(
      `insert into dev_mails (recipient, subject, text, html) values ('show@example.com', '<script>alert(1)</script>', 'plain',
          '<p onclick="x()">"quoted" <script>alert(2)</script></p>')`,
    );
    const page = await api.app.inject({ url: '/dev/mailbox?to=show@example.com' });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'/);
    expect(page.headers['content-security-policy']).not.toMatch(/script-src/);
    expect(page.body).not.toMatch(/<script/i);
    expect(page.body).toMatch(/<iframe[^>]* sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="[^"]*&lt;script/);
  });

  it('says what will be there while it is empty', async () => {
    expect((await api.app.inject({ url: '/dev/mailbox?to=empty@example.com&mail=x' })).body).toContain('No mail to empty@example.com yet');
  });

  it.each([
    ['localhost:3000', 200],
    ['127.0.0.1:3000', 200],
    ['[::1]:3000', 200],
    ['192.168.1.20', 200],
    ['club.example', 200],
    ['CLUB.example:8080', 200],
    ['evil.example', 403],
    ['evil.example:3000', 403],
    ['localhost.evil.example', 403],
    ['127.0.0.1.evil.example', 403],
    ['club.example.evil.example', 403],
    ['not a host', 403],
  ])('answers at %s with %i: a foreign name may have been rebound to this machine', async (host, status) => {
    for (const url of ['/dev/mails', '/dev/mailbox']) {
      const headers = { host, 'x-forwarded-host': 'localhost' };
      expect((await api.app.inject({ url, headers })).statusCode).toBe(status);
    }
  });

  it('does not exist where mail goes to a mail server', async () => {
    const other = await createTestApi({ SMTP_URL: 'smtp://127.0.0.1:9' });
    try {
      for (const url of ['/dev/mails', '/dev/mailbox']) {
        const response = await other.app.inject({ url });
        expect(response.headers['content-type']).not.toMatch(/json.*data/);
        expect(response.body).not.toMatch(/"data":|Development mailbox/);
      }
    } finally {
      await other.close();
    }
  });
});
