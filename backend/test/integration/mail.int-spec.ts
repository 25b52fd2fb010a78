import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Module, type INestApplicationContext } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { MikroORM, RequestContext, type EntityManager } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { uuidv7 } from '../../src/platform/domain/index.js';
import { OutboxDelivery } from '../../src/platform/outbox/index.js';
import { CoreModule } from '../../src/core.module.js';
import { MailModule, MailOutbox, type LetterName, type QueuedLetter } from '../../src/messaging/mail/index.js';
import { MailJobsModule } from '../../src/messaging/mail/mail-jobs.module.js';
import { User } from '../../src/club/users/index.js';
import { createTestDatabase } from '../support/test-database.js';
import { removeDataFolders, testConfig } from '../support/test-config.js';

/** What the mail server does with the next mail; `then` is what it does after that. */
type Behaviour = 'accept' | 'refuse-recipient' | 'later' | 'drop-after-accepting';
let behaviour: Behaviour = 'accept';
let attempts = 0;
const received: { to: string[]; from: string; mail: ParsedMail }[] = [];

const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  disableReverseLookup: true,
  onRcptTo: (_address, _session, done) => {
    attempts++;
    if (behaviour === 'refuse-recipient') return done(Object.assign(new Error('no such user here'), { responseCode: 550 }));
    if (behaviour === 'later') return done(Object.assign(new Error('greylisted, come back'), { responseCode: 451 }));
    return done();
  },
  onData: (stream, session, done) => {
    void simpleParser(stream).then((mail) => {
      received.push({
        to: session.envelope.rcptTo.map(({ address }) => address),
        from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
        mail,
      });
      if (behaviour === 'drop-after-accepting') return done(Object.assign(new Error('lost it'), { responseCode: 421 }));
      return done();
    });
  },
});

let app: INestApplicationContext;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
const em = () => app.get(MikroORM).em.fork() as EntityManager;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  server.on('error', () => undefined);
  await once(server.server, 'listening');
  database = await createTestDatabase();
  const config = testConfig(database.url, {
    SMTP_URL: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    PUBLIC_URL: 'https://club.example',
    MAIL_FROM: 'The Club <post@club.example>',
  });
  @Module({
    imports: [CoreModule.forRoot(config, { http: false }), DiscoveryModule, MailModule, MailJobsModule],
    providers: [OutboxDelivery],
  })
  class MailTestModule {}
  app = await NestFactory.createApplicationContext(MailTestModule, { logger: false, abortOnError: false });
});
afterAll(async () => {
  await app.close();
  await database.drop();
  await new Promise<void>((done) => server.close(() => done()));
  removeDataFolders();
});
beforeEach(() => {
  behaviour = 'accept';
  attempts = 0;
  received.length = 0;
});

async function queue<N extends LetterName>(letter: QueuedLetter<N>): Promise<string> {
  return em().transactional(async (tx) => {
    await app.get(MailOutbox).queue(tx as EntityManager, letter);
    const [row] = await tx.execute<{ id: string }[]>('select id from outbox where dedupe_key = ?', [`mail:${letter.dedupeKey}`]);
    return row?.id ?? '';
  });
}
const queueConfirm = (address = 'ann@example.com') =>
  queue({ letter: 'confirm-email', to: { address, userId: null }, data: { token: 'A'.repeat(43) }, dedupeKey: uuidv7() });
/** One try, as the worker makes it. */
const deliver = (id: string) =>
  RequestContext.create(app.get(MikroORM).em, () =>
    app.get(OutboxDelivery).handle({ v: 1, id }, { attempt: 1, signal: new AbortController().signal }),
  );
const stateOf = async (id: string) => {
  const [row] = await em().execute<
    {
      sent: boolean;
      dead: boolean;
      error: string | null;
      payload: boolean;
      due: string;
      d_sent: boolean;
      refused: boolean;
      attempts: number;
      last_answer: string | null;
    }[]
  >(
    `select o.sent_at is not null as sent, o.dead_at is not null as dead, o.error, o.payload is not null as payload, extract(epoch
      from o.available_at) as due,
       d.sent_at is not null as d_sent, d.refused_at is not null as refused, d.attempts, d.last_answer from outbox o
         join mail_deliveries d on d.outbox_id = o.id where o.id = ?`,
    [id],
  );
  if (!row) throw new Error('no such letter');
  return row;
};

describe('a letter', () => {
  it('reaches its one recipient in text and HTML, from us, with its own Message-ID', async () => {
    const id = await queueConfirm("o'neil+club@example.com");
    await deliver(id);
    expect(received).toHaveLength(1);
    const [{ to, from, mail } = { to: [], from: '', mail: {} as ParsedMail }] = received;
    expect(to).toEqual(["o'neil+club@example.com"]);
    expect(from).toBe('post@club.example');
    expect(mail.from?.text).toBe('"The Club" <post@club.example>');
    expect(mail.messageId).toBe(`<${id}@club.example>`);
    expect(mail.text).toContain(`https://club.example/#/emailconfirm/${'A'.repeat(43)}`);
    expect(mail.html).toContain(`https://club.example/#/emailconfirm/${'A'.repeat(43)}`);
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
    expect(await stateOf(id)).toMatchObject({ sent: true, d_sent: true, payload: false, attempts: 1 });
  });

  it('is not sent again however often it is delivered', async () => {
    const id = await queueConfirm();
    await deliver(id);
    await deliver(id);
    expect(received).toHaveLength(1);
  });

  it('goes out again under the same Message-ID when the server took it but its answer was lost', async () => {
    const id = await queueConfirm();
    behaviour = 'drop-after-accepting';
    await deliver(id);
    expect(await stateOf(id)).toMatchObject({ sent: false, dead: false, payload: true });
    behaviour = 'accept';
    await deliver(id);
    expect(received.map(({ mail }) => mail.messageId)).toEqual([`<${id}@club.example>`, `<${id}@club.example>`]);
    expect(await stateOf(id)).toMatchObject({ sent: true, attempts: 2 });
  });

  it('waits 10 seconds and longer, with its payload, while the server says later', async () => {
    const id = await queueConfirm();
    behaviour = 'later';
    const clock = async () =>
      Number((await em().execute<{ now: string }[]>('select extract(epoch from clock_timestamp()) as now'))[0]?.now);
    const before = await clock();
    await deliver(id);
    const after = await clock();
    const first = await stateOf(id);
    expect(first).toMatchObject({
      sent: false,
      dead: false,
      refused: false,
      payload: true,
      attempts: 1,
      last_answer: expect.stringContaining('greylisted'),
    });
    // Counted from before the try at least, and from after it at most: however long the try and these looks take.
    expect(Number(first.due) - before).toBeGreaterThanOrEqual(8);
    expect(Number(first.due) - after).toBeLessThanOrEqual(12);
    for (let i = 0; i < 3; i++) await deliver(id);
    const beforeFifth = await clock();
    await deliver(id);
    const afterFifth = await clock();
    const fifth = await stateOf(id);
    expect(Number(fifth.due) - beforeFifth).toBeGreaterThanOrEqual(128);
    expect(Number(fifth.due) - afterFifth).toBeLessThanOrEqual(192);
    expect(attempts).toBe(5);
  });

  it('is given up at once when the recipient is refused for good', async () => {
    const id = await queueConfirm('nobody@example.com');
    behaviour = 'refuse-recipient';
    await deliver(id);
    expect(await stateOf(id)).toMatchObject({
      sent: false,
      dead: true,
      refused: true,
      last_answer: expect.stringContaining('no such user here'),
    });
    behaviour = 'accept';
    await deliver(id);
    expect(received).toHaveLength(0);
  });

  it('is given up after 48 hours without a server, and keeps no token in what is said about it', async () => {
    const id = await queueConfirm();
    behaviour = 'later';
    await em().execute(`update outbox set created_at = now() - interval '49 hours' where id = ?`, [id]);
    await deliver(id);
    const state = await stateOf(id);
    expect(state).toMatchObject({ dead: true, refused: false });
    expect(`${state.error} ${state.last_answer}`).not.toContain('A'.repeat(43));
  });

  it('waits for the earlier letter to the same person, and for nobody else', async () => {
    const earlier = await queueConfirm('order@example.com');
    const later = await queue({
      letter: 'address-already-registered',
      to: { address: 'order@example.com', userId: null },
      data: {},
      dedupeKey: uuidv7(),
    });
    const stranger = await queueConfirm('stranger@example.com');
    await deliver(later);
    await deliver(stranger);
    expect(received.map(({ to }) => to[0])).toEqual(['stranger@example.com']);
    await deliver(earlier);
    await deliver(later);
    expect(received.map(({ mail }) => mail.messageId)).toEqual([
      `<${stranger}@club.example>`,
      `<${earlier}@club.example>`,
      `<${later}@club.example>`,
    ]);
  });

  it('does not ask again before the earlier one is tried', async () => {
    const earlier = await queueConfirm('away@example.com');
    const later = await queueConfirm('away@example.com');
    behaviour = 'later';
    await deliver(earlier);
    await deliver(later);
    const rows = await em().execute<{ id: string }[]>(
      `select id from outbox where id in (?, ?) and available_at > now() + interval '5 seconds' order by available_at`,
      [earlier, later],
    );
    expect(rows.map(({ id }) => id)).toEqual([earlier, later]);
  });

  it('does not wait for one that was given up', async () => {
    const dead = await queueConfirm('after-dead@example.com');
    behaviour = 'refuse-recipient';
    await deliver(dead);
    behaviour = 'accept';
    const next = await queueConfirm('after-dead@example.com');
    await deliver(next);
    expect(await stateOf(next)).toMatchObject({ sent: true });
  });
});

describe('queueing', () => {
  const member = () =>
    new User({
      email: `${uuidv7()}@example.com`,
      surname: 'Walker',
      otherName: 'Ann',
      phoneNumber: '12345',
      country: 'Nigeria',
      dateOfBirth: '1990-01-01',
      role: 'trade club',
      passwordHash: 'x',
      referralCode: uuidv7().slice(-12),
    });

  it('writes to the address a member has when the letter leaves', async () => {
    const user = member();
    await em().persist(user).flush();
    const id = await queue({ letter: 'kyc-rejected', to: user.id, data: { reason: 'The photo is blurred' }, dedupeKey: uuidv7() });
    await em().execute(`update users set email = 'moved@example.com' where id = ?`, [user.id]);
    await deliver(id);
    expect(received[0]?.to).toEqual(['moved@example.com']);
    expect(received[0]?.mail.text).toContain('The photo is blurred');
  });

  it('goes when the transaction commits and not when it fails', async () => {
    const key = uuidv7();
    const doomed = em().transactional(async (tx) => {
      await app.get(MailOutbox).queue(tx as EntityManager, {
        letter: 'kyc-received',
        to: { address: 'never@example.com', userId: null },
        data: {},
        dedupeKey: key,
      });
      throw new Error('changed our mind');
    });
    await expect(doomed).rejects.toThrow('changed our mind');
    expect(await em().execute('select 1 from outbox where dedupe_key = ?', [`mail:${key}`])).toEqual([]);
    expect(await em().execute(`select 1 from mail_deliveries where address = 'never@example.com'`)).toEqual([]);
  });

  it('makes one letter of two with the same key', async () => {
    const dedupeKey = uuidv7();
    const letter = { letter: 'kyc-received' as const, to: { address: 'twice@example.com', userId: null }, data: {}, dedupeKey };
    await queue(letter);
    await queue(letter);
    expect(await em().execute(`select 1 from mail_deliveries where address = 'twice@example.com'`)).toHaveLength(1);
  });

  it('refuses a letter without what it needs, before anything is written', async () => {
    await expect(
      queue({ letter: 'confirm-email', to: { address: 'bad@example.com', userId: null }, data: { token: '' }, dedupeKey: uuidv7() }),
    ).rejects.toThrow();
    expect(await em().execute(`select 1 from mail_deliveries where address = 'bad@example.com'`)).toEqual([]);
  });
});

describe("the recipient's language", () => {
  const sentTo = async (role: 'trade club' | 'admin', language: 'es' | 'ar' | null) => {
    const [user] = await em().execute<{ id: string }[]>(
      `insert into users (id, email, surname, other_name, phone_number, country, date_of_birth, role, password_hash, referral_code,
          language)
        values (gen_random_uuid(), ?, 'Walker', 'Ann', '', '', '1990-05-17', ?, '', ?, ?) returning id`,
      [`${uuidv7()}@example.com`, role, uuidv7().slice(-12), language],
    );
    await deliver(await queue({ letter: 'password-changed', to: user!.id, data: {}, dedupeKey: uuidv7() }));
    return received.at(-1)!.mail;
  };

  it.each([
    ['trade club', 'es', 'Su contraseña ha cambiado', 'lang="es" dir="ltr"'],
    ['trade club', 'ar', 'تغيّرت كلمة مروركم', 'lang="ar" dir="rtl"'],
    ['trade club', null, 'Your password was changed', 'lang="en" dir="ltr"'],
    ['admin', 'es', 'Your password was changed', 'lang="en" dir="ltr"'],
  ] as const)('is that of the account, and English for administrators: %s, %s', async (role, language, subject, direction) => {
    const mail = await sentTo(role, language);
    expect(mail.subject).toBe(subject);
    expect(mail.html).toContain(direction);
    expect(mail.text).toContain(subject);
  });
});
