import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../e2e/support/eventually.js';
import { balance, DAY_MS, deposit, fill, ReconciliationStand, wallet } from './reconciliation-stand.js';

const NOW = new Date('2026-11-20T12:00:00Z');
const ago = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

let stand: ReconciliationStand;

beforeAll(async () => {
  stand = await ReconciliationStand.start();
  await stand.pairs(['BTC', 'USDT'], ['ETH', 'USDT'], ['ETH', 'BTC'], ['BNB', 'USDT'], ['JUP', 'USDT']);
});

afterAll(() => stand.stop());

const complete = () => stand.completeAccount(NOW);

describe('an account', () => {
  it('of a venue that tells too little has sums and no verdict', async () => {
    for (const venue of ['bybit', 'okx'] as const) {
      const id = await stand.account(venue);
      await stand.put('spot_trades', id, [fill(venue === 'okx' ? 'BTC-USDT' : 'BTCUSDT', 'buy', '2', '10', '0.1', 'USDT', ago(3))]);
      await stand.put('asset_balances', id, [balance('BTC', '5')]);
      expect(await stand.reconcile(id, NOW)).toEqual({ balanced: 0, explained: 0, open: 0, unavailable: 2 });
      expect((await stand.lines(id)).get('BTC')).toMatchObject({
        buys: '2',
        reported: '5',
        opening: null,
        expected: null,
        residual: null,
        status: 'unavailable',
        reasons: [{ code: 'venue-window' }],
      });
    }
  });

  it('has a history of a line a day, and no more than are kept', async () => {
    const id = await complete();
    await stand.put('asset_balances', id, [balance('USDT', '5'), balance('BTC', '0')]);
    const at = (days: number, hours = 0) => new Date(NOW.getTime() + days * DAY_MS + hours * 3_600_000);
    for (const moment of [at(0), at(0, 3), at(1), at(400), at(402)]) {
      await stand.everythingRead(id, moment);
      await stand.reconcile(id, moment);
    }
    const days = await stand.rows<{ day: string; open: number; residual_worth: string; residuals: unknown }>(
      'select day::text, open, residual_worth, residuals from reconciliation_days where account_id = ? order by day',
      [id],
    );
    expect(days.map(({ day }) => day)).toEqual(['2027-12-25', '2027-12-27']);
    expect(days[0]).toEqual({
      day: '2027-12-25',
      open: 1,
      residual_worth: '5',
      residuals: [{ kind: 'spot', asset: 'USDT', residual: '5', status: 'open' }],
    });
  });

  it('is not set back by a reading that is older than the last one', async () => {
    const id = await complete();
    await stand.put('asset_balances', id, [balance('USDT', '5')]);
    await stand.reconcile(id, NOW);
    expect(await stand.reconcile(id, ago(1))).toBeNull();
    expect(new Date((await stand.lines(id)).get('USDT')!.read_at)).toEqual(NOW);
  });

  it('waits for whoever reconciles it already, and then for nothing that is older', async () => {
    const id = await complete();
    await stand.put('asset_balances', id, [balance('USDT', '5')]);
    let older: ReturnType<typeof stand.reconcile> | undefined;
    await stand.em().transactional(async (tx) => {
      await tx.execute(`select pg_advisory_xact_lock(hashtextextended('reconciliation ' || ?, 0))`, [id]);
      older = stand.reconcile(id, ago(1));
      await eventually(async () =>
        expect(
          await stand.rows(
            `select 1 from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname
              = current_database())`,
          ),
        ).toHaveLength(1),
      );
      await tx.execute('insert into reconciliation_states (account_id, read_at, methodology_version) values (?, ?, 1)', [id, NOW]);
    });
    expect(await older).toBeNull();
  });

  it('is counted at the time of the balances that the latest run read, where nobody says another', async () => {
    const id = await complete();
    await stand.put('asset_balances', id, [balance('USDT', '5')]);
    expect(await stand.service.reconcile(stand.em(), id)).toBeNull();
    for (const [n, steps] of [
      { account: ago(2).toISOString() },
      { account: ago(1).toISOString() },
      { began: NOW.toISOString() },
    ].entries()) {
      await stand.rows(
        `insert into sync_runs (id, account_id, user_id, trigger, state, steps) select ?, id, user_id, 'schedule', 'done', ?::jsonb from
          exchange_accounts where id = ?`,
        [`00000000-0000-7000-8000-00000000000${n}`, JSON.stringify(steps), id],
      );
    }
    await stand.service.reconcile(stand.em(), id);
    expect(new Date((await stand.lines(id)).get('USDT')!.read_at)).toEqual(ago(1));
  });

  it('gives the same when it is reconciled twice, and at once', async () => {
    const id = await complete();
    await stand.put('deposits', id, [deposit('USDT', '5', ago(3)), deposit('BTC', '1', ago(3))]);
    await stand.put('asset_balances', id, [balance('USDT', '4')]);
    await stand.put('futures_assets', id, [wallet('USDT', '9', ago(3))]);
    const [first] = await Promise.all([stand.reconcile(id, NOW), stand.reconcile(id, NOW), stand.reconcile(id, NOW)]);
    const figures = () =>
      stand.rows(`select to_jsonb(r) - 'reconciled_at' as line from reconciliations r where account_id = ? order by kind, asset`, [id]);
    const before = await figures();
    expect(await stand.reconcile(id, NOW)).toEqual(first);
    expect(await figures()).toEqual(before);
  });

  it('is left as it was when anything of it fails', async () => {
    const id = await complete();
    await stand.put('asset_balances', id, [balance('USDT', '5')]);
    await stand.reconcile(id, NOW);
    await stand.replace('asset_balances', id, [balance('USDT', '8')]);
    await stand.rows('alter table reconciliation_days add constraint nothing_more check (residual_worth < 6) not valid');
    await expect(stand.reconcile(id, new Date(NOW.getTime() + 1))).rejects.toThrow('nothing_more');
    await stand.rows('alter table reconciliation_days drop constraint nothing_more');
    expect((await stand.lines(id)).get('USDT')).toMatchObject({ reported: '5' });
  });
});
