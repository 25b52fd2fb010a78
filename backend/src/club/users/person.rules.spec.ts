import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ageOn, calendarDay, country, personName, phoneNumber, underAgeSentence } from './person.rules.js';

describe('names', () => {
  it.each([
    ['Ann', 'Ann'],
    ["  O'Neil ", "O'Neil"],
    ['Jean-Luc  de la Tour', 'Jean-Luc de la Tour'],
    ['J. R. R.', 'J. R. R.'],
    ['Đặng', 'Đặng'],
    ['Jose\u0301', 'José'],
    ['D’Arcy', 'D’Arcy'],
  ])('keeps %p as %p', (typed, kept) => expect(personName(typed)).toBe(kept));

  it.each(['', ' ', '=cmd()', '+1', '-Ann', '@home', 'Ann<script>', 'Ann\nBcc', 'Ann7', 'a\tb', 'Ann;', '{{x}}', 'a'.repeat(101)])(
    'refuses %p',
    (typed) => expect(personName(typed)).toBeNull(),
  );

  it('never begins a spreadsheet formula nor holds markup', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (typed) => {
        const kept = personName(typed);
        if (kept !== null) {
          expect(kept).toMatch(/^[^=+\-@\t\r]/);
          expect(kept).not.toMatch(/[<>&"`{}\p{Cc}]/u);
        }
      }),
    );
  });
});

describe('phone numbers', () => {
  it.each(['+2348012345678', '08012345678', ' 12345 '])('accepts %p', (typed) => expect(phoneNumber(typed)).toBe(typed.trim()));
  it.each(['', '1234', '+', '12-34-56', '12 34 56', 'phone', '++12345', '1234567890123456', '１２３４５６'])('refuses %p', (typed) =>
    expect(phoneNumber(typed)).toBeNull(),
  );
});

describe('countries', () => {
  it('keeps the name of the list for every common spelling', () => {
    expect(country('Germany')).toBe('Germany');
    expect(country(' nigeria ')).toBe('Nigeria');
    expect(country('United States of America')).toBe('United States');
    expect(country('Atlantis')).toBeNull();
    expect(country('')).toBeNull();
    expect(country('constructor')).toBeNull();
  });
});

describe('ages', () => {
  const now = new Date('2026-11-21T00:30:00Z');

  it.each([
    ['2008-11-21', 18],
    ['2008-11-22', 17],
    ['2008-12-01', 17],
    ['1990-01-01', 36],
    ['2026-11-22', -1],
  ])('%p is %p years old', (born, age) => expect(ageOn(born, now)).toBe(age));

  it('counts a birthday of 29 February on 1 March of a common year', () => {
    expect(ageOn('2008-02-29', new Date('2026-02-28T23:59:59Z'))).toBe(17);
    expect(ageOn('2008-02-29', new Date('2026-03-01T00:00:00Z'))).toBe(18);
  });

  it('goes by the UTC day whatever the hour', () => {
    expect(ageOn('2008-11-21', new Date('2026-11-20T23:59:59.999Z'))).toBe(17);
    expect(ageOn('2008-11-21', new Date('2026-11-21T00:00:00.000Z'))).toBe(18);
  });

  it('says the sentence of the specification', () => {
    expect(underAgeSentence(17)).toBe('Your age (17) is not allowed to register with us.');
  });

  it.each(['1990-02-29', '1990-13-01', '1990-00-10', '1990-1-1', '19900101', '1899-12-31', '', '1990-01-01T00:00:00Z', '2000-04-31'])(
    '%p is no day',
    (typed) => expect(calendarDay(typed)).toBeNull(),
  );

  it('accepts every day that exists', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }), (date) => {
        const typed = date.toISOString().slice(0, 10);
        expect(calendarDay(typed)).toBe(typed);
      }),
    );
  });
});
