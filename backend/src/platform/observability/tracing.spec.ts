import { afterEach, describe, expect, it } from '@jest/globals';
import { failureOf, inSpan, readTraceparent, traceWith, tracing, type Tracing } from './tracing.js';

const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

describe('a traceparent that somebody wrote down', () => {
  it.each([TRACEPARENT, TRACEPARENT.replace(/1$/, '0')])('is taken as we write it: %s', (value) =>
    expect(readTraceparent(value)).toBe(value),
  );

  it.each([
    undefined,
    null,
    7,
    '',
    [TRACEPARENT],
    { $ne: 1 },
    `${TRACEPARENT}-more`,
    ` ${TRACEPARENT}`,
    `${TRACEPARENT}\n`,
    TRACEPARENT.replace('00-', '01-'),
    TRACEPARENT.replace(/1$/, '3'),
    TRACEPARENT.toUpperCase(),
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `00-0af7651916cd43dd8448eb211c80319c-${'0'.repeat(16)}-01`,
  ])('is none: %p', (value) => expect(readTraceparent(value)).toBeNull());
});

describe('what a span says of a failure', () => {
  class MailRefused extends Error {}
  it.each([
    [Object.assign(new Error('connect 203.0.113.7'), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
    [Object.assign(new Error('Key (email)=(ann@example.com) already exists'), { code: '23505' }), '23505'],
    [Object.assign(new MailRefused('550 ann@example.com'), { code: 'of ann@example.com' }), 'MailRefused'],
    [Object.assign(new MailRefused('550 ann@example.com'), { name: 'ann@example.com' }), 'MailRefused'],
    ['ann@example.com', 'unknown'],
    [null, 'unknown'],
  ])('is what it is, and nothing that it says: %p', (error, expected) => expect(failureOf(error)).toBe(expected));
});

describe('a span around an act', () => {
  const told: unknown[] = [];
  const recording: Tracing = {
    trustsTraceparent: false,
    open: ({ name }) => ({ traceId: 'one', within: (act) => act(), end: (failure) => void told.push([name, failure]) }),
    current: () => null,
    end: () => Promise.resolve(),
  };
  afterEach(() => {
    traceWith(null);
    told.length = 0;
  });

  it('is none as long as nobody asked for traces, and changes nothing', async () => {
    expect(tracing()).toBeNull();
    const refusal = new Error('no');
    await expect(inSpan({ name: 'a', kind: 'internal' }, () => Promise.resolve(7))).resolves.toBe(7);
    await expect(inSpan({ name: 'a', kind: 'internal' }, () => Promise.reject(refusal))).rejects.toBe(refusal);
    expect(told).toEqual([]);
  });

  it('ends with the act, once, and hands on what came of it', async () => {
    traceWith(recording);
    const refusal = new TypeError('no');
    await expect(inSpan({ name: 'good', kind: 'internal' }, () => Promise.resolve(7))).resolves.toBe(7);
    await expect(inSpan({ name: 'bad', kind: 'internal' }, () => Promise.reject(refusal))).rejects.toBe(refusal);
    await expect(
      inSpan(
        { name: 'later', kind: 'internal' },
        () => Promise.reject(refusal),
        (error) => error === refusal,
      ),
    ).rejects.toBe(refusal);
    expect(told).toEqual([
      ['good', null],
      ['bad', 'TypeError'],
      ['later', null],
    ]);
  });
});
