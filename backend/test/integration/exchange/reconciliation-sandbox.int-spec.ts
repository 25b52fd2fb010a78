import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Decimal } from '../../../src/common/domain/index.js';
import { OwnSandbox } from './own-sandbox.js';
import { DAY_MS, ReconciliationStand, SandboxAccount } from './reconciliation-stand.js';

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

/** What the lists that are not read did to the spot wallet up to `at`. */
async function otherMovements(account: SandboxAccount, at: Date): Promise<Record<string, string>> {
  const sums = new Map<string, Decimal>();
  const add = (asset: string, amount: Decimal) => sums.set(asset, (sums.get(asset) ?? new Decimal(0)).plus(amount));
  const dust = await account.signed<{
    userAssetDribblets: { userAssetDribbletDetails: { fromAsset: string; amount: string; transferedAmount: string }[] }[];
  }>('/sapi/v1/asset/dribblet');
  for (const { fromAsset, amount, transferedAmount } of dust.userAssetDribblets.flatMap((one) => one.userAssetDribbletDetails)) {
    add(fromAsset, new Decimal(amount).negated());
    add('BNB', new Decimal(transferedAmount));
  }
  for (let end = at.getTime(); end > Date.UTC(2023, 10, 1); end -= 30 * DAY_MS) {
    const window = { startTime: end - 30 * DAY_MS + 1, endTime: end, limit: 500 };
    const { rows } = await account.signed<{ rows: { asset: string; amount: string }[] }>('/sapi/v1/asset/assetDividend', window);
    for (const { asset, amount } of rows) add(asset, new Decimal(amount));
    const { list } = await account.signed<{ list: { fromAsset: string; fromAmount: string; toAsset: string; toAmount: string }[] }>(
      '/sapi/v1/convert/tradeFlow',
      window,
    );
    for (const { fromAsset, fromAmount, toAsset, toAmount } of list) {
      add(fromAsset, new Decimal(fromAmount).negated());
      add(toAsset, new Decimal(toAmount));
    }
  }
  return Object.fromEntries([...sums].filter(([, sum]) => !sum.isZero()).map(([asset, sum]) => [asset, sum.toFixed()]));
}

describe('an account of the sandbox exchange, read whole', () => {
  it.each(['small', 'quiet', 'empty'])('comes out to the last digit: %s', async (profile) => {
    const account = await accountOf(profile);
    await account.readAt(NOW);
    const summary = await stand.reconcile(account.accountId, NOW, { spotSymbols: await account.symbols() });
    expect(await stand.residuals(account.accountId)).toEqual({});
    expect(summary).toEqual({ balanced: profile === 'empty' ? 0 : 3, explained: 0, open: 0, unavailable: 0 });
  });

  it('leaves what was swept and handed out, and nothing else: dust', async () => {
    const account = await accountOf('dust');
    await account.readAt(NOW);
    await stand.reconcile(account.accountId, NOW, { spotSymbols: await account.symbols() });
    const missing = await otherMovements(account, NOW);
    expect(Object.keys(missing)).toEqual(expect.arrayContaining(['GRT', 'LDO', 'BNB']));
    expect(await stand.residuals(account.accountId)).toEqual(missing);
    expect((await stand.service.unexplainedAssets(stand.em(), account.accountId)).map(({ asset }) => asset)).toEqual(
      expect.arrayContaining(['GRT', 'BNB']),
    );
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

  it('has no residual but what the unread lists tell, and a futures wallet that its journal explains', async () => {
    const account = await accountOf('typical');
    const spotSymbols = await account.symbols();
    for (const at of readings) {
      await account.readAt(at);
      await stand.reconcile(account.accountId, at, { spotSymbols });
      expect({ at, residuals: await stand.residuals(account.accountId) }).toEqual({ at, residuals: await otherMovements(account, at) });
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
    const { USDT, ...others } = await otherMovements(account, at);
    const { USDT: residual, ...rest } = await stand.residuals(account.accountId);
    expect(rest).toEqual(others);
    expect(residual).toBe(new Decimal(USDT!).minus(9000).toFixed());
    const line = (await stand.lines(account.accountId)).get('USDT')!;
    expect([line.status, ...line.reasons.map(({ code }) => code)]).toEqual(['explained', 'transfers-untold']);
    expect((await stand.lines(account.accountId, 'futures')).get('USDT')).toMatchObject({
      residual: '0',
      status: 'explained',
      reasons: [{ code: 'opening-derived' }],
    });
  }, 180_000);
});
