import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Decimal } from '../../../src/platform/domain/index.js';
import { OwnSandbox } from './own-sandbox.js';
import { ReconciliationStand, SandboxAccount } from './reconciliation-stand.js';

const NOW = new Date('2026-10-20T12:00:00Z');

let sandbox: OwnSandbox;
let stand: ReconciliationStand;

beforeAll(async () => {
  sandbox = await OwnSandbox.start();
  await sandbox.control('POST', 'limits', {
    api: 1_000_000,
    fapi: 1_000_000,
    'sapi-ip': 1_000_000,
    'sapi-uid': 100_000_000,
    'sapi-uid-second': 100_000_000,
  });
  stand = await ReconciliationStand.start();
});

afterAll(async () => {
  await stand.stop();
  await sandbox.stop();
});

async function accountOf(profile: string): Promise<SandboxAccount> {
  return new SandboxAccount(sandbox, stand, await stand.account(), profile);
}

describe('an account of the sandbox exchange, read whole', () => {
  it.each([
    ['small', 3],
    ['quiet', 3],
    ['empty', 0],
    ['dust', 8],
  ])('comes out to the last digit: %s', async (profile, assets) => {
    const account = await accountOf(profile);
    await account.readAt(NOW);
    const summary = await stand.reconcile(account.accountId, NOW, { spotSymbols: await account.symbols() });
    expect(await stand.residuals(account.accountId)).toEqual({});
    expect(summary).toEqual({ balanced: assets, explained: 0, open: 0, unavailable: 0 });
  });

  it('shows what was converted, swept and handed out in columns of their own: dust, mover', async () => {
    const dust = await accountOf('dust');
    await dust.readAt(NOW);
    await stand.reconcile(dust.accountId, NOW, { spotSymbols: await dust.symbols() });
    const lines = await stand.lines(dust.accountId);
    const sign = (amount: string | null) => Math.sign(Number(amount));
    expect([lines.get('GRT')!, lines.get('BNB')!].map((line) => [sign(line.dust), sign(line.dividends), line.converts])).toEqual([
      [-1, 0, '0'],
      [1, 1, '0'],
    ]);
    const mover = await accountOf('mover');
    await mover.readAt(NOW);
    await stand.reconcile(mover.accountId, NOW, { spotSymbols: await mover.symbols() });
    expect(await stand.residuals(mover.accountId)).toEqual({});
    // -3000 + 450.25 - 700 - 120.5 + 300: the journal tells what the futures wallet saw since July, the transfer history the rest.
    expect((await stand.lines(mover.accountId)).get('USDT')).toMatchObject({
      transfers: '-3070.25',
      dividends: '1.75',
      funding_wallet: '150',
    });
  });

  it('leaves the coin whose pair is gone and what was paid for it: gone-symbol', async () => {
    const account = await accountOf('gone-symbol');
    await account.readAt(NOW);
    await stand.reconcile(account.accountId, NOW, { spotSymbols: await account.symbols() });
    const { unreachableSpotTrades } = await sandbox.truth('gone-symbol-1');
    const sums: Record<string, Decimal> = { ANC: new Decimal(0), USDT: new Decimal(0) };
    for (const trade of unreachableSpotTrades) {
      const sign = trade['isBuyer'] ? 1 : -1;
      sums['ANC'] = sums['ANC']!.plus(new Decimal(trade['qty'] as string).times(sign));
      sums['USDT'] = sums['USDT']!.minus(new Decimal(trade['quoteQty'] as string).times(sign));
      sums[trade['commissionAsset'] as string] = sums[trade['commissionAsset'] as string]!.minus(trade['commission'] as string);
    }
    expect(await stand.residuals(account.accountId)).toEqual({ ANC: sums['ANC']!.toFixed(), USDT: sums['USDT']!.toFixed() });
    for (const line of (await stand.lines(account.accountId)).values()) {
      expect([line.asset, line.status]).toEqual([line.asset, line.residual === '0' ? 'balanced' : 'explained']);
    }
  });
});

describe('an account that lives on, read again and again', () => {
  /** From before the first transfer to the futures wallet, never further apart than its journal reaches. */
  const readings = ['2025-10-20', '2026-01-10', '2026-03-20', '2026-06-10', '2026-08-25', '2026-10-31', '2026-11-20'].map(
    (day) => new Date(`${day}T12:00:00Z`),
  );

  it('has no residual, and a futures wallet that its journal explains', async () => {
    const account = await accountOf('typical');
    const spotSymbols = await account.symbols();
    for (const at of readings) {
      await account.readAt(at);
      await stand.reconcile(account.accountId, at, { spotSymbols });
      expect({ at, residuals: await stand.residuals(account.accountId) }).toEqual({ at, residuals: {} });
      expect({ at, residuals: await stand.residuals(account.accountId, 'futures') }).toEqual({ at, residuals: {} });
    }
    const wallet = (await stand.lines(account.accountId, 'futures')).get('USDT')!;
    expect(wallet).toMatchObject({ opening: '0', transfers: '9000', status: 'balanced', hints: [] });
    expect(Object.keys(wallet.income)).toEqual(expect.arrayContaining(['COMMISSION', 'FUNDING_FEE', 'REALIZED_PNL', 'TRANSFER']));
    expect(await stand.rows('select count(*)::int as days from reconciliation_days where account_id = ?', [account.accountId])).toEqual([
      { days: readings.length },
    ]);
  }, 300_000);

  it('is told that the journal does not reach back to its transfers where it was linked late', async () => {
    const account = await accountOf('typical');
    const at = readings.at(-1)!;
    await account.readAt(at);
    await stand.reconcile(account.accountId, at, { spotSymbols: await account.symbols() });
    expect(await stand.residuals(account.accountId)).toEqual({ USDT: '-9000' });
    const line = (await stand.lines(account.accountId)).get('USDT')!;
    expect([line.status, ...line.reasons.map(({ code }) => code)]).toEqual(['explained', 'transfers-untold']);
    expect(line.reasons[0]!.text.replace(/which held [\d.]+ USDT/, 'which held … USDT')).toBe(
      'Binance provides transfers between wallets for the last six months only (here from 2026-05-26 on). ' +
        'The missing 9000 USDT is matched by the futures wallet, which held … USDT when its journal begins on 2026-08-22',
    );
    expect((await stand.lines(account.accountId, 'futures')).get('USDT')).toMatchObject({
      residual: '0',
      status: 'explained',
      reasons: [{ code: 'opening-derived' }],
    });
  }, 180_000);
});
