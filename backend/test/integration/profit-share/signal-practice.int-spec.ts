import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ShareFillsRepository } from '../../../src/money/profit-share/index.js';
import { FollowRateReader } from '../../../src/money/signal-practice/follow-rate.reader.js';
import { MemberSlippageReader } from '../../../src/money/signal-practice/member-slippage.reader.js';
import { PracticeFactsRepository } from '../../../src/money/signal-practice/practice-facts.repository.js';
import { SignalPracticeRepository } from '../../../src/money/signal-practice/signal-practice.repository.js';
import { SignalPracticeService } from '../../../src/money/signal-practice/signal-practice.service.js';
import { Clock } from '../../../src/platform/domain/index.js';
import type { SignalPracticeWire } from '../../../src/platform/wire/index.js';
import { removeDataFolders } from '../../support/test-config.js';
import { startTestApi, startTestWorker } from '../../support/test-app.js';
import type { AppConfig } from '../../../src/platform/config/index.js';
import { until } from '../../support/until.js';
import { storedPortfolio } from '../portfolio/stored-portfolio.js';
import { ShareWorld, type ClubMember, type TradeFields } from './share-world.js';

const NOW = Date.parse('2026-11-27T12:00:00Z');

let world: ShareWorld;
let manager: ClubMember;
/** The API with the manager's account named. */
let named: { app: NestFastifyApplication; config: AppConfig };
const signals: Record<string, string> = {};

/** A signal in a coin of its own that ended, to be bought for 100 on 1 March. */
const ended = (base: string, changes: Record<string, unknown> = {}, score: Record<string, unknown> = {}) =>
  world.signal(
    { base, asset: `${base}USDT`, recommended_position_size: '2% of the account', ...changes },
    { status: 'closed', closed_at: '2026-03-02T09:00:00Z', ...score },
  );
const bought = (base: string, qty: string, price = '100'): TradeFields => ({
  id: `${base}-1`,
  symbol: `${base}USDT`,
  at: '2026-03-01T11:00:00Z',
  side: 'buy',
  price,
  qty,
});

let reads = 0;
/** Reads the route after the cache has ended. */
async function practice({ app } = named): Promise<SignalPracticeWire> {
  const clock = app.get(Clock, { strict: false });
  jest.spyOn(clock, 'now').mockReturnValue(new Date(NOW + ++reads * 31_000));
  const response = await app.inject({ method: 'GET', url: '/api/v1/track-record/practice' });
  expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'public, max-age=30']);
  return response.json<{ data: SignalPracticeWire }>().data;
}

/** Computes the figures, as the job does. */
async function compute(at = NOW): Promise<SignalPracticeWire> {
  const facts = new PracticeFactsRepository();
  const service = new SignalPracticeService(
    world.api.em(),
    named.config,
    new FollowRateReader(facts, named.app.get(ShareFillsRepository, { strict: false })),
    new MemberSlippageReader(facts),
    new SignalPracticeRepository(),
    { now: () => new Date(at) } as Clock,
  );
  await service.compute();
  return practice();
}

beforeAll(async () => {
  world = await ShareWorld.start();
  manager = await world.member();
  named = await startTestApi(world.api.config.databaseUrl, { MANAGER_USER_ID: manager.userId });
});
afterAll(async () => {
  jest.restoreAllMocks();
  await named.app.close();
  await world.stop();
  removeDataFolders();
});

describe('signals in practice', () => {
  it('are unknown until something is computed, and without a manager, trades or signals', async () => {
    expect(await practice()).toEqual({
      computedAt: null,
      followRate: { unknown: 'computing', figures: null },
      slippage: { unknown: 'computing', figures: null },
    });
    expect(await compute()).toEqual({
      computedAt: new Date(NOW).toISOString(),
      followRate: { unknown: 'not_read', figures: null },
      slippage: { unknown: 'no_signals', figures: null },
    });
    expect((await practice({ app: world.api.app, config: world.api.config })).followRate).toEqual({ unknown: 'no_manager', figures: null });
  });

  it("count the signals that the club's own account followed", async () => {
    for (const base of ['AAA', 'BBB', 'CCC']) signals[base] = await ended(base);
    await ended('DDD', { recommended_position_size: 'by feel' });
    await ended('EEE', { published_at: '2026-01-15T10:00:00Z' });
    await ended('FFF', {}, { status: 'open', closed_at: null });
    await ended('GGG', { asset: 'GGGEUR', quote: 'EUR' });
    await storedPortfolio(world.api, manager.accountId, { days: [{ day: '2026-02-28', equity: '10000', index: '1' }] });
    // A quarter of 2% of 10,000 at 100 is 0.5.
    await world.trades(manager, [bought('AAA', '0.5'), bought('BBB', '0.49'), bought('DDD', '9'), bought('FFF', '2'), bought('EEE', '2')]);
    await world.compute(manager);
    expect((await compute()).followRate).toEqual({
      unknown: null,
      figures: {
        rate: '0.25',
        filled: 4,
        followed: 1,
        tooSmall: 1,
        unsized: 1,
        notEntered: 1,
        outside: 1,
        period: { from: '2026-03-01T10:00:00.000Z', to: '2026-03-02T09:00:00.000Z' },
      },
    });
  });

  it('are unknown while the stored follow rate is that of another account than the setting names', async () => {
    const known = await practice();
    expect(known.followRate.unknown).toBeNull();
    await world.rows('update signal_practice set manager_id = ?', [(await world.member()).userId]);
    expect(await practice()).toEqual({ ...known, followRate: { unknown: 'not_read', figures: null } });
    expect((await compute()).followRate).toEqual(known.followRate);
  });

  it('tell the slippage of ten members, and of nine and the manager nothing', async () => {
    for (let n = 0; n < 9; n++) {
      const member = await world.member();
      await world.trades(member, [bought('CCC', '1', `${100 + n * 0.055}`)]);
      await world.compute(member);
    }
    expect((await compute()).slippage).toEqual({ unknown: 'too_few_members', figures: null });
    const tenth = await world.member();
    // A running signal is not counted for anybody.
    await world.trades(tenth, [bought('CCC', '1', '100.495'), bought('FFF', '1', '100.9')]);
    await world.compute(tenth);
    const first = await compute();
    expect(first.slippage).toEqual({
      unknown: null,
      figures: {
        members: 10,
        signals: 1,
        observations: 10,
        // 0.002475, 0.000495 and 0.004455.
        median: '0.0025',
        p10: '0.0005',
        p90: '0.0045',
        period: { from: '2026-03-01T10:00:00.000Z', to: '2026-03-02T09:00:00.000Z' },
      },
    });
    expect(JSON.stringify(first)).not.toContain(manager.userId);
    // Running twice changes nothing, and an older run does not replace a newer one.
    expect(await compute()).toEqual(first);
    expect(await compute(NOW - 1)).toEqual(first);
    expect(await world.rows('select id from signal_practice')).toHaveLength(1);

    // A trade that is no entry any more takes its member with it.
    await world.rows(`update futures_trades set price = 150 where account_id = ?`, [tenth.accountId]);
    await world.compute(tenth);
    expect((await compute()).slippage).toEqual({ unknown: 'too_few_members', figures: null });
  });

  it('are computed by the worker', async () => {
    await world.rows('delete from signal_practice');
    const worker = await startTestWorker(named.config);
    try {
      await until('the figures', async () => (await world.rows('select 1 from signal_practice')).at(0) ?? null);
      expect((await practice()).followRate.figures).toMatchObject({ filled: 4, followed: 1 });
    } finally {
      await worker.close();
    }
  });
});
