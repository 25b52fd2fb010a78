/** One value for each method to measure a profit. */
export interface FeeMethodWire {
  /** The fund's method: the performance fee is its share of the profit, neither more nor less. */
  cumulativeProfit: string;
  /** The method of many platforms: the client makes good the fees, too, before the next one. */
  grossHighWaterMark: string;
}

/** GET /fund-fees. Amounts are US dollars with two places, rates are shares of one, changes and shares are per cent. */
export interface FundFeeTermsWire {
  managementRate: string;
  performanceRate: string;
  minimum: string;
  /** What a projection can assume, bounds included. */
  limits: { capital: { min: string; max: string }; result: { min: string; max: string } };
  example: {
    opening: string;
    months: { month: number; change: string; equity: FeeMethodWire; fee: FeeMethodWire }[];
    fees: FeeMethodWire;
    profit: FeeMethodWire;
    share: FeeMethodWire;
  };
}

/** GET /fund-fees/projection?capital=&result=: an assumed year, which promises nothing. */
export interface FundFeeProjectionWire {
  capital: string;
  /** The assumption as it was sent, in per cent. */
  result: string;
  days: number;
  tradingResult: string;
  equityBeforeFees: string;
  managementFee: string;
  /** The profit that the performance fee is taken from. */
  chargeable: string;
  performanceFee: string;
  fees: string;
  remains: string;
  /** What remains, against the capital, in per cent. */
  netResult: string;
  /** The loss to be made good before the next performance fee. */
  carryForward: string;
}
