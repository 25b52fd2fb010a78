import { describe, expect, it } from '@jest/globals';
import { MINUS } from '../../lib/format/decimal';
import { closureOf, fromEntry, momentOf } from './prices';

describe('the figures of a signal', () => {
  it('say how far a price lies from the entry, with a sign', () => {
    expect([fromEntry('65500', '64000'), fromEntry('62500', '64000'), fromEntry('64000.0', '64000'), fromEntry('192000', '64000')]).toEqual(
      ['+2.34%', `${MINUS}2.34%`, '0.00%', '+200.00%'],
    );
  });

  it('keep the small change of a price with many digits', () => {
    expect(fromEntry('0.00001111', '0.00001100')).toBe('+1.00%');
  });

  it('say nothing where there is nothing to compare with', () => {
    expect([fromEntry('1', '0'), fromEntry('x', '1')]).toEqual([null, null]);
  });

  it('are UTC, whatever the machine and however it was typed', () => {
    expect(momentOf({ date: '2026-11-21', time: '09:30' })).toBe('21 Nov 2026, 09:30 UTC');
    expect(['2026-11-28', '2026-11-28T10:00', '2026-11-28T10:00+02:00', '2026-11-28T10:00:30Z'].map(closureOf)).toEqual([
      '28 Nov 2026',
      '28 Nov 2026, 10:00 UTC',
      '28 Nov 2026, 08:00 UTC',
      '28 Nov 2026, 10:00 UTC',
    ]);
  });
});
