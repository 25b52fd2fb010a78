import { Decimal } from '../../../platform/domain/index.js';
import { type Figure, known, unknown } from './figure.js';
import type { Reason } from './reason.types.js';

interface StoredLeg {
  side: 'LONG' | 'SHORT';
  realised: string;
  fees: string;
  openQty: string;
  openCost: string;
  trades: number;
  lastTradeAt: string | null;
}

/** One side of a contract in hedge mode, valued as of the last sync. */
export interface LegView extends Omit<StoredLeg, 'side' | 'lastTradeAt'> {
  side: 'long' | 'short';
  averageCost: string | null;
  price: string | null;
  unrealised: Figure;
  lastTradeAt: Date | null;
}

export interface PositionView {
  market: 'spot' | 'futures';
  asset: string;
  realised: string;
  fees: string;
  funding: Figure;
  /** Null in hedge mode: the two sides are in `legs`, and not netted. */
  openQty: string | null;
  openCost: string | null;
  averageCost: string | null;
  unknownQty: string;
  /** At the last sync. */
  price: string | null;
  value: string | null;
  unrealised: Figure;
  trades: number;
  lastTradeAt: Date | null;
  legs: LegView[];
}

export interface PositionReading {
  market: 'spot' | 'futures';
  asset: string;
  realised: string;
  fees: string;
  funding: string;
  open_qty: string | null;
  open_cost: string | null;
  unknown_qty: string;
  trades: number;
  last_trade_at: string | null;
  /** Balance and value of the coin at the last sync. */
  held: string | null;
  value: string | null;
  /** Unrealised profit and mark price of the contract at the last sync. */
  unrealised: string | null;
  mark: string | null;
  legs: StoredLeg[];
  /** Positions at the exchange by side. */
  sides: { side: string; unrealised: string; mark: string }[] | null;
}

const PLACES = 12;
const text = (value: Decimal) => value.toDecimalPlaces(PLACES).toFixed();

/** Values the open position as of the last sync. `fundingUnknown`: why funding is unknown; null: it is known. */
export function positionOf(row: PositionReading, fundingUnknown: Reason | null): PositionView {
  const open = row.open_qty === null ? null : new Decimal(row.open_qty);
  const isFutures = row.market === 'futures';
  const price = isFutures ? row.mark : priceOf(row);
  const value = price === null || isFutures || !open ? null : open.times(price);
  return {
    market: row.market,
    asset: row.asset,
    realised: row.realised,
    fees: row.fees,
    funding: isFutures && fundingUnknown !== null ? unknown(fundingUnknown) : known(row.funding),
    openQty: row.open_qty,
    openCost: row.open_cost,
    averageCost: open && averageOf(row.open_cost, open),
    unknownQty: row.unknown_qty,
    price,
    value: value && text(value),
    unrealised: isFutures
      ? futuresProfit(row.unrealised, open?.isZero() ?? row.legs.every(({ openQty }) => Number(openQty) === 0))
      : spotProfit(row, open!, value),
    trades: row.trades,
    lastTradeAt: row.last_trade_at === null ? null : new Date(row.last_trade_at),
    legs: row.legs.map((leg) => legOf(leg, row.sides ?? [])),
  };
}

const averageOf = (cost: string | null, open: Decimal): string | null =>
  cost === null || open.isZero() ? null : text(new Decimal(cost).div(open).abs());

function legOf({ lastTradeAt, side, ...leg }: StoredLeg, sides: NonNullable<PositionReading['sides']>): LegView {
  const open = new Decimal(leg.openQty);
  const reported = sides.find((one) => one.side === side);
  return {
    ...leg,
    side: side === 'LONG' ? 'long' : 'short',
    averageCost: averageOf(leg.openCost, open),
    price: reported?.mark ?? null,
    unrealised: futuresProfit(reported?.unrealised ?? null, open.isZero()),
    lastTradeAt: lastTradeAt === null ? null : new Date(lastTradeAt),
  };
}

function priceOf({ asset, held, value }: PositionReading): string | null {
  if (asset === 'USDT') return '1';
  return held === null || value === null || Number(held) === 0 ? null : text(new Decimal(value).div(held));
}

function spotProfit({ open_cost }: PositionReading, open: Decimal, value: Decimal | null): Figure {
  if (open.isZero()) return known('0');
  if (open_cost === null) return unknown({ id: 'portfolio.no-cost' });
  if (value === null) return unknown({ id: 'portfolio.no-price-of-coin' });
  return known(value.minus(open_cost));
}

function futuresProfit(reported: string | null, isFlat: boolean): Figure {
  if (reported !== null) return known(reported);
  return isFlat ? known('0') : unknown({ id: 'portfolio.no-position' });
}
