import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { positionText, readPosition } from './notice-position.rules.js';

it('reads what it wrote, and nothing else', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 9_999_999_999_999_999n }), fc.uuid(), (micros, id) => {
      expect(readPosition(positionText({ micros, id }))).toEqual({ micros, id });
    }),
  );
  const id = '0190a1f0-0000-7000-8000-000000000001';
  for (const text of ['', id, `-${id}`, `-1-${id}`, `12345678901234567-${id}`, `1-${id} `, `1-${id}'`, '1-x', `1e3-${id}`])
    expect(readPosition(text)).toBeNull();
});
