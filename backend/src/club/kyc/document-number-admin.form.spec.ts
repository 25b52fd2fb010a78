import { describe, expect, it } from '@jest/globals';
import { readDocumentNumber } from './document-number-admin.form.js';

describe('the number of a document', () => {
  it.each([
    ['ab 123-456', 'AB123456'],
    ['L898902C3<<<', 'L898902C3'],
    ['ＡＢ１２３４', 'AB1234'],
    ['иб-123456', 'ИБ123456'],
  ])('%s is read as %s', (typed, number) => {
    expect(readDocumentNumber(typed)).toBe(number);
  });

  it.each(['', 'A-1', '<<<<<<', '1'.repeat(31)])('%j is none', (typed) => {
    expect(readDocumentNumber(typed)).toBeNull();
  });
});
