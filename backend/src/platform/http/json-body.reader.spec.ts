import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { InvalidInput } from '../domain/domain.errors.js';
import { readJson, significantDigits } from './json-body.reader.js';
import { MAX_DEPTH, findUnsafeInput } from './input-sanity.js';

const read = (text: string) => readJson(Buffer.from(text));
const refusal = (act: () => unknown): InvalidInput['fields'] => {
  try {
    act();
  } catch (error) {
    if (error instanceof InvalidInput) return error.fields;
    throw error;
  }
  throw new Error('it was accepted');
};

describe('a JSON body', () => {
  it('arrives as it was written', () => {
    const json = fc.dictionary(
      fc
        .string({ unit: 'grapheme', minLength: 1 })
        .filter((name) => !['__proto__', 'constructor', 'prototype'].includes(name) && !name.includes('\0')),
      fc.oneof(
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
      ),
    );
    fc.assert(fc.property(json, (value) => expect({ ...read(JSON.stringify(value)) }).toEqual({ ...value })));
  });

  it.each(['[]', '"text"', '1', 'null', 'true', '', '{', '{"a":', "{'a':1}", '{"a":NaN}', '{"a":1,}', '{"a":1}{}', '\u0000'])(
    'is no object in %p',
    (text) => expect(refusal(() => read(text))[0]?.field).toBe('body'),
  );

  it.each([
    [[0xff, 0xfe, 0x7b, 0x7d]],
    [[0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]],
    [[0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]],
  ])('is not made of the bytes %j', (bytes) =>
    expect(refusal(() => readJson(Uint8Array.from(bytes)))).toEqual([{ field: 'body', message: 'The body is not valid UTF-8' }]),
  );

  it('names every text that cannot be stored by its path', () => {
    expect(
      refusal(() => read('{"a":"x\\u0000","b":{"c":["ok","\\ud800"]},"d":"fine 😀"}'))
        .map(({ field }) => field)
        .toSorted(),
    ).toEqual(['a', 'b.c.1']);
    expect(refusal(() => read('{"x\\u0000":1}'))[0]?.field).toBe('body');
  });

  it.each(['{"__proto__":{"admin":true}}', '{"a":{"constructor":{"prototype":1}}}', '{"prototype":1}'])('may not hold %s', (text) =>
    expect(refusal(() => read(text))[0]?.message).toContain('cannot be the name of a field'),
  );

  it('is not nested deeper than anybody needs', () => {
    const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
    expect(read(nested(MAX_DEPTH))).toHaveProperty('a');
    for (const depth of [MAX_DEPTH + 1, 10_000, 100_000])
      expect(refusal(() => read(nested(depth)))[0]?.message).toContain('is nested too deeply');
  });

  it('holds no number that a double could change', () => {
    expect(read('{"a":123456789012345,"b":0.00000123456789012345,"c":1000000000000000000000,"d":"12345678901234567890"}')).toMatchObject({
      a: 123456789012345,
    });
    for (const literal of [
      '1234567890123456',
      '0.1234567890123456',
      '60000.00000000000001',
      '1.00000000000000000001',
      '12345678901234567e3',
    ])
      expect(refusal(() => read(`{"deep":{"price":${literal}}}`))[0]?.field).toBe('price');
  });

  it('counts the digits that matter', () => {
    for (const [literal, digits] of [
      ['0', 0],
      ['-0.0010', 1],
      ['100', 1],
      ['1.50', 2],
      ['12.34e5', 4],
    ] as const)
      expect([literal, significantDigits(literal)]).toEqual([literal, digits]);
  });
});

describe('texts in what was sent', () => {
  it('are found however deep a list hides them, up to a bounded number', () => {
    expect(findUnsafeInput({ list: Array.from({ length: 1000 }, () => '\u0000') })).toHaveLength(20);
  });
});
