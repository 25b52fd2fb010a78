import { describe, expect, it } from '@jest/globals';
import { InvalidInput } from '../domain/index.js';
import { idempotencyKeyOf } from './idempotency-key.decorator.js';

describe('the Idempotency-Key header', () => {
  it.each(['k', 'a'.repeat(255), '7d1c4f0e-8b7a-4f0e-9c55-3a2b1c0d9e8f', '!~"'])('may be %p', (key) => {
    expect(idempotencyKeyOf({ 'idempotency-key': key })).toBe(key);
  });

  it('may be missing', () => {
    expect(idempotencyKeyOf({})).toBeNull();
  });

  it.each(['', 'a'.repeat(256), 'two words', 'schlüssel', 'a\tb', 'first, second'])('may not be %p', (key) => {
    expect(() => idempotencyKeyOf({ 'idempotency-key': key })).toThrow(InvalidInput);
  });
});
