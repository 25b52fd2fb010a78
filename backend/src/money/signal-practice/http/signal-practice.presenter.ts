import { over, toDecimal } from '../../../platform/domain/scaled.js';
import type { SignalPracticeWire } from '../../../platform/wire/index.js';
import type { KnownFollowRate, KnownSlippage, SignalPractice } from '../signal-practice.types.js';

export function presentSignalPractice(practice: SignalPractice | null): SignalPracticeWire {
  if (practice === null)
    return { computedAt: null, followRate: { unknown: 'computing', figures: null }, slippage: { unknown: 'computing', figures: null } };
  const { computedAt, follow, slippage } = practice;
  return {
    computedAt: computedAt.toISOString(),
    followRate: { unknown: follow.unknown, figures: follow.known && presentFollowRate(follow.known) },
    slippage: { unknown: slippage.unknown, figures: slippage.known && presentSlippage(slippage.known) },
  };
}

const presentPeriod = ({ from, to }: { from: Date; to: Date }) => ({ from: from.toISOString(), to: to.toISOString() });

const presentFollowRate = ({ period, ...counts }: KnownFollowRate): NonNullable<SignalPracticeWire['followRate']['figures']> => ({
  rate: toDecimal(over(BigInt(counts.followed), BigInt(counts.filled))),
  ...counts,
  period: presentPeriod(period),
});

const presentSlippage = ({ period, ...figures }: KnownSlippage): NonNullable<SignalPracticeWire['slippage']['figures']> => ({
  ...figures,
  period: presentPeriod(period),
});
