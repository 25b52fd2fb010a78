import { describe, expect, it } from '@jest/globals';
import { requestHash } from './request-hash.js';

const same = (a: unknown, b: unknown) => requestHash(a).equals(requestHash(b));

describe('the hash of a request', () => {
  it('does not depend on the order of fields, or on fields that are not there', () => {
    expect(same({ a: 1, b: { c: 2, d: [1, 2] } }, { b: { d: [1, 2], c: 2 }, a: 1, e: undefined })).toBe(true);
  });

  it.each([
    ['another value', { a: 1 }, { a: 2 }],
    ['a text for a number', { a: 1 }, { a: '1' }],
    ['another order of a list', { a: [1, 2] }, { a: [2, 1] }],
    ['null for nothing', { a: null }, {}],
    ['a field that moved inwards', { a: { b: 1 } }, { a: {}, b: 1 }],
    ['a text that looks like two fields', { a: '1","b":"2' }, { a: '1', b: '2' }],
    ['another file', { file: Buffer.from('a') }, { file: Buffer.from('b') }],
    ['another day', { at: new Date(0) }, { at: new Date(1) }],
  ])('tells %s apart', (_, a, b) => {
    expect(same(a, b)).toBe(false);
  });

  it('knows the same bytes again', () => {
    expect(same({ file: Buffer.from('abc') }, { file: new Uint8Array([97, 98, 99]) })).toBe(true);
  });
});
