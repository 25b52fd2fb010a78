import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { MikroORM, RequestContext, type EntityManager } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { AuditLog } from '../../../src/operations/audit/index.js';
import type { AppConfig } from '../../../src/platform/config/index.js';
import { DemoClubSeeder } from '../../../src/platform/seeders/demo/demo-club.seeder.js';
import { people } from '../../../src/platform/seeders/demo/demo-people.js';
import { DemoModule } from '../../../src/platform/seeders/demo/demo.module.js';
import { AmendmentsService } from '../../../src/trading/signals/index.js';
import { SignalLogRepository } from '../../../src/trading/signals/log/signal-log.repository.js';
import { Outbox } from '../../../src/platform/outbox/index.js';
import { DatabaseClock } from '../../../src/platform/persistence/database-clock.service.js';
import { HeadSignerService } from '../../../src/trading/transparency/head-signer.service.js';
import { LogKeysService, LogVerifierService, TransparencyLogService } from '../../../src/trading/transparency/index.js';
import { createTestDatabase } from '../../support/test-database.js';
import { removeDataFolders, testConfig } from '../../support/test-config.js';

/** One person of each case, whoever waits for their documents, and two who belong together. */
const some = people.filter(
  ({ case: what, surname }, n) =>
    people.findIndex((other) => other.case.is === what.is) === n ||
    what.is === 'kyc-waits' ||
    ('account' in what && what.account === 'refused') ||
    surname === 'Nwosu',
);
/** The sandbox's prices are a function of time: at this one, a small club has all there is to see. */
const SIZE = { now: new Date('2026-09-28T14:30:00Z'), signals: 26, people: some };
const key = (name: string) => ({ apiKey: `sbx_${name}`, secretKey: `sbs_${name}` });
const DEMO_EXCHANGE_KEYS = JSON.stringify({
  tradeClub: key('typical_read-only_1'),
  hedgeFund: key('futures-only_read-only_1'),
  others: { saver: key('small_read-only_2'), refused: key(`small_revoked-at-${Date.now() + 600_000}_3`) },
});

describe('the demo club', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let config: AppConfig;
  let first: INestApplicationContext;
  const open: INestApplicationContext[] = [];

  const start = async (settings = config) => {
    const app = await NestFactory.createApplicationContext(DemoModule.forRoot(settings), { logger: false, abortOnError: false });
    open.push(app);
    return app;
  };
  const ensure = (app: INestApplicationContext) =>
    RequestContext.create(app.get(MikroORM).em, () => app.get(DemoClubSeeder).ensure(new AbortController().signal, SIZE));
  const rows = <T extends object>(sql: string) => (first.get(MikroORM).em.fork() as EntityManager).execute<T[]>(sql);
  const counts = async () =>
    (
      await rows<Record<'users' | 'signals' | 'leaves' | 'scores' | 'audited', number>>(
        `select (select count(*)::int from users where role <> 'admin') as users, (select count(*)::int from signals) as signals, (select
          count(*)::int from log_leaves) as leaves,
           (select count(*)::int from signal_scores) as scores, (select count(*)::int from audit_events where target_type = 'signal') as
             audited`,
      )
    )[0]!;

  beforeAll(async () => {
    database = await createTestDatabase();
    config = testConfig(database.url, { SEED_DEMO: 'true', DEMO_EXCHANGE_KEYS });
    first = await start();
  });
  afterAll(async () => {
    for (const app of open) await app.close();
    await database.drop();
    removeDataFolders();
  });

  it('is made nowhere but where it is asked for', async () => {
    expect(await ensure(await start(testConfig(database.url, { SEED_DEMO: 'false' })))).toBeNull();
    expect(await counts()).toMatchObject({ users: 0, signals: 0 });
  });

  it('leaves nothing of its signals when it is stopped half way, and makes them all the next time', async () => {
    jest.spyOn(first.get(AmendmentsService), 'amend').mockRejectedValueOnce(new Error('stopped'));
    await expect(ensure(first)).rejects.toThrow('stopped');
    expect(await counts()).toEqual({ users: some.length, signals: 0, leaves: 0, scores: 0, audited: 0 });
    expect(await ensure(first)).toEqual({ members: 0, broadcasts: 0, signals: SIZE.signals });
  });

  it('is made once, by however many at once', async () => {
    const before = await counts();
    const made = await Promise.all([ensure(first), start().then(ensure)]);
    expect(made.filter(Boolean)).toEqual(made.filter(Boolean).map(() => ({ members: 0, broadcasts: 0, signals: 0 })));
    expect(await counts()).toEqual(before);
  });

  it('shows signals in every state over 18 months, about as many won as a club wins', async () => {
    const states = await rows<{ status: string }>(`select distinct status from signal_scores order by status`);
    expect(states.map(({ status }) => status)).toEqual(['closed', 'expired_unfilled', 'missed', 'open', 'pending']);
    const kinds = await rows<{ kind: string }>(`select distinct kind from signal_amendments order by kind`);
    expect(kinds.map(({ kind }) => kind)).toEqual(['cancel', 'close_now', 'move_stop']);
    const exits = await rows<{ reason: string }>(
      `select distinct e ->> 'reason' as reason from signal_scores, jsonb_array_elements(exits) e order by reason`,
    );
    expect(exits.map(({ reason }) => reason)).toEqual(['closed', 'expiry', 'stop', 'tp1', 'tp2', 'tp3']);
    const [all] = await rows<{ scored: number; days: number; pairs: number; markets: number; sides: number; won: number; soonest: number }>(
      `select count(*)::int as scored, extract(days from max(published_at) - min(published_at))::int as days, count(distinct base)::int as
        pairs, count(distinct market)::int as markets,
         count(distinct side)::int as sides, round(100 * avg((r_net > 0)::int) filter (where r_net is not null))::int as won,
         extract(epoch from min(closed_at - published_at))::int as soonest
       from signals s join signal_scores x on x.signal_id = s.id`,
    );
    expect(all).toMatchObject({ scored: SIZE.signals, markets: 2, sides: 2 });
    expect(all!.days).toBeGreaterThan(500);
    expect(all!.pairs).toBeGreaterThan(5);
    expect(all!.soonest).toBeGreaterThan(120);
    expect(all!.won).toBeGreaterThanOrEqual(35);
    expect(all!.won).toBeLessThanOrEqual(55);
    const [words] = await rows<{ messages: number }>(`select count(distinct signal_message)::int as messages from signals`);
    expect(words!.messages).toBe(SIZE.signals);
  });

  it('keeps a log that verifies: entries in order of what they tell of, under a head that names the time of its signature', async () => {
    const orm = first.get<MikroORM>(MikroORM);
    const keys = new LogKeysService(config);
    const log = new TransparencyLogService(first.get(Outbox, { strict: false }), new DatabaseClock());
    await new HeadSignerService(orm, log, keys, first.get(AuditLog, { strict: false })).sign();
    const report = await new LogVerifierService(orm, keys, new SignalLogRepository()).verify();
    expect(report.faults).toEqual([]);
    const [order] = await rows<{ fits: boolean; head: boolean }>(
      `select (select bool_and(l.at = coalesce(s.published_at, a.at)) from log_leaves l left join signals s on s.id = l.subject_id left
        join signal_amendments a on a.id = l.subject_id) as fits,
         (select signed_at > now() - interval '5 minutes' and size = (select count(*) from log_leaves) from log_heads) as head`,
    );
    expect(order).toEqual({ fits: true, head: true });
  });

  it('has members in every state, with the dates of their cases, and writes to nobody about the past', async () => {
    const people = await rows<{ kyc: string; payment: string; n: number }>(
      `select coalesce(kyc_status, 'none') as kyc, coalesce(payment_status, 'none') as payment, count(*)::int as n from users where role
        <> 'admin' and status = 'active' and rejected_at is null and email_confirmed_at is not null group by 1, 2`,
    );
    const states = people.map(({ kyc, payment }) => `${kyc} ${payment}`).sort();
    expect(states).toEqual([
      'approved approved',
      'approved none',
      'approved pending',
      'approved rejected',
      'none none',
      'pending none',
      'rejected none',
    ]);
    const [rest] = await rows<Record<string, unknown>>(
      `select (select count(*)::int from users where email_confirmed_at is null) as unconfirmed, (select count(*)::int from users where
        status = 'deactivated') as deactivated,
         (select count(*)::int from users where rejected_at is not null) as rejected, (select count(*)::int from erasure_requests where
           state = 'restricted') as erasures,
         (select count(*)::int from users where referred_by_id is not null) as invited, (select count(*)::int from exchange_accounts) as
           accounts,
         (select array_agg(state order by state) from broadcasts) as broadcasts, (select count(*)::int from outbox where kind =
           'mail.send') as letters,
         (select max(created_at) - min(created_at) > interval '500 days' from users where role <> 'admin') as old`,
    );
    expect(rest).toEqual({
      unconfirmed: 1,
      deactivated: 1,
      rejected: 1,
      erasures: 1,
      invited: 1,
      accounts: 2,
      broadcasts: ['cancelled', 'scheduled'],
      letters: 0,
      old: true,
    });
    const waits = await rows<{ hours: number }>(
      `select round(extract(epoch from '${SIZE.now.toISOString()}'::timestamptz - submitted_at) / 3600)::int as hours from kyc_submissions
        where status = 'pending' order by 1`,
    );
    expect(waits.map(({ hours }) => hours)).toEqual([2, 26, 121]);
  });
});
