import { describe, expect, it } from '@jest/globals';
import { eventText, replyText } from './telegram-texts.rules.js';

const id = '0190b5a0-6f1c-7000-8000-000000000001';
const data = {
  id,
  revision: 1,
  symbol: 'BTC/USDT',
  side: 'long',
  entry: '64100',
  stop: '62650',
  initial_stop: '62650',
  trailing_stop: null,
  targets: ['65400', '66900', '69000'],
  leverage: 5,
  message: 'Breakout <b>',
  closes_at: '2026-11-24T18:00:00.000Z',
  changes: [] as object[],
  outcome: null as object | null,
};
const textOf = (changes: object = {}, language: 'en' | 'es' | 'ar' = 'en') =>
  eventText('signal.changed', JSON.stringify({ type: 'signal.changed', data: { ...data, ...changes } }), language, 'https://club.example')!;

describe('the text of a signal', () => {
  it('has title, entry, stop, targets, end and a link', () => {
    const body = textOf().body;
    expect(textOf()).toEqual({
      body: expect.not.stringContaining('<a '),
      action: { text: 'Open the signal', url: `https://club.example/#/user-trade-signal/${id}` },
      html: [
        '<b>LONG BTC/USDT · 5×</b>',
        'Entry <code>64100</code> · Stop <code>62650</code> (−2.26%)',
        'Targets <code>65400</code> (+2.03%, +0.90R) · <code>66900</code> (+4.37%, +1.93R) · <code>69000</code> (+7.64%, +3.38R)',
        'Open until 24 November 2026 at 18:00 UTC',
        `<a href="https://club.example/#/user-trade-signal/${id}">Open the signal</a>`,
      ].join('\n'),
      news: null,
    });
    expect(textOf().html.startsWith(`${body}\n`)).toBe(true);
  });

  it('measures a short signal downwards', () => {
    const { html } = textOf({ side: 'short', entry: '100', stop: '105', initial_stop: '105', targets: ['95', '110'] });
    expect(html).toContain('<b>SHORT BTC/USDT');
    expect(html).toContain('<code>95</code> (−5.00%, +1.00R) · <code>110</code> (+10.00%, −2.00R)');
  });

  it('adds a line for each change, and says the newest in short', () => {
    const moved = { kind: 'move_stop', stop: '64100', price: null };
    const { html, news } = textOf({ stop: '64100', changes: [moved, { kind: 'close_now', stop: null, price: '65000' }] });
    expect(html).toContain('(0.00%)');
    expect(html).toContain('<b>Stop moved to <code>64100</code></b>\n<b>CLOSE NOW at about <code>65000</code></b>');
    expect(news).toBe('<b>LONG BTC/USDT</b>\nCLOSE NOW at about <code>65000</code>');
    expect(textOf({ changes: [{ kind: 'cancel', stop: null, price: null }] }).news).toContain('CANCELLED before entry');
  });

  it.each([
    ['1.4500', 'RESULT +1.45R after costs'],
    ['-1', 'RESULT −1.00R after costs'],
    [null, 'ENDED without an entry'],
  ])('ends with the result %s', (r, line) => {
    const { html, news } = textOf({ outcome: { status: 'closed', r } });
    expect(news).toContain(line);
    expect(html).not.toContain('Open until');
  });

  it('escapes every value', () => {
    const { html } = textOf({ symbol: '<b>&"', entry: '1', targets: [] });
    expect(html).toContain('<b>LONG &lt;b&gt;&amp;&quot; · 5×</b>');
    expect(html).not.toContain('Targets');
  });

  it('is in the language of the member', () => {
    expect(textOf({}, 'es').html).toContain('Entrada <code>64100</code>');
    // Figures keep their direction in a text from right to left.
    expect(textOf({}, 'ar').html).toContain('\u2068<code>64100</code>\u2069');
  });
});

describe('eventText', () => {
  it('greets a member who has connected, and knows no other kind', () => {
    expect(eventText('telegram.connected', '{}', 'en', '')).toEqual({
      html: replyText('connected', 'en'),
      body: null,
      action: null,
      news: null,
    });
    expect(eventText('webhook.test', '{}', 'en', '')).toBeNull();
  });
});

describe('replyText', () => {
  it('escapes what it is given', () => {
    expect(replyText('start', 'en', { url: 'https://club.example/?a&b' })).toContain('https://club.example/?a&amp;b');
  });
});
