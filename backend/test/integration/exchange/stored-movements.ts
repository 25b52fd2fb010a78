import { Decimal } from '../../../src/platform/domain/index.js';
import type { ExchangeWorker } from './exchange-worker.js';
import type { Truth } from './own-sandbox.js';

type Row = Record<string, unknown>;

const plain = (amount: unknown) => (amount === null ? null : new Decimal(String(amount)).toFixed());
const wallets: Record<string, string> = { MAIN: 'spot', UMFUTURE: 'futures', FUNDING: 'funding' };

/** The wallet movements stored of an account, a line each. Ids beyond 2^53 are left out: a plain JSON reader of the truth rounds them. */
export async function storedMovements(worker: ExchangeWorker, accountId: string): Promise<string[]> {
  const rows = await worker.rows<Row>('select * from wallet_movements where account_id = ?', [accountId]);
  return rows.map((row) => lineOf(row['kind'], new Date(row['time'] as string).getTime(), sideOf(row, 'from'), sideOf(row, 'to'))).sort();
}

/** The same of a truth. */
export function trueMovements(truth: Truth): string[] {
  const transfers = truth.transfers.map((row) => {
    const [from = '', to = ''] = String(row['type']).split('_');
    const side = (wallet: string) => [wallets[wallet], row['asset'], plain(row['amount'])];
    return lineOf('transfer', row['timestamp'], side(from), side(to));
  });
  const dust = truth.dust
    .flatMap((row) => row['userAssetDribbletDetails'] as Row[])
    .map((row) =>
      lineOf(
        'dust',
        row['operateTime'],
        ['spot', row['fromAsset'], plain(row['amount'])],
        ['spot', row['targetAsset'], plain(row['transferedAmount'])],
      ),
    );
  const conversions = truth.conversions.map((row) =>
    lineOf(
      'convert',
      row['createTime'],
      ['spot', row['fromAsset'], plain(row['fromAmount'])],
      ['spot', row['toAsset'], plain(row['toAmount'])],
    ),
  );
  const dividends = truth.dividends.map((row) => lineOf('dividend', row['divTime'], null, ['spot', row['asset'], plain(row['amount'])]));
  return [...transfers, ...dust, ...conversions, ...dividends].sort();
}

function sideOf(row: Row, side: 'from' | 'to'): unknown[] | null {
  return row[`${side}_wallet`] === null ? null : [row[`${side}_wallet`], row[`${side}_asset`], plain(row[`${side}_amount`])];
}

function lineOf(kind: unknown, time: unknown, from: unknown, to: unknown): string {
  return JSON.stringify({ kind, time, from, to });
}
