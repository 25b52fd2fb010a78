import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import type { AppConfig } from '../../../src/platform/config/index.js';
import { CoreModule } from '../../../src/core.module.js';
import { MailModule, MailOutbox, type LetterName, type QueuedLetter } from '../../../src/messaging/mail/index.js';
import { User } from '../../../src/club/users/index.js';
import { startTestWorker } from '../../support/test-app.js';
import { testConfig } from '../../support/test-config.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { ScriptedSmtp } from './scripted-smtp.js';

const WORKER = fileURLToPath(new URL('../../../../dist/backend/bundle/worker.mjs', import.meta.url));

export interface Person {
  id: string;
  email: string;
}

/** A user who can be written to; `changes` replace fields. */
export async function person(
  em: EntityManager,
  changes: Partial<{
    role: 'trade club' | 'hedge fund' | 'admin';
    status: 'active' | 'deactivated';
    rejectedAt: Date;
    emailConfirmedAt: Date | null;
    email: string;
  }> = {},
): Promise<Person> {
  const tag = randomUUID().slice(0, 12);
  const user = new User({
    email: `p${tag}@example.com`,
    surname: 'Walker',
    otherName: 'Ann',
    phoneNumber: '12345678',
    country: 'Nigeria',
    dateOfBirth: '1990-01-01',
    role: 'trade club',
    passwordHash: 'x',
    referralCode: tag,
    emailConfirmedAt: new Date(),
  });
  Object.assign(user, changes);
  await em.persist(user).flush();
  return { id: user.id, email: user.email };
}

/** The real worker on a database of its own, and a mail server that does what it is told. */
export class MailWorld {
  private worker: INestApplicationContext | null = null;
  private child: ChildProcess | null = null;

  private constructor(
    readonly smtp: ScriptedSmtp,
    readonly config: AppConfig,
    private readonly database: TestDatabase,
    readonly writer: INestApplicationContext,
  ) {}

  /** `SMTP_TIMEOUT_SECONDS` is for tests in which the mail server falls silent: a short one would take a slow answer for none. */
  static async start(env: NodeJS.ProcessEnv = {}): Promise<MailWorld> {
    const smtp = new ScriptedSmtp();
    await smtp.start();
    const database = await createTestDatabase();
    const config = testConfig(database.url, {
      SMTP_URL: smtp.url,
      SMTP_TIMEOUT_SECONDS: '60',
      BROADCAST_DELAY_SECONDS: '0',
      PUBLIC_URL: 'https://club.example',
      MAIL_FROM: 'The Club <post@club.example>',
      ...env,
    });
    @Module({ imports: [CoreModule.forRoot(config, { http: false }), MailModule] })
    class Writer {}
    return new MailWorld(
      smtp,
      config,
      database,
      await NestFactory.createApplicationContext(Writer, { logger: false, abortOnError: false }),
    );
  }

  em(): EntityManager {
    return this.writer.get(MikroORM).em.fork() as EntityManager;
  }

  rows<T>(sql: string, values: unknown[] = []): Promise<T[]> {
    return this.em().execute<T[]>(sql, values);
  }

  person(changes?: Parameters<typeof person>[1]): Promise<Person> {
    return person(this.em(), changes);
  }

  /** Queues a letter; returns the id in its Message-ID. */
  async letter<N extends LetterName>(letter: Omit<QueuedLetter<N>, 'dedupeKey'>): Promise<string> {
    const dedupeKey = randomUUID();
    await this.em().transactional((em) =>
      this.writer.get(MailOutbox, { strict: false }).queue(em as EntityManager, { ...letter, dedupeKey }),
    );
    const [row] = await this.rows<{ id: string }>('select id from outbox where dedupe_key = ?', [`mail:${dedupeKey}`]);
    return row?.id ?? '';
  }

  /** What waits for its next try is tried now, and what a dead worker holds is free: hours pass in a moment. */
  async hurry(): Promise<void> {
    const em = this.em();
    await em.execute(
      `update outbox set available_at = now(), enqueued_at = null
        where sent_at is null and dead_at is null and lease_until is null and available_at > now()`,
    );
    await em.execute(`update broadcasts set available_at = now() where available_at > now()`);
    await em.execute(`update broadcast_deliveries set available_at = now() where available_at > now()`);
  }

  /** The leases of a worker that died run out. */
  async expireLeases(): Promise<void> {
    const em = this.em();
    await em.execute(`update outbox set lease_until = now() - interval '1 second' where lease_until is not null and sent_at is null`);
    await em.execute(`update broadcast_deliveries set lease_until = now() - interval '1 second' where status = 'sending'`);
  }

  /** A worker as a process of its own, from the build, to be killed. */
  startProcess(): ChildProcess {
    const { databaseUrl, dataDir, exchange, smtpUrl, publicUrl, mailFrom, keyring } = this.config;
    const keys = JSON.stringify({
      current: keyring.current,
      keys: Object.fromEntries([...keyring.keys].map(([id, key]) => [id, key.toString('base64')])),
      index: keyring.index.toString('base64'),
    });
    const environment = {
      NODE_ENV: 'test',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      EXCHANGE_URL: exchange.url,
      FX_URL: 'off',
      ENCRYPTION_KEYS: keys,
      SMTP_URL: smtpUrl,
      PUBLIC_URL: publicUrl,
      MAIL_FROM: mailFrom,
      LOG_LEVEL: 'silent',
      SEED_DEMO: 'false',
      SMTP_TIMEOUT_SECONDS: '60',
    };
    this.child = fork(WORKER, [], { env: { ...process.env, ...environment }, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    return this.child;
  }

  /** The worker in this process. */
  async startWorker(): Promise<void> {
    this.worker = await startTestWorker(this.config);
  }

  async stopWorker(): Promise<void> {
    await this.worker?.close();
    this.worker = null;
  }

  async stop(): Promise<void> {
    this.child?.kill('SIGKILL');
    await this.stopWorker();
    await this.writer.close();
    await this.smtp.stop();
    await this.database.drop();
    rmSync(this.config.dataDir, { recursive: true, force: true });
  }
}
