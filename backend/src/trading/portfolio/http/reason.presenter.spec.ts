import { describe, expect, it } from '@jest/globals';
import english from '../../../../locales/en/portfolio.json' with { type: 'json' };
import { languages } from '../../../platform/domain/index.js';
import type { Reason } from '../reader/reason.types.js';
import { reasonText, withReasonTexts } from './reason.presenter.js';

/** A reason with every value that a text may name. */
const full = (name: string): Reason =>
  ({
    id: `portfolio.${name}`,
    day: '2025-01-02',
    exchange: 'Binance',
    coin: 'BTC',
    contract: 'BTCUSDT',
    months: 3,
    needed: 30,
    known: 29,
  }) as unknown as Reason;

describe('the text of a reason', () => {
  it.each(languages)('is complete in %s', (language) => {
    for (const name of Object.keys(english)) {
      const text = reasonText(full(name), language);
      expect(text).toMatch(/\p{L}.*\.$/su);
      expect(text).not.toMatch(/[{}]|undefined|NaN|Invalid/);
    }
  });

  it('names days, exchanges and numbers in the language of the page', () => {
    const first: Reason = { id: 'portfolio.first-day', day: '2025-01-02' };
    expect(languages.map((language) => reasonText(first, language))).toEqual([
      'The first known day is 2 January 2025.',
      'El primer día conocido es el 2 de enero de 2025.',
      'أول يوم معروف هو \u20682 يناير 2025\u2069.',
    ]);
    const window: Reason = { id: 'portfolio.futures-window', exchange: 'Bybit', months: 24 };
    expect(languages.map((language) => reasonText(window, language))).toEqual([
      'Bybit provides futures trades of the last 24 months only.',
      'Bybit solo proporciona las operaciones de futuros de los últimos 24 meses.',
      'توفر \u2068Bybit\u2069 صفقات العقود الآجلة لآخر 24 شهرًا فقط.',
    ]);
  });

  it('replaces reasons at any depth, and nothing else', () => {
    const view = { days: 0, months: [{ id: 'a', change: { value: null, reason: { id: 'portfolio.no-day' } as Reason } }], empty: null };
    expect(withReasonTexts(view, 'en')).toEqual({
      days: 0,
      months: [{ id: 'a', change: { value: null, reason: 'No day of this period has been computed.' } }],
      empty: null,
    });
  });
});
