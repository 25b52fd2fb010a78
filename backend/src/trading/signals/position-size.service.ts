import { Injectable, Logger } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { UsersService } from '../../club/users/index.js';
import { findMemberEquity, type MemberEquity } from '../portfolio/index.js';
import { MarketDataGateway, SymbolGone, type LeverageBracket, type Market, type MarketFilters, type Venue } from '../venues/index.js';
import { isOutOfReach } from './market-reference.service.js';
import { positionSize } from './position-size.rules.js';
import type { PositionSize } from './position-size.types.js';
import { SignalRepository } from './signal.repository.js';
import { SignalsService } from './signals.service.js';
import { TAKER_FEES } from './taker-fees.rules.js';

/** Used until a member chooses. */
export const DEFAULT_RISK_PERCENT = '1';
/** Maximum wait, because a member waits for the response. */
const MAX_WAIT_MS = 5000;
/** Equity is valued in it. */
const EQUITY_CURRENCY = 'USDT';

/** Why there is no equity to size a position by. */
export type NoEquityReason = 'no-account' | 'not-computed' | 'unpriced' | 'other-quote';

export interface MemberPositionSize extends PositionSize {
  riskPercent: string;
  /** The member's stored choice. */
  preferredRiskPercent: string;
  /** Exchange of the member's account, or that of the club's signals. */
  venue: Venue;
  market: Market;
  base: string;
  quote: string;
  leverage: number;
  takerFee: string;
  equity: string | null;
  /** The exchange's time of the balances behind the equity. */
  equityAt: Date | null;
  equityReason: NoEquityReason | null;
}

interface MarketRules {
  filters: MarketFilters | null;
  brackets: readonly LeverageBracket[] | null;
  isGone: boolean;
}

/** Computes the size of a position in a published signal from the reader's own equity and risk. */
@Injectable()
export class PositionSizeService {
  private readonly log = new Logger('Signals');

  constructor(
    private readonly em: EntityManager,
    private readonly signals: SignalRepository,
    private readonly published: SignalsService,
    private readonly gateway: MarketDataGateway,
    private readonly users: UsersService,
  ) {}

  /** `chosen`: the percentage of the equity to risk; null: the stored one. Throws NotFound. */
  async of(userId: string, signalId: string, chosen: string | null): Promise<MemberPositionSize> {
    const [signal, account, stored] = await Promise.all([
      this.signals.getById(signalId),
      findMemberEquity(this.em, userId),
      this.users.riskPercentOf(userId),
    ]);
    const { market, venue: clubVenue } = this.published.marketOf(signal);
    const venue = account?.venue ?? clubVenue;
    const { base, quote, side, entryPrice, stopLoss, leverageFactor: leverage } = signal;
    const equityReason = reasonOf(account, quote);
    const equity = equityReason === null ? account!.equity : null;
    const rules = equity === null ? UNKNOWN : await this.rulesOf(venue, market, base, quote);
    const preferredRiskPercent = stored ?? DEFAULT_RISK_PERCENT;
    const riskPercent = chosen ?? preferredRiskPercent;
    const takerFee = TAKER_FEES[venue][market];
    const size = positionSize({
      equity,
      riskPercent,
      side,
      entryPrice,
      stopLoss,
      targets: [signal.takeProfit1, signal.takeProfit2, signal.takeProfit3],
      takerFee,
      leverage,
      market,
      filters: rules.filters,
      brackets: rules.brackets,
    });
    return {
      ...size,
      reason: size.reason === 'filters-unknown' && rules.isGone ? 'not-traded' : size.reason,
      riskPercent,
      preferredRiskPercent,
      venue,
      market,
      base,
      quote,
      leverage,
      takerFee,
      equity,
      equityAt: account?.readAt ?? null,
      equityReason,
    };
  }

  /** Requests the sizes and brackets of the pair; null where the exchange does not answer, or gives brackets to holders of a key alone. */
  private async rulesOf(venue: Venue, market: Market, base: string, quote: string): Promise<MarketRules> {
    const data = this.gateway.market(venue, { lane: 'interactive', maxWaitMs: MAX_WAIT_MS, signal: AbortSignal.timeout(MAX_WAIT_MS) });
    const symbol = data.symbolOf(market, base, quote);
    let isGone = false;
    const orNull = <T>(asked: Promise<T>) =>
      asked.catch((error: unknown) => {
        if (!isOutOfReach(error)) throw error;
        isGone ||= error instanceof SymbolGone;
        this.log.warn({ err: error, venue, market, symbol }, 'a position size is computed without what the exchange allows');
        return null;
      });
    const [filters, brackets] = await Promise.all([
      orNull(data.filters(market, symbol)),
      market === 'spot' ? null : orNull(data.brackets(symbol)),
    ]);
    return { filters, brackets, isGone };
  }
}

const UNKNOWN: MarketRules = { filters: null, brackets: null, isGone: false };

function reasonOf(account: MemberEquity | null, quote: string): NoEquityReason | null {
  if (account === null) return 'no-account';
  if (account.readAt === null) return 'not-computed';
  if (account.equity === null) return 'unpriced';
  return quote === EQUITY_CURRENCY ? null : 'other-quote';
}
