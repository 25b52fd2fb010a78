import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { independentShare, type ShareCaseText } from '../../../test/support/fund/independent-share.js';
import { clubArbitrary, withDisputes } from '../../../test/support/fund/random-club.js';
import { scaled } from '../../platform/domain/scaled.js';
import { clubShareAnswer, clubShareSchema } from './index.js';

const answerOf = (club: ShareCaseText) => clubShareAnswer(clubShareSchema.parse(club));
type Answer = ReturnType<typeof answerOf>;
const sum = (texts: readonly string[]) => texts.reduce((total, text) => total + scaled(text), 0n);

const expectOfClubs = (check: (club: ShareCaseText, answer: Answer) => void, numRuns = 100) =>
  fc.assert(
    fc.property(clubArbitrary, (club) => check(club, answerOf(club))),
    { numRuns },
  );

describe("the club's share", () => {
  it('agrees with an independent computation of 400 random clubs, digit by digit', () => {
    const seen = { charged: 0, frozen: 0, dropped: 0, own: 0, open: 0, followed: 0, summaries: 0, shares: 0, carried: 0 };
    fc.assert(
      fc.property(clubArbitrary, fc.array(fc.integer({ min: 0, max: 120 }), { minLength: 1, maxLength: 9 }), (plain, states) => {
        const club = withDisputes(
          plain,
          answerOf(plain).members.map(({ lines }) => lines),
          states,
        );
        const [ours, theirs] = [answerOf(club), independentShare(club)];
        if (!isDeepStrictEqual(ours, theirs)) expect(ours).toEqual(theirs);
        for (const member of ours.members) {
          for (const { state } of member.lines) seen[state]++;
          seen.own += member.own.length;
          seen.open += member.signals.filter(({ openQty }) => openQty !== '0').length;
          seen.shares += member.periods.filter(({ share }) => share !== '0.00').length;
          seen.carried += member.periods.filter(({ carryForward }) => carryForward !== '0').length;
        }
        seen.followed += ours.followRate?.followed.length ?? 0;
        if (ours.slippage.median !== null) seen.summaries++;
      }),
      { numRuns: 400, seed: 20_261_129, endOnFailure: true },
    );
    // The clubs do all that can be done.
    expect(Object.entries(seen).filter(([, count]) => count < 5)).toEqual([]);
  });

  it('splits each trade into exits, one entry and own trading, and closes no more than was opened', () =>
    expectOfClubs((club, { members }) => {
      for (const [n, { lines, signals, own }] of members.entries()) {
        const entries = new Map<string, bigint>();
        for (const { id, qty } of club.members[n]!.fills) {
          const exits = sum(lines.filter(({ exit }) => exit === id).map((line) => line.qty));
          const mine = sum(own.filter(({ trade }) => trade === id).map((one) => one.qty));
          const entry = scaled(qty) - exits - mine;
          const isEntry = signals.some(({ entryTrades }) => entryTrades.includes(id));
          expect(isEntry ? entry > 0n && mine === 0n : entry === 0n).toBe(true);
          entries.set(id, entry);
        }
        for (const { signal, entryTrades, entryQty, openQty, realisedProfit } of signals) {
          expect(entryTrades.reduce((total, id) => total + entries.get(id)!, 0n)).toBe(scaled(entryQty));
          const ofSignal = lines.filter((line) => line.signal === signal);
          expect(scaled(openQty)).toBe(scaled(entryQty) - sum(ofSignal.map((line) => line.qty)));
          expect(scaled(openQty)).toBeGreaterThanOrEqual(0n);
          expect(scaled(realisedProfit)).toBe(sum(ofSignal.map(({ profit }) => profit)));
        }
        for (const { entry, qty } of lines) expect(scaled(qty)).toBeLessThanOrEqual(entries.get(entry)!);
      }
    }));

  it('never charges what is own trading, and nothing without signals, in 1,000 random clubs', () =>
    expectOfClubs((club, { members }) => {
      for (const { lines, own, signals } of members) {
        const entered = new Set(signals.flatMap(({ entryTrades }) => entryTrades));
        expect(lines.filter(({ entry }) => !entered.has(entry))).toEqual([]);
        expect(own.filter(({ trade }) => entered.has(trade))).toEqual([]);
      }
      for (const { lines, own, periods } of answerOf({ ...club, signals: [] }).members) {
        expect([lines, periods.filter(({ share, profit }) => share !== '0.00' || profit !== '0')]).toEqual([[], []]);
        expect(own.every(({ qty }) => scaled(qty) > 0n)).toBe(true);
      }
    }, 1_000));

  it('is never negative, adds up to cents, and is taken once of the same profit', () =>
    expectOfClubs((club, { members }) => {
      const rate = scaled(club.config?.shareRate ?? '0.15');
      for (const { periods } of members) {
        let mark = 0n;
        for (const period of periods) {
          expect(scaled(period.share)).toBeGreaterThanOrEqual(0n);
          expect(scaled(period.highWaterMarkBefore)).toBe(mark);
          mark = scaled(period.highWaterMarkAfter);
          expect(mark).toBeGreaterThanOrEqual(scaled(period.highWaterMarkBefore));
        }
        expect(sum(periods.map(({ chargeable }) => chargeable))).toBe(mark);
        const off = sum(periods.map(({ share }) => share)) * 10n ** 18n - rate * mark;
        // Half a cent, and half of the 18th place for each period.
        expect(off < 0n ? -off : off).toBeLessThanOrEqual(5n * 10n ** 33n + BigInt(periods.length) * 10n ** 18n);
      }
    }));

  it('depends on times and ids, and not on the order of the lists', () =>
    expectOfClubs((club, answer) => {
      const reversed = {
        ...club,
        signals: club.signals.toReversed(),
        members: club.members.map((member) => ({ ...member, fills: member.fills.toReversed() })),
        ...(club.manager && { manager: { fills: club.manager.fills.toReversed() } }),
      };
      expect(isDeepStrictEqual(answerOf(reversed), answer)).toBe(true);
    }));

  it('of one member does not depend on the others, and the manager is not charged', () =>
    expectOfClubs((club, answer) => {
      const { manager: _, ...without } = club;
      for (const [n, member] of club.members.entries())
        expect(isDeepStrictEqual(answerOf({ ...without, members: [member] }).members[0], answer.members[n])).toBe(true);
    }, 40));
});
