import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { AuditAnchorsService } from '../../../src/operations/audit/audit-anchors.service.js';
import { ChainVerificationService } from '../../../src/operations/audit/chain-verification.service.js';
import { AuditLog, AuditSealerService, AuditVerifierService } from '../../../src/operations/audit/index.js';
import { failedSignIns } from '../../../src/club/auth/sign-in.metrics.js';
import { refusedWrites } from '../../../src/platform/persistence/refused-writes.js';
import { JobQueue } from '../../../src/platform/queue/index.js';
import { measureBudget } from '../../../src/trading/venues/budget/index.js';
import type { ScopeStatus, WeightBudget } from '../../../src/trading/venues/budget/weight-budget.js';
import type { TickerFeed } from '../../../src/trading/ticker/index.js';
import { measureFxDay } from '../../../src/money/fx/fx.metrics.js';
import { measureTicker } from '../../../src/trading/ticker/ticker.metrics.js';
import { pushAlarms } from '../../../src/messaging/channels/push/push.metrics.js';
import { measureUndecided } from '../../../src/messaging/channels/club/club-posts.metrics.js';
import { telegramAlarms } from '../../../src/messaging/channels/telegram/telegram.metrics.js';
import { scoringMetrics } from '../../../src/trading/signals/scoring/jobs/scoring.metrics.js';
import { registration, signedInMember } from '../../support/people.js';
import { until } from '../../support/until.js';
import { rules } from './alarm-rules.js';
import { AlarmWorld, type Fault } from './alarm-world.js';

const promtool = process.env['TEST_PROMTOOL'];
/** Of alarms-mail.int-spec.ts, which has a worker. */
const WITH_A_WORKER = ['MailsLate', 'DeadLetters', 'JobsFail'];

(promtool ? describe : describe.skip)('each alarm', () => {
  let world: AlarmWorld;
  let member: { userId: string };
  beforeAll(async () => {
    world = await AlarmWorld.start();
    member = await signedInMember(world.api);
    await world.sql('delete from audit_unsealed');
  }, 180_000);
  afterAll(() => world?.stop());

  const signIn = () =>
    world.api.app.inject({
      method: 'POST',
      url: '/api/v1/signinuser',
      payload: { email: `${randomUUID()}@example.com`, password: 'wrong, all of it' },
    });
  const account = (state: string, times: { synced?: string; next?: string } = {}, userId = member.userId) =>
    world.sql(
      `insert into exchange_accounts (id, user_id, venue, key_hint, fingerprint, key_state, is_current, sync_enabled, last_synced_at,
        next_sync_at)
       values (gen_random_uuid(), $1, 'binance', 'abcd', decode(md5(random()::text), 'hex'), $2, true, true, now() - $3::interval,
         now() + $4::interval)`,
      [userId, state, times.synced ?? '1 minute', times.next ?? '10 minutes'],
    );
  const noAccounts = () => world.sql('delete from exchange_accounts');
  const record = (action: string) =>
    world.api.app.get(AuditLog, { strict: false }).record(world.em(), { action, actorId: null, actorRole: null });
  const times = async (n: number, act: () => Promise<unknown>) => {
    for (let done = 0; done < n; done++) await act();
  };
  let waiting: Promise<unknown>[] = [];
  const pool = () => world.api.app.get(MikroORM).em.getConnection().getNativeClient() as Promise<Pool>;
  const scope = { venue: 'binance', name: 'api', closedUntil: null, reason: null, used: 10, limit: 6000 } as const;
  const limits = (changed: Partial<ScopeStatus>) => ({ status: async () => [{ ...scope, ...changed }] }) as unknown as WeightBudget;
  const feed = (ageMs: number | null) =>
    ({ status: () => ({ ageMs, state: ageMs === null ? 'idle' : 'interrupted' }) }) as unknown as TickerFeed;

  const faults: Record<string, Fault> = {
    ProcessGone: { minutes: 4, scraped: () => null },
    RequestsFail: {
      minutes: 12,
      start: () => world.sql('alter table users rename to users_gone'),
      each: () => times(3, signIn),
      end: () => world.sql('alter table users_gone rename to users'),
    },
    RequestsSlow: {
      minutes: 16,
      each: async () => {
        await world.sql('begin');
        await world.sql('lock table users in access exclusive mode');
        const answer = signIn();
        await world.sql('select pg_sleep(1.1)');
        await world.sql('rollback');
        await answer;
      },
    },
    EventLoopBlocked: {
      minutes: 8,
      each: async () => {
        // The monitor looks each 0.1 s, and tells the time between two looks.
        await world.sql('select pg_sleep(0.25)');
        for (const end = Date.now() + 700; Date.now() < end;) Math.sqrt(end);
        await world.sql('select pg_sleep(0.15)');
      },
    },
    PushRefused: { minutes: 3, each: async () => pushAlarms.inc({ cause: 'refused-credentials' }) },
    TelegramRefused: { minutes: 3, each: async () => telegramAlarms.inc({ cause: 'token-refused' }) },
    ClubPostsUndecided: {
      minutes: 4,
      start: async () => measureUndecided({ 'telegram-channel': 0, 'copy-bot': 1 }),
      end: async () => measureUndecided({ 'telegram-channel': 0, 'copy-bot': 0 }),
    },
    SyncsLate: { minutes: 13, start: () => account('valid', { next: '-1 hour' }), end: noAccounts },
    SyncsStale: { minutes: 13, start: () => account('valid', { synced: '3 hours' }), end: noAccounts },
    KeysInvalid: {
      minutes: 13,
      start: () => times(4, async () => account('invalid', {}, (await signedInMember(world.api)).userId)),
      end: noAccounts,
    },
    ExchangeClosed: {
      minutes: 4,
      start: async () => measureBudget(limits({ closedUntil: new Date(Date.now() + 3_600_000), reason: 'address' })),
      end: async () => measureBudget(limits({})),
    },
    ExchangeWeightHigh: {
      minutes: 13,
      start: async () => measureBudget(limits({ used: 5900 })),
      end: async () => measureBudget(limits({})),
    },
    TickerSilent: {
      minutes: 4,
      start: async () => measureTicker(feed(180_000)),
      end: async () => measureTicker(feed(null)),
    },
    ExchangeRatesOld: {
      minutes: 18,
      start: async () => measureFxDay('2026-11-18', () => new Date('2026-11-24T12:00:00Z')),
      end: async () => measureFxDay(null, () => new Date()),
    },
    ScoringFails: { minutes: 3, each: async () => scoringMetrics.failures.inc(2) },
    ScoresDiffer: { minutes: 3, each: async () => scoringMetrics.differing.inc() },
    AuditUnsealed: {
      minutes: 8,
      start: () =>
        world.sql(
          `insert into audit_events (id, action, detail, at) values (gen_random_uuid(), 'test.act', '{}', now() - interval '10 minutes')`,
        ),
      end: () => world.sql('delete from audit_unsealed'),
    },
    BackupOld: {
      minutes: 18,
      start: () => world.sql(`update mikro_orm_migrations set executed_at = now() - interval '27 hours'`),
      end: () => world.sql('update mikro_orm_migrations set executed_at = now()'),
    },
    AuditUnverified: {
      minutes: 2,
      start: () =>
        world.sql(
          `insert into audit_events (id, action, detail, at) values (gen_random_uuid(), 'audit.verify', '{}', now() - interval '4 days')`,
        ),
    },
    AuditChainBroken: {
      minutes: 2,
      // An owner of the database whom no trigger holds back changes an event that is sealed.
      start: async () => {
        const orm = world.api.app.get(MikroORM) as never;
        const anchors = new AuditAnchorsService(world.api.config);
        await record('test.act');
        await new AuditSealerService(orm, anchors).sealAll();
        await world.sql('alter table audit_events disable trigger all');
        await world.sql(`update audit_events set action = 'test.altered' where action = 'test.act'`);
        await world.sql('alter table audit_events enable trigger all');
        await new ChainVerificationService(
          orm,
          world.api.config,
          new AuditVerifierService(orm, anchors),
          world.api.app.get(AuditLog, { strict: false }),
        ).run();
      },
    },
    SignInsFail: { minutes: 14, each: async () => failedSignIns.inc({ reason: 'password' }, 25) },
    RevealsMany: { minutes: 3, each: () => times(12, () => record('kyc.reveal')) },
    DatabaseRefusesWrites: {
      minutes: 3,
      start: async () => {
        await world.sql(`create or replace function full_disk() returns trigger language plpgsql as
          $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`);
        await world.sql('create trigger full_disk before insert on users for each row execute function full_disk()');
        await world.api.app.inject({ method: 'POST', url: '/api/v1/signupuser', payload: registration() });
      },
      end: async () => {
        await world.sql('drop trigger full_disk on users');
        refusedWrites.clear();
      },
    },
    PoolExhausted: {
      minutes: 4,
      start: async () => {
        await world.sql('begin');
        await world.sql('lock table rate_limits in access exclusive mode'); // the metrics do not read it
        waiting = Array.from({ length: 30 }, signIn);
        await until('a request without a connection', async () => ((await pool()).waitingCount > 0 ? true : null));
      },
      end: async () => {
        await world.sql('rollback');
        await Promise.all(waiting);
      },
    },
    QueueStuck: {
      minutes: 8,
      // Nothing takes it: there is no worker.
      start: () => world.watch.get(JobQueue).queue('system').add('nobody.serves-this', {}, { jobId: 'stuck' }),
      end: () => world.watch.get(JobQueue).queue('system').remove('stuck'),
    },
    QueueMisconfigured: {
      minutes: 8,
      // What a real Redis says is looked at in redis-queue.int-spec.ts.
      start: async () => jest.spyOn(world.watch.get(JobQueue).backend, 'misconfigured').mockResolvedValue('Redis evicts'),
      end: async () => jest.restoreAllMocks(),
    },
    // No test fills the disk of its machine.
    DataFolderFull: { minutes: 8, scraped: (text) => text.replace(/^(tidemark_data_folder_free_bytes\S*) \S+$/m, '$1 1000') },
    DecisionsLate: {
      minutes: 2,
      start: async () => {
        const file = randomUUID();
        await world.sql(
          `insert into files (id, user_id, purpose, mime, byte_size, storage_key, sha256)
            values ($1, $2, 'payment-proof', 'image/jpeg', 1, 'a', '\\x00')`,
          [file, member.userId],
        );
        await world.sql(
          `insert into payments (id, user_id, membership, amount, proof_file_id, status, submitted_at)
           values (gen_random_uuid(), $1, 'trade club', 50, $2, 'pending', now() - interval '3 days')`,
          [member.userId, file],
        );
      },
    },
  };

  it.each(Object.keys(faults))(
    '%s fires in its fault, and is quiet before',
    async (alert) => {
      const firing = await world.firing(promtool!, alert, faults[alert]!);
      expect(firing.length).toBeGreaterThan(0);
      expect(Math.min(...firing)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...firing)).toBe(faults[alert]!.minutes - 1);
    },
    120_000,
  );

  it('has its fault', () => {
    const alerts = rules().map(({ alert }) => alert);
    expect([...Object.keys(faults), ...WITH_A_WORKER].sort()).toEqual(alerts.sort());
  });
});
