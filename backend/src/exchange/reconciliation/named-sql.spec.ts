import { describe, expect, it } from '@jest/globals';
import { namedSql } from './named-sql.js';

describe('a statement with named values', () => {
  it('binds each as often as it is named, in order, and leaves casts alone', () => {
    expect(namedSql('select :a::int, x::text from t where :b = :a', { a: 1, b: 2 })).toEqual([
      'select ?::int, x::text from t where ? = ?',
      [1, 2, 1],
    ]);
  });

  it('refuses a name without a value', () => {
    expect(() => namedSql('select :toString', {})).toThrow('no value is called toString');
  });
});
