import { describe, expect, it } from '@jest/globals';
import { isReferralCode, newReferralCode } from './referral-code.rules.js';

describe('referral codes', () => {
  it('are twelve characters that a link carries without escaping', () => {
    for (let i = 0; i < 200; i++) {
      const code = newReferralCode();
      expect(isReferralCode(code)).toBe(true);
      expect(encodeURIComponent(code)).toBe(code);
    }
  });

  it('do not repeat', () => {
    const codes = new Set(Array.from({ length: 5000 }, newReferralCode));
    expect(codes.size).toBe(5000);
  });

  it.each(['', 'short', 'has space 12', 'thirteenchars', "'; drop--xxx", 'ümlautümlaut'])('%p is no code', (value) => {
    expect(isReferralCode(value)).toBe(false);
  });
});
