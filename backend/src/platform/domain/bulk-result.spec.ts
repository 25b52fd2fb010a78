import { describe, expect, it } from '@jest/globals';
import { DomainError, NotFound } from './domain.errors.js';
import { applyToEach } from './bulk-result.js';

describe('an act on several', () => {
  it('goes on after one that refuses, and answers each once, in their order', async () => {
    const acted: string[] = [];
    const outcomes = await applyToEach(['b', 'a', 'b', 'c'], async (id) => {
      if (id === 'a') throw new NotFound('dead letter');
      acted.push(id);
    });
    expect(acted).toEqual(['b', 'c']);
    expect(outcomes).toEqual([
      { id: 'b', done: true, reason: null },
      { id: 'a', done: false, reason: 'There is no such dead letter' },
      { id: 'c', done: true, reason: null },
    ]);
  });

  it.each([new Error('the database is away'), new DomainError('unauthenticated', 'session.required', 'Please sign in')])(
    'ends with %s, which is about none of them',
    async (failure) => {
      await expect(applyToEach(['a', 'b'], () => Promise.reject(failure))).rejects.toBe(failure);
    },
  );
});
