import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { blockedPasswords } from './blocked-passwords.js';
import { passwordRefusal } from './password.rules.js';

const ann = { email: 'ann.walker@example.com', names: ['Walker', 'Ann'] };
const admin = { email: 'admin@example.com', names: ['Tidemark', 'Admin'], admin: true };

describe('password rules', () => {
  it.each([
    'correct horse battery',
    'Sup3rSecret!pass',
    'Str0ng-Passw0rd!',
    'zx9-Q17-bt4-88',
    '  spaces  at  ends  ',
    'пароль из слов',
    '849302758193',
    '🦊🐢🐙🦉🐝🐬🦜🐞🐳🦔🐌🐿️',
  ])('accepts %p', (password) => expect(passwordRefusal(password, ann)).toBeNull());

  it('asks for 12 characters of members and 15 of admins, counted as people count', () => {
    expect(passwordRefusal('kd83-xw01-q', ann)).toBe('Use a password of at least 12 characters');
    expect(passwordRefusal('kd83-xw01-qp', ann)).toBeNull();
    expect(passwordRefusal('kd83-xw01-qp', admin)).toBe('Use a password of at least 15 characters');
    expect(passwordRefusal('kd83-xw01-qpzsd', admin)).toBeNull();
    expect(passwordRefusal('🦊🐢🐙🦉🐝🐬', ann)).toMatch(/at least 12/); // twelve UTF-16 units, six characters
  });

  it('takes 256 characters and no more', () => {
    const long = 'correct horse '.repeat(19).slice(0, 256);
    expect(passwordRefusal(long, ann)).toBeNull();
    expect(passwordRefusal(`${long}x`, ann)).toBe('Use a password of at most 256 characters');
  });

  it.each([
    'aaaaaaaaaaaa',
    '123123123123',
    'abcabcabcabc',
    '123456789012',
    '987654321098',
    'abcdefghijklm',
    'qwertyuiop123',
    'LeaveMeAlone',
    '1QAZ2wsx3edc',
  ])('refuses %p as guessable', (password) => expect(passwordRefusal(password, ann)).toMatch(/too easy to guess/));

  it.each([
    'Password123!',
    'P4ssw0rd!!2026',
    'Ann-Walker-1990',
    'ann.walker@example.com',
    'tidemark-2026!',
    'Bitcoin!!!123456',
    '2026Welcome!!!!',
    'walkerwalker99',
  ])('refuses %p as made of known words', (password) => expect(passwordRefusal(password, ann)).toMatch(/too close to your name/));

  it('refuses every entry of the block list in any case', () => {
    for (const password of blockedPasswords) expect(passwordRefusal(password.toUpperCase(), ann)).not.toBeNull();
  });

  it('accepts what a password manager makes', () => {
    const generated = fc.string({
      unit: fc.constantFrom(...'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-_.'),
      minLength: 20,
      maxLength: 40,
    });
    fc.assert(
      fc.property(
        generated.filter((password) => new Set(password).size > 9),
        (password) => expect(passwordRefusal(password, ann)).toBeNull(),
      ),
    );
  });
});
