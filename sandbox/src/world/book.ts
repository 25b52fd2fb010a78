import { abs, over } from './decimal.ts';
import { contract, spotSymbol } from './catalogue.ts';
import type { FuturesFill, LedgerEvent, PositionSide, SpotFill, WalletName } from './events.ts';

export interface Position {
  symbol: string;
  side: PositionSide;
  /** Signed. */
  amount: bigint;
  /** What the open part cost, unsigned, exact: entry price = cost / |amount|. */
  cost: bigint;
  updateTime: number;
}

type Wallet = Map<string, bigint>;

/** A member's balances and positions after some prefix of the ledger. */
export class Book {
  readonly spot: Wallet = new Map();
  readonly funding: Wallet = new Map();
  readonly positions = new Map<string, Position>();
  futuresWallet = 0n;
  spotUpdatedAt = 0;
  futuresUpdatedAt = 0;

  balance(asset: string): bigint {
    return this.spot.get(asset) ?? 0n;
  }

  private add(wallet: Wallet, asset: string, delta: bigint): void {
    wallet.set(asset, (wallet.get(asset) ?? 0n) + delta);
  }

  apply(event: LedgerEvent): void {
    switch (event.kind) {
      case 'spot':
        this.applySpotFill(event);
        break;
      case 'futures':
        this.applyFuturesFill(event);
        return;
      case 'funding':
        this.futuresWallet += event.amount;
        this.futuresUpdatedAt = event.time;
        return;
      case 'deposit':
        this.add(event.wallet === 0 ? this.spot : this.funding, event.coin, event.amount);
        break;
      case 'withdrawal':
        this.add(event.wallet === 0 ? this.spot : this.funding, event.coin, -event.amount - event.fee);
        break;
      case 'dust':
        for (const d of event.details) {
          this.add(this.spot, d.asset, -d.amount);
          this.add(this.spot, 'BNB', d.received);
        }
        break;
      case 'dividend':
        this.add(this.spot, event.asset, event.amount);
        break;
      case 'convert':
        this.add(this.spot, event.from, -event.fromAmount);
        this.add(this.spot, event.to, event.toAmount);
        break;
      case 'transfer':
        this.move(event.from, -event.amount, event.time);
        this.move(event.to, event.amount, event.time);
        if (event.from !== 'spot' && event.to !== 'spot') return;
        break;
    }
    this.spotUpdatedAt = event.time;
  }

  private move(wallet: WalletName, amount: bigint, time: number): void {
    if (wallet !== 'futures') return this.add(wallet === 'spot' ? this.spot : this.funding, 'USDT', amount);
    this.futuresWallet += amount;
    this.futuresUpdatedAt = time;
  }

  private applySpotFill(fill: SpotFill): void {
    const { base, quote } = spotSymbol(fill.symbol);
    this.add(this.spot, base, fill.buyer ? fill.qty : -fill.qty);
    this.add(this.spot, quote, fill.buyer ? -fill.quoteQty : fill.quoteQty);
    this.add(this.spot, fill.commissionAsset, -fill.commission);
  }

  position(symbol: string, side: PositionSide): Position {
    const key = `${symbol}:${side}`;
    let found = this.positions.get(key);
    if (!found) {
      found = { symbol, side, amount: 0n, cost: 0n, updateTime: 0 };
      this.positions.set(key, found);
    }
    return found;
  }

  /** Profit a fill would realise, before it is applied. Average cost; the part that closes gives up its share of the cost. */
  realizedBy(fill: Pick<FuturesFill, 'symbol' | 'positionSide' | 'buyer' | 'price' | 'qty'>): bigint {
    return closing(this.position(fill.symbol, fill.positionSide), fill).realized;
  }

  private applyFuturesFill(fill: FuturesFill): void {
    const p = this.position(fill.symbol, fill.positionSide);
    const { closed, costReleased } = closing(p, fill);
    const opened = fill.qty - closed;
    p.amount += fill.buyer ? fill.qty : -fill.qty;
    p.cost += exact(opened, fill.price) - costReleased;
    p.updateTime = fill.time;
    this.futuresWallet += fill.realizedPnl - fill.commission;
    this.futuresUpdatedAt = fill.time;
  }
}

function closing(
  p: Position,
  fill: Pick<FuturesFill, 'buyer' | 'price' | 'qty'>,
): { closed: bigint; costReleased: bigint; realized: bigint } {
  const size = abs(p.amount);
  const reduces = p.amount !== 0n && p.amount > 0n !== fill.buyer;
  if (!reduces) return { closed: 0n, costReleased: 0n, realized: 0n };
  const closed = fill.qty < size ? fill.qty : size;
  const costReleased = closed === size ? p.cost : (p.cost * closed) / size;
  const proceeds = exact(closed, fill.price);
  return { closed, costReleased, realized: p.amount > 0n ? proceeds - costReleased : costReleased - proceeds };
}

/** price * quantity: never more than 8 decimals, by the choice of digits in the catalogue. */
export function exact(qty: bigint, price: bigint): bigint {
  return (qty * price) / 100_000_000n;
}

export function entryPrice(p: Position): bigint {
  return over(p.cost, abs(p.amount));
}

/** Asset in which a contract's profit is paid. */
export function marginAsset(symbol: string): string {
  return contract(symbol).quote;
}
