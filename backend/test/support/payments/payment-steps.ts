import fc from 'fast-check';
import type { Chain } from '../../../src/money/chain/index.js';
/** Of what a quote asks for: 100 %, 60 %, 99 %, 40 %, 130 %, or an output too small to count. */
export type Size = 'exact' | 'short' | 'nearly all' | 'rest' | 'over' | 'dust';
type Reject = 'wrong-contract' | 'reverted' | 'no-value';

export type Step =
  | { do: 'pay on bitcoin'; invoice: 0 | 1; size: Size; also: 'nobody' | 'the same' | 'the other' }
  | { do: 'pay on tron'; size: Size; rejected: Reject | null; twice: boolean }
  | { do: 'mine'; chain: Chain; blocks: number }
  | { do: 'reorganise'; depth: number; fate: 'mempool' | 'dropped' | 'mined again' }
  | { do: 'send again' }
  /** Buried deep enough to be booked, and read. */
  | { do: 'confirm' }
  | { do: 'pass'; seconds: number }
  | { do: 'price'; isKnown: boolean }
  | { do: 'source'; state: 'there' | 'away' | 'cut' }
  /** `late`: steps after which the answers are stored; `twice`: by two workers at once. */
  | { do: 'poll'; late: number; twice: boolean };

const size = fc.constantFrom<Size>('exact', 'exact', 'short', 'nearly all', 'rest', 'over', 'dust');
const poll: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('poll' as const),
  late: fc.constantFrom(0, 0, 1, 2, 4, 99),
  twice: fc.boolean(),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pay on bitcoin' as const),
      invoice: fc.constantFrom(0 as const, 1 as const),
      size,
      also: fc.constantFrom('nobody' as const, 'nobody' as const, 'the same' as const, 'the other' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('pay on tron' as const),
      size,
      rejected: fc.constantFrom(null, null, null, 'wrong-contract' as const, 'reverted' as const, 'no-value' as const),
      twice: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.oneof(
      fc.record({ do: fc.constant('mine' as const), chain: fc.constant('bitcoin' as const), blocks: fc.integer({ min: 1, max: 4 }) }),
      fc.record({ do: fc.constant('mine' as const), chain: fc.constant('tron' as const), blocks: fc.constantFrom(1, 10, 20) }),
    ),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('reorganise' as const),
      depth: fc.constantFrom(1, 4, 9, 9),
      fate: fc.constantFrom('mempool' as const, 'dropped' as const, 'mined again' as const),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'send again' as const }) },
  { weight: 5, arbitrary: fc.constant({ do: 'confirm' as const }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pass' as const), seconds: fc.constantFrom(1, 29, 31, 300, 1500) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('price' as const), isKnown: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('source' as const), state: fc.constantFrom('there' as const, 'away' as const, 'cut' as const) }),
  },
  { weight: 5, arbitrary: poll },
);

/** What happens on the chains and when it is read. */
export const paymentHistories: fc.Arbitrary<Step[]> = fc.array(step, { minLength: 3, maxLength: 16, size: 'max' });

/** The same events and readings, each stored before anything else happens. */
export const inOrder = (steps: readonly Step[]): Step[] =>
  steps.map((one) => (one.do === 'poll' ? { ...one, late: 0, twice: false } : one));
