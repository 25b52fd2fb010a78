import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { scaled } from '../../platform/domain/scaled.js';
import { MarketDataGateway } from '../../trading/venues/index.js';
import { AttributedFills, inFillOrder, inSignalOrder, type Fill, type Signal } from '../club-share/index.js';
import { ShareFillsRepository, type ShareAccount, type StoredFill } from './share-fills.repository.js';
import type { EnteredSignal } from './share-signals.repository.js';

/** A member's trades that followed signals or closed what had followed one, and these signals. */
export interface FollowedTrades {
  /** By the ids that the case uses. */
  fills: ReadonlyMap<string, StoredFill>;
  signals: readonly EnteredSignal[];
}

/** How far from the model entry a trade may be, as a fraction in 10^-18. */
export const ENTRY_BAND = scaled('0.01');

/** Picks the trades of a member that followed signals, without keeping the others. */
@Injectable()
export class MemberFillsReader {
  constructor(
    private readonly fills: ShareFillsRepository,
    private readonly gateway: MarketDataGateway,
  ) {}

  async read(em: EntityManager, accounts: readonly ShareAccount[], signals: readonly EnteredSignal[]): Promise<FollowedTrades> {
    const found = new Map<string, StoredFill>();
    const followed = new Set<string>();
    for (const ofMarket of byMarket(signals)) {
      const ordered = inSignalOrder(ofMarket.map(signalOf));
      const picked = new AttributedFills(ordered, ENTRY_BAND);
      for await (const instant of this.instants(em, accounts, ofMarket)) {
        const stored = new Map(instant.map((fill) => [fillId(fill), fill]));
        for (const fill of inFillOrder([...stored].map(([id, one]) => fillOf(id, one)))) {
          if (picked.takes(fill)) found.set(fill.id, stored.get(fill.id)!);
        }
      }
      for (const { id } of picked.followed) followed.add(id);
    }
    return { fills: found, signals: signals.filter(({ id }) => followed.has(id)) };
  }

  /** Yields the trades of one market since its first signal. Trades with the same time come as one list. */
  private async *instants(em: EntityManager, accounts: readonly ShareAccount[], signals: readonly EnteredSignal[]) {
    const { market, base, quote } = signals[0]!;
    const from = new Date(Math.min(...signals.map(({ publishedAt }) => publishedAt.getTime())));
    const streams = accounts.map((account) => {
      const symbol = this.gateway.market(account.venue, { lane: 'backfill', maxWaitMs: 0 }).symbolOf(market, base, quote);
      return this.fills.stream(em, { account, market, base, quote, symbol, from });
    });
    let instant: StoredFill[] = [];
    for await (const fill of inTimeOrder(streams)) {
      if (instant.length > 0 && instant[0]!.at.getTime() !== fill.at.getTime()) {
        yield instant;
        instant = [];
      }
      if (scaled(fill.qty) > 0n && scaled(fill.price) > 0n) instant.push(fill);
    }
    if (instant.length > 0) yield instant;
  }
}

function byMarket(signals: readonly EnteredSignal[]): Iterable<readonly EnteredSignal[]> {
  const markets = new Map<string, EnteredSignal[]>();
  for (const signal of signals) {
    const name = `${signal.market} ${symbolOf(signal)}`;
    const market = markets.get(name);
    if (market) market.push(signal);
    else markets.set(name, [signal]);
  }
  return markets.values();
}

/** A trade's id in the case: exchanges number trades by symbol, and a self-trade has two sides. */
export const fillId = ({ account, market, symbol, tradeId, side }: StoredFill): string =>
  [market, account.id, symbol, tradeId, side].join(':');

/** The exchange's number of a trade, of its id in the case. */
export const tradeIdOf = (id: string): string => id.split(':').slice(3, -1).join(':');

export const symbolOf = ({ base, quote }: Pick<EnteredSignal, 'base' | 'quote'>): string => `${base}/${quote}`;
export const marketTypeOf = ({ market }: Pick<EnteredSignal, 'market'>) => (market === 'spot' ? 'spot' : 'perpetual');

const signalOf = (signal: EnteredSignal): Signal => ({
  id: signal.id,
  symbol: symbolOf(signal),
  marketType: marketTypeOf(signal),
  side: signal.side,
  publishedAt: signal.publishedAt.getTime(),
  entryUntil: signal.entryUntil.getTime(),
  modelEntry: scaled(signal.modelEntry),
  recommendedQty: null,
});

/** Without its fee, which decides nothing here. */
const fillOf = (id: string, fill: StoredFill): Fill => ({
  id,
  at: fill.at.getTime(),
  symbol: symbolOf(fill),
  marketType: marketTypeOf(fill),
  side: fill.side,
  price: scaled(fill.price),
  qty: scaled(fill.qty),
  fee: 0n,
});

/** Merges streams that are each in the order of time. */
async function* inTimeOrder(streams: readonly AsyncGenerator<StoredFill, void>[]): AsyncGenerator<StoredFill, void> {
  const heads: { fill: StoredFill; stream: AsyncGenerator<StoredFill, void> }[] = [];
  for (const stream of streams) {
    const next = await stream.next();
    if (!next.done) heads.push({ fill: next.value, stream });
  }
  while (heads.length > 0) {
    const first = heads.reduce((earliest, head) => (head.fill.at < earliest.fill.at ? head : earliest));
    yield first.fill;
    const next = await first.stream.next();
    if (next.done) heads.splice(heads.indexOf(first), 1);
    else first.fill = next.value;
  }
}
