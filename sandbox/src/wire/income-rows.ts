import { contract } from '../world/catalogue.ts';
import { fixed } from '../world/decimal.ts';
import type { Funding, FuturesFill, Transfer } from '../world/events.ts';
import type { Row } from './json.ts';

// Beyond 2^53 on purpose: the real ones are, and careless JSON readers round them.
const TRANSFER_IDS = 9_100_000_000_000_000_000n;

export type IncomeType = 'COMMISSION' | 'REALIZED_PNL' | 'TRANSFER' | 'FUNDING_FEE';

export interface Income {
  type: IncomeType;
  time: number;
  row: Row;
}

/** The income lines of a fill: its fee, and its profit when it closed something. */
export function incomeOf(f: FuturesFill): Income[] {
  const line = (type: IncomeType, amount: bigint, offset: bigint): Income => ({
    type,
    time: f.time,
    row: {
      symbol: f.symbol,
      incomeType: type,
      income: fixed(amount),
      asset: contract(f.symbol).quote,
      time: f.time,
      info: String(f.id),
      tranId: TRANSFER_IDS + BigInt(contract(f.symbol).index) * 1_000_000_000_000n + BigInt(f.id) * 2n + offset,
      tradeId: String(f.id),
    },
  });
  return [...(f.realizedPnl === 0n ? [] : [line('REALIZED_PNL', f.realizedPnl, 0n)]), line('COMMISSION', -f.commission, 1n)];
}

/** The id of a transfer, the same in the journal and in the transfer history. */
export function transferId(x: Transfer): bigint {
  return TRANSFER_IDS + 99_000_000_000_000n + BigInt(x.ordinal);
}

/** The line of a transfer into the futures wallet or out of it; none of one between two others. */
export function incomeOfTransfer(x: Transfer): Income[] {
  if (x.from !== 'futures' && x.to !== 'futures') return [];
  const line: Income = {
    type: 'TRANSFER',
    time: x.time,
    row: {
      symbol: '',
      incomeType: 'TRANSFER',
      income: fixed(x.to === 'futures' ? x.amount : -x.amount),
      asset: 'USDT',
      time: x.time,
      info: 'TRANSFER',
      tranId: transferId(x),
      tradeId: '',
    },
  };
  return [line];
}

export function incomeOfFunding(f: Funding): Income {
  return {
    type: 'FUNDING_FEE',
    time: f.time,
    row: {
      symbol: f.symbol,
      incomeType: 'FUNDING_FEE',
      income: fixed(f.amount),
      asset: contract(f.symbol).quote,
      time: f.time,
      info: 'FUNDING_FEE',
      tranId: TRANSFER_IDS + 98_000_000_000_000n + BigInt(f.ordinal),
      tradeId: '',
    },
  };
}
