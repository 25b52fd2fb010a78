import { Decimal } from '../../common/domain/index.js';
import { type Figure, known, unknown } from './figure.js';

export interface PositionView {
  market: 'spot' | 'futures';
  asset: string;
  realised: string;
  fees: string;
  funding: string;
  openQty: string;
  openCost: string | null;
  averageCost: string | null;
  unknownQty: string;
  /** At the last sync. */
  price: string | null;
  value: string | null;
  unrealised: Figure;
  trades: number;
  lastTradeAt: Date | null;
}

export interface PositionReading {
  market: 'spot' | 'futures';
  asset: string;
  realised: string;
  fees: string;
  funding: string;
  open_qty: string;
  open_cost: string | null;
  unknown_qty: string;
  trades: number;
  last_trade_at: string | null;
  /** The coin's balance and its worth at the last sync. */
  held: string | null;
  value: string | null;
  /** The contract's own open profit and mark price at the last sync. */
  unrealised: string | null;
  mark: string | null;
}

const PLACES = 12;
const text = (value: Decimal) => value.toDecimalPlaces(PLACES).toFixed();

/** With what is open valued as the last sync found it. */
export function positionOf(row: PositionReading): PositionView {
  const open = new Decimal(row.open_qty);
  const price = row.market === 'futures' ? row.mark : priceOf(row);
  const value = price === null || row.market === 'futures' ? null : open.times(price);
  return {
    market: row.market,
    asset: row.asset,
    realised: row.realised,
    fees: row.fees,
    funding: row.funding,
    openQty: row.open_qty,
    openCost: row.open_cost,
    averageCost: row.open_cost === null || open.isZero() ? null : text(new Decimal(row.open_cost).div(open).abs()),
    unknownQty: row.unknown_qty,
    price,
    value: value && text(value),
    unrealised: row.market === 'futures' ? futuresProfit(row) : spotProfit(row, open, value),
    trades: row.trades,
    lastTradeAt: row.last_trade_at === null ? null : new Date(row.last_trade_at),
  };
}

function priceOf({ asset, held, value }: PositionReading): string | null {
  if (asset === 'USDT') return '1';
  return held === null || value === null || Number(held) === 0 ? null : text(new Decimal(value).div(held));
}

function spotProfit({ open_cost }: PositionReading, open: Decimal, value: Decimal | null): Figure {
  if (open.isZero()) return known('0');
  if (open_cost === null) return unknown('Part of what is held came without a known cost.');
  if (value === null) return unknown('The exchange gave no price for it at the last sync.');
  return known(value.minus(open_cost));
}

function futuresProfit({ open_qty, unrealised }: PositionReading): Figure {
  if (unrealised !== null) return known(unrealised);
  return Number(open_qty) === 0 ? known('0') : unknown('The last sync found no such position at the exchange.');
}
