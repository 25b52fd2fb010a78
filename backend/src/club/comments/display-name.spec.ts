import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cleanName, nameKey, nameProblem } from './display-name.rules.js';

describe('a display name', () => {
  it.each(['Ana', 'sea_wolf', 'Trader 77', 'María José', 'نور', 'Ōta-san', 'a'.repeat(30)])('can be %s', (name) => {
    expect(nameProblem(cleanName(name))).toBeNull();
  });

  it.each([
    ['ab', 'length'],
    ['a'.repeat(31), 'length'],
    ['   ', 'length'],
    ['ana@club', 'characters'],
    ['<b>ana</b>', 'characters'],
    ['.ana', 'characters'],
    ['ana\u202Etxt', 'characters'],
    ['a\u200Bna', 'characters'],
    ['a..', 'characters'],
    ['Admin', 'reserved'],
    ['tidemark_help', 'reserved'],
    ['T1demаrk', 'reserved'], // with a Cyrillic a
    ['Ｓｕｐｐｏｒｔ', 'reserved'],
    ['s.u.p.p.o.r.t', 'reserved'],
    ['Team', 'reserved'],
  ])('cannot be %s: %s', (name, problem) => {
    expect(nameProblem(cleanName(name))).toBe(problem);
  });

  it.each([
    ['SeaWolf', 'sea wolf'],
    ['Paypal', 'Раураl'], // Cyrillic
    ['Bill', 'Bi1l'],
    ['José', 'jose'],
    ['modern', 'modem'],
  ])('%s is taken for %s', (one, other) => {
    expect(nameKey(cleanName(one))).toBe(nameKey(cleanName(other)));
  });

  it('keeps its key however its case and blanks are written', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zA-Z0-9 ._-]{3,30}$/), (name) => {
        expect(nameKey(name.toUpperCase())).toBe(nameKey(name.toLowerCase()));
        expect(nameKey(cleanName(` ${name} `))).toBe(nameKey(name));
      }),
    );
  });
});
