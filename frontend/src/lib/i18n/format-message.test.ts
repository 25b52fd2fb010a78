import { describe, expect, it } from '@jest/globals';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { type Message, formatMessage } from './format-message';

const format = (text: string, values: Record<string, string | number> = {}, language = 'en') =>
  formatMessage(language, compileMessageOrThrow(text) as Message, values);

describe('a message', () => {
  it('takes values as they are', () => {
    expect(format('Hello {name}, it is {n}', { name: 'Ann', n: 1234 })).toBe('Hello Ann, it is 1234');
  });

  it('groups whole numbers', () => {
    expect(format('{n, number} rows', { n: 12_345 })).toBe('12\u202f345 rows');
  });

  it.each([
    [0, 'none'],
    [1, '1 day'],
    [2, '2 days'],
    [1200, '1\u202f200 days'],
  ])('counts %d as %j', (n, text) => {
    expect(format('{n, plural, =0 {none} one {# day} other {# days}}', { n })).toBe(text);
  });

  it('follows the plural rules of its language', () => {
    const arabic = '{n, plural, zero {صفر} one {واحد} two {اثنان} few {قليل} many {كثير} other {آخر}}';
    expect([0, 1, 2, 3, 11, 100].map((n) => format(arabic, { n }, 'ar'))).toEqual(['صفر', 'واحد', 'اثنان', 'قليل', 'كثير', 'آخر']);
  });

  it('selects by a word, with a plural inside', () => {
    const text = '{kind, select, deposit {{n, plural, one {a deposit} other {# deposits}}} other {a transfer}}';
    expect([format(text, { kind: 'deposit', n: 2 }), format(text, { kind: 'loan', n: 2 })]).toEqual(['2 deposits', 'a transfer']);
  });

  it('subtracts an offset', () => {
    expect(format('{n, plural, offset:1 =1 {you} one {you and # other} other {you and # others}}', { n: 3 })).toBe('you and 2 others');
  });
});
