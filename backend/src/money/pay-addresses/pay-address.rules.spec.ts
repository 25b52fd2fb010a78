import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { inUseAt, isUsedAtOnce, openChange, payTargets, replacedAt, stateOf, WAIT_MS, type PayAddressChange } from './pay-address.rules.js';

const at = (hours: number) => new Date(Date.UTC(2026, 10, 1, hours));
const by = (name: string, hours: number) => ({ by: name, at: at(hours) });
const change = (changes: Partial<PayAddressChange>): PayAddressChange => ({
  id: 'a',
  target: 'btc',
  value: 'old',
  announcedAt: at(0),
  firstApproval: null,
  secondApproval: null,
  effectiveAt: null,
  withdrawnAt: null,
  ...changes,
});
const first = change({ effectiveAt: at(0) });
const scheduled = change({ id: 'b', value: 'new', firstApproval: by('x', 1), secondApproval: by('y', 2), effectiveAt: at(26) });

describe('a change of a pay address', () => {
  it('is announced, approved once, scheduled and in use from its hour on', () => {
    const announced = change({ id: 'b', value: 'new' });
    const once = { ...announced, firstApproval: by('x', 1) };
    expect([announced, once, scheduled].map((one) => stateOf(one, [first, one], at(25)))).toEqual([
      'announced',
      'approved-once',
      'scheduled',
    ]);
    expect([at(25), new Date(at(26).getTime() - 1), at(26)].map((now) => inUseAt([scheduled, first], now)?.value)).toEqual([
      'old',
      'old',
      'new',
    ]);
    expect([stateOf(scheduled, [first, scheduled], at(26)), stateOf(first, [first, scheduled], at(26))]).toEqual(['in-use', 'replaced']);
    expect([replacedAt(first, [first, scheduled], at(25)), replacedAt(first, [first, scheduled], at(26))]).toEqual([null, at(26)]);
    expect(WAIT_MS).toBe(24 * 3_600_000);
  });

  it('is open until it takes effect or is withdrawn', () => {
    expect([openChange([first, scheduled], at(25)), openChange([first, scheduled], at(26))]).toEqual([scheduled, null]);
    const withdrawn = { ...scheduled, withdrawnAt: at(20) };
    expect([openChange([first, withdrawn], at(25)), inUseAt([first, withdrawn], at(30))?.value]).toEqual([null, 'old']);
    expect(stateOf(withdrawn, [first, withdrawn], at(30))).toBe('withdrawn');
  });

  it('waits where it is the first account or pool of a club whose members have been shown a fixed address', () => {
    const fixed = [first, change({ target: 'usdt-trc20', effectiveAt: at(0) })];
    const usedAtOnce = (all: PayAddressChange[], hour: number) => payTargets.filter((target) => isUsedAtOnce(target, all, at(hour)));
    expect(usedAtOnce(fixed, 1)).toEqual(payTargets);
    expect(usedAtOnce(fixed, 2)).toEqual(['btc', 'usdt-trc20']);
    expect(usedAtOnce([first], 2)).toEqual(['btc', 'usdt-trc20', 'tron-pool']);
  });

  it('never takes effect without an hour, whatever else there is, and one value is in use at a time', () => {
    const changes = fc.array(fc.record({ hours: fc.option(fc.nat(50)), isWithdrawn: fc.boolean(), hasFirst: fc.boolean() }), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(changes, fc.nat(60), (list, now) => {
        const all = list.map(({ hours, isWithdrawn, hasFirst }, index) =>
          change({
            id: String(index),
            value: String(index),
            effectiveAt: hours === null ? null : at(hours),
            withdrawnAt: isWithdrawn ? at(0) : null,
            firstApproval: hasFirst ? by('x', 0) : null,
          }),
        );
        const used = all.filter((one) => stateOf(one, all, at(now)) === 'in-use');
        const due = all.filter(({ effectiveAt, withdrawnAt }) => withdrawnAt === null && effectiveAt !== null && effectiveAt <= at(now));
        expect(used).toHaveLength(due.length === 0 ? 0 : 1);
        for (const one of used) expect(due.every(({ effectiveAt }) => effectiveAt! <= one.effectiveAt!)).toBe(true);
        expect(inUseAt(all.toReversed(), at(now))).toBe(inUseAt(all, at(now)));
      }),
    );
  });
});
