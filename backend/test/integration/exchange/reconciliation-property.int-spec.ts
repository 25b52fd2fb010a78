import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Decimal } from '../../../src/platform/domain/index.js';
import { movement as walletMovement } from './movement-rows.js';
import { balance, DAY_MS, deposit, fill, income, ReconciliationStand, wallet, withdrawal, type Row } from './reconciliation-stand.js';

const NOW = new Date('2026-11-20T12:00:00Z');
const ago = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

let stand: ReconciliationStand;

beforeAll(async () => {
  stand = await ReconciliationStand.start();
  await stand.pairs(['BTC', 'USDT'], ['ETH', 'USDT'], ['ETH', 'BTC'], ['BNB', 'USDT'], ['JUP', 'USDT']);
});

afterAll(() => stand.stop());

describe('any ledger', () => {
  const pairs = [
    ['BTC', 'USDT'],
    ['ETH', 'USDT'],
    ['ETH', 'BTC'],
    ['BNB', 'USDT'],
    ['JUP', 'USDT'],
  ] as const;
  const coins = ['BTC', 'ETH', 'USDT', 'BNB', 'JUP'] as const;
  const amount = fc
    .tuple(fc.bigInt({ min: 1n, max: 10n ** 24n }), fc.integer({ min: 0, max: 18 }))
    .map(([units, places]) => new Decimal(units.toString()).div(new Decimal(10).pow(places)).toFixed());
  const day = fc.integer({ min: 1, max: 3000 });
  /** What is written to a table, and what it did to the balances. */
  interface Movement {
    table: string;
    row: Row;
    effects: [asset: string, amount: string][];
  }
  const minus = (value: string) => new Decimal(value).negated().toFixed();
  const movement: fc.Arbitrary<Movement> = fc.oneof(
    fc
      .record({ coin: fc.constantFrom(...coins), value: amount, on: day })
      .map(({ coin, value, on }): Movement => ({ table: 'deposits', row: deposit(coin, value, ago(on)), effects: [[coin, value]] })),
    fc.record({ coin: fc.constantFrom(...coins), value: amount, fee: amount, on: day }).map(({ coin, value, fee, on }): Movement => ({
      table: 'withdrawals',
      row: withdrawal(coin, value, fee, ago(on)),
      effects: [
        [coin, minus(value)],
        [coin, minus(fee)],
      ],
    })),
    fc
      .record({ coin: fc.constantFrom(...coins), value: amount, into: fc.boolean(), on: day })
      .map(({ coin, value, into, on }): Movement => ({
        table: 'futures_income',
        row: income('TRANSFER', coin, into ? value : minus(value), ago(on)),
        effects: [[coin, into ? minus(value) : value]],
      })),
    fc
      .record({
        kind: fc.constantFrom('convert', 'dust'),
        from: fc.constantFrom(...coins),
        to: fc.constantFrom(...coins),
        value: amount,
        gets: amount,
        on: day,
      })
      .map(({ kind, from, to, value, gets, on }): Movement => ({
        table: 'wallet_movements',
        row: walletMovement(kind as 'convert', ['spot', from, value], ['spot', to, gets], ago(on)),
        effects: [
          [from, minus(value)],
          [to, gets],
        ],
      })),
    fc.record({ coin: fc.constantFrom(...coins), value: amount, on: day }).map(({ coin, value, on }): Movement => ({
      table: 'wallet_movements',
      row: walletMovement('dividend', null, ['spot', coin, value], ago(on)),
      effects: [[coin, value]],
    })),
    fc
      .record({ coin: fc.constantFrom(...coins), value: amount, into: fc.boolean(), on: day })
      .map(({ coin, value, into, on }): Movement => ({
        table: 'wallet_movements',
        row: walletMovement('transfer', [into ? 'spot' : 'funding', coin, value], [into ? 'funding' : 'spot', coin, value], ago(on)),
        effects: [[coin, into ? minus(value) : value]],
      })),
    fc
      .record({
        pair: fc.constantFrom(...pairs),
        buy: fc.boolean(),
        qty: amount,
        quote: amount,
        fee: amount,
        feeIn: fc.constantFrom('base', 'quote', 'BNB'),
        on: day,
      })
      .map(({ pair: [base, quote], buy, feeIn, ...t }): Movement => {
        const feeAsset = feeIn === 'base' ? base : feeIn === 'quote' ? quote : feeIn;
        return {
          table: 'spot_trades',
          row: fill(base + quote, buy ? 'buy' : 'sell', t.qty, t.quote, t.fee, feeAsset, ago(t.on)),
          effects: [
            [base, buy ? t.qty : minus(t.qty)],
            [quote, buy ? minus(t.quote) : t.quote],
            [feeAsset, minus(t.fee)],
          ],
        };
      }),
  );
  const sums = (movements: readonly Movement[]) => {
    const totals = new Map<string, Decimal>();
    for (const [asset, value] of movements.flatMap(({ effects }) => effects))
      totals.set(asset, (totals.get(asset) ?? new Decimal(0)).plus(value));
    return new Map([...totals].filter(([, total]) => !total.isZero()).map(([asset, total]) => [asset, total.toFixed()]));
  };
  const write = async (id: string, movements: readonly Movement[]) => {
    for (const table of ['deposits', 'withdrawals', 'futures_income', 'wallet_movements', 'spot_trades'])
      await stand.put(
        table,
        id,
        movements.filter((one) => one.table === table).map(({ row }) => row),
      );
  };

  it('leaves exactly what is missing of it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ movement, lost: fc.boolean() }), { minLength: 1, maxLength: 25 }), async (ledger) => {
        const id = await stand.account();
        await stand.everythingRead(id, NOW);
        await write(
          id,
          ledger.filter(({ lost }) => !lost).map((one) => one.movement),
        );
        await stand.put(
          'asset_balances',
          id,
          [...sums(ledger.map((one) => one.movement))].map(([coin, total]) => balance(coin, total)),
        );
        await stand.reconcile(id, NOW);
        expect(await stand.residuals(id)).toEqual(Object.fromEntries(sums(ledger.filter(({ lost }) => lost).map((one) => one.movement))));
        for (const line of (await stand.lines(id)).values()) {
          const columns = [
            line.opening,
            line.buys,
            line.sells,
            line.fees,
            line.deposits,
            line.withdrawals,
            line.transfers,
            line.converts,
            line.dust,
            line.dividends,
            line.earn,
            line.realized_pnl,
            line.funding,
            line.other,
          ];
          expect(columns.reduce((sum, column) => sum.plus(column ?? 0), new Decimal(0)).toFixed()).toBe(line.expected);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('leaves exactly what is missing of the futures journal, whenever it was read', async () => {
    const kinds = [
      'REALIZED_PNL',
      'COMMISSION',
      'FUNDING_FEE',
      'TRANSFER',
      'INTERNAL_TRANSFER',
      'INSURANCE_CLEAR',
      'COIN_SWAP_WITHDRAW',
      'API_REBATE',
    ];
    const entry = fc.record({
      kind: fc.constantFrom(...kinds),
      value: amount,
      out: fc.boolean(),
      on: fc.integer({ min: 1, max: 8 }),
      lost: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(entry, { minLength: 1, maxLength: 20 }),
        amount,
        fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 3 }),
        async (entries, before, readings) => {
          const id = await stand.account();
          const at = (days: number) => new Date(NOW.getTime() + days * DAY_MS);
          const signed = entries.map((one, i) => ({ ...one, tran: `${id} ${i}`, value: one.out ? minus(one.value) : one.value }));
          const walletAt = (days: number) =>
            signed
              .filter(({ on }) => on <= days)
              .reduce((sum, { value }) => sum.plus(value), new Decimal(before))
              .toFixed();
          await stand.put('futures_assets', id, [wallet('USDT', before, NOW)]);
          await stand.everythingRead(id, NOW, ago(90));
          await stand.reconcile(id, NOW);
          for (const days of [...readings.toSorted((a, b) => a - b), 9]) {
            await stand.put(
              'futures_income',
              id,
              signed
                .filter(({ on, lost }) => on <= days && !lost)
                .map(({ kind, value, on, tran }) => income(kind, 'USDT', value, at(on), { tran_id: tran })),
            );
            await stand.replace('futures_assets', id, [wallet('USDT', walletAt(days), at(days))]);
            await stand.everythingRead(id, at(days + 0.5), ago(90));
            await stand.reconcile(id, at(days + 0.5));
            const missing = signed.filter(({ on, lost }) => on <= days && lost).reduce((sum, { value }) => sum.plus(value), new Decimal(0));
            expect((await stand.lines(id, 'futures')).get('USDT')?.residual).toBe(missing.toFixed());
          }
        },
      ),
      { numRuns: 25 },
    );
  });
});
