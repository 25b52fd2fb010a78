import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { variables } from '../config/index.js';
import { printable } from './printable-text.rules.js';

const isTaken = (text: string) => variables.SELLER_ADDRESS.schema.safeParse(text).success;

describe('the letters of a PDF', () => {
  it('are all that the address of the seller may have', () => {
    const taken = Array.from({ length: 0xffff }, (_, code) => `1 ${String.fromCharCode(code)} 2`).filter(isTaken);
    expect(taken.filter((text) => printable(text) !== text)).toEqual([]);
    expect(taken).toEqual(expect.arrayContaining(['1 é 2', '1 Ž 2', '1 ش 2', '1 , 2']));
    for (const letter of ['Ł', 'ő', '税', '\n', '\u2066']) expect(isTaken(`1 ${letter} 2`)).toBe(false);
  });

  it.each(
    ['en', 'es', 'ar'].flatMap((language) => ['invoice', 'statement', 'tax'].map((name) => `backend/locales/${language}/${name}.json`)),
  )('are all that %s needs', (file) => {
    const text = readFileSync(file, 'utf8');
    expect([...text].filter((letter) => printable(letter) !== letter)).toEqual([]);
  });
});
