import type { AccountState } from './account-state.js';
import type { OpenContract } from './futures-fills.js';
import { symbolKey, symbolOfKey, USDT } from './ledger.js';
import type { Position, PositionLeg, PositionSide } from './portfolio.types.js';

const HEDGE_SIDES = ['LONG', 'SHORT'] as const;

/** Returns the trading result of each coin and contract. */
export function positionsOf(account: AccountState): Position[] {
  const { contracts, symbols } = account.ledger;
  const names = [...contracts.map(({ symbol }) => symbol), ...symbols.list.map(symbolOfKey)];
  return [
    ...coinPositions(account),
    ...[...new Set(names)].filter((symbol) => symbol !== '').map((symbol) => contractPosition(account, symbol)),
  ];
}

function coinPositions({ ledger, books, spotTotals }: AccountState): Position[] {
  const { realised, fees, trades, lastTradeAt } = spotTotals;
  return ledger.assets.flatMap((asset, n): Position[] => {
    if (n === USDT) return [];
    const { known, unknown, cost } = books.load(n);
    if (known === 0n && unknown === 0n && trades[n] === 0 && realised.value(n) === 0n) return [];
    return [
      {
        market: 'spot',
        asset,
        realised: realised.value(n),
        fees: fees.value(n),
        funding: 0n,
        openQty: known + unknown,
        openCost: unknown === 0n ? cost : null,
        unknownQty: unknown,
        trades: trades[n]!,
        lastTradeAt: lastTradeAt[n] || null,
        legs: [],
      },
    ];
  });
}

/** Returns the result of a contract; in hedge mode the long and the short position are listed separately and never netted. */
function contractPosition({ ledger, futures, wallet }: AccountState, symbol: string): Position {
  const { contracts, symbols } = ledger;
  const open = futures.open().filter((contract) => contract.symbol === symbol);
  const handlesOf = (side?: PositionSide) =>
    contracts.flatMap((contract, at) => (contract.symbol === symbol && (side === undefined || contract.side === side) ? [at] : []));
  const resultsOf = (side: PositionSide) => {
    const key = symbols.find(symbolKey(symbol, side));
    if (key === undefined) return { realised: 0n, fees: 0n, funding: 0n };
    return { realised: wallet.realised.value(key), fees: wallet.fees.value(key), funding: wallet.funding.value(key) };
  };
  const openOf = (own: readonly OpenContract[], handles: readonly number[]) => ({
    openQty: own.reduce((sum, { qty, direction }) => sum + qty * BigInt(direction), 0n),
    openCost: own.reduce((sum, { entry, direction }) => sum + entry * BigInt(direction), 0n),
    trades: handles.reduce((sum, at) => sum + futures.trades[at]!, 0),
    lastTradeAt: Math.max(0, ...handles.map((at) => futures.lastTradeAt[at]!)) || null,
  });
  const legs = HEDGE_SIDES.flatMap((side): PositionLeg[] => {
    const handles = handlesOf(side);
    if (handles.length === 0) return [];
    const { realised, fees } = resultsOf(side);
    const own = open.filter((contract) => contract.side === side);
    return [{ side, realised, fees, ...openOf(own, handles) }];
  });
  const all = [resultsOf('BOTH'), ...HEDGE_SIDES.map(resultsOf)];
  const total = (of: 'realised' | 'fees' | 'funding') => all.reduce((sum, one) => sum + one[of], 0n);
  return {
    market: 'futures',
    asset: symbol,
    realised: total('realised'),
    fees: total('fees'),
    funding: total('funding'),
    unknownQty: 0n,
    ...openOf(open, handlesOf()),
    ...(legs.length > 0 && { openQty: null, openCost: null }),
    legs,
  };
}
