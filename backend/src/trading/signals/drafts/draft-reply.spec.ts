import { describe, expect, it } from '@jest/globals';
import { aSignal } from '../../../../test/integration/signals/a-signal.js';
import type { DraftTerms } from './draft-terms.rules.js';
import { buttonDataOf, buttonHashOf, buttonOf, draftChangesOf } from './draft-reply.rules.js';

describe('draftChangesOf', () => {
  it.each([
    ['publish', {}],
    ['  Publish\n', {}],
    ['PUBLISH stop 62900', { stopLoss: '62900' }],
    ['publish entry: 64100.50, stop=62900; leverage 5x', { entryPrice: '64100.5', stopLoss: '62900', leverage: '5x' }],
    ['publish\ntp1 65000\ntp2 66000\ntp3 67000', { takeProfit1: '65000', takeProfit2: '66000', takeProfit3: '67000' }],
  ])('reads %j', (text, changes) => {
    expect(draftChangesOf(text)).toEqual(changes);
  });

  it.each([
    '',
    'ok',
    'do not publish',
    'publish it',
    'publish stop',
    'publish stop -1',
    'publish stop 6,2900',
    'publish stop 62900 stop 62800',
    'publish side short',
    'publish constructor 1',
    'publish leverage 200x',
    'stop 62900',
  ])('does not read %j', (text) => {
    expect(draftChangesOf(text)).toBeNull();
  });
});

describe('a button', () => {
  const id = '0190a5b0-0000-7000-8000-000000000001';
  const code = 'abcdefghijklmnopqrstuvw-';
  const terms = aSignal() as unknown as DraftTerms;
  const binding = { draftId: id, userId: 'u', chatId: '7', terms };

  it('fits into what Telegram takes, and is read back', () => {
    const data = buttonDataOf(id, code);
    expect(Buffer.byteLength(data)).toBeLessThanOrEqual(64);
    expect(buttonOf(data)).toEqual({ draftId: id, code });
    for (const other of ['', 'd:', `d:${id}`, `${data}x`, data.replace('d:', 'x:')]) expect(buttonOf(other)).toBeNull();
  });

  it('is bound to its draft, terms, admin and chat', () => {
    const hash = (more: object, of = code) => buttonHashOf(of, { ...binding, ...more }).toString('hex');
    const bound = hash({});
    expect(hash({ terms: Object.fromEntries(Object.entries(terms).reverse()) })).toBe(bound);
    for (const more of [{ draftId: 'x' }, { userId: 'x' }, { chatId: '8' }, { terms: { ...terms, stopLoss: '1' } }])
      expect(hash(more)).not.toBe(bound);
    expect(hash({}, `${code.slice(1)}x`)).not.toBe(bound);
  });
});
