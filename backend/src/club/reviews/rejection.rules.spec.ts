import { describe, expect, it } from '@jest/globals';
import english from '../../../locales/en/reasons.json' with { type: 'json' };
import spanish from '../../../locales/es/reasons.json' with { type: 'json' };
import { codesOf, isAbout, OTHER, rejectionIn, rejectionOf, rejectionReasons, reviewDocuments } from './rejection.rules.js';
import { reviewNames } from './review.types.js';

const standard = `${english.kyc.standard.sentence} ${english.kyc.standard.advice}`;

describe('what a member reads about a rejection', () => {
  it('is the standard reason where the reviewer gave none', () => {
    expect(rejectionOf('kyc', {})).toEqual({
      text: standard,
      code: null,
      final: false,
      letterData: { reason: standard, code: 'standard' },
    });
  });

  it('is the reviewer’s own words as they stand', () => {
    expect(rejectionOf('payment', { reason: 'The picture is too dark' })).toEqual({
      text: 'The picture is too dark',
      code: null,
      final: false,
      letterData: { reason: 'The picture is too dark' },
    });
  });

  it('is the sentence of the reason, with the reviewer’s words after it', () => {
    const sentence = 'Your proof of address is older than three months. Please send a newer one.';
    expect(rejectionOf('kyc', { code: 'address-old' })).toEqual({
      text: sentence,
      code: 'address-old',
      final: false,
      letterData: { reason: sentence, code: 'address-old' },
    });
    expect(rejectionOf('kyc', { code: 'address-old', reason: 'It is of May.', final: true })).toEqual({
      text: 'Your proof of address is older than three months. It is of May.',
      code: 'address-old',
      final: true,
      letterData: {
        reason: 'Your proof of address is older than three months. It is of May.',
        code: 'address-old',
        words: 'It is of May.',
      },
    });
  });

  it('is the words alone where the reason has no sentence of its own', () => {
    expect(rejectionOf('kyc', { code: OTHER, reason: 'Please call us' })).toMatchObject({ text: 'Please call us', code: OTHER });
  });

  it('never takes the sentence of another subject', () => {
    expect(rejectionOf('payment', { code: 'address-old' }).letterData.code).toBe('standard');
  });
});

describe.each(reviewNames)('the reasons of %s', (subject) => {
  it('have codes of their own, and end with the one that says nothing by itself', () => {
    expect(new Set(codesOf(subject)).size).toBe(codesOf(subject).length);
    expect(rejectionReasons.filter((reason) => reason.subject === subject && reason.sentence === null).map(({ code }) => code)).toEqual([
      OTHER,
    ]);
    expect(codesOf(subject).at(-1)).toBe(OTHER);
  });

  it('leave room for the longest words of a reviewer, in the tables and in the letters', () => {
    for (const code of codesOf(subject)) {
      expect([code, rejectionOf(subject, { code, reason: 'x'.repeat(500) }).text.length <= 1000]).toEqual([code, true]);
    }
  });
});

describe('a reason to ask for a document again', () => {
  it('is about that document, or about either', () => {
    const fitting = (document: (typeof reviewDocuments)[number]) => codesOf('kyc').filter((code) => isAbout(document, code));
    expect(fitting('id-card')).toEqual([
      'identity-unreadable',
      'identity-expired',
      'identity-other-kind',
      'identity-differs',
      'not-genuine',
      OTHER,
    ]);
    expect(fitting('proof-of-address')).toEqual(['address-unreadable', 'address-old', 'address-differs', 'not-genuine', OTHER]);
    expect(isAbout('id-card', 'not-received')).toBe(false);
  });
});

describe('a stored rejection in another language', () => {
  const stored = (subject: 'kyc' | 'payment', wish: Parameters<typeof rejectionOf>[1]) => rejectionOf(subject, wish).text;

  it('has the sentence and advice of that language, for every code', () => {
    for (const subject of reviewNames)
      for (const code of codesOf(subject).filter((one) => one !== OTHER)) {
        const { sentence, advice } = (spanish[subject] as Record<string, { sentence: string; advice?: string }>)[code]!;
        expect(rejectionIn('es', subject, stored(subject, { code }))).toBe([sentence, advice].filter(Boolean).join(' '));
        expect(rejectionIn('es', subject, stored(subject, { code, reason: 'x', final: true }))).toBe(`${sentence} x`);
      }
  });

  it('keeps the reviewer’s own words', () => {
    const { sentence, advice } = spanish.kyc['address-old'];
    expect(rejectionIn('es', 'kyc', stored('kyc', { code: 'address-old', reason: 'It is of May.' }))).toBe(
      `${sentence} ${advice} It is of May.`,
    );
    expect(rejectionIn('es', 'kyc', stored('kyc', { reason: 'Please call us' }))).toBe('Please call us');
    expect(rejectionIn('ar', 'kyc', stored('kyc', { code: 'address-old', reason: 'It is of May.' }))).toMatch(
      /^\p{Script=Arabic}.* \u2068It is of May\.\u2069$/u,
    );
  });

  it('has the standard reason where the reviewer gave none', () => {
    const { sentence, advice } = spanish.payment.standard;
    expect(rejectionIn('es', 'payment', stored('payment', {}))).toBe(`${sentence} ${advice}`);
  });

  it('is as stored in English, without a language, and for a sentence that is no longer in the list', () => {
    for (const language of ['en', null] as const) expect(rejectionIn(language, 'kyc', standard)).toBe(standard);
    expect(rejectionIn('es', 'kyc', 'Your proof of address is from last year.')).toBe('Your proof of address is from last year.');
    expect(rejectionIn('es', 'payment', stored('kyc', { code: 'address-old' }))).toBe(stored('kyc', { code: 'address-old' }));
  });
});
