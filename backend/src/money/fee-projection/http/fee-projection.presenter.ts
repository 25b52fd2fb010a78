import type { FeeMethodWire, FundFeeTermsWire, FundFeeProjectionWire } from '../../../platform/wire/index.js';
import type { MethodExample } from '../fee-methods.rules.js';
import type { FeeProjection } from '../fee-projection.rules.js';
import { projectionLimits, publishedTerms } from '../published-terms.rules.js';

export function presentTerms({ opening, months, fees, profit, share }: MethodExample): FundFeeTermsWire {
  const { managementRate, performanceRate, minimum } = publishedTerms;
  const pair = (of: Record<'cumulative-profit' | 'gross-high-water-mark', string>): FeeMethodWire => ({
    cumulativeProfit: of['cumulative-profit'],
    grossHighWaterMark: of['gross-high-water-mark'],
  });
  return {
    managementRate,
    performanceRate,
    minimum,
    limits: projectionLimits,
    example: {
      opening,
      months: months.map(({ month, change, equity, fee }) => ({ month, change, equity: pair(equity), fee: pair(fee) })),
      fees: pair(fees),
      profit: pair(profit),
      share: pair(share),
    },
  };
}

export const presentProjection = (projection: FeeProjection): FundFeeProjectionWire => projection;
