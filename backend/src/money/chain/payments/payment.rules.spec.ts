import { describe, expect, it } from '@jest/globals';
import { scaled } from '../../../platform/domain/scaled.js';
import { lockRate, valueOf } from '../amounts.rules.js';
import { transferId } from '../chain.types.js';
import { paymentStatus, sumOf } from './posting.rules.js';
import {
  creditOf,
  quoteRefusal,
  viewPayment,
  voidingOf,
  withAbsences,
  withOutage,
  withSighting,
  type InvoicePayment,
} from './payment.rules.js';
import { openQuote } from './quote.rules.js';
import { settle, withPostings, type CurrentRates } from './settlement.rules.js';
import type { Sighting } from './transfer.rules.js';

// 150 dollars at 50,000 a coin: 300,000 satoshi, final at 3 confirmations. One case for each cell of the table: event by phase before it.
const RATE = lockRate('50000');
const FULL = 300_000n;
const HALF = 150_000n;
const OPENED = new Date('2026-11-20T12:00:00Z');
const at = (minutes: number) => new Date(OPENED.getTime() + minutes * 60_000);
const IN_TIME = at(5);
const LATE = at(60);
const rates = (bitcoin = RATE): CurrentRates => ({ bitcoin, tron: null });

let txids = 0;
const sighting = (units: bigint, confirmations = 0, changes: Partial<Sighting> = {}): Sighting => ({
  chain: 'bitcoin',
  txid: String(++txids).padStart(64, '0'),
  index: 0,
  address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  units,
  confirmations,
  irreversible: false,
  block: confirmations > 0 ? 'a'.repeat(64) : null,
  blockTime: null,
  rejected: null,
  ...changes,
});

const issued: InvoicePayment = {
  dueUsd: scaled('150'),
  toleranceUsd: scaled('1.5'),
  voided: false,
  quotes: [openQuote('bitcoin', scaled('150'), RATE, OPENED)],
  transfers: [],
  postings: [],
};

const see = (payment: InvoicePayment, one: Sighting, when = IN_TIME) => {
  const seen = withSighting(payment, one, when);
  expect(seen).not.toBeNull();
  return seen!;
};
/** Settles until nothing is left to post, as the watcher does, and checks that once is enough. */
const settled = (payment: InvoicePayment, now: CurrentRates = rates()) => {
  const done = withPostings(payment, settle(payment, now));
  expect(settle(done, now).filter((step) => step.do === 'post')).toEqual([]);
  return done;
};
const shown = (payment: InvoicePayment, now: Date) => {
  const { phase, flags } = viewPayment(payment, now);
  return [phase, ...Object.entries(flags).flatMap(([name, isSet]) => (isSet ? [name] : []))].join(' ');
};
const statusOf = ({ dueUsd, postings }: InvoicePayment) => paymentStatus(dueUsd, postings);

const full = sighting(FULL);
const seen = see(issued, full);
const paid = settled(see(issued, { ...full, confirmations: 3, block: 'b'.repeat(64) }));
const voided = { ...issued, voided: true };

describe('a transfer is seen that covers the amount due', () => {
  it('waiting: seen', () => expect(shown(seen, IN_TIME)).toBe('seen'));
  it('seen: stays, over', () => expect(shown(see(seen, sighting(FULL)), IN_TIME)).toBe('seen over'));
  it('paid: stays, over', () => expect(shown(see(paid, sighting(FULL)), IN_TIME)).toBe('paid over'));
  it('expired: seen, late', () => expect(shown(see(issued, sighting(FULL), LATE), LATE)).toBe('seen late'));
  it('void: unmatched', () => {
    const payment = see(voided, full);
    expect(shown(payment, IN_TIME)).toBe('void');
    expect(settle(payment, rates())).toEqual([{ do: 'unmatched', transfer: transferId(full) }]);
  });
  it('does not count as paid', () => {
    expect(settle(seen, rates())).toEqual([]);
    expect(statusOf(seen)).toBe('issued');
  });
});

describe('a transfer is seen that is less than the amount due', () => {
  const half = see(issued, sighting(HALF));
  it('waiting: seen, under, with the rest', () => {
    expect(shown(half, IN_TIME)).toBe('seen under');
    expect(viewPayment(half, IN_TIME).restUsd).toBe(scaled('75'));
  });
  it('seen: adds to the sum', () => expect(shown(see(half, sighting(HALF)), IN_TIME)).toBe('seen'));
  it('paid: stays, over', () => expect(shown(see(paid, sighting(HALF)), IN_TIME)).toBe('paid over'));
  it('expired: seen, late and under at once', () => expect(shown(see(issued, sighting(HALF), LATE), LATE)).toBe('seen under late'));
  it('void: unmatched, and nothing is missing', () => {
    const payment = see(voided, sighting(HALF));
    expect(settle(payment, rates())).toMatchObject([{ do: 'unmatched' }]);
    expect([shown(payment, IN_TIME), viewPayment(payment, IN_TIME).restUsd]).toEqual(['void', 0n]);
  });
  it('late and over at once', () => expect(shown(see(issued, sighting(2n * FULL), LATE), LATE)).toBe('seen over late'));
});

describe('a confirmation below the number needed', () => {
  const confirming = { ...full, confirmations: 2, block: 'b'.repeat(64) };
  it('seen: confirming n of m', () => {
    const payment = see(seen, confirming, at(6));
    expect(viewPayment(payment, at(6))).toMatchObject({ phase: 'confirming', confirmations: { have: 2, need: 3 } });
    expect(settle(payment, rates())).toEqual([]);
  });
  it('paid: nothing', () => expect(shown(see(paid, { ...confirming, confirmations: 2 }, at(6)), at(6))).toBe('paid'));
  it('expired: confirming', () => expect(shown(see(issued, { ...confirming }, LATE), LATE)).toBe('confirming late'));
});

describe('final transfers cover the amount due', () => {
  it('waiting, seen: paid, posted once at the quoted rate', () => {
    expect(shown(paid, IN_TIME)).toBe('paid');
    expect(paid.postings).toEqual([{ kind: 'received', transfer: transferId(full), usd: scaled('150'), units: FULL }]);
    expect(creditOf(paid)).toBe(0n);
  });
  it('within the tolerance: paid, and the rest is written off', () => {
    const payment = settled(see(issued, sighting(297_000n, 3)));
    expect(shown(payment, IN_TIME)).toBe('paid');
    expect(payment.postings.map(({ kind, usd }) => [kind, usd])).toEqual([
      ['received', scaled('148.5')],
      ['write-off', scaled('1.5')],
    ]);
  });
  it('one satoshi below the tolerance: partially paid', () => {
    expect(statusOf(settled(see(issued, sighting(296_999n, 3))))).toBe('partially_paid');
  });
  it('in two transfers: paid when the second is final', () => {
    const first = settled(see(issued, sighting(HALF, 3)));
    expect(statusOf(first)).toBe('partially_paid');
    expect(shown(settled(see(first, sighting(HALF, 3))), IN_TIME)).toBe('paid');
  });
  it('paid: credit', () => {
    const payment = settled(see(paid, sighting(HALF, 3)));
    expect([shown(payment, IN_TIME), creditOf(payment)]).toEqual(['paid over', scaled('75')]);
  });
  it('paid, late: credit by its value now', () => {
    expect(creditOf(settled(see(paid, sighting(HALF, 3), LATE), rates(lockRate('40000'))))).toBe(scaled('60'));
  });
  it.each([
    ['the rate fell by 2 %', '49000', 'paid late'],
    ['the rate rose', '60000', 'paid over late'],
  ])('expired, within 24 hours, %s: paid', (_what, rate, view) => {
    const payment = settled(see(issued, sighting(FULL, 3), LATE), rates(lockRate(rate)));
    expect(shown(payment, LATE)).toBe(view);
  });
  it('expired, the rate fell by 2 %: the quoted rate is honoured, and nothing is written off', () => {
    const payment = settled(see(issued, sighting(FULL, 3), LATE), rates(lockRate('49000')));
    expect(payment.postings.map(({ kind, usd }) => [kind, usd])).toEqual([['received', scaled('150')]]);
  });
  it('a quote that was rounded up to a satoshi and paid to it: neither over nor credit', () => {
    const rate = lockRate('64218.37');
    const quote = openQuote('bitcoin', scaled('150'), rate, OPENED);
    const payment = settled(see({ ...issued, quotes: [quote] }, sighting(quote.units, 3)));
    expect(sumOf(payment.postings)).toBeGreaterThan(scaled('150'));
    expect([shown(payment, IN_TIME), creditOf(payment)]).toEqual(['paid', 0n]);
    const more = settled(see({ ...issued, quotes: [quote] }, sighting(quote.units + 1n, 3)));
    expect([shown(more, IN_TIME), creditOf(more) > 0n]).toEqual(['paid over', true]);
  });
  it('expired, within 24 hours, the rate fell by more: an admin decides', () => {
    const payment = see(issued, sighting(FULL, 3), LATE);
    const [only] = payment.transfers;
    expect(settle(payment, rates(lockRate('48999')))).toEqual([{ do: 'ask-admin', transfer: transferId(only!), reason: 'late' }]);
    expect(shown(payment, LATE)).toBe('expired late');
  });
  it.each([
    [20 + 24 * 60, 'post'],
    [20 + 24 * 60 + 1, 'ask-admin'],
  ])('expired, after %s minutes: %s', (minutes, step) => {
    expect(settle(see(issued, sighting(FULL, 3), at(minutes)), rates())[0]).toMatchObject({ do: step });
  });
  it('expired, no rate: an admin is asked, nothing is posted', () => {
    const payment = see(issued, sighting(FULL, 3), LATE);
    expect(settle(payment, { bitcoin: null, tron: null })).toMatchObject([{ do: 'ask-admin', reason: 'no-rate' }]);
  });
  it('void: an admin decides, nothing is posted', () => {
    expect(settle(see(voided, sighting(FULL, 3)), rates())).toMatchObject([{ do: 'unmatched' }]);
  });
});

describe('final transfers are less than the amount due', () => {
  const partly = settled(see(issued, sighting(HALF, 3)));
  it('waiting: posted, partially paid', () => {
    expect([shown(partly, IN_TIME), statusOf(partly)]).toEqual(['waiting under', 'partially_paid']);
    expect(sumOf(partly.postings)).toBe(scaled('75'));
  });
  it.each([
    ['after the first one has ended', 30],
    ['while the first one is open', 6],
  ])('a new quote covers the rest at its own rate, %s', (_when, minute) => {
    const rate = lockRate('60000');
    const { restUsd } = viewPayment(partly, at(minute));
    const quote = openQuote('bitcoin', restUsd, rate, at(minute));
    expect([restUsd, quote.units, quoteRefusal(partly, at(minute))]).toEqual([scaled('75'), 125_000n, null]);
    const requoted = { ...partly, quotes: [...partly.quotes, quote] };
    const payment = settled(see(requoted, sighting(quote.units, 3), at(minute + 1)));
    expect([shown(payment, at(minute + 1)), sumOf(payment.postings)]).toEqual(['paid', scaled('150')]);
  });
  it('what was paid before the new quote was opened is valued by the one before', () => {
    const quote = openQuote('bitcoin', scaled('75'), lockRate('60000'), at(6));
    const requoted = { ...partly, quotes: [...partly.quotes, quote] };
    expect(shown(settled(see(requoted, sighting(HALF, 3), IN_TIME)), at(7))).toBe('paid');
    // A block can have an earlier time than the first quote.
    const early = sighting(HALF, 3, { blockTime: at(-30) });
    expect(shown(settled(see(requoted, early, at(7))), at(7))).toBe('paid');
  });
  it('paid: credit', () => expect(creditOf(settled(see(paid, sighting(HALF, 3))))).toBe(scaled('75')));
  it('expired, worth 98 % of the amount due by now: paid, and the rest is written off', () => {
    const payment = settled(see(issued, sighting(280_000n, 3), LATE), rates(lockRate('52500')));
    expect(shown(payment, LATE)).toBe('paid late');
    expect(payment.postings.map(({ kind, usd }) => [kind, usd])).toEqual([
      ['received', scaled('147')],
      ['write-off', scaled('3')],
    ]);
  });
  it('expired, worth less: an admin decides', () => {
    expect(settle(see(issued, sighting(280_000n, 3), LATE), rates())).toMatchObject([{ do: 'ask-admin', reason: 'late' }]);
  });
  it('void: an admin decides', () => expect(settle(see(voided, sighting(HALF, 3)), rates())).toMatchObject([{ do: 'unmatched' }]));
});

describe('the quote ends', () => {
  it('waiting: expired, to the millisecond', () => {
    expect(shown(issued, new Date(at(20).getTime() - 1))).toBe('waiting');
    expect(shown(issued, at(20))).toBe('expired');
  });
  it('seen: stays, it was in time', () => expect(shown(seen, LATE)).toBe('seen'));
  it('seen, final later: paid at the quoted rate', () => {
    const payment = settled(see(seen, { ...full, confirmations: 3, block: 'b'.repeat(64) }, LATE), rates(lockRate('10000')));
    expect([shown(payment, LATE), sumOf(payment.postings)]).toEqual(['paid', scaled('150')]);
  });
  it('a payment in the second it ends is in time', () => expect(shown(see(issued, sighting(FULL), at(20)), at(20))).toBe('seen'));
  it('a block before the end is in time, whenever we saw it', () => {
    expect(shown(see(issued, sighting(FULL, 1, { blockTime: at(19) }), LATE), LATE)).toBe('confirming');
  });
  it.each([
    [80, 'confirming'],
    [81, 'confirming late'],
  ])('our outage at its end: a block at minute %s is %s', (minute, view) => {
    const quotes = issued.quotes.map((quote) => ({ ...quote, outageAtEnd: true }));
    const payment = see({ ...issued, quotes }, sighting(FULL, 1, { blockTime: at(minute) }), at(120));
    expect(shown(payment, at(120))).toBe(view);
  });
});

describe('a new quote is asked for', () => {
  it.each([
    ['waiting', issued, IN_TIME, null],
    ['seen', seen, IN_TIME, 'payment-on-its-way'],
    ['confirming', see(seen, { ...full, confirmations: 1, block: 'c' }, at(6)), LATE, 'payment-on-its-way'],
    ['paid', paid, IN_TIME, 'paid'],
    ['expired', issued, LATE, null],
    ['void', voided, IN_TIME, 'void'],
  ] as const)('%s', (_phase, payment, now, refusal) => {
    expect(quoteRefusal(payment, now)).toBe(refusal);
  });
});

describe('a transaction leaves the mempool', () => {
  const gone = (payment: InvoicePayment, from: number) =>
    withAbsences(withAbsences(payment, new Set(), at(from)), new Set(), at(from + 0.5));
  it('seen, once absent: stays', () => expect(shown(withAbsences(seen, new Set(), at(6)), at(6))).toBe('seen'));
  it('seen, absent twice within 30 seconds: stays', () => {
    expect(shown(withAbsences(withAbsences(seen, new Set(), at(6)), new Set(), at(6.4)), at(7))).toBe('seen');
  });
  it('seen: waiting', () => expect(shown(gone(seen, 6), at(7))).toBe('waiting'));
  it('seen, after the quote: expired', () => expect(shown(gone(seen, 30), at(31))).toBe('expired'));
  it('seen late: expired', () => expect(shown(gone(see(issued, sighting(FULL), LATE), 61), at(62))).toBe('expired'));
  it('comes back: seen', () => expect(shown(see(gone(seen, 6), full, at(8)), at(8))).toBe('seen'));
});

describe('a final transfer is lost in a reorganisation', () => {
  const lost = (payment: InvoicePayment) => see(payment, { ...full, confirmations: 0, block: null }, at(10));
  it('paid: the posting is reversed exactly, the payment is seen again, admins are told', () => {
    const steps = settle(lost(paid), rates());
    expect(steps).toEqual([
      { do: 'post', posting: { kind: 'received', transfer: transferId(full), usd: -scaled('150'), units: -FULL } },
      { do: 'tell-admins', transfer: transferId(full), reason: 'reorganised' },
    ]);
    const payment = withPostings(lost(paid), steps);
    expect([shown(payment, at(10)), statusOf(payment), sumOf(payment.postings)]).toEqual(['seen', 'issued', 0n]);
  });
  it('paid, in another block: confirming, and paid again once', () => {
    const other = settled(see(paid, { ...full, confirmations: 1, block: 'c'.repeat(64) }, at(10)));
    expect([shown(other, at(10)), statusOf(other)]).toEqual(['confirming', 'issued']);
    const again = settled(see(other, { ...full, confirmations: 3, block: 'c'.repeat(64) }, at(30)));
    expect([shown(again, at(30)), sumOf(again.postings)]).toEqual(['paid', scaled('150')]);
  });
  it('paid within the tolerance: the write-off is taken back too', () => {
    const short = sighting(298_000n, 3);
    const payment = settled(see(settled(see(issued, short)), { ...short, confirmations: 0, block: null }, at(10)));
    expect([sumOf(payment.postings), payment.postings.length]).toEqual([0n, 4]);
  });
  it('paid, absent twice: issued', () => {
    const payment = settled(withAbsences(withAbsences(paid, new Set(), at(10)), new Set(), at(11)));
    expect([shown(payment, at(12)), statusOf(payment)]).toEqual(['waiting', 'issued']);
  });
  it('void: the posting is reversed and the transfer is unmatched', () => {
    const steps = settle({ ...lost(paid), voided: true }, rates());
    expect(steps.map((step) => step.do)).toEqual(['post', 'tell-admins', 'unmatched']);
  });
  it('fewer confirmations of the same block are no loss: sources lag', () => {
    expect(settle(see(paid, { ...full, confirmations: 1, block: 'b'.repeat(64) }, at(10)), rates())).toEqual([]);
  });
});

describe('the same output again', () => {
  it.each([
    ['seen', seen],
    ['confirming', see(seen, { ...full, confirmations: 1, block: 'c' }, at(6))],
    ['paid', paid],
    ['void', see(voided, full)],
  ])('%s: nothing', (_phase, payment) => {
    const [last] = payment.transfers;
    const { txid, index, confirmations, block } = last!;
    const again = see(payment, { ...full, txid, index, confirmations, block }, at(7));
    expect(shown(again, at(7))).toBe(shown(payment, at(7)));
    expect(again.transfers).toHaveLength(1);
    expect(settle(again, rates())).toEqual(settle(payment, rates()));
  });
  it('another output of the same transaction is another payment', () => {
    expect(see(seen, { ...full, index: 1 }).transfers).toHaveLength(2);
  });
});

describe.each(['wrong-contract', 'reverted', 'no-value'] as const)('a transfer that is %s', (rejected) => {
  it.each([
    ['waiting', issued, 'waiting'],
    ['seen', seen, 'seen'],
    ['paid', paid, 'paid'],
    ['expired', { ...issued, quotes: [{ ...issued.quotes[0]!, endsAt: at(1) }] }, 'expired'],
    ['void', voided, 'void'],
  ])('%s: is rejected and shown with its reason', (_phase, payment, view) => {
    const wrong = sighting(FULL, 19, { chain: 'tron', irreversible: true, rejected });
    const after = see(payment, wrong);
    expect(shown(after, IN_TIME)).toBe(view);
    expect(after.transfers.at(-1)).toMatchObject({ state: 'rejected', rejected });
    expect(settle(after, rates())).toEqual(settle(payment, rates()));
  });
});

describe('the source is away or contradicts itself', () => {
  it.each([
    ['waiting', issued],
    ['seen', seen],
    ['paid', paid],
    ['void', voided],
  ])('%s: stays', (_phase, payment) => {
    expect(shown(withOutage(payment), IN_TIME)).toBe(shown(payment, IN_TIME));
    expect(settle(withOutage(payment), rates())).toEqual([]);
  });
  it('the clock of gone stops', () => {
    const away = withOutage(withAbsences(seen, new Set(), at(6)));
    expect(shown(withAbsences(away, new Set(), at(10)), at(10))).toBe('seen');
  });
  it('the same output with another amount or address changes nothing', () => {
    expect(withSighting(seen, { ...full, units: FULL + 1n }, at(6))).toBeNull();
    expect(withSighting(seen, { ...full, address: 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g' }, at(6))).toBeNull();
  });
});

describe('the invoice is voided', () => {
  it.each([
    ['waiting', issued, IN_TIME, 'void'],
    ['seen', seen, IN_TIME, 'payment-on-its-way'],
    ['paid', paid, IN_TIME, 'credit-note'],
    ['expired', issued, LATE, 'void'],
    ['void', voided, IN_TIME, 'already-void'],
  ] as const)('%s', (_phase, payment, now, how) => {
    expect(voidingOf(payment, now)).toBe(how);
  });
});

describe('dust', () => {
  it('is recorded and changes nothing', () => {
    const payment = see(issued, sighting(999n, 3));
    expect([shown(payment, IN_TIME), payment.transfers.length, settle(payment, rates())]).toEqual(['waiting', 1, []]);
    expect(sumOf(settled(see(issued, sighting(1_000n, 3))).postings)).toBe(valueOf('bitcoin', 1_000n, RATE));
  });
});
