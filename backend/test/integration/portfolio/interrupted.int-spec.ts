import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { JobQueue } from '../../../src/platform/queue/index.js';
import { PortfolioDueHandler } from '../../../src/trading/portfolio/jobs/portfolio-due.handler.js';
import { deposit, fill } from '../exchange/reconciliation-stand.js';
import { PortfolioStand, day } from './portfolio-stand.js';

const NOW = day('2026-11-20T12:00');

let stand: PortfolioStand;

beforeAll(async () => {
  stand = await PortfolioStand.start();
});

beforeEach(async () => {
  stand.market.pairs = { BTCUSDT: () => '100' };
  stand.market.before = () => Promise.resolve();
  await stand.worker.rows('delete from market_closes');
});

afterAll(() => stand.stop());

async function trader(): Promise<string> {
  const { accountId } = await stand.account();
  await stand.put('deposits', accountId, [deposit('USDT', '1000', day('2026-11-10T12:00'))]);
  await stand.put('spot_trades', accountId, [fill('BTCUSDT', 'buy', '5', '500', '0', 'BTC', day('2026-11-11T12:00'))]);
  await stand.reading(accountId, NOW, { USDT: ['500', '500'], BTC: ['5', '500'] });
  return accountId;
}

/** Resolves when candles are asked for; they are told once `go` is called. */
function held(): { asked: Promise<void>; go: () => void } {
  let go!: () => void;
  let tell!: () => void;
  const going = new Promise<void>((resolve) => (go = resolve));
  const asked = new Promise<void>((resolve) => (tell = resolve));
  stand.market.before = () => {
    tell();
    return going;
  };
  return { asked, go };
}

describe('a computation', () => {
  it('is made by one at a time', async () => {
    const accountId = await trader();
    const { asked, go } = held();
    const first = stand.worker.compute(accountId);
    await asked;
    expect((await stand.worker.state(accountId)).started_at).not.toBeNull();
    const other = await stand.worker.another(stand.market);
    expect(await other.compute(accountId)).toBe('busy');
    go();
    expect(await first).toBe('done');
    expect(await other.compute(accountId)).toBe('done');
    await other.stop();
  });

  it('whose worker is killed leaves nothing behind, and the next one does it all', async () => {
    const accountId = await trader();
    const { asked, go } = held();
    const other = await stand.worker.another(stand.market);
    const killed = other.compute(accountId).then(
      () => 'it was not killed',
      () => 'killed',
    );
    await asked;
    // The connection goes with its process, and with it the lock: waited for, because a process ends some time after it is told to.
    await stand.worker.rows(
      `select pg_terminate_backend(l.pid, 30000) from pg_locks l join pg_database d on d.oid = l.database where l.locktype = 'advisory'
        and d.datname = current_database() and l.granted
      and l.pid <> pg_backend_pid() and (l.classid::bigint << 32 | l.objid::bigint) = hashtextextended('portfolio ' || ?, 0)`,
      [accountId],
    );
    go();
    expect(await killed).toBe('killed');
    await other.stop();
    expect(await stand.worker.days(accountId)).toEqual([]);
    expect((await stand.worker.state(accountId)).dirty_from).toBe('2026-11-10 12:00:00+00');
    expect(await stand.worker.compute(accountId)).toBe('done');
    expect((await stand.worker.days(accountId)).map(({ equity }) => equity)).toEqual(Array.from({ length: 11 }, () => '1000'));
    expect(await stand.worker.state(accountId)).toMatchObject({ dirty_from: null, failure: null, started_at: null });
  });

  it('that is called off by its worker is done by the next', async () => {
    const accountId = await trader();
    const { asked, go } = held();
    const stopping = new AbortController();
    const stopped = stand.worker.compute(accountId, stopping.signal).then(
      () => 'it was not called off',
      (error: Error) => error.message,
    );
    await asked;
    stopping.abort(new Error('the worker stops'));
    go();
    expect(await stopped).toBe('the worker stops');
    expect(await stand.worker.days(accountId)).toEqual([]);
    expect(await stand.worker.compute(accountId)).toBe('done');
  });

  it('does not take away what came while it was made', async () => {
    const accountId = await trader();
    const { asked, go } = held();
    const first = stand.worker.compute(accountId);
    await asked;
    await stand.put('deposits', accountId, [deposit('USDT', '7', day('2026-11-15T12:00'))]);
    go();
    await first;
    expect((await stand.worker.state(accountId)).dirty_from).not.toBeNull();
    await stand.reading(accountId, NOW, { USDT: ['507', '507'], BTC: ['5', '500'] });
    await stand.worker.compute(accountId);
    expect((await stand.worker.days(accountId)).at(-1)).toMatchObject({ equity: '1007' });
    expect(await stand.worker.state(accountId)).toMatchObject({ dirty_from: null, unexplained: [], opening: {} });
  });

  it('tells of a row that cannot be counted with, and goes on once it can', async () => {
    const accountId = await trader();
    await stand.put('deposits', accountId, [deposit('BTC', '0.0000000000000000001', day('2026-11-15T12:00'))]);
    await expect(stand.worker.compute(accountId)).rejects.toThrow('18 places');
    expect(await stand.worker.state(accountId)).toMatchObject({ started_at: null, failure: expect.stringContaining('cannot be counted') });
    await stand.worker.rows(`delete from deposits where account_id = ? and coin = 'BTC'`, [accountId]);
    expect(await stand.worker.compute(accountId)).toBe('done');
    expect((await stand.worker.state(accountId)).failure).toBeNull();
  });

  it('that nobody made is found and queued', async () => {
    const accountId = await trader();
    const queue = stand.worker.get(JobQueue).queue('exchange');
    const jobs = async () =>
      (await queue.getJobs(['waiting', 'prioritized', 'delayed'])).filter(
        ({ data }) => (data as { accountId?: string }).accountId === accountId,
      );
    await stand.worker.get(PortfolioDueHandler).handle();
    expect(await jobs()).toEqual([]);
    await stand.worker.rows(`update exchange_accounts set is_current = true, last_synced_at = now() - interval '1 hour' where id = ?`, [
      accountId,
    ]);
    await stand.worker.get(PortfolioDueHandler).handle();
    expect((await jobs()).map(({ name }) => name)).toEqual(['portfolio.compute']);
  });

  it('has nothing to do before an account was read', async () => {
    const { accountId } = await stand.account();
    expect(await stand.worker.compute(accountId)).toBe('nothing');
    expect(await stand.worker.compute('0198f000-0000-7000-8000-000000000001')).toBe('nothing');
  });
});
